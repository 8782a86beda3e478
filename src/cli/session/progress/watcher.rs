//! `Watcher`: shows a run at intervals until it ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use cavalcade::convention::Label;

use super::metrics::Metrics;
use super::status::{Seen, State, Status};
use crate::cli::args::ProgressArg;
use crate::cli::session::exit::note;
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

/// Receives true if the run completed, false if it did not.
pub type Ending = Receiver<bool>;

pub struct Watcher<'a> {
    pub what: &'a str,
    /// The current question.
    pub about: &'a Mutex<Option<Label>>,
    pub how: ProgressArg,
    /// The interval of lines, if a flag gives one.
    pub every: Option<Duration>,
    pub quiet: bool,
    pub metrics: Option<Metrics>,
    /// Set by SIGUSR1.
    pub asked: &'a AtomicBool,
}

impl Watcher<'_> {
    /// Shows the results of `look` until `over` receives the outcome or is dropped. `look` gets
    /// true once the run has lasted long enough to justify a costly look.
    pub fn show(mut self, over: &Ending, mut look: impl FnMut(bool) -> (Seen, String)) {
        let began = Instant::now();
        let mut status = |state| {
            let elapsed = began.elapsed();
            let (seen, layer) = look(elapsed >= FIRST && state == State::Running);
            let about = self.about.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Status {
                what: self.what.into(),
                about,
                state,
                seen,
                elapsed,
                layer,
                clock: words::at(SystemTime::now()),
            }
        };
        let logs = matches!(self.how, ProgressArg::Plain | ProgressArg::Jsonl) && !self.quiet;
        if let Some(metrics) = &mut self.metrics {
            metrics.write(&status(State::Begun));
        }
        let draws = self.how == ProgressArg::Auto && !self.quiet;
        let (mut logged, mut measured, mut drawn) =
            (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        let (first, every) = (self.every.unwrap_or(FIRST), self.every.unwrap_or(LOGGED));
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
            // The number of units is known by now.
            begin(&mut status);
            let elapsed = began.elapsed();
            let columns = draws.then(terminal::columns).flatten();
            if let Some(columns) = columns.filter(|_| elapsed >= drawn + first) {
                drawn = self.every.map_or(Duration::ZERO, |_| elapsed);
                terminal::draw(&status(State::Running).line(columns - 1), columns);
            }
            if self.asked.swap(false, Ordering::Relaxed) {
                log(self.how, &status(State::Running));
            }
            // Without a flag, a log begins only when there is progress to report.
            let is_log = logs || draws && columns.is_none();
            if is_log && elapsed >= logged + every {
                (logged, was_logged) = (elapsed, true);
                log(self.how, &status(State::Running));
            }
            if let Some(metrics) = &mut self.metrics
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
        if let Some(metrics) = &mut self.metrics {
            metrics.write(&last);
        }
    }
}

fn log(how: ProgressArg, status: &Status) {
    match how {
        ProgressArg::Jsonl => note(false, &status.json()),
        _ => note(false, &status.log()),
    }
}
