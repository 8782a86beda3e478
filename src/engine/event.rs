//! `Event`: what a run tells its observers, in the past tense.

use std::time::Duration;

use super::tally::Tally;
use super::unit::Unit;
use crate::error::Error;

/// Something that happened in a run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The plan is made and the workers start.
    RunStarted {
        /// All units, finished before or not.
        units: &'a [Unit],
    },
    /// A unit that an earlier run finished enters the total: whoever sums up takes it, whoever
    /// keeps units has it.
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
        /// The time that its threads spent on it; where a unit starts threads of its own, the
        /// time that they were there for it.
        took: Duration,
    },
    /// All workers have ended: everything is counted, or the run was stopped.
    RunFinished {
        /// True if every unit is counted.
        complete: bool,
    },
}

/// Hears the events of a run, in order, on the thread that owns it, before a unit enters
/// the total.
pub trait Observer {
    /// # Errors
    /// An error ends the run; units that are not yet acknowledged do not count.
    fn hear(&mut self, event: &Event<'_>) -> Result<(), Error>;

    /// The units heard of since the last call are about to enter the total, at most a
    /// second after the first of them: whoever keeps them makes sure of them now.
    ///
    /// # Errors
    /// As for [`Observer::hear`]: none of these units counts.
    fn settle(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
