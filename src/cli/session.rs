//! `Session`: how this invocation runs its questions: threads, progress, signals, stdout.

use std::collections::HashMap;
use std::io::Write;
use std::sync::mpsc;

use cavalcade::answer::{Answer, Convention, Label};
use cavalcade::engine::{
    Enumeration, Nobody, Observer, Outcome, Progress, Run, Shard, Stop, Witness, estimated_nodes,
};
use cavalcade::journal::{Damage, Opened};
use cavalcade::published::Table;
use cavalcade::render;
use cavalcade::{Count, Error};

use super::args::{Common, Format, Keep, Part, SweepArgs};
use super::exit::{Stopped, Unfinished, Verdict};
use super::keep::{Keeping, Place};
use super::layers::Layers;
use super::question::{Counts, Means, Question, Task};
use super::signals::Signals;
use super::{ask, memory, progress, shard};

/// Random descents for the first guess of a run's nodes.
const GUESSES: u32 = 100;

/// The remedy where something is kept.
const GOES_ON: &str = "this goes on from here:";

/// Counting the units of a shard.
struct Sharing<'a> {
    session: &'a Session,
    question: &'a Question,
}

impl Task for Sharing<'_> {
    type Output = Outcome;

    fn perform<E: Enumeration>(self, method: &E, _: Counts<'_>) -> anyhow::Result<Outcome> {
        self.session.run(method, &self.question.label(), &self.question.ask(), &mut [], Nobody)
    }
}

/// The state of one invocation.
pub struct Session {
    /// What its methods may use of the machine.
    pub means: Means,
    quiet: bool,
    verbose: bool,
    /// Requested by a signal, or by whoever holds a clone.
    pub stop: Stop,
    signals: Signals,
    keep: Option<Keeping>,
    shard: Option<Shard>,
    /// What the command line asks, where it asks one question.
    ask: Option<String>,
}

impl Session {
    /// Sets up threads and signal handlers: see [`Signals`].
    pub fn new(common: &Common) -> anyhow::Result<Session> {
        let signals = Signals::listen()?;
        let stop = signals.stop.clone();
        let mut means = Means::default();
        if let Some(threads) = common.threads {
            means.threads = threads.into();
        }
        if let Some(memory) = &common.memory {
            means.memory = memory::parse(memory)?;
        }
        means.stop = stop.clone();
        let quiet = common.quiet;
        let (keep, shard, ask) = (None, None, None);
        Ok(Session { means, quiet, verbose: false, stop, signals, keep, shard, ask })
    }

    /// Keeps and tells of sweeps as the flags say.
    pub fn sweeping(mut self, args: &SweepArgs) -> Session {
        self.means.checkpoint.clone_from(&args.checkpoint);
        self.means.scratch.clone_from(&args.scratch);
        self.means.layers = Layers::new(args.verbose);
        self.signals.keep(args.checkpoint.is_some() || args.scratch.is_some());
        self.verbose(args.verbose)
    }

    /// Says more on stderr.
    pub fn verbose(mut self, verbose: bool) -> Session {
        self.verbose = verbose;
        self
    }

    /// Keeps the units of the one question of the command line as the flags say.
    pub fn kept(mut self, keep: &Keep, part: &Part) -> anyhow::Result<Session> {
        self.shard = part.shard.as_deref().map(shard::parse).transpose()?;
        self.keep = keep.journal.as_ref().map(|path| match self.shard {
            Some(_) => Keeping { place: Place::Shards(path.clone()), salvage: keep.salvage },
            None => Keeping { place: Place::File(path.clone()), salvage: keep.salvage },
        });
        self.ask = Some(ask::quoted(&ask::question_of(&ask::arguments())));
        self.signals.keep(self.keep.is_some());
        Ok(self)
    }

    /// Keeps the units of many questions in a folder.
    pub fn kept_in_folder(mut self, keep: &Keep) -> Session {
        let place = keep.journal.clone().map(Place::Folder);
        self.keep = place.map(|place| Keeping { place, salvage: keep.salvage });
        self.signals.keep(self.keep.is_some());
        self
    }

    /// True if a signal asked for the end.
    pub fn interrupted(&self) -> bool {
        self.signal() != 0
    }

    /// The signal that asked for it, or 0.
    pub fn signal(&self) -> u8 {
        self.signals.number()
    }

    /// Runs a method to its end; an error if a signal or [`Session::stop`] came first. `ask`
    /// is what asks the question where the command line asks several.
    pub fn count(
        &self,
        method: &impl Enumeration,
        label: Label,
        ask: &str,
        counts: Counts<'_>,
    ) -> anyhow::Result<Answer> {
        self.count_observed(method, label, ask, counts, &mut [], Nobody)
    }

    /// The same, with others who want to hear of each unit, and one who sees each solution.
    pub fn count_observed<E: Enumeration>(
        &self,
        method: &E,
        label: Label,
        ask: &str,
        counts: Counts<'_>,
        observers: &mut [&mut dyn Observer],
        witness: impl Witness<E::Solution>,
    ) -> anyhow::Result<Answer> {
        let Outcome { tally, took, units, .. } =
            self.run(method, &label, ask, observers, witness)?;
        let counts = counts(&tally).map_err(|error| match self.interrupted() {
            true => self.stopped(format!("{} {}", label.board, label.kind), units, units),
            false => error,
        })?;
        Ok(Answer {
            label,
            counts,
            method: method.method(),
            nodes: tally.nodes(),
            seconds: took.as_secs_f64(),
            threads: self.means.threads,
        })
    }

    /// Runs the units of the session's shard, keeps them as the session keeps them, and
    /// says on an early end how to go on.
    fn run<E: Enumeration>(
        &self,
        method: &E,
        label: &Label,
        ask: &str,
        observers: &mut [&mut dyn Observer],
        witness: impl Witness<E::Solution>,
    ) -> anyhow::Result<Outcome> {
        let what = format!("{} {}", label.board, label.kind);
        let plan = method.plan();
        let units = plan.units.len();
        let ask = self.ask.clone().unwrap_or_else(|| ask.into());
        let ask = format!("{ask} --method {}", method.method());
        let mut opened =
            Opened { journal: None, done: HashMap::new(), cut: 0, salvaged: Vec::new() };
        if let Some(keep) = &self.keep {
            opened = keep.open(&ask, label, method, &plan, self.means.threads, self.shard)?;
            self.note_repairs(&opened);
        }
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let progress = self.progress();
        let run = Run::new(method).witness(witness).plan(plan).shard(shard).done(opened.done);
        let run = observers.iter_mut().fold(run, |run, observer| run.observe(&mut **observer));
        let outcome = match &mut opened.journal {
            Some(journal) => self.execute(run.observe(journal), &progress, &what),
            None => self.execute(run, &progress, &what),
        };
        let error = match outcome {
            Ok(outcome) if outcome.complete => return Ok(outcome),
            Ok(Outcome { finished, units, .. }) => {
                Stopped { signal: self.signal(), what, finished, units }.into()
            }
            Err(error) => anyhow::Error::from(error),
        };
        Err(self.unfinished(error, &ask, units))
    }

    /// Runs every unit, keeping none, or fails because it was stopped.
    pub fn run_to_the_end(
        &self,
        method: &impl Enumeration,
        what: &str,
        observers: &mut [&mut dyn Observer],
    ) -> anyhow::Result<Outcome> {
        let progress = self.progress();
        let run = Run::new(method);
        let run = observers.iter_mut().fold(run, |run, observer| run.observe(&mut **observer));
        let outcome = self.execute(run, &progress, what)?;
        if !outcome.complete {
            return Err(self.stopped(what.into(), outcome.finished, outcome.units));
        }
        Ok(outcome)
    }

    /// The error of what was stopped behind or beside its kept units.
    pub fn stopped(&self, what: String, finished: usize, units: usize) -> anyhow::Error {
        let error = Stopped { signal: self.signal(), what, finished, units }.into();
        if !self.signals.keeps() {
            return error;
        }
        let commands = vec![ask::quoted(&ask::arguments())];
        Unfinished { error, remedy: GOES_ON, commands }.into()
    }

    /// Counters for a run of this session.
    pub fn progress(&self) -> Progress {
        Progress::new(self.means.threads)
    }

    /// Runs on the pool while another thread shows the progress.
    pub fn execute<'a, E: Enumeration, W: Witness<E::Solution>>(
        &self,
        run: Run<'a, E, W>,
        progress: &'a Progress,
        what: &str,
    ) -> Result<Outcome, Error> {
        let (running, over) = mpsc::channel();
        std::thread::scope(|scope| {
            if !self.quiet {
                let layers = self.means.layers.clone();
                let method = run.enumeration();
                let guess = move || estimated_nodes(method, GUESSES);
                scope.spawn(move || progress::show(what, progress, &layers, &over, guess));
            }
            let run = run.threads(self.means.threads).stop(&self.stop).progress(progress);
            let outcome = self.signals.saving(|| run.execute());
            drop(running);
            outcome
        })
    }

    /// What a run that did not come to its end leaves to do.
    fn unfinished(&self, error: anyhow::Error, ask: &str, units: usize) -> anyhow::Error {
        let arguments = ask::arguments();
        let mut commands = Vec::new();
        if let Some(Error::UnitPanicked { id, .. }) = error.downcast_ref() {
            let program = ask::quoted(&arguments[..1]);
            commands.push(format!("{program} {ask} --shard {id}/{units} --threads 1"));
        }
        let stopped: Option<&Stopped> = error.downcast_ref();
        let layers = self.means.checkpoint.is_some() || self.means.scratch.is_some();
        let remedy = match (self.signals.keeps(), commands.is_empty()) {
            (true, true) if layers => "this goes on from the last layer that is kept:",
            (true, true) if stopped.is_some_and(|stopped| stopped.finished == 0) => {
                "no unit was finished, so nothing is kept; this starts again:"
            }
            (true, true) => GOES_ON,
            (true, false) => "run the unit alone, or go on from here:",
            (false, false) => "this runs the unit alone:",
            (false, true) => "run the same command to start again",
        };
        if self.signals.keeps() {
            commands.push(ask::quoted(&arguments));
        }
        Unfinished { error, remedy, commands }.into()
    }

    fn note_repairs(&self, opened: &Opened) {
        if opened.cut > 0 {
            self.note(&format!("the journal's torn end of {} bytes was cut off", opened.cut));
        }
        for Damage { line, what } in &opened.salvaged {
            self.note(&format!("left out line {line} of the journal ({what})"));
        }
    }

    /// Counts one question, prints it in the format asked for, and compares.
    pub fn report(&self, question: &Question, format: Format) -> anyhow::Result<Verdict> {
        if let Some(shard) = self.shard {
            return self.report_shard(question, shard);
        }
        self.print(&question.answer(self)?, format)
    }

    /// The answer about a board that has no tour.
    pub fn no_tours(&self, label: Label, counts: Vec<(Convention, Count)>) -> Answer {
        let (nodes, seconds, threads) = (0, 0.0, self.means.threads);
        Answer { label, counts, method: "obstacle", nodes, seconds, threads }
    }

    /// Says why there is nothing to count.
    pub fn say_why_none(&self, reason: &str, format: Format) -> anyhow::Result<()> {
        let sentence = format!("there can be none: {reason}");
        match format {
            Format::Text => writeln!(std::io::stdout(), "{sentence}")?,
            Format::Json | Format::Csv => self.note(&sentence),
        }
        Ok(())
    }

    /// Prints an answer in the format asked for, and compares.
    pub fn print(&self, answer: &Answer, format: Format) -> anyhow::Result<Verdict> {
        let checks = Table::embedded().check(answer);
        let mut out = std::io::stdout().lock();
        match format {
            Format::Text => render::text(answer, &checks, &mut out)?,
            Format::Json => render::json(answer, &checks, &mut out)?,
            Format::Csv => render::csv([(answer, &checks[..])], &mut out)?,
        }
        out.flush()?;
        self.note(&render::cost(answer));
        if let Some(peak) = memory::peak() {
            self.detail(&format!("peak memory {}", memory::text(peak)));
        }
        let agrees = checks.iter().all(|check| check.agrees);
        Ok(if agrees { Verdict::Agrees } else { Verdict::Disagrees })
    }

    /// Counts the units of a shard and tells of them: their sum answers no question yet.
    fn report_shard(&self, question: &Question, shard: Shard) -> anyhow::Result<Verdict> {
        let outcome = question.with(&self.means, Sharing { session: self, question })?;
        let Label { family, board, kind, .. } = question.label();
        let Outcome { tally, units, .. } = outcome;
        let mut out = std::io::stdout().lock();
        let (solutions, nodes) = (tally.weighted().grouped(), Count::from(tally.nodes()).grouped());
        let what = format!("shard {shard} of {family} {board} {kind}");
        writeln!(out, "{what}: {units} units · {solutions} solutions · {nodes} nodes")?;
        out.flush()?;
        Ok(Verdict::Agrees)
    }

    /// A line on stderr for those who want to know more.
    pub fn detail(&self, line: &str) {
        if self.verbose {
            self.note(line);
        }
    }

    /// A line on stderr, unless quiet.
    pub fn note(&self, line: &str) {
        note(self.quiet, line);
    }
}

/// A line on stderr, unless quiet. Listings use it without a session: nothing of theirs is
/// to be saved, so a signal may end them at once.
pub fn note(quiet: bool, line: &str) {
    if !quiet {
        // Nowhere is left to report a closed stderr to.
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}
