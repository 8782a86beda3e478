//! `Watching`: how the runs of one invocation are shown while they go on.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, mpsc};
use std::thread::Builder;
use std::time::{Duration, Instant, SystemTime};

use cavalcade::Error;
use cavalcade::engine::{Event, Observer, Shard};

use super::exit::note;
use super::progress::{Metrics, Seen, State, Status};
use super::terminal;
use crate::cli::args::{ProgressArg, Shown, Watched};
use crate::cli::words;

/// The first line on a terminal: what is over before is not worth one.
const FIRST: Duration = Duration::from_secs(1);
/// How often a terminal's line is drawn anew.
const EVERY: Duration = Duration::from_millis(200);
/// How often a log gets a line.
const LOGGED: Duration = Duration::from_secs(60);
/// How often the metrics are written.
const MEASURED: Duration = Duration::from_secs(2);

/// How runs are shown.
#[derive(Clone, Debug, Default)]
pub struct Watching {
    how: ProgressArg,
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
        Ok(Watching { how: args.shown.progress, metrics: args.metrics.clone(), ..self })
    }

    /// The same where there is nothing to measure.
    pub fn showing(self, args: Shown) -> Watching {
        Watching { how: args.progress, ..self }
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
        let (running, over) = mpsc::channel();
        std::thread::scope(|scope| {
            let show = move || self.show(what, &over, &mut look);
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

    /// Shows what `look` sees until `over` tells how the run ended, or is dropped. `look` is given true once
    /// the run has lasted long enough that a costly look pays.
    fn show(&self, what: &str, over: &Receiver<bool>, look: &mut Look<'_>) {
        let mut metrics = self.metrics.as_deref().and_then(|path| Metrics::at(path).ok());
        let began = Instant::now();
        let mut status = |state| {
            let elapsed = began.elapsed();
            let (seen, layer) = look(elapsed >= FIRST && state == State::Running);
            Status {
                what: what.into(),
                state,
                seen,
                elapsed,
                layer,
                clock: words::at(SystemTime::now()),
            }
        };
        let logs = matches!(self.how, ProgressArg::Plain | ProgressArg::Jsonl) && !self.quiet;
        if let Some(metrics) = &mut metrics {
            metrics.write(&status(State::Begun));
        }
        let draws = self.how == ProgressArg::Auto && !self.quiet;
        let (mut logged, mut measured) = (Duration::ZERO, Duration::ZERO);
        let (mut was_logged, mut was_begun) = (logs, false);
        let mut begin = |status: &mut dyn FnMut(State) -> Status| {
            if logs && !std::mem::replace(&mut was_begun, true) {
                log(self.how, &status(State::Begun));
            }
        };
        let ended = loop {
            match over.recv_timeout(EVERY) {
                Ok(ended) => break ended,
                Err(RecvTimeoutError::Disconnected) => break false,
                Err(RecvTimeoutError::Timeout) => {}
            }
            // By now it is known how many units there are.
            begin(&mut status);
            let elapsed = began.elapsed();
            let columns = draws.then(terminal::columns).flatten();
            if let Some(columns) = columns.filter(|_| elapsed >= FIRST) {
                terminal::draw(&status(State::Running).line(columns - 1), columns);
            }
            if self.asked.swap(false, Ordering::Relaxed) {
                log(self.how, &status(State::Running));
            }
            // A log that nobody asked for begins when there is something to tell.
            let is_log = logs || draws && columns.is_none();
            if is_log && elapsed >= logged + LOGGED {
                (logged, was_logged) = (elapsed, true);
                log(self.how, &status(State::Running));
            }
            if let Some(metrics) = &mut metrics
                && elapsed >= measured + MEASURED
            {
                measured = elapsed;
                metrics.write(&status(State::Running));
            }
        };
        terminal::wipe();
        begin(&mut status);
        let last = status(if ended { State::Done } else { State::Stopped });
        if was_logged {
            log(self.how, &last);
        }
        if let Some(metrics) = &mut metrics {
            metrics.write(&last);
        }
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

fn log(how: ProgressArg, status: &Status) {
    match how {
        ProgressArg::Jsonl => note(false, &status.json()),
        _ => note(false, &status.log()),
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
