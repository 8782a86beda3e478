//! The trait that a method implements to be run: a plan of units, and how to run one.

use std::ops::ControlFlow;

use super::random::Random;
use super::tally::Tally;
use super::unit::{Plan, Unit};
use super::visitor::Visitor;
use crate::error::Error;

/// One method on one question.
///
/// The plan depends on the question and the method alone, never on threads or time, so
/// that every run, resume or share of it gives the same tallies.
pub trait Enumeration: Sync {
    /// What a visitor is shown of each solution.
    type Solution: ?Sized;

    /// The method's name.
    fn method(&self) -> &'static str;

    /// One line that tells two enumerations apart whose tallies may not be mixed:
    /// question, method and everything else that decides the plan.
    fn fingerprint(&self) -> String;

    /// The units, and the tally of what was counted while they were made.
    fn plan(&self) -> Plan;

    /// Runs one unit of the plan to its end.
    ///
    /// # Errors
    /// [`Halt::Stopped`] when the visitor broke off, [`Halt::Failed`] when the method
    /// cannot go on; the unit's tally is lost in both cases.
    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<Self::Solution>) -> Result<Tally, Halt>;

    /// True if units go on from prefixes to longer ones, and ask a visitor that wants to be
    /// asked at each: see [`Visitor::enter`].
    fn prunes_prefixes(&self) -> bool {
        false
    }

    /// How many units may run at a time on `threads` threads: fewer where a unit starts
    /// threads of its own.
    fn at_once(&self, threads: usize) -> usize {
        threads
    }

    /// Another way to count a unit than [`Enumeration::run`], in a word or two, if the
    /// method has one.
    fn other_way(&self) -> Option<&'static str> {
        None
    }

    /// Counts a unit in the other way, to check what `run` counted: the same solutions by
    /// weight, with nodes of its own. Without another way, it is run again.
    ///
    /// # Errors
    /// As for [`Enumeration::run`].
    fn recount(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<Self::Solution>,
    ) -> Result<Tally, Halt> {
        self.run(unit, visitor)
    }

    /// The mean of `probes` random descents of the search tree: an unbiased estimate of its
    /// nodes (Knuth, "Estimating the efficiency of backtrack programs", 1975). A method
    /// that does not search a tree returns its cost in the same measure.
    fn probe(&self, probes: u32, random: &mut Random) -> f64;
}

/// Why a unit ended before its time.
#[derive(Debug)]
pub enum Halt {
    /// The visitor asked for it.
    Stopped,
    /// The method cannot go on.
    Failed(Error),
}

impl Halt {
    /// Turns a visitor's answer into a result, for `?`.
    pub fn on_break(flow: ControlFlow<()>) -> Result<(), Halt> {
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Stopped),
        }
    }
}
