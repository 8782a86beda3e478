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
        let seconds = merge.took().as_secs_f64();
        let nodes: f64 = merge.records().map(|(record, _)| record.tally.nodes() as f64).sum();
        let share = self.shares();
        let done: f64 = merge.records().map(|(record, _)| share(record.unit)).sum();
        let is_told = seconds > 0.0 && done > 0.0;
        let unfinished = self.found().iter().filter(|Found { replay, .. }| !replay.sealed);
        let newest = unfinished.filter_map(|found| found.replay.authors.last());
        Pace {
            share: if merge.is_complete() { 1.0 } else { done.min(1.0) },
            rate: is_told.then(|| nodes / seconds),
            left: is_told.then(|| match merge.is_complete() {
                true => 0.0,
                false => seconds * ((1.0 - done) / done).max(0.0),
            }),
            threads: newest.map(|run| run.threads).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::engine::Shard;
    use crate::question::Question;
    use crate::solve::{Journals, Watch, find_journals};

    /// Of half of the units about as much is left as is done; a run that has ended is not at
    /// work, and one whose journal has no last line yet is.
    #[test]
    fn half_of_the_units_leave_as_much_as_they_took() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let question: Question = "queens queen 11x11".parse().unwrap();
        let half = question.solve().journal(&path).shard(Shard::new(0, 2).unwrap()).threads(3);
        half.prepare().unwrap().run_shard(Watch::default()).unwrap();
        let paced = || {
            let found = find_journals(std::slice::from_ref(&path)).unwrap();
            let journals = Journals::of(found, &Default::default()).unwrap();
            let merge = journals.merge(false).unwrap();
            (journals.pace(&merge), merge.took().as_secs_f64())
        };
        let (pace, took) = paced();
        assert!((0.2..0.8).contains(&pace.share), "{}", pace.share);
        let left = took * (1.0 - pace.share) / pace.share;
        assert!((pace.left.unwrap() - left).abs() < 1e-9 && pace.rate.unwrap() > 1e3);
        assert_eq!(pace.threads, 0);
        let text = fs::read_to_string(&path).unwrap();
        let (unsealed, _) = text.trim_end().rsplit_once('\n').unwrap();
        fs::write(&path, format!("{unsealed}\n")).unwrap();
        assert_eq!(paced().0.threads, 3);
    }
}
