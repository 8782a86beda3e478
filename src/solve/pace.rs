//! `Pace`: how fast the units of journals are counted, and how much of them is left.

use super::journals::{Found, Journals};
use crate::journal::Merge;

/// What finished units tell of the others, by the clock that they were timed with.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The part of the work that is done, from 0 to 1.
    pub share: f64,
    /// Nodes a second of one core; `None` while too little is done to tell.
    pub rate: Option<f64>,
    /// Seconds of one core that the rest takes; `None` while too little is done to tell.
    pub left: Option<f64>,
    /// The threads of the newest run of each unfinished journal.
    pub threads: usize,
}

impl Journals {
    /// How fast the work of a merge went.
    pub fn pace(&self, merge: &Merge<'_>) -> Pace {
        let units = &self.plan().units;
        let seconds = merge.took().as_secs_f64();
        let nodes: f64 = merge.records().map(|(record, _)| record.tally.nodes() as f64).sum();
        let done: f64 = merge.records().map(|(record, _)| units[record.unit].share).sum();
        let whole: f64 = units.iter().map(|unit| unit.share).sum();
        let is_told = seconds > 0.0 && done > 0.0;
        let unfinished = self.found().iter().filter(|Found { replay, .. }| !replay.sealed);
        let newest = unfinished.filter_map(|found| found.replay.authors.last());
        Pace {
            share: if whole > 0.0 { (done / whole).min(1.0) } else { 1.0 },
            rate: is_told.then(|| nodes / seconds),
            left: is_told.then(|| seconds * ((whole - done) / done).max(0.0)),
            threads: newest.map(|run| run.threads).sum(),
        }
    }
}
