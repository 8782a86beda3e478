//! Counts that are made of many, each kept in a journal of its own.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use cavalcade::Error;
use cavalcade::method::Choice;
use cavalcade::question::Question;
use cavalcade::solve::{Answer, Watch};

use super::session::Session;

/// What answers one of them.
pub type Count<'a> = &'a mut dyn FnMut(&Question) -> Result<Answer, Error>;

impl Session {
    /// Runs what asks for one count after the other, `of` them if it is known, while the progress
    /// tells how many are done.
    pub fn many<T>(
        &self,
        what: &str,
        of: Option<u64>,
        choice: &Choice,
        run: impl FnOnce(Count<'_>) -> Result<T, Error>,
    ) -> anyhow::Result<T> {
        // A journal that cannot be opened is no run that was broken off.
        let begun = Cell::new(self.place.is_none());
        let outcome = self.steps(what, of, "count", false, |done| {
            run(&mut |question| {
                let prepared = self.solve(question, choice.clone()).prepare()?;
                let mut signals = self.signals.clone();
                let mut watch = Watch::default();
                watch.observers = vec![&mut signals];
                watch.repairs = Some(Box::new(|repairs| {
                    begun.set(true);
                    self.note_repairs(repairs);
                }));
                let answer = self.signals.over(prepared.run(watch))?;
                begun.set(self.place.is_none());
                done.fetch_add(1, Ordering::Relaxed);
                Ok(answer)
            })
        });
        outcome.map_err(|error| match error {
            Error::Contradiction { .. } => error.into(),
            // Between two counts, too, there is what is kept.
            Error::Stopped { .. } => self.unfinished(error, None),
            _ if begun.get() => self.unfinished(error, None),
            _ => error.into(),
        })
    }
}
