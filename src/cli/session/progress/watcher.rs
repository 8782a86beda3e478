//! `Watcher`: looks at a run from time to time and shows it, until it is over.

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

/// The first line on a terminal: what is over before is not worth one.
const FIRST: Duration = Duration::from_secs(1);
/// How often a terminal's line is drawn anew.
const EVERY: Duration = Duration::from_millis(200);
/// How often a log gets a line.
const LOGGED: Duration = Duration::from_secs(60);
/// How often the metrics are written.
const MEASURED: Duration = Duration::from_secs(2);

/// How a run ended: true if it came to its end.
pub type Ending = Receiver<bool>;

/// Shows one run.
pub struct Watcher<'a> {
    pub what: &'a str,
    /// The question that is answered.
    pub about: &'a Mutex<Option<Label>>,
    pub how: ProgressArg,
    /// How often a line is written, where that is asked for.
    pub every: Option<Duration>,
    pub quiet: bool,
    pub metrics: Option<Metrics>,
    /// Set by SIGUSR1.
    pub asked: &'a AtomicBool,
}

impl Watcher<'_> {
    /// Shows what `look` sees until `over` tells the end, or is dropped. `look` is given true once
    /// the run has lasted long enough that a costly look pays.
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
            // By now it is known how many units there are.
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
            // A log that nobody asked for begins when there is something to tell.
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
