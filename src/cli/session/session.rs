//! `Session`: runs the questions of a command line with its threads, progress, signals and output.

use std::cell::Cell;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use cavalcade::convention::Label;
use cavalcade::engine::{Event, Observer, Progress, Shard, Stop};
use cavalcade::error::Shortage;
use cavalcade::journal::ranges;
use cavalcade::method::{Choice, Layers as Layered, Means};
use cavalcade::question::Question;
use cavalcade::render;
use cavalcade::solve::{Answer, Place, Prepared, Repairs, Solve, Watch};
use cavalcade::{Error, machine};

use super::exit::{self, RESUMES, Unfinished, Usage, Verdict};
use super::layers::Layers;
use super::limits::given;
use super::progress::{RunCounters, Watching};
use super::signals::Signals;
use super::terminal::note;
use super::{invocation, part, with_alarm};
use crate::cli::args::{Keep, Part, SweepArgs, Watched};
use crate::cli::input::{memory, shard};
use crate::cli::output::Output;
use crate::cli::words::{LONG, counted, time};

/// Random descents for the first estimate of a run's nodes.
const GUESSES: u32 = 100;

/// After this time a message says what the program is waiting for.
const A_WHILE: Duration = Duration::from_secs(10);

/// Receives the number of steps that are done.
pub type Done<'d> = &'d mut dyn FnMut(u64);

/// A closure that answers one question.
pub type Count<'a> = &'a mut dyn FnMut(&Question) -> Result<Answer, Error>;

/// Advice for long runs.
pub const SHARED: &str = "--shard shares it with other machines";

/// Longer predicted runs, in seconds, get a note, because they may be a mistake.
const SOON: f64 = 30.0;

/// Predictions of more bytes mention the memory.
const MUCH: f64 = 1e6;

pub struct Session {
    pub threads: usize,
    /// Bytes of memory for the work of the threads.
    pub memory: u64,
    /// True if a file system without locks is acceptable.
    pub lockless: bool,
    /// Requested by a signal, or through a clone.
    pub stop: Stop,
    pub output: Output,
    verbose: bool,
    signals: Signals,
    watching: Watching,
    layers: Layers,
    sweep: Option<SweepArgs>,
    place: Option<Place>,
    salvage: bool,
    shard: Option<Shard>,
    /// True if nothing runs, and the remaining shards are listed.
    lists_shards: bool,
}

impl Session {
    /// Sets up threads and signal handlers: see [`Signals`].
    pub fn new(args: &Watched, output: Output) -> anyhow::Result<Session> {
        let asked = args.common.threads.map_or_else(machine::cores, usize::from);
        let signals = Signals::listen()?;
        let (threads, memory) = given(asked, args.common.memory)?;
        Ok(Session {
            threads,
            memory,
            lockless: false,
            stop: signals.stop.clone(),
            output,
            verbose: false,
            watching: Watching::new(args, signals.asked())?,
            signals,
            layers: Layers::new(false),
            sweep: None,
            place: None,
            salvage: false,
            shard: None,
            lists_shards: false,
        })
    }

    /// Names the current question for progress.
    pub fn asks(&self, question: &Question) {
        self.watching.asks(question);
    }

    /// Configures checkpoints and reports of sweeps.
    pub fn sweeping(mut self, args: &SweepArgs) -> Session {
        self.signals.keep(args.checkpoint.is_some() || args.scratch.is_some());
        self.layers = Layers::new(args.verbose);
        self.sweep = Some(args.clone());
        self.verbose(args.verbose)
    }

    /// Enables details on stderr.
    pub fn verbose(mut self, verbose: bool) -> Session {
        self.verbose = verbose;
        self
    }

    /// Configures the journal and the shard of a command line with one question.
    pub fn kept(mut self, part: &Part) -> anyhow::Result<Session> {
        let keep = &part.keep;
        if let Some(text) = part.shard.as_deref() {
            let (shard, lists) = shard::parse(text)?;
            (self.shard, self.lists_shards) = (Some(shard), lists);
            if lists && keep.journal.is_none() {
                let problem = format!("--shard {text} looks into a folder; add --journal DIR");
                return Err(Usage(problem).into());
            }
        }
        self.place = keep.journal.as_ref().map(|path| match self.shard {
            Some(_) => Place::Shards(path.clone()),
            None => Place::File(path.clone()),
        });
        if let Some(Place::File(path)) = &self.place
            && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
            && !folder.is_dir()
        {
            let problem = format!(
                "--journal {}: there is no folder {}; make it, or name another file",
                path.display(),
                folder.display()
            );
            return Err(Usage(problem).into());
        }
        self.keep(keep);
        Ok(self)
    }

    /// Configures a folder of journals, for many questions.
    pub fn kept_in_folder(mut self, keep: &Keep) -> Session {
        self.place = keep.journal.clone().map(Place::Folder);
        self.keep(keep);
        self
    }

    fn keep(&mut self, keep: &Keep) {
        (self.salvage, self.lockless) = (keep.salvage, keep.no_lock);
        self.signals.keep(self.place.is_some());
        if self.lockless {
            note("--no-lock: without locks, a second run on the same files damages both");
        }
    }

    /// An error if the memory needed exceeds the limit.
    pub fn fits(&self, what: &str, needed: u64) -> Result<(), Error> {
        let (what, free) = (what.into(), self.memory);
        if needed <= free { Ok(()) } else { Err(Shortage::Least { what, needed, free }.into()) }
    }

    /// True if a signal requested a stop.
    pub fn interrupted(&self) -> bool {
        self.signals.number() != 0
    }

    /// True if only one shard is counted.
    pub fn shares(&self) -> bool {
        self.shard.is_some()
    }

    /// The means that methods may use.
    pub fn means(&self) -> Means {
        Means {
            threads: self.threads,
            memory: self.memory,
            stop: self.stop.clone(),
            layers: Some(Layered(Arc::new(self.layers.clone()))),
            ..Means::default()
        }
    }

    /// A question configured by the flags.
    pub fn solve<'a>(&self, question: &Question, choice: Choice) -> Solve<'a> {
        let mut solve = self.unkept(question, choice).salvage(self.salvage).lockless(self.lockless);
        if let Some(shard) = self.shard {
            solve = solve.shard(shard);
        }
        if let Some(place) = &self.place {
            solve = solve.keep(place.clone());
        }
        if let Some(SweepArgs { checkpoint, scratch, disk, .. }) = &self.sweep {
            solve = match (scratch, checkpoint) {
                (Some(folder), _) => solve.scratch(folder).disk(*disk),
                (None, Some(folder)) => solve.checkpoint(folder),
                (None, None) => solve,
            };
        }
        solve
    }

    /// The same without a journal, for checks of existing results.
    pub fn unkept<'a>(&self, question: &Question, choice: Choice) -> Solve<'a> {
        self.asks(question);
        let solve = question.solve().method(choice).threads(self.threads).memory(self.memory);
        solve.stop(&self.stop).layers(self.layers.clone())
    }

    /// The choice with the number of units, if a flag gives it.
    pub fn cut(&self, question: &Question, choice: Choice, part: &Part) -> anyhow::Result<Choice> {
        let Some(units) = part.split else { return Ok(choice) };
        let chosen = self.prepared(self.solve(question, choice))?.choice().clone();
        match chosen.name() {
            "search" | "torus" | "colours" => Ok(chosen.with("split", units)),
            _ if invocation::is_variable("split") => Ok(chosen),
            _ => Err(Usage("--split cuts a search, or colours; add --method search".into()).into()),
        }
    }

    /// Answers a question while another thread shows the progress.
    pub fn answer(&self, prepared: &Prepared) -> anyhow::Result<Answer> {
        self.run(prepared, |watch| prepared.run(watch))
    }

    fn run<T>(
        &self,
        prepared: &Prepared,
        run: impl FnOnce(Watch<'_>) -> Result<T, Error>,
    ) -> anyhow::Result<T> {
        let Label { board, piece, kind, .. } = prepared.question().label();
        let guess = prepared.estimator();
        let what = format!("{board} {piece} {kind}");
        let mut signals = self.signals.clone();
        let units = AtomicUsize::new(0);
        let shards = self.shard.map_or(1, Shard::of) as f64;
        let mut observer = UnitObserver { units: &units, shard: self.shard };
        // An error while opening the journal is not an interrupted run.
        let begun = Cell::new(self.place.is_none());
        let guess = move || guess(GUESSES) / shards;
        let outcome = self.shown(&what, &units, guess, |progress| {
            let mut watch = watch(&begun, vec![&mut observer, &mut signals]);
            watch.progress = Some(progress);
            run(watch)
        });
        outcome.map_err(|error| match error {
            Error::Contradiction { .. } => error.into(),
            _ if begun.get() => self.unfinished(error, Some(prepared)),
            _ => error.into(),
        })
    }

    /// Runs units that publish to counters while another thread shows them. `guess` estimates the
    /// nodes and is called only if the run lasts long enough to show it.
    pub fn watched<T>(
        &self,
        what: &str,
        guess: impl FnOnce() -> f64 + Send,
        run: impl FnOnce(&Progress) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.signals.units_run();
        self.shown(what, &AtomicUsize::new(0), guess, run)
    }

    fn shown<T>(
        &self,
        what: &str,
        units: &AtomicUsize,
        guess: impl FnOnce() -> f64 + Send,
        run: impl FnOnce(&Progress) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let progress = Progress::new(self.threads);
        let (mut guess, mut expected) = (Some(guess), 0.0);
        let look = |is_worth: bool| {
            let asked = if is_worth { guess.take() } else { None };
            expected = asked.map_or(expected, |guess| guess());
            let of = Some(units.load(Ordering::Relaxed)).filter(|units| *units > 0);
            let units = || RunCounters::Units { now: progress.snapshot(), of, expected };
            (self.layers.further().unwrap_or_else(units), self.layers.text())
        };
        self.watching.during(what, false, Box::new(look), || self.signals.over(run(&progress)))
    }

    /// Runs a task that counts its steps, at most `of`. No line is drawn if the output goes to the
    /// same terminal.
    pub fn steps<T>(
        &self,
        what: &str,
        of: Option<u64>,
        noun: &'static str,
        hides_bar: bool,
        run: impl FnOnce(Done<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let done = AtomicU64::new(0);
        let seen =
            || RunCounters::Steps { done: done.load(Ordering::Relaxed), of, noun, since: None };
        let look = Box::new(|_| (seen(), String::new()));
        self.watching.during(what, hides_bar, look, || {
            run(&mut |steps| done.store(steps, Ordering::Relaxed))
        })
    }

    /// Adds to an error the commands that resume or retry `prepared`.
    pub fn unfinished(&self, error: Error, prepared: Option<&Prepared>) -> anyhow::Error {
        if matches!(error, Error::Short(Shortage::Least { .. } | Shortage::OfUnit { .. })) {
            return error.into();
        }
        let mut commands = Vec::new();
        if let (Error::UnitPanicked { id, .. }, Some(prepared)) = (&error, prepared) {
            let (method, units) = (prepared.choice().name(), prepared.plan().units.len());
            commands.push(invocation::command_for_unit(method, *id, units));
        }
        let nothing = matches!(error, Error::Stopped { finished: 0, units: 1.., .. });
        let layers = self.sweep.as_ref().is_some_and(SweepArgs::keeps);
        let remedy = match (self.signals.keeps(), commands.is_empty()) {
            (true, true) if matches!(error, Error::CheckpointDamaged { .. }) => "then run:",
            (true, true) if layers => "this resumes from the last saved layer:",
            (true, true) if nothing && prepared.is_some() => exit::BEGINS_AGAIN,
            (true, true) => RESUMES,
            (true, false) => "run the unit alone, or resume the run:",
            (false, false) => "this runs the unit alone:",
            (false, true) if prepared.is_some() => "run the same command to start again",
            (false, true) => "",
        };
        if self.signals.keeps() {
            commands.push(invocation::command());
        }
        Unfinished { error: error.into(), remedy, commands }.into()
    }

    /// Counts one question, prints the answer, and compares it with published counts.
    pub fn report(&self, solve: Solve<'_>) -> anyhow::Result<Verdict> {
        let prepared = self.prepared(solve)?;
        if let Some(shard) = self.shard {
            return self.report_part(&prepared, shard);
        }
        self.warn(&prepared, SHARED);
        self.print(&self.answer(&prepared)?)
    }

    /// Prints the predicted cost of a run that is not short. For a run of weeks or years it adds an
    /// alternative.
    pub fn warn(&self, prepared: &Prepared, instead: &str) {
        let Some(cost) = prepared.cost().ok().filter(|_| prepared.obstacle().is_none()) else {
            return;
        };
        let Label { board, kind, .. } = prepared.question().label();
        let seconds = cost.expected_seconds();
        let Some(line) = predicted(&format!("{board} {kind}"), seconds, cost.bytes) else { return };
        match seconds > LONG {
            true => note(&format!("{line}; --journal keeps finished units, and {instead}")),
            false => note(&line),
        }
    }

    /// Prints an answer, and its cost on stderr.
    pub fn print(&self, answer: &Answer) -> anyhow::Result<Verdict> {
        let mut out = self.output.begin()?;
        render::answers(self.output.format, out.width(), [answer], &mut out)?;
        out.end()?;
        Ok(self.tell(answer))
    }

    /// Reports the cost of a printed answer. Returns whether it agrees with published counts.
    pub fn tell(&self, answer: &Answer) -> Verdict {
        render::cost(answer).iter().for_each(|cost| note(cost));
        self.tell_memory();
        Verdict::of(answer.agrees())
    }

    /// Counts the units of a shard and prints their sum, or prints the remaining shards.
    fn report_part(&self, prepared: &Prepared, shard: Shard) -> anyhow::Result<Verdict> {
        let (report, line, verdict) = if self.lists_shards {
            let left = ranges(&prepared.shards_left()?);
            let verdict = if left.is_empty() { Verdict::Agrees } else { Verdict::Incomplete };
            let of = Some(shard.of() as u64);
            (part::missing(Some(prepared.question()), of, &left), left, verdict)
        } else {
            let units = self.run(prepared, |watch| prepared.run_shard(watch))?;
            let (report, line) = part::counted(prepared, shard, &units);
            (report, line, Verdict::Agrees)
        };
        self.output.write(&report, |out| Ok(writeln!(out, "{line}")?))?;
        self.tell_memory();
        Ok(verdict)
    }

    fn tell_memory(&self) {
        if let Some(peak) = machine::peak_memory() {
            self.detail(&format!("peak memory {}", memory::text(peak)));
        }
    }

    /// Prints a line on stderr if `--verbose` is given.
    pub fn detail(&self, line: &str) {
        if self.verbose {
            note(line);
        }
    }

    /// Prepares a question, with a message if that takes long.
    pub fn prepared(&self, solve: Solve<'_>) -> Result<Prepared, Error> {
        let waits = || note("predicting the cost, which takes minutes on large boards");
        let prepared = with_alarm(A_WHILE, waits, || solve.prepare());
        if let Ok(fewer) = prepared.as_ref().map(Prepared::threads)
            && fewer < self.threads
        {
            let of = counted(self.threads as u64, "thread");
            note(&format!("there is enough memory for {fewer} of {of}"));
        }
        prepared
    }

    /// Runs a closure that makes several counts, `of` them if known, while the progress shows how
    /// many are finished.
    pub fn many<T>(
        &self,
        what: &str,
        of: Option<u64>,
        choice: &Choice,
        run: impl FnOnce(Count<'_>) -> Result<T, Error>,
    ) -> anyhow::Result<T> {
        // An error while opening the journal is not an interrupted run.
        let begun = Cell::new(self.place.is_none());
        let outcome = self.steps(what, of, "count", false, |done| {
            let mut counts = 0;
            run(&mut |question| {
                let prepared = self.solve(question, choice.clone()).prepare()?;
                let mut signals = self.signals.clone();
                let watch = watch(&begun, vec![&mut signals]);
                let answer = self.signals.over(prepared.run(watch))?;
                begun.set(self.place.is_none());
                counts += 1;
                done(counts);
                Ok(answer)
            })
        });
        outcome.map_err(|error| match error {
            Error::Contradiction { .. } => error.into(),
            // The journals of earlier counts are kept, too.
            Error::Stopped { .. } => self.unfinished(error, None),
            _ if begun.get() => self.unfinished(error, None),
            _ => error.into(),
        })
    }
}

/// A run with these observers; `begun` is set when its journal is open.
fn watch<'w>(begun: &'w Cell<bool>, observers: Vec<&'w mut dyn Observer>) -> Watch<'w> {
    let mut watch = Watch::default();
    watch.observers = observers;
    watch.repairs = Some(Box::new(|Repairs { cut, salvaged, .. }| {
        begun.set(true);
        if *cut > 0 {
            note(&format!("the journal's torn end of {cut} bytes was cut off"));
        }
        for damage in salvaged {
            let (line, what) = (damage.line, &damage.what);
            note(&format!("left out line {line} of the journal ({what})"));
        }
    }));
    watch
}

/// Observes the number of units.
#[derive(Debug)]
struct UnitObserver<'a> {
    /// 0 until the number is known.
    units: &'a AtomicUsize,
    shard: Option<Shard>,
}

impl Observer for UnitObserver<'_> {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        if let Event::RunStarted { units } = event {
            let is_ours = |id| self.shard.is_none_or(|shard| shard.has(id));
            let ours = units.iter().filter(|unit| is_ours(unit.id)).count();
            self.units.store(ours, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// The predicted time and memory, unless the run is short.
pub fn predicted(what: &str, seconds: f64, bytes: f64) -> Option<String> {
    let needs = match bytes > MUCH {
        true => format!(" and {}", memory::text(bytes as u64)),
        false => String::new(),
    };
    (seconds > SOON).then(|| format!("{what} would take about {}{needs} here", time(seconds)))
}
