//! `Record`: the counts of one unit. `Author`: the run that counted it.

use std::time::Duration;

use super::line::{number, seal};
use crate::count::{Count, Residues};
use crate::engine::{Histogram, Shard, Tally, Unit};

/// The greatest depth of a node: a profile is at most as long as the board has squares or layers.
const DEEPEST: usize = 1 << 20;

/// The greatest depth of a unit's first node; deeper levels have no gaps. A profile takes memory by
/// its depth, and a line of a few bytes could name any depth.
const ABOVE: usize = 1 << 10;

/// The most nodes of a unit, and of a plan: below half of the range of a word, so that adding the
/// nodes of a run does not overflow.
pub(super) const MOST_NODES: u64 = 1 << 63;

/// Microseconds: no unit takes longer than 285 years, and sums of units do not overflow.
const LONGEST: u64 = 1 << 53;

/// The most threads of a run.
const MOST_THREADS: usize = 1 << 20;

/// One finished unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The unit's place in the plan.
    pub unit: usize,
    /// The unit's symmetry weight in the plan.
    pub weight: u64,
    /// What it counted.
    pub tally: Tally,
    /// The method that counted it.
    pub method: String,
    /// The time on its threads, to the microsecond.
    pub took: Duration,
}

/// The run that wrote the following lines of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// The machine's host name.
    pub host: String,
    /// The process id.
    pub process: u32,
    /// Its worker threads.
    pub threads: usize,
    /// The start time in seconds since 1970 by that machine's clock; shown, never used.
    pub since: u64,
    /// The program's version.
    pub version: String,
    /// The shard that it ran.
    pub shard: Shard,
}

/// The content of a line that is neither header nor torn.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    Run(Author),
    Unit(Record),
    End(usize),
}

impl Record {
    /// The record of a unit that a run has just finished.
    pub fn of(unit: &Unit, tally: &Tally, method: &str, took: Duration) -> Record {
        let took = Duration::from_micros(took.as_micros().min(LONGEST.into()) as u64);
        let (id, weight) = (unit.id, unit.weight);
        Record { unit: id, weight, tally: tally.clone(), method: method.into(), took }
    }

    /// The line.
    pub fn line(&self, seed: u32) -> String {
        let found = self.tally.found().iter().map(|(weight, count)| format!("{weight}:{count}"));
        let nodes = self.tally.profile().iter().enumerate().filter(|(_, nodes)| **nodes > 0);
        let nodes = nodes.map(|(depth, nodes)| format!("{depth}:{nodes}"));
        let Residues([first, second]) = self.tally.residues();
        let mut fields = vec![
            "unit".into(),
            self.unit.to_string(),
            self.weight.to_string(),
            listed(found),
            listed(nodes),
            first.to_string(),
            second.to_string(),
            self.method.clone(),
            self.took.as_micros().to_string(),
        ];
        let histogram = self.tally.histogram();
        if !histogram.is_empty() {
            let values = histogram.counts().iter();
            fields.push(listed(values.map(|(value, count)| format!("{value}:{count}"))));
            for extreme in [histogram.least(), histogram.most()] {
                let squares = extreme.iter().flat_map(|extreme| &extreme.solution);
                fields.push(listed(squares.map(u32::to_string)));
            }
        }
        seal(seed, &fields.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Reads exactly what [`Record::line`] writes. A checksum shows that a line is whole, not that
    /// its numbers are possible.
    fn parse(fields: &[&str], digits: usize) -> Option<Record> {
        let &[unit, weight, found, nodes, first, second, method, took, ref sorted @ ..] = fields
        else {
            return None;
        };
        let mut tally = Tally::default();
        let (mut above, own) = (None, number::<u64>(weight)?);
        for entry in unlisted(found) {
            let (weight, count) = entry.split_once(':')?;
            // Only a unit of weight 0 has solutions of weight 0: residues of a count.
            let weight = number(weight).filter(|&weight| weight > 0 || own == 0)?;
            let weight = Some(weight).filter(|&weight| Some(weight) > above)?;
            above = Some(weight);
            tally.find(weight, whole(count, digits)?);
        }
        let (mut sum, mut last, mut listed) = (0u64, None, 0);
        for entry in unlisted(nodes) {
            let (depth, nodes) = entry.split_once(':')?;
            let depth = number(depth).filter(|&d| d <= DEEPEST && d <= listed + ABOVE)?;
            let nodes = number(nodes).filter(|&nodes| nodes > 0 && last < Some(depth))?;
            (last, listed) = (Some(depth), listed + 1);
            sum = sum.checked_add(nodes).filter(|&sum| sum <= MOST_NODES)?;
            tally.enter(depth, nodes);
        }
        match *sorted {
            [] => {}
            [values, least, most] => tally.sort(&histogram(values, [least, most], &tally, digits)?),
            _ => return None,
        }
        // The method's tally sums residues separately from the digits: equality confirms the
        // digits.
        let residues = Residues([number(first)?, number(second)?]);
        (residues == tally.residues()).then_some(Record {
            unit: number(unit)?,
            weight: number(weight)?,
            tally,
            method: method.into(),
            took: Duration::from_micros(number(took).filter(|&took| took <= LONGEST)?),
        })
    }
}

impl Author {
    /// The line.
    pub fn line(&self, seed: u32) -> String {
        let fields = [
            "run".into(),
            self.host.clone(),
            self.process.to_string(),
            self.threads.min(MOST_THREADS).to_string(),
            self.since.to_string(),
            self.version.clone(),
            self.shard.to_string(),
        ];
        seal(seed, &fields.each_ref().map(String::as_str))
    }

    fn parse(fields: &[&str]) -> Option<Author> {
        let &[host, process, threads, since, version, shard] = fields else { return None };
        Some(Author {
            host: host.into(),
            process: number(process)?,
            threads: number(threads).filter(|&threads| threads <= MOST_THREADS)?,
            since: number(since)?,
            version: version.into(),
            shard: shard.parse().ok()?,
        })
    }
}

impl Entry {
    /// The last line of a sealed journal.
    pub(super) fn end(seed: u32, units: usize) -> String {
        seal(seed, &["end", &units.to_string()])
    }

    /// Reads the fields of a line with a valid checksum; counts have at most `digits` digits.
    pub(super) fn parse(fields: &[String], digits: usize) -> Option<Entry> {
        let fields: Vec<_> = fields.iter().map(String::as_str).collect();
        match fields[..] {
            ["unit", ref rest @ ..] => Record::parse(rest, digits).map(Entry::Unit),
            ["run", ref rest @ ..] => Author::parse(rest).map(Entry::Run),
            ["end", units] => number(units).map(Entry::End),
            _ => None,
        }
    }
}

/// A positive number of solutions in canonical digits, at most `most` of them. The limit matters
/// because parsing takes time quadratic in the length.
fn whole(digits: &str, most: usize) -> Option<Count> {
    let is_plain = (1..=most).contains(&digits.len()) && !digits.starts_with('0');
    is_plain.then(|| Count::from_digits(digits, most))?
}

/// Solutions by value, which sum to the number found, with examples of the least and the largest
/// value.
fn histogram(values: &str, extremes: [&str; 2], tally: &Tally, digits: usize) -> Option<Histogram> {
    let mut histogram = Histogram::default();
    let mut above = None;
    for entry in unlisted(values) {
        let (value, count) = entry.split_once(':')?;
        let value = number(value).filter(|&value| Some(value) > above)?;
        above = Some(value);
        histogram.count(value, whole(count, digits)?);
    }
    let counts = histogram.counts();
    let ends = [*counts.first_key_value()?.0, *counts.last_key_value()?.0];
    for (end, squares) in ends.into_iter().zip(extremes) {
        let squares: Option<Vec<u32>> = unlisted(squares).map(number).collect();
        // A method that visits no solution shows none.
        let squares = squares?;
        if !squares.is_empty() {
            histogram.show(end, &squares);
        }
    }
    (histogram.total() == tally.weighted()).then_some(histogram)
}

/// Items separated by commas, or `-` for an empty list, since a field must not be empty.
fn listed(items: impl Iterator<Item = String>) -> String {
    let items: Vec<_> = items.collect();
    if items.is_empty() { "-".into() } else { items.join(",") }
}

fn unlisted(field: &str) -> impl Iterator<Item = &str> {
    field.split(',').filter(move |_| field != "-")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};

    use super::super::line::{open, seal};
    use super::{Author, Entry, Record};
    use crate::count::Count;
    use crate::engine::{Histogram, Shard, Tally};

    fn records() -> impl Strategy<Value = Record> {
        let found = proptest::collection::vec((1u64.., any::<u128>()), 0..4);
        let nodes = proptest::collection::vec(0u64..1 << 50, 0..6);
        (any::<usize>(), any::<u64>(), found, nodes, any::<u32>()).prop_map(
            |(unit, weight, found, nodes, micros)| {
                let mut tally = Tally::default();
                let mut sorted = Histogram::default();
                for (weight, count) in found {
                    let value = weight as u32;
                    tally.find(weight, count);
                    sorted.count(value, Count::from(count) * weight);
                    sorted.show(value, &[value % 7, 1]);
                }
                // Half of the records have a histogram.
                if micros % 2 == 0 {
                    tally.sort(&sorted);
                }
                (0..).zip(nodes).for_each(|(depth, nodes)| tally.enter(depth, nodes));
                let took = Duration::from_micros(micros.into());
                Record { unit, weight, tally, method: "search".into(), took }
            },
        )
    }

    fn read(line: &str) -> Option<Entry> {
        Entry::parse(&open(5, line.strip_suffix('\n')?.as_bytes())?, 100)
    }

    proptest! {
        #[test]
        fn records_read_as_written(record in records()) {
            prop_assert_eq!(read(&record.line(5)), Some(Entry::Unit(record)));
        }
    }

    #[test]
    fn runs_and_ends_read_as_written() {
        let author = Author {
            host: "a host\twith a tab".into(),
            process: 4711,
            threads: 8,
            since: 1,
            version: "0.1.0".into(),
            shard: Shard::new(3, 7).unwrap(),
        };
        assert_eq!(read(&author.line(5)), Some(Entry::Run(author)));
        assert_eq!(read(&Entry::end(5, 304)), Some(Entry::End(304)));
    }

    #[test]
    fn histograms_must_sum_to_the_count() {
        let mut tally = Tally::default();
        tally.find(2, 3u64);
        let mut sorted = Histogram::default();
        sorted.count(4, 4u64);
        sorted.count(9, 2u64);
        sorted.show(4, &[1, 0]);
        sorted.show(9, &[0, 1]);
        tally.sort(&sorted);
        let took = Duration::ZERO;
        let record = Record { unit: 1, weight: 2, tally, method: "search".into(), took };
        let fields = open(5, record.line(5).trim_end().as_bytes()).unwrap();
        assert_eq!(fields[9..], ["4:4,9:2", "1,0", "0,1"]);
        for values in ["4:4,9:1", "4:4", "-", "9:2,4:4", "4:4,4:2", "4:4,9:02", "4:6,9:0", "x:6"] {
            let mut fields: Vec<_> = fields.iter().map(String::as_str).collect();
            fields[9] = values;
            let is_read = read(&seal(5, &fields)).is_some();
            assert!(!is_read, "{values}");
        }
        for fewer in [10, 11] {
            let fields: Vec<_> = fields[..fewer].iter().map(String::as_str).collect();
            assert_eq!(read(&seal(5, &fields)), None);
        }
    }

    #[test]
    fn digits_that_the_residues_deny_are_refused() {
        let mut tally = Tally::default();
        tally.find(8, Count::from(11u64));
        let took = Duration::ZERO;
        let record = Record { unit: 1, weight: 8, tally, method: "search".into(), took };
        let line = record.line(5);
        let fields = open(5, line.trim_end().as_bytes()).unwrap();
        assert!(Entry::parse(&fields, 100).is_some());
        for (place, wrong) in [
            (3, "8:12"),
            (3, "4:11"),
            (5, "89"),
            (6, "0"),
            (4, "1:x"),
            (2, "08"),
            // Lines with valid sums that no method writes.
            (3, "8:11,16:0"),
            (3, "8:011"),
            (3, "8:4,8:7"),
            (3, "0:5,8:11"),
            (4, "1:0"),
            (4, "2:1,1:1"),
            (4, "2:1,2:1"),
            (4, "1048576:1"),
            (4, "1:1,1100:1"),
            (4, "0:18446744073709551615,1:18446744073709551615"),
            (4, "0:9223372036854775808,1:1"),
            (8, "9007199254740993"),
        ] {
            let mut fields: Vec<_> = fields.iter().map(String::as_str).collect();
            fields[place] = wrong;
            assert_eq!(read(&seal(5, &fields)), None, "field {place}");
        }
    }
}
