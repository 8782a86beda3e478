//! `Watching`: shows the progress of the runs of a command line.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::Builder;
use std::time::Duration;

use cavalcade::Error;
use cavalcade::convention::Label;
use cavalcade::engine::{Event, Observer, Shard};
use cavalcade::question::Question;

use super::progress::{Metrics, Seen, Watcher};
use crate::cli::args::{ProgressArg, Shown, Watched};

/// How progress is shown.
#[derive(Clone, Debug, Default)]
pub struct Watching {
    how: ProgressArg,
    every: Option<Duration>,
    about: Arc<Mutex<Option<Label>>>,
    quiet: bool,
    metrics: Option<PathBuf>,
    asked: Arc<AtomicBool>,
}

/// Reads the state of a run and a part of its line. The argument is true if a costly look is
/// justified.
pub type Look<'a> = Box<dyn FnMut(bool) -> (Seen, String) + Send + 'a>;

impl Watching {
    /// Creates it, quiet or not; `asked` is set to request a line.
    pub fn new(quiet: bool, asked: Arc<AtomicBool>) -> Watching {
        Watching { quiet, asked, ..Watching::default() }
    }

    /// Configures it from the flags. The file for metrics must be writable.
    pub fn with(self, args: &Watched) -> anyhow::Result<Watching> {
        if let Some(path) = &args.metrics {
            Metrics::at(path)?;
        }
        Ok(Watching { metrics: args.metrics.clone(), ..self.showing(args.shown) })
    }

    /// Configures it for runs without metrics.
    pub fn showing(self, args: Shown) -> Watching {
        let every = args.progress_interval.map(|seconds| Duration::from_secs(seconds.into()));
        Watching { how: args.progress, every, ..self }
    }

    /// Names the current question.
    pub fn asks(&self, question: &Question) {
        *self.about.lock().unwrap_or_else(PoisonError::into_inner) = Some(question.label());
    }

    /// Disables the drawn line, for listings on the same terminal.
    pub fn undrawn(self, is_undrawn: bool) -> Watching {
        let how =
            if is_undrawn && self.how == ProgressArg::Auto { ProgressArg::None } else { self.how };
        Watching { how, ..self }
    }

    /// Runs a closure while another thread shows its progress. If no thread can be started, nothing
    /// is shown and the run continues.
    pub fn during<T>(
        &self,
        what: &str,
        mut look: Look<'_>,
        run: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let metrics = self.metrics.as_deref().and_then(|path| Metrics::at(path).ok());
        let (how, quiet, asked) = (self.how, self.quiet, &*self.asked);
        let watcher =
            Watcher { what, about: &self.about, how, every: self.every, quiet, metrics, asked };
        let (running, over) = mpsc::channel();
        std::thread::scope(|scope| {
            let show = move || watcher.show(&over, &mut *look);
            let _ = Builder::new().spawn_scoped(scope, show);
            let outcome = run();
            // There is no receiver if the thread could not be started.
            let _ = running.send(outcome.is_ok());
            // Dropped even if the run panics, since the showing thread waits for it.
            drop(running);
            outcome
        })
    }

    /// Runs a closure that counts its steps, at most `of`, each called `noun`.
    pub fn steps<T>(
        &self,
        what: &str,
        of: Option<u64>,
        noun: &'static str,
        run: impl FnOnce(&AtomicU64) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let done = AtomicU64::new(0);
        let seen = || Seen::Steps { done: done.load(Ordering::Relaxed), of, noun, since: None };
        self.during(what, Box::new(|_| (seen(), String::new())), || run(&done))
    }
}

/// Observes the number of units.
#[derive(Debug)]
pub struct UnitsHeard<'a> {
    /// 0 until the number is known.
    pub units: &'a AtomicUsize,
    pub shard: Option<Shard>,
}

impl Observer for UnitsHeard<'_> {
    fn hear(&mut self, event: &Event<'_>) -> Result<(), Error> {
        if let Event::RunStarted { units } = event {
            let is_ours = |id| self.shard.is_none_or(|shard| shard.has(id));
            let ours = units.iter().filter(|unit| is_ours(unit.id)).count();
            self.units.store(ours, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::Watching;

    #[test]
    fn a_run_that_panics_waits_for_no_thread() {
        let run = || Watching::default().steps("a defect", None, "step", |_| panic!("on purpose"));
        let ended = catch_unwind(AssertUnwindSafe(run as fn() -> Result<(), _>));
        assert!(ended.is_err());
    }
}
