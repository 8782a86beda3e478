//! `Session`: how this invocation runs its questions: threads, progress, signals, stdout.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use cavalcade::Count;
use cavalcade::answer::{Answer, Convention, Label};
use cavalcade::engine::{Enumeration, Observer, Outcome, Progress, Run, Stop, Tally};
use cavalcade::published::Table;
use cavalcade::render;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::args::{Common, Format};
use super::exit::{Stopped, Verdict};
use super::progress;
use super::question::Question;

/// The state of one invocation.
pub struct Session {
    threads: usize,
    quiet: bool,
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
        Ok(Session { threads, quiet: common.quiet, stop, signal })
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
        self.count_observed(search, label, counts, &mut [])
    }

    /// The same, with others who want to hear of each unit.
    pub fn count_observed(
        &self,
        search: &impl Enumeration,
        label: Label,
        counts: impl Fn(&Tally) -> Vec<(Convention, Count)>,
        observers: &mut [&mut dyn Observer],
    ) -> anyhow::Result<Answer> {
        let what = format!("{} {}", label.board, label.kind);
        let Outcome { tally, took, .. } = self.run_to_the_end(search, &what, observers)?;
        Ok(Answer {
            label,
            counts: counts(&tally),
            method: search.method(),
            nodes: tally.nodes(),
            seconds: took.as_secs_f64(),
            threads: self.threads,
        })
    }

    /// Runs every unit, or fails because it was stopped.
    pub fn run_to_the_end(
        &self,
        search: &impl Enumeration,
        what: &str,
        observers: &mut [&mut dyn Observer],
    ) -> anyhow::Result<Outcome> {
        let outcome = self.run(search, what, observers)?;
        if !outcome.complete {
            return Err(self.stopped(what.into(), outcome.finished, outcome.units).into());
        }
        Ok(outcome)
    }

    /// The error of a run that was stopped.
    pub fn stopped(&self, what: String, finished: usize, units: usize) -> Stopped {
        let signal = self.signal.load(Ordering::Relaxed) as u8;
        Stopped { signal, what, finished, units }
    }

    /// Runs on the pool while another thread shows the progress.
    fn run(
        &self,
        search: &impl Enumeration,
        what: &str,
        observers: &mut [&mut dyn Observer],
    ) -> Result<Outcome, cavalcade::Error> {
        let progress = Progress::new(self.threads);
        let (running, over) = mpsc::channel();
        std::thread::scope(|scope| {
            if !self.quiet {
                let progress = &progress;
                scope.spawn(move || progress::show(what, progress, &over));
            }
            let run = Run::new(search).threads(self.threads).stop(&self.stop).progress(&progress);
            let run = observers.iter_mut().fold(run, |run, observer| run.observe(&mut **observer));
            let outcome = run.execute();
            drop(running);
            outcome
        })
    }

    /// Counts one question, prints it in the format asked for, and compares.
    pub fn report(&self, question: &Question, format: Format) -> anyhow::Result<Verdict> {
        self.print(&question.answer(self)?, format)
    }

    /// Prints an answer in the format asked for, and compares.
    pub fn print(&self, answer: &Answer, format: Format) -> anyhow::Result<Verdict> {
        let checks = Table::embedded().check(answer);
        let mut out = std::io::stdout().lock();
        match format {
            Format::Text => render::text(answer, &checks, &mut out)?,
            Format::Json => render::json(answer, &checks, &mut out)?,
            Format::Csv => render::csv(answer, &checks, &mut out)?,
        }
        out.flush()?;
        self.note(&render::cost(answer));
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
