//! `Header`: the question, method and plan that the records of a journal belong to.

use crc32c::{crc32c, crc32c_append};

use super::bounds::Bounds;
use super::line::{number, open, seal};
use crate::count::Residues;
use crate::engine::Plan;

/// The format of the lines.
pub const FORMAT: u32 = 2;

const MAGIC: &str = "cavalcade-journal";

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The canonical text of the question.
    pub question: String,
    /// The method with the options that decide its units.
    pub method: String,
    /// [`Enumeration::fingerprint`](crate::engine::Enumeration::fingerprint).
    pub fingerprint: String,
    /// The units of the plan.
    pub units: usize,
    /// A checksum of the plan: the paths and weights of its units, and its trunk.
    pub plan: u32,
    /// Limits on the numbers of a record; not written to the file.
    pub bounds: Bounds,
}

/// Why a first line is not the header of a journal that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// It begins differently: the file is something else.
    Foreign,
    /// It is a journal of another format.
    Format,
    /// Its checksum differs.
    Damaged,
}

/// The longest line that is repaired: the time grows with the square of the length.
const LONGEST_MENDED: usize = 1 << 13;

/// Wrong bytes in the first word up to which the file is still recognised as a journal.
const MOST_WRONG: usize = 4;

/// True if the beginning of the line is right except for a few bytes.
fn is_nearly_ours(line: &[u8]) -> bool {
    let wrong = MAGIC.bytes().zip(line).filter(|(ours, theirs)| ours != *theirs).count();
    line.len() > MAGIC.len() && wrong <= MOST_WRONG
}

/// The number of bits in which two lines of equal length differ.
pub(super) fn bits_apart(one: &[u8], other: &[u8]) -> Option<u32> {
    let differing = one.iter().zip(other).map(|(a, b)| (a ^ b).count_ones()).sum();
    (one.len() == other.len()).then_some(differing)
}

impl Header {
    /// The header for a plan of a question's method.
    pub fn of(question: &str, method: &str, fingerprint: &str, plan: &Plan) -> Header {
        let mut sum = 0;
        let mut take = |number: u64| sum = crc32c_append(sum, &number.to_le_bytes());
        for unit in &plan.units {
            [unit.id as u64, unit.weight, unit.path.len() as u64].into_iter().for_each(&mut take);
            unit.path.iter().for_each(|&choice| take(choice.into()));
        }
        plan.trunk.profile().iter().for_each(|&nodes| take(nodes));
        for (&weight, count) in plan.trunk.found() {
            let Residues([first, second]) = count.residues();
            [weight, first, second].into_iter().for_each(&mut take);
        }
        Header {
            question: question.into(),
            method: method.into(),
            fingerprint: fingerprint.into(),
            units: plan.units.len(),
            plan: sum,
            bounds: Bounds::default(),
        }
    }

    /// The line.
    pub fn line(&self) -> String {
        let Header { question, method, fingerprint, units, plan, .. } = self;
        let (format, units, plan) = (FORMAT.to_string(), units.to_string(), format!("{plan:08x}"));
        seal(0, &[MAGIC, &format, question, method, fingerprint, &units, &plan])
    }

    /// Reads a line without its line feed.
    pub(super) fn parse(line: &[u8]) -> Result<Header, HeaderError> {
        let Some(fields) = open(0, line) else {
            return Err(if is_nearly_ours(line) {
                HeaderError::Damaged
            } else {
                HeaderError::Foreign
            });
        };
        let fields: Vec<_> = fields.iter().map(String::as_str).collect();
        let (question, method, fingerprint, units, plan) = match fields[..] {
            [MAGIC, "2", question, method, fingerprint, units, plan] => {
                (question, method, fingerprint, units, plan)
            }
            [MAGIC, "2", ..] | [MAGIC] => return Err(HeaderError::Damaged),
            [MAGIC, ..] => return Err(HeaderError::Format),
            _ => return Err(HeaderError::Foreign),
        };
        Ok(Header {
            question: question.into(),
            method: method.into(),
            fingerprint: fingerprint.into(),
            units: number(units).ok_or(HeaderError::Damaged)?,
            plan: u32::from_str_radix(plan, 16).map_err(|_| HeaderError::Damaged)?,
            bounds: Bounds::default(),
        })
    }

    /// The header of a line in which one bit was flipped; no other flip gives a valid checksum.
    pub(super) fn mended(line: &[u8]) -> Option<Header> {
        let mut line = line.to_vec();
        if line.len() > LONGEST_MENDED {
            return None;
        }
        (0..8 * line.len()).find_map(|bit| {
            line[bit / 8] ^= 1 << (bit % 8);
            let header = Header::parse(&line).ok();
            line[bit / 8] ^= 1 << (bit % 8);
            header
        })
    }

    /// The initial value of the checksums of the other lines. It covers the fingerprint of the
    /// method, not the options by which the method was chosen.
    pub fn seed(&self) -> u32 {
        let Header { question, fingerprint, units, plan, .. } = self;
        // The plan's checksum enters as digits. As bytes it could cancel a difference of the
        // fingerprint, because checksums are linear: "1 symmetries" with weight 1 against "2
        // symmetries" with weight 2.
        crc32c(format!("{question}\t{fingerprint}\t{units}\t{plan:08x}").as_bytes())
    }

    /// Why records of `other` do not belong in a journal with this header, in words.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let differ = |what: &str, theirs: &str, ours: &str| {
            Some(format!("{what} there is \"{theirs}\", and \"{ours}\" here"))
        };
        let plan = |header: &Header| format!("{} units, {:08x}", header.units, header.plan);
        if self.question != other.question {
            differ("the question", &other.question, &self.question)
        } else if self.fingerprint != other.fingerprint {
            differ("the method", &other.fingerprint, &self.fingerprint)
        } else if plan(self) != plan(other) {
            differ("the plan", &plan(other), &plan(self))
        } else {
            None
        }
    }
}
