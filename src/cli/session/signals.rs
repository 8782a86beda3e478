//! `Signals`: Ctrl-C, SIGTERM and SIGHUP. The first asks for the end, a second one ends the program
//! at once. SIGUSR1 asks for a line of progress.
//!
//! GNU `timeout` signals its child and then the child's group, and a terminal that goes away does
//! so, too: what follows the first signal within [`SAME`] is the same request.
//!
//! A run of units sees the request at its next beat, saves what is finished and says how to
//! go on, however long a disk takes. All else (plans, estimates, charts, classes, a reader
//! that reads no more) has nothing to save: what has not ended by itself a moment later is
//! ended by a watcher.

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

/// How long what saves nothing may take to end by itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// A second signal that comes sooner after the first is the same request.
const SAME: Duration = Duration::from_millis(250);

/// How often the watcher looks.
const EVERY: Duration = Duration::from_millis(50);

/// What the signals to this process have asked for, if it listens.
static HEARD: OnceLock<Signals> = OnceLock::new();

/// What signals have asked for; its clones are one.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Requested by a signal, or by whoever holds a clone.
    pub stop: Stop,
    number: Arc<AtomicUsize>,
    /// True once a signal ends the program at once.
    ends: Arc<AtomicBool>,
    /// True while units run, and on the way out of a run that was stopped.
    saves: Arc<AtomicBool>,
    /// True if the command keeps a journal or layers.
    keeps: Arc<AtomicBool>,
    /// True if somebody wants to know how far the run is.
    asked: Arc<AtomicBool>,
}

impl Signals {
    /// Listens from here on.
    pub fn listen() -> anyhow::Result<Signals> {
        let signals = HEARD.get_or_init(Signals::default).clone();
        signal_hook::flag::register(SIGUSR1, Arc::clone(&signals.asked))?;
        for number in [SIGHUP, SIGINT, SIGTERM] {
            // nohup: a terminal that goes away is no reason to end.
            if number == SIGHUP && machine::ignores(number) {
                continue;
            }
            let ends = Arc::clone(&signals.ends);
            // The handler itself ends the program: it waits for no thread.
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

    /// What the signals to this process have asked for: nothing, if it does not listen.
    pub fn heard() -> Signals {
        HEARD.get().cloned().unwrap_or_default()
    }

    /// The signal that asked for the end, or 0.
    pub fn number(&self) -> u8 {
        self.number.load(Ordering::Relaxed) as u8
    }

    /// Set when somebody wants to know how far the run is.
    pub fn asked(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.asked)
    }

    /// Says that the same command goes on from what is kept, if it does.
    pub fn keep(&self, keeps: bool) {
        self.keeps.fetch_or(keeps, Ordering::Relaxed);
    }

    /// True if it does.
    pub fn keeps(&self) -> bool {
        self.keeps.load(Ordering::Relaxed)
    }

    /// What a run came to that has ended: whoever was stopped has words to say on the way out.
    pub fn over<T>(&self, outcome: Result<T, Error>) -> Result<T, Error> {
        self.saves.store(self.number() != 0 && outcome.is_err(), Ordering::Relaxed);
        outcome
    }

    /// Units run from here on, and save what is finished when they are asked to end.
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
            terminal::problem("stopped while no unit was running; this goes on from what is kept:");
            terminal::line(&invocation::command());
        } else {
            terminal::problem("stopped; run the same command to start again");
        }
        process::exit(128 + i32::from(self.number()));
    }
}

impl Observer for Signals {
    /// Plans before a run and classes behind it have nothing to save.
    fn hear(&mut self, event: &Event<'_>) -> Result<(), Error> {
        match event {
            Event::RunStarted { .. } => self.units_run(),
            Event::RunFinished { complete: true } => self.saves.store(false, Ordering::Relaxed),
            _ => {}
        }
        Ok(())
    }
}
