//! `Event`: what a run reports to its observers, in the past tense.

use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;

use super::stop::Stop;
use super::tally::Tally;
use super::unit::Unit;
use super::worker::Finished;
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
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error>;

    /// The units reported since the last call are about to enter the total, at most a second after
    /// the first of them. An observer that records units must make them durable now.
    ///
    /// # Errors
    /// As for [`Observer::observe`]: none of these units counts.
    fn settle(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// The longest wait before the first batch is settled, so that a short run that is killed still
/// keeps some units. Each later batch may take twice as long as the one before.
const FIRST_BATCH: Duration = Duration::from_millis(10);

/// The longest that a finished unit waits for the others of its batch.
const LONGEST_BATCH: Duration = Duration::from_millis(900);

/// The observers, in the order in which they were added.
#[derive(Default)]
pub(super) struct Observers<'a>(pub Vec<&'a mut dyn Observer>);

impl Observers<'_> {
    /// Receives finished units until all workers have hung up. After an observer fails nothing more
    /// is counted, but the workers are still received from until they end.
    pub fn collect(
        &mut self,
        receiver: &Receiver<Finished<'_>>,
        halt: &Stop,
        total: &mut Tally,
        finished: &mut usize,
    ) -> Option<Error> {
        let mut failure = None;
        let mut deaf = false;
        let mut patience = FIRST_BATCH;
        while let Ok(first) = receiver.recv() {
            let deadline = Instant::now() + patience;
            patience = (2 * patience).min(LONGEST_BATCH);
            let more = std::iter::from_fn(|| receiver.recv_deadline(deadline).ok());
            let mut batch = Vec::new();
            for Finished { unit, result, took } in std::iter::once(first).chain(more) {
                match result {
                    Ok(tally) => batch.push((unit, tally, took)),
                    Err(error) => {
                        failure.get_or_insert(error);
                        if self.0.is_empty() {
                            halt.request();
                        }
                    }
                }
            }
            if deaf {
                continue;
            }
            if let Err(error) = self.settle(&batch) {
                deaf = true;
                halt.request();
                failure.get_or_insert(error);
                continue;
            }
            *finished += batch.len();
            batch.iter().for_each(|(_, tally, _)| total.merge(tally));
        }
        failure
    }

    /// Reports a batch to the observers and lets each of them settle it.
    fn settle(&mut self, batch: &[(&Unit, Tally, Duration)]) -> Result<(), Error> {
        for &(unit, ref tally, took) in batch {
            self.tell(&Event::UnitFinished { unit, tally, took })?;
        }
        self.0.iter_mut().try_for_each(|observer| observer.settle())
    }

    pub fn tell(&mut self, event: &Event<'_>) -> Result<(), Error> {
        self.0.iter_mut().try_for_each(|observer| observer.observe(event))
    }
}
