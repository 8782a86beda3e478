//! `Watching`: shows the progress of the runs of a command line.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant, SystemTime};

use cavalcade::Error;
use cavalcade::convention::Label;
use cavalcade::question::Question;

use super::metrics::Metrics;
use super::status::{RunCounters, State, Status};
use crate::cli::args::{ProgressArg, Watched};
use crate::cli::session::terminal;
use crate::cli::words;

/// Delay of the first terminal line; shorter runs show none.
const FIRST: Duration = Duration::from_secs(1);
/// Interval of redrawing a terminal line.
const EVERY: Duration = Duration::from_millis(200);
/// Interval of log lines.
const LOGGED: Duration = Duration::from_secs(60);
/// Interval of writing metrics.
const MEASURED: Duration = Duration::from_secs(2);

/// How progress is shown.
#[derive(Debug, Default)]
pub struct Watching {
    how: ProgressArg,
    /// The interval of lines, if a flag gives one.
    every: Option<Duration>,
    /// The current question.
    about: Mutex<Option<Label>>,
    metrics: Option<PathBuf>,
    /// Set by SIGUSR1.
    asked: Arc<AtomicBool>,
}

/// Reads the state of a run and a part of its line. The argument is true if a costly look is
/// justified.
pub type Look<'a> = Box<dyn FnMut(bool) -> (RunCounters, String) + Send + 'a>;

impl Watching {
    /// Configures it from the flags; `asked` is set to request a line. The file for metrics must be
    /// writable.
    pub fn new(args: &Watched, asked: Arc<AtomicBool>) -> Result<Watching, Error> {
        if let Some(path) = &args.metrics {
            Metrics::at(path)?;
        }
        let every = args.shown.progress_interval.map(|n| Duration::from_secs(n.into()));
        let (how, metrics, about) = (args.shown.progress, args.metrics.clone(), Mutex::default());
        Ok(Watching { how, every, about, metrics, asked })
    }

    /// Names the current question.
    pub fn asks(&self, question: &Question) {
        *self.about.lock().unwrap_or_else(PoisonError::into_inner) = Some(question.label());
    }

    /// Runs a closure while another thread shows its progress. If no thread can be started, nothing
    /// is shown and the run continues. `hides_bar` disables the drawn line, for listings on the
    /// same terminal.
    pub fn during<T>(
        &self,
        what: &str,
        hides_bar: bool,
        mut look: Look<'_>,
        run: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (running, over) = channel();
        scope(|scope| {
            let show = move || self.show(what, hides_bar, &over, &mut *look);
            let _ = Builder::new().spawn_scoped(scope, show);
            let outcome = run();
            // There is no receiver if the thread could not be started.
            let _ = running.send(outcome.is_ok());
            // Dropped even if the run panics, since the showing thread waits for it.
            drop(running);
            outcome
        })
    }

    /// Shows the results of `look` until `over` receives whether the run completed, or is dropped.
    fn show(
        &self,
        what: &str,
        hides_bar: bool,
        over: &Receiver<bool>,
        look: &mut dyn FnMut(bool) -> (RunCounters, String),
    ) {
        let began = Instant::now();
        let mut status = |state| {
            let elapsed = began.elapsed();
            let (seen, layer) = look(elapsed >= FIRST && state == State::Running);
            let about = self.about.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let clock = words::at(SystemTime::now());
            Status { what: what.into(), about, state, seen, elapsed, layer, clock }
        };
        let mut metrics = self.metrics.as_deref().and_then(|path| Metrics::at(path).ok());
        metrics.iter_mut().for_each(|metrics| metrics.write(&status(State::Begun)));
        let is_quiet = terminal::is_quiet();
        let logs = matches!(self.how, ProgressArg::Plain | ProgressArg::Jsonl) && !is_quiet;
        let draws = self.how == ProgressArg::Auto && !is_quiet && !hides_bar;
        let [mut logged, mut measured, mut drawn] = [Duration::ZERO; 3];
        let (first, every) = (self.every.unwrap_or(FIRST), self.every.unwrap_or(LOGGED));
        let (mut was_logged, mut is_begun) = (logs, false);
        let ended = loop {
            let ended = match over.recv_timeout(EVERY) {
                Ok(ended) => Some(ended),
                Err(RecvTimeoutError::Disconnected) => Some(false),
                Err(RecvTimeoutError::Timeout) => None,
            };
            // The number of units is known by now.
            if logs && !std::mem::replace(&mut is_begun, true) {
                self.log(&status(State::Begun));
            }
            if let Some(ended) = ended {
                break ended;
            }
            let elapsed = began.elapsed();
            let columns = draws.then(terminal::columns).flatten();
            if let Some(columns) = columns.filter(|_| elapsed >= drawn + first) {
                drawn = self.every.map_or(Duration::ZERO, |_| elapsed);
                terminal::draw(&status(State::Running).line(columns - 1), columns);
            }
            if self.asked.swap(false, Ordering::Relaxed) {
                self.log(&status(State::Running));
            }
            // Without a flag, a log begins only when there is progress to report.
            let is_log = logs || draws && columns.is_none();
            if is_log && elapsed >= logged + every {
                (logged, was_logged) = (elapsed, true);
                self.log(&status(State::Running));
            }
            if let Some(metrics) = &mut metrics
                && elapsed >= measured + MEASURED
            {
                measured = elapsed;
                metrics.write(&status(State::Running));
            }
        };
        terminal::wipe();
        let last = status(if ended { State::Done } else { State::Stopped });
        if was_logged {
            self.log(&last);
        }
        metrics.iter_mut().for_each(|metrics| metrics.write(&last));
    }

    fn log(&self, status: &Status) {
        match self.how {
            ProgressArg::Jsonl => terminal::line(&status.json()),
            _ => terminal::line(&status.log()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::{RunCounters, Watching};

    #[test]
    fn a_run_that_panics_waits_for_no_thread() {
        let run = || {
            let seen = RunCounters::Steps { done: 0, of: None, noun: "step", since: None };
            let look = Box::new(move |_| (seen, String::new()));
            Watching::default().during("a defect", false, look, || panic!("on purpose"))
        };
        let ended = catch_unwind(AssertUnwindSafe(run as fn() -> Result<(), _>));
        assert!(ended.is_err());
    }
}
