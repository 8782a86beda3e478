//! `Event`: what a run reports to its observers, in the past tense.

use std::time::Duration;

use super::tally::Tally;
use super::unit::Unit;
use crate::error::Error;

/// Something that happened in a run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The plan exists and the workers start.
    RunStarted {
        /// All units, finished or not.
        units: &'a [Unit],
    },
    /// A unit that an earlier run finished enters the total. An observer that sums must add it; an
    /// observer that records units has it already.
    UnitKnown {
        /// The unit.
        unit: &'a Unit,
        /// What it counted, its weights included.
        tally: &'a Tally,
    },
    /// A unit was run to its end.
    UnitFinished {
        /// The unit.
        unit: &'a Unit,
        /// What it counted, its weights included.
        tally: &'a Tally,
        /// The time that threads spent on the unit. If the unit starts threads of its own, the time
        /// for which those threads were reserved.
        took: Duration,
    },
    /// All workers have ended: everything is counted, or the run was stopped.
    RunFinished {
        /// True if every unit is counted.
        complete: bool,
    },
}

/// Receives the events of a run in order, on the thread that owns the run, before a unit enters the
/// total.
pub trait Observer {
    /// # Errors
    /// An error ends the run; units that are not yet settled do not count.
    fn hear(&mut self, event: &Event<'_>) -> Result<(), Error>;

    /// The units reported since the last call are about to enter the total, at most a second after
    /// the first of them. An observer that records units must make them durable now.
    ///
    /// # Errors
    /// As for [`Observer::hear`]: none of these units counts.
    fn settle(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
