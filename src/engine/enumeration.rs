//! The trait that a method implements to be run: a plan of units, and how to run one.

use std::ops::ControlFlow;

use super::random::Random;
use super::tally::Tally;
use super::unit::{Plan, Unit};
use super::visitor::Visitor;
use crate::error::Error;

/// One method on one question.
///
/// The plan depends only on the question and the method, never on threads or time. Every run,
/// resumed run or shard therefore gives the same tallies.
pub trait Enumeration: Sync {
    /// The form in which a visitor receives a solution.
    type Solution: ?Sized;

    /// The method's name.
    fn method(&self) -> &'static str;

    /// One line that identifies the enumeration: question, method and everything else that decides
    /// the plan. Tallies of different fingerprints must not be mixed.
    fn fingerprint(&self) -> String;

    /// The units, and the tally of whatever was counted while they were made.
    fn plan(&self) -> Plan;

    /// Runs one unit of the plan to its end.
    ///
    /// # Errors
    /// [`Halt::Stopped`] when the visitor broke off, [`Halt::Failed`] when the method cannot
    /// continue. The unit's tally is lost in both cases.
    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<Self::Solution>) -> Result<Tally, Halt>;

    /// True if units extend prefixes step by step and call [`Visitor::enter`] before each, for
    /// visitors that ask for it.
    fn prunes_prefixes(&self) -> bool {
        false
    }

    /// The number of units that may run at a time on `threads` threads: fewer if a unit starts
    /// threads of its own.
    fn at_once(&self, threads: usize) -> usize {
        threads
    }

    /// A short name of the second way to count a unit, besides [`Enumeration::run`], if the method
    /// has one.
    fn other_way(&self) -> Option<&'static str> {
        None
    }

    /// Counts a unit in the second way, to check `run`: the same solutions by weight, but other
    /// nodes. Without a second way the unit is run again.
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

/// Why a unit ended early.
#[derive(Debug)]
pub enum Halt {
    /// The visitor stopped it.
    Stopped,
    /// The method cannot continue.
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

/// The nodes that a search will visit, estimated from `probes` random descents. The seed is fixed,
/// so the same enumeration gives the same estimate. The variance is large on lopsided trees.
pub fn estimated_nodes(enumeration: &impl Enumeration, probes: u32) -> f64 {
    enumeration.probe(probes.max(1), &mut Random::new(1975))
}
