//! `Merge`: the records of several journals, each unit once, and their exact total.
//!
//! A unit that was counted twice with one result is counted once and confirmed; with two
//! results it is an error that names both places, because one machine computes wrongly.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bounds::Bounds;
use super::record::{Author, MOST_NODES, Record};
use super::replay::{Replay, Told};
use crate::count::Residues;
use crate::engine::{Histogram, Plan, Tally};
use crate::error::Error;

/// Where a record stands, and who wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The journal.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
    /// The run that counted.
    pub author: Option<Author>,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} line {}", self.path.display(), self.line)?;
        match &self.author {
            Some(Author { host, process, .. }) => write!(f, " (process {process} on {host})"),
            None => Ok(()),
        }
    }
}

/// The records that are known of a plan.
#[derive(Debug)]
pub struct Merge<'p> {
    plan: &'p Plan,
    bounds: Bounds,
    records: BTreeMap<usize, (Record, Source)>,
    nodes: u64,
    confirmed: usize,
    /// The extreme solutions that were shown so far.
    shown: Histogram,
}

impl<'p> Merge<'p> {
    /// None yet.
    pub fn new(plan: &'p Plan) -> Merge<'p> {
        let (records, nodes) = (BTreeMap::new(), plan.trunk.nodes());
        let (bounds, shown) = (Bounds::default(), Histogram::default());
        Merge { plan, bounds, records, nodes, confirmed: 0, shown }
    }

    /// Refuses records beyond these bounds.
    pub fn within(mut self, bounds: Bounds) -> Merge<'p> {
        self.bounds = bounds;
        self
    }

    /// Adds the records of one journal, whose header must be that of the plan.
    ///
    /// # Errors
    /// [`Error::JournalConflict`], and [`Error::JournalForeign`] if a record does not fit
    /// the plan or the bounds.
    pub fn add(&mut self, path: &Path, replay: &Replay) -> Result<(), Error> {
        for Told { record, line, author } in &replay.records {
            let author = author.map(|place| replay.authors[place].clone());
            let source = Source { path: path.into(), line: *line, author };
            let foreign = |what: &str| {
                let problem = format!("line {line} holds {what}");
                Err(Error::JournalForeign { path: path.into(), problem })
            };
            let unit = self.plan.units.get(record.unit);
            let Some(unit) = unit.filter(|unit| unit.weight == record.weight) else {
                return foreign("a unit that the plan does not have");
            };
            if let Some(breach) = self.bounds.breach(record, unit) {
                return foreign(&format!("{breach}, and no unit has them"));
            }
            if let Some(problem) = self.problem_shown(&record.tally) {
                return foreign(&problem);
            }
            let Some((known, place)) = self.records.get(&record.unit) else {
                let sum = self.nodes.checked_add(record.tally.nodes());
                let Some(sum) = sum.filter(|&sum| sum <= MOST_NODES) else {
                    return foreign("more nodes than runs can have visited");
                };
                self.nodes = sum;
                self.records.insert(record.unit, (record.clone(), source));
                continue;
            };
            if known.tally != record.tally {
                let told = |record: &Record, source: &Source| {
                    let (solutions, nodes) = (record.tally.weighted(), record.tally.nodes());
                    format!("{solutions} solutions and {nodes} nodes in {source}")
                };
                return Err(Error::JournalConflict {
                    unit: record.unit,
                    first: told(known, place),
                    second: told(record, &source),
                });
            }
            self.confirmed += 1;
        }
        Ok(())
    }

    /// What is wrong with the solutions that a record shows, of those that pass all shown before:
    /// to look at each takes long.
    fn problem_shown(&mut self, tally: &Tally) -> Option<String> {
        let (sorted, mut shown) = (tally.histogram(), self.shown.clone());
        let extremes = [sorted.least(), sorted.most()];
        let each = extremes.iter().copied().flatten();
        each.for_each(|extreme| shown.show(extreme.value, &extreme.solution));
        if shown == self.shown && !extremes.contains(&None) {
            return None;
        }
        self.shown = shown;
        self.bounds.judge.problem(tally)
    }

    /// The records, by unit.
    pub fn records(&self) -> impl Iterator<Item = &(Record, Source)> {
        self.records.values()
    }

    /// How many records repeat one that was there, with the same result.
    pub fn confirmed(&self) -> usize {
        self.confirmed
    }

    /// The tallies by unit, as a run takes them.
    pub fn tallies(&self) -> HashMap<usize, Tally> {
        self.records.iter().map(|(&unit, (record, _))| (unit, record.tally.clone())).collect()
    }

    /// The time that they took on their threads, each unit once.
    pub fn took(&self) -> Duration {
        self.records().map(|(record, _)| record.took).sum()
    }

    /// The units that no journal has, in order.
    pub fn missing(&self) -> Vec<usize> {
        (0..self.plan.units.len()).filter(|id| !self.records.contains_key(id)).collect()
    }

    /// The total of the trunk and the records.
    ///
    /// # Errors
    /// [`Error::Residues`] if the sum does not have the residues that the records bring.
    pub fn total(&self) -> Result<Tally, Error> {
        let mut total = self.plan.trunk.clone();
        let mut residues: Residues = total.residues();
        for (record, _) in self.records() {
            total.merge(&record.tally);
            residues.add(record.tally.residues());
        }
        let count = total.weighted();
        if count.residues() != residues {
            return Err(Error::Residues { total: count.to_string() });
        }
        Ok(total)
    }
}

/// Numbers in the syntax that HyperQueue and Slurm take for the tasks of an array: `3,17,40-44`.
///
/// ```
/// assert_eq!(cavalcade::journal::ranges(&[3, 17, 40, 41, 42, 43, 44]), "3,17,40-44");
/// assert_eq!(cavalcade::journal::ranges(&[0, 1]), "0-1");
/// assert_eq!(cavalcade::journal::ranges(&[]), "");
/// ```
pub fn ranges(ascending: &[usize]) -> String {
    let runs = ascending.chunk_by(|a, b| a + 1 == *b);
    let run = |run: &[usize]| match run {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}
