//! `Audience`: the observers of a run, told of units in batches.

use std::time::{Duration, Instant};

use crossbeam::channel::Receiver;

use super::event::{Event, Observer};
use super::stop::Stop;
use super::tally::Tally;
use super::unit::Unit;
use super::worker::Finished;
use crate::error::Error;

/// The first batch of finished units is settled so soon: a short run that is killed keeps
/// something, too. Each next one may take twice as long.
const FIRST_BATCH: Duration = Duration::from_millis(10);

/// The longest that a finished unit waits for the others of its batch.
const LONGEST_BATCH: Duration = Duration::from_millis(900);

/// Those who hear of a run's events, in the order in which they came.
#[derive(Default)]
pub(super) struct Audience<'a>(pub Vec<&'a mut dyn Observer>);

impl Audience<'_> {
    /// Receives until the workers hang up. After an observer's failure nothing more is
    /// counted, but the workers are heard to their end.
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

    /// Tells the observers of a batch and lets them make sure of it.
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
