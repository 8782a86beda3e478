//! `Session`: how this invocation runs its questions: threads, progress, signals, stdout.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use cavalcade::Count;
use cavalcade::answer::{Answer, Convention, Label};
use cavalcade::engine::{Enumeration, Outcome, Progress, Run, Stop, Tally};
use cavalcade::published::Table;
use cavalcade::render;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::args::{Common, Format};
use super::exit::{Stopped, Verdict};
use super::memory;
use super::progress;
use super::question::Question;

/// The state of one invocation.
pub struct Session {
    threads: usize,
    quiet: bool,
    verbose: bool,
    /// Requested by a signal, or by whoever holds a clone.
    pub stop: Stop,
    signal: Arc<AtomicUsize>,
}

impl Session {
    /// Sets up threads and signal handlers: the first Ctrl-C or SIGTERM stops the run, the
    /// second ends the program at once.
    pub fn new(common: &Common) -> anyhow::Result<Session> {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let stop = Stop::new();
        let signal = Arc::new(AtomicUsize::new(0));
        for number in [SIGINT, SIGTERM] {
            let code = 128 + number;
            signal_hook::flag::register_conditional_shutdown(number, code, stop.flag())?;
            signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize)?;
            signal_hook::flag::register(number, stop.flag())?;
        }
        let threads = common.threads.map_or(cores, usize::from);
        Ok(Session { threads, quiet: common.quiet, verbose: false, stop, signal })
    }

    /// Says more on stderr.
    pub fn verbose(mut self, verbose: bool) -> Session {
        self.verbose = verbose;
        self
    }

    /// The number of worker threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The signal that asked for the end; 0 if none did.
    pub fn signal(&self) -> u8 {
        self.signal.load(Ordering::Relaxed) as u8
    }

    /// A line on stderr for those who want to know more.
    pub fn detail(&self, line: &str) {
        if self.verbose {
            self.note(line);
        }
    }

    /// True if a signal asked for the end.
    pub fn interrupted(&self) -> bool {
        self.signal.load(Ordering::Relaxed) != 0
    }

    /// Runs a method to its end; an error if a signal or [`Session::stop`] came first.
    pub fn count(
        &self,
        search: &impl Enumeration,
        label: Label,
        counts: impl Fn(&Tally) -> Vec<(Convention, Count)>,
    ) -> anyhow::Result<Answer> {
        let what = format!("{} {}", label.board, label.kind);
        let Outcome { tally, complete, finished, units, took } = self.run(search, &what)?;
        if !complete {
            let signal = self.signal();
            return Err(Stopped { signal, what, finished, units }.into());
        }
        Ok(Answer {
            label,
            counts: counts(&tally),
            method: search.method(),
            nodes: tally.nodes(),
            seconds: took.as_secs_f64(),
            threads: self.threads,
        })
    }

    /// Runs on the pool while another thread shows the progress.
    fn run(&self, search: &impl Enumeration, what: &str) -> Result<Outcome, cavalcade::Error> {
        let progress = Progress::new(self.threads);
        let (running, over) = mpsc::channel();
        std::thread::scope(|scope| {
            if !self.quiet {
                let progress = &progress;
                scope.spawn(move || progress::show(what, progress, &over));
            }
            let run = Run::new(search).threads(self.threads).stop(&self.stop).progress(&progress);
            let outcome = run.execute();
            drop(running);
            outcome
        })
    }

    /// Counts one question, prints it in the format asked for, and compares.
    pub fn report(&self, question: &Question, format: Format) -> anyhow::Result<Verdict> {
        let answer = question.answer(self)?;
        let checks = Table::embedded().check(&answer);
        let mut out = std::io::stdout().lock();
        match format {
            Format::Text | Format::Lines => render::text(&answer, &checks, &mut out)?,
            Format::Json => render::json(&answer, &checks, &mut out)?,
            Format::Csv => render::csv(&answer, &checks, &mut out)?,
        }
        out.flush()?;
        self.note(&render::cost(&answer));
        if let Some(peak) = memory::peak() {
            self.detail(&format!("peak memory {}", memory::text(peak)));
        }
        let agrees = checks.iter().all(|check| check.agrees);
        Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
    }

    /// A line on stderr, unless quiet.
    pub fn note(&self, line: &str) {
        if !self.quiet {
            // Nowhere is left to report a closed stderr to.
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }
}
