//! `Watching`: how the runs of one invocation are shown while they go on.

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

/// How runs are shown.
#[derive(Clone, Debug, Default)]
pub struct Watching {
    how: ProgressArg,
    every: Option<Duration>,
    about: Arc<Mutex<Option<Label>>>,
    quiet: bool,
    metrics: Option<PathBuf>,
    asked: Arc<AtomicBool>,
}

/// What is looked at while a run goes on: the state, and a part of the line in words. True is
/// given if a costly look pays.
pub type Look<'a> = Box<dyn FnMut(bool) -> (Seen, String) + Send + 'a>;

impl Watching {
    /// Quiet or not; `asked` is set by who wants to see a line at once.
    pub fn new(quiet: bool, asked: Arc<AtomicBool>) -> Watching {
        Watching { quiet, asked, ..Watching::default() }
    }

    /// As the flags say. The file for metrics is one that may be written.
    pub fn with(self, args: &Watched) -> anyhow::Result<Watching> {
        if let Some(path) = &args.metrics {
            Metrics::at(path)?;
        }
        Ok(Watching { metrics: args.metrics.clone(), ..self.showing(args.shown) })
    }

    /// The same where there is nothing to measure.
    pub fn showing(self, args: Shown) -> Watching {
        let every = args.progress_interval.map(|seconds| Duration::from_secs(seconds.into()));
        Watching { how: args.progress, every, ..self }
    }

    /// Tells which question is answered from now on.
    pub fn asks(&self, question: &Question) {
        *self.about.lock().unwrap_or_else(PoisonError::into_inner) = Some(question.label());
    }

    /// The same without a line that is drawn: the terminal shows what is listed.
    pub fn undrawn(self, is_undrawn: bool) -> Watching {
        let how =
            if is_undrawn && self.how == ProgressArg::Auto { ProgressArg::None } else { self.how };
        Watching { how, ..self }
    }

    /// Runs while another thread shows what it sees. Without a thread for it nothing is shown;
    /// the run goes on.
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
            // Nobody listens where no thread was to be had.
            let _ = running.send(outcome.is_ok());
            // It is gone even if the run panics: the thread that shows would wait for it.
            drop(running);
            outcome
        })
    }

    /// Runs what counts its steps, `of` them at most, each called `noun`.
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

/// Hears how many units there are.
#[derive(Debug)]
pub struct UnitsHeard<'a> {
    /// 0 before anybody said.
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
