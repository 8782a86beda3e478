//! `Header`: to which question and plan the records of a journal belong.

use crc32c::{crc32c, crc32c_append};

use super::line::{number, open, seal};
use crate::count::Residues;
use crate::engine::{Enumeration, Plan};

/// The format of the lines; a program reads its own only.
pub const FORMAT: u32 = 1;

const MAGIC: &str = "cavalcade-journal";

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The words by which the program is asked the question, as a shell would read them.
    pub ask: String,
    /// [`Enumeration::fingerprint`]: question, method and split.
    pub question: String,
    /// The units of the plan.
    pub units: usize,
    /// A checksum of the plan: the paths and weights of its units, and its trunk.
    pub plan: u32,
}

/// Why a first line is none of this program's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It begins in another way: the file is something else.
    Foreign,
    /// It is a journal of another format.
    Format,
    /// The checksum differs.
    Damaged,
}

impl Header {
    /// The header for a plan of an enumeration that `ask` leads to.
    pub fn of(ask: &str, enumeration: &impl Enumeration, plan: &Plan) -> Header {
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
        let (ask, question) = (ask.into(), enumeration.fingerprint());
        Header { ask, question, units: plan.units.len(), plan: sum }
    }

    /// The line.
    pub fn line(&self) -> String {
        let (format, units) = (FORMAT.to_string(), self.units.to_string());
        let plan = format!("{:08x}", self.plan);
        seal(0, &[MAGIC, &format, &self.ask, &self.question, &units, &plan])
    }

    /// Reads a line without its line feed.
    pub(super) fn parse(line: &[u8]) -> Result<Header, Flaw> {
        let Some(fields) = open(0, line) else {
            let begins = line.starts_with(MAGIC.as_bytes());
            return Err(if begins { Flaw::Damaged } else { Flaw::Foreign });
        };
        let fields: Vec<_> = fields.iter().map(String::as_str).collect();
        match fields[..] {
            [MAGIC, format, ask, question, units, plan] if format == FORMAT.to_string() => {
                let header = Header {
                    ask: ask.into(),
                    question: question.into(),
                    units: number(units).ok_or(Flaw::Damaged)?,
                    plan: u32::from_str_radix(plan, 16).map_err(|_| Flaw::Damaged)?,
                };
                Ok(header)
            }
            [MAGIC, format, ..] if format != FORMAT.to_string() => Err(Flaw::Format),
            [MAGIC, ..] => Err(Flaw::Damaged),
            _ => Err(Flaw::Foreign),
        }
    }

    /// Where the checksums of the other lines begin. How the question was asked does not
    /// matter, what it is does.
    pub(super) fn seed(&self) -> u32 {
        let sum = crc32c(self.question.as_bytes());
        let sum = crc32c_append(sum, &(self.units as u64).to_le_bytes());
        crc32c_append(sum, &self.plan.to_le_bytes())
    }

    /// What keeps records of `other` out of a journal with this header, in words.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let differ = |what: &str, theirs: &str, ours: &str| {
            Some(format!("{what} there is \"{theirs}\", and \"{ours}\" here"))
        };
        let plan = |header: &Header| format!("{} units, {:08x}", header.units, header.plan);
        if self.question != other.question {
            differ("the question", &other.question, &self.question)
        } else if plan(self) != plan(other) {
            differ("the plan", &plan(other), &plan(self))
        } else {
            None
        }
    }
}
