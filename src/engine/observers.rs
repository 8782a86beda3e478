//! `Observers`: the observers of a run, which receive finished units in batches.

use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;

use super::event::{Event, Observer};
use super::stop::Stop;
use super::tally::Tally;
use super::unit::Unit;
use super::worker::Finished;
use crate::error::Error;

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
        self.0.iter_mut().try_for_each(|observer| observer.hear(event))
    }
}
