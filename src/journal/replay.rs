//! Replay: reads a journal's bytes and decides which lines can be trusted.
//!
//! A line counts if its checksum is valid and its fields parse. Bytes after the last such line are
//! torn: the run was killed while it wrote. An invalid line before it is damage, which is always
//! reported.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use super::header::{FORMAT, Header, HeaderError, bits_apart};
use super::line::open;
use super::record::{Author, Entry, Record};
use crate::count::MOST_DIGITS;
use crate::error::Error;

/// The contents of one journal.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Its first line.
    pub header: Header,
    /// The runs that wrote to it, in order.
    pub authors: Vec<Author>,
    /// The units, in the order in which they were written.
    pub records: Vec<ReplayedRecord>,
    /// True if every requested unit is recorded and the file was closed.
    pub sealed: bool,
    /// The lines that are damaged.
    pub damage: Vec<Damage>,
    /// The number of torn bytes at the end.
    pub torn: usize,
    /// The byte ranges of the valid lines of runs and units.
    pub(super) good: Vec<Range<usize>>,
}

/// A record with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedRecord {
    /// The record.
    pub record: Record,
    /// The line, counted from 1.
    pub line: usize,
    /// The run that wrote it, as a place in [`Replay::authors`].
    pub author: Option<usize>,
}

/// A damaged line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The line, counted from 1.
    pub line: usize,
    /// A guess of its original content: "unit 17".
    pub what: String,
}

/// The header of a journal's bytes, if it can be read.
pub(crate) fn header_of(bytes: &[u8]) -> Option<Header> {
    lines(bytes).next().and_then(|range| Header::parse(&bytes[range]).ok())
}

/// The most listed runs without a record: after a full disk, a queue may restart the same run again
/// and again, and each adds a line.
const MOST_IDLE: usize = 1 << 10;

/// Reads a journal. Counts have at most the digits that the bounds of the `expected` header allow.
/// If `expected` is given, a damaged first line does not prevent reading the others.
///
/// # Errors
/// [`Error::JournalForeign`] if it is no journal, or not the expected one, and
/// [`Error::JournalDamaged`] if the question cannot be determined.
pub fn replay(bytes: &[u8], path: &Path, expected: Option<&Header>) -> Result<Replay, Error> {
    let mut lines = lines(bytes);
    let first = lines.next().map(|range| &bytes[range]).unwrap_or_default();
    let foreign = |problem| Error::JournalForeign { path: path.into(), problem };
    let mut damage = Vec::new();
    let header = match (Header::parse(first), expected) {
        (Ok(header), None) => header,
        (Ok(header), Some(expected)) => match expected.difference(&header) {
            None => header,
            Some(difference) => return Err(foreign(difference)),
        },
        (Err(HeaderError::Damaged), Some(expected)) => {
            damage.push(Damage { line: 1, what: of_header(first, expected) });
            expected.clone()
        }
        (Err(HeaderError::Damaged), None) => match mended(bytes, first) {
            Some(header) => {
                damage.push(Damage { line: 1, what: of_header(first, &header) });
                header
            }
            None => {
                let what = "the header".into();
                return Err(Error::JournalDamaged { path: path.into(), line: 1, what, more: 0 });
            }
        },
        (Err(HeaderError::Format), _) => {
            let problem =
                format!("its format is not {FORMAT}, the only one that this version reads");
            return Err(foreign(problem));
        }
        (Err(HeaderError::Foreign), _) => return Err(foreign("the file is not a journal".into())),
    };
    let mut replay = Replay {
        header,
        authors: Vec::new(),
        records: Vec::new(),
        sealed: false,
        damage,
        torn: 0,
        good: Vec::new(),
    };
    let digits = expected.and_then(|header| header.bounds.digits).unwrap_or(MOST_DIGITS);
    let end = replay.take(bytes, lines.zip(2..), first.len() + 1, digits);
    replay.torn = bytes.len().saturating_sub(end);
    Ok(replay)
}

/// Describes the damage of a first line that should be this header's.
fn of_header(first: &[u8], header: &Header) -> String {
    match bits_apart(first, header.line().trim_end_matches('\n').as_bytes()) {
        Some(1) => "the header, one bit of it flipped".into(),
        _ => "the header".into(),
    }
}

/// The header before one of its bits was flipped, if the following lines confirm it.
fn mended(bytes: &[u8], first: &[u8]) -> Option<Header> {
    let header = Header::mended(first)?;
    let mut behind = lines(bytes).skip(1).peekable();
    let is_alone = behind.peek().is_none();
    let is_theirs = behind.any(|range| open(header.seed(), &bytes[range]).is_some());
    (is_alone || is_theirs).then_some(header)
}

impl Replay {
    /// Reads the lines after the header; returns the end of the last valid line.
    fn take(
        &mut self,
        bytes: &[u8],
        lines: impl Iterator<Item = (Range<usize>, usize)>,
        mut end: usize,
        digits: usize,
    ) -> usize {
        let seed = self.header.seed();
        let mut doubtful = Vec::new();
        let mut ended = None;
        for (range, line) in lines {
            let text = &bytes[range.clone()];
            let entry = open(seed, text).and_then(|fields| Entry::parse(&fields, digits));
            let Some(entry) = entry else {
                doubtful.push(Damage { line, what: what(text) });
                continue;
            };
            // A valid line follows, so this line is not the torn end.
            self.damage.append(&mut doubtful);
            if let Some(line) = ended.take() {
                self.damage.push(Damage { line, what: "the end".into() });
            }
            end = range.end + 1;
            match entry {
                Entry::Run(author) => {
                    let recorded = self.records.last().and_then(|replayed| replayed.author);
                    if self.authors.len() > MOST_IDLE
                        && recorded != self.authors.len().checked_sub(1)
                    {
                        self.authors.pop();
                    }
                    self.authors.push(author);
                    self.good.push(range);
                }
                Entry::Unit(record) => {
                    let author = self.authors.len().checked_sub(1);
                    self.records.push(ReplayedRecord { record, line, author });
                    self.good.push(range);
                }
                Entry::End(units) if units == self.units() => ended = Some(line),
                Entry::End(_) => self.damage.push(Damage { line, what: "the end".into() }),
            }
        }
        self.sealed = ended.is_some();
        end
    }

    /// The runs, each with the number of units it recorded and their total time.
    pub fn runs(&self) -> impl Iterator<Item = (&Author, usize, Duration)> {
        let mut runs = vec![(0, Duration::ZERO); self.authors.len()];
        for ReplayedRecord { record, author, .. } in &self.records {
            if let Some((units, took)) = author.and_then(|author| runs.get_mut(author)) {
                *units += 1;
                *took += record.took;
            }
        }
        self.authors.iter().zip(runs).map(|(author, (units, took))| (author, units, took))
    }

    /// The number of different units recorded.
    pub fn units(&self) -> usize {
        let mut ids: Vec<_> = self.records.iter().map(|replayed| replayed.record.unit).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.len()
    }

    /// # Errors
    /// [`Error::JournalDamaged`] if any line is damaged.
    pub fn undamaged(&self, path: &Path) -> Result<(), Error> {
        match &self.damage[..] {
            [] => Ok(()),
            [Damage { line, what }, rest @ ..] => Err(Error::JournalDamaged {
                path: path.into(),
                line: *line,
                what: what.clone(),
                more: rest.len(),
            }),
        }
    }
}

/// The lines that end in a line feed, without the line feed.
fn lines(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let feeds = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    feeds.map(move |(end, _)| std::mem::replace(&mut start, end + 1)..end)
}

/// A guess of the original content of a damaged line.
fn what(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut fields = text.split('\t');
    match (fields.next(), fields.next()) {
        (Some("unit"), Some(id)) if id.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("unit {id}, it seems")
        }
        (Some("run"), _) => "the beginning of a run".into(),
        _ => "not readable".into(),
    }
}
