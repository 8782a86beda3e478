//! `Signals`: SIGINT (Ctrl-C), SIGTERM and SIGHUP. The first signal requests a stop, a second one
//! ends the program immediately. SIGUSR1 requests a progress line.
//!
//! GNU `timeout` signals its child and then the child's process group, and a closing terminal does
//! so, too. Therefore signals within [`SAME`] of the first count as the same request.
//!
//! A run of units sees the request at its next beat, saves the finished units and prints the
//! command that resumes, however slow the disk is. Other work (plans, estimates, charts, classes, a
//! blocked writer) has nothing to save: a watcher thread ends it after [`PATIENCE`].

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, sleep};
use std::time::Duration;

use cavalcade::Error;
use cavalcade::engine::{Event, Observer, Stop};
use cavalcade::error::Shortage;
use cavalcade::machine;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1};

use super::{invocation, terminal};

/// Time for work without anything to save to end on its own.
const PATIENCE: Duration = Duration::from_millis(500);

/// Signals closer to the first than this are the same request.
const SAME: Duration = Duration::from_millis(250);

/// Interval at which the watcher checks.
const EVERY: Duration = Duration::from_millis(50);

/// The signals of this process, if it listens.
static SIGNALS: OnceLock<Signals> = OnceLock::new();

/// Requests made by signals; clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Requested by a signal, or through a clone.
    pub stop: Stop,
    number: Arc<AtomicUsize>,
    /// True once a signal ends the program immediately.
    ends: Arc<AtomicBool>,
    /// True while units run, and while a stopped run is reported.
    saves: Arc<AtomicBool>,
    /// True if the command keeps a journal or layers.
    keeps: Arc<AtomicBool>,
    /// True if a progress line is requested.
    asked: Arc<AtomicBool>,
}

impl Signals {
    /// Installs the handlers.
    pub fn listen() -> anyhow::Result<Signals> {
        let signals = SIGNALS.get_or_init(Signals::default).clone();
        signal_hook::flag::register(SIGUSR1, Arc::clone(&signals.asked))?;
        for number in [SIGHUP, SIGINT, SIGTERM] {
            // Under nohup, a closed terminal does not end the run.
            if number == SIGHUP && machine::ignores(number) {
                continue;
            }
            let ends = Arc::clone(&signals.ends);
            // The handler ends the program itself, without waiting for a thread.
            signal_hook::flag::register_conditional_shutdown(number, 128 + number, ends)?;
            signal_hook::flag::register_usize(
                number,
                Arc::clone(&signals.number),
                number as usize,
            )?;
            signal_hook::flag::register(number, signals.stop.flag())?;
        }
        let watched = signals.clone();
        let watch = Builder::new().name("signals".into()).spawn(move || watched.watch());
        watch.map_err(|source| {
            Error::from(Shortage::Threads { threads: 1, source: source.into() })
        })?;
        Ok(signals)
    }

    /// The signals of this process; none if it does not listen.
    pub fn installed() -> Signals {
        SIGNALS.get().cloned().unwrap_or_default()
    }

    /// The signal that requested the stop, or 0.
    pub fn number(&self) -> u8 {
        self.number.load(Ordering::Relaxed) as u8
    }

    /// Set when a progress line is requested.
    pub fn asked(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.asked)
    }

    /// Sets whether the same command would resume from kept files.
    pub fn keep(&self, keeps: bool) {
        self.keeps.fetch_or(keeps, Ordering::Relaxed);
    }

    /// True if the same command would resume from kept files.
    pub fn keeps(&self) -> bool {
        self.keeps.load(Ordering::Relaxed)
    }

    /// Passes on the outcome of a run that has ended. After a stop, the report must not be cut off.
    pub fn over<T>(&self, outcome: Result<T, Error>) -> Result<T, Error> {
        self.saves.store(self.number() != 0 && outcome.is_err(), Ordering::Relaxed);
        outcome
    }

    /// From here on, units run and save their results when a stop is requested.
    pub fn units_run(&self) {
        self.saves.store(true, Ordering::Relaxed);
    }

    fn watch(&self) {
        let (mut since, mut waited) = (Duration::ZERO, Duration::ZERO);
        while waited < PATIENCE {
            sleep(EVERY);
            let asked = self.number() != 0;
            since += if asked { EVERY } else { Duration::ZERO };
            self.ends.store(since > SAME, Ordering::Relaxed);
            let saves = self.saves.load(Ordering::Relaxed);
            waited = if asked && !saves { waited + EVERY } else { Duration::ZERO };
        }
        if self.keeps() {
            terminal::problem(
                "stopped while no unit was running; this resumes from the saved state:",
            );
            terminal::line(&invocation::command());
        } else {
            terminal::problem("stopped; run the same command to start again");
        }
        process::exit(128 + i32::from(self.number()));
    }
}

impl Observer for Signals {
    /// Planning before the units and sorting by class after them have nothing to save.
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        match event {
            Event::RunStarted { .. } => self.units_run(),
            Event::RunFinished { complete: true } => self.saves.store(false, Ordering::Relaxed),
            _ => {}
        }
        Ok(())
    }
}
