//! `Merge`: the records of several journals, each unit once, and their exact total.
//!
//! A unit that was counted twice with the same result counts once and is confirmed. Two different
//! results are an error that names both places, because one machine computed wrongly.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bounds::Bounds;
use super::record::{Author, MOST_NODES, Record};
use super::replay::{Replay, ReplayedRecord};
use crate::count::Residues;
use crate::engine::{Histogram, Plan, Tally};
use crate::error::Error;

/// The place of a record and its author.
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

/// The known records of a plan.
#[derive(Debug)]
pub struct Merge<'p> {
    units: usize,
    plan: Option<&'p Plan>,
    bounds: Bounds,
    records: BTreeMap<usize, (Record, Source)>,
    nodes: u64,
    confirmed: usize,
    /// The extreme solutions shown so far.
    shown: Histogram,
}

impl<'p> Merge<'p> {
    /// A merge without records.
    pub fn new(plan: &'p Plan) -> Merge<'p> {
        Merge { plan: Some(plan), nodes: plan.trunk.nodes(), ..Merge::of_units(plan.units.len()) }
    }

    /// A merge without records for this number of units, if there is no plan: weights of records
    /// are not checked, and the total lacks the trunk.
    pub fn of_units(units: usize) -> Merge<'p> {
        let (records, bounds) = (BTreeMap::new(), Bounds::default());
        let shown = Histogram::default();
        Merge { units, plan: None, bounds, records, nodes: 0, confirmed: 0, shown }
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
        for ReplayedRecord { record, line, author } in &replay.records {
            let author = author.map(|place| replay.authors[place].clone());
            let source = Source { path: path.into(), line: *line, author };
            let foreign = |what: &str| {
                let problem = format!("line {line} holds {what}");
                Err(Error::JournalForeign { path: path.into(), problem })
            };
            let is_planned = self.plan.is_none_or(|plan| {
                plan.units.get(record.unit).is_some_and(|unit| unit.weight == record.weight)
            });
            if record.unit >= self.units || !is_planned {
                return foreign("a unit that the plan does not have");
            }
            if let Some(breach) = self.bounds.breach(record) {
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
            if !self.bounds.are_alike(&known.tally, &record.tally) {
                let description = |record: &Record, source: &Source| {
                    let (solutions, nodes) = (record.tally.weighted(), record.tally.nodes());
                    format!("{solutions} solutions and {nodes} nodes in {source}")
                };
                return Err(Error::JournalConflict {
                    unit: record.unit,
                    first: description(known, place),
                    second: description(record, &source),
                });
            }
            self.confirmed += 1;
        }
        Ok(())
    }

    /// The problem with the solutions that a record shows. Only solutions more extreme than all
    /// earlier ones are checked, since the check is slow.
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

    /// The number of records that repeat another one with the same result.
    pub fn confirmed(&self) -> usize {
        self.confirmed
    }

    /// The tallies by unit, in the form that a run takes.
    pub fn tallies(&self) -> HashMap<usize, Tally> {
        self.records.iter().map(|(&unit, (record, _))| (unit, record.tally.clone())).collect()
    }

    /// The time that the units took on their threads, each unit once.
    pub fn took(&self) -> Duration {
        self.records().map(|(record, _)| record.took).sum()
    }

    /// The number of recorded units.
    pub fn done(&self) -> usize {
        self.records.len()
    }

    /// True if all units are recorded.
    pub fn is_complete(&self) -> bool {
        self.done() == self.units
    }

    /// The units that no journal has, in order, as ranges: a header may declare millions of units.
    pub fn missing(&self) -> Vec<Range<usize>> {
        let ends = self.records.keys().copied().chain([self.units]);
        let gaps = ends.scan(0, |next, end| Some(std::mem::replace(next, end + 1)..end));
        gaps.filter(|gap| !gap.is_empty()).collect()
    }

    /// The total of the trunk and the records.
    ///
    /// # Errors
    /// [`Error::Residues`] if the sum does not have the residues that the records give.
    pub fn total(&self) -> Result<Tally, Error> {
        let mut total = self.plan.map_or_else(Tally::default, |plan| plan.trunk.clone());
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

/// The shards, out of `of`, that contain the units in these ranges, in order.
pub fn shards(units: &[Range<usize>], of: usize) -> Vec<Range<usize>> {
    let shards = units.iter().flat_map(|units| {
        let start = units.start % of;
        let end = start + units.len().min(of);
        [start..end.min(of), 0..end.saturating_sub(of)]
    });
    let mut shards: Vec<_> = shards.filter(|shards| !shards.is_empty()).collect();
    shards.sort_unstable_by_key(|shards| shards.start);
    shards
}

/// Numbers in the syntax that HyperQueue and Slurm use for the tasks of an array: `3,17,40-44`.
/// Ranges may touch or overlap.
///
/// ```
/// assert_eq!(cavalcade::journal::ranges(&[3..4, 17..18, 40..42, 41..45]), "3,17,40-44");
/// assert_eq!(cavalcade::journal::ranges(&[0..1, 1..2]), "0-1");
/// assert_eq!(cavalcade::journal::ranges(&cavalcade::journal::shards(&[3..5, 9..10], 4)), "0-1,3");
/// ```
pub fn ranges(ascending: &[Range<usize>]) -> String {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ascending {
        match joined.last_mut().filter(|last| last.end >= range.start) {
            Some(last) => last.end = last.end.max(range.end),
            None => joined.push(range.clone()),
        }
    }
    let text = |range: &Range<usize>| match range.len() {
        1 => range.start.to_string(),
        _ => format!("{}-{}", range.start, range.end - 1),
    };
    joined.iter().map(text).collect::<Vec<_>>().join(",")
}
