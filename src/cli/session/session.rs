//! `Session`: runs the questions of a command line with its threads, progress, signals and output.

use std::cell::Cell;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use cavalcade::convention::Label;
use cavalcade::engine::{Progress, Shard, Stop};
use cavalcade::error::Shortage;
use cavalcade::journal::ranges;
use cavalcade::method::{Choice, Layers as Layered, Means};
use cavalcade::question::Question;
use cavalcade::render::{self, Format};
use cavalcade::solve::{Answer, Place, Prepared, Repairs, Solve, Watch};
use cavalcade::{Error, machine};

use super::exit::{self, GOES_ON, Unfinished, Usage, Verdict, note};
use super::layers::Layers;
use super::progress::Seen;
use super::room::given;
use super::signals::Signals;
use super::watching::{UnitsHeard, Watching};
use super::{invocation, part};
use crate::cli::args::{Common, Keep, Part, Shown, SweepArgs, Watched};
use crate::cli::input::{memory, shard};
use crate::cli::page::{Page, Place as Destination};
use crate::cli::words::{LONG, counted, time};

/// Random descents for the first estimate of a run's nodes.
const GUESSES: u32 = 100;

/// After this time a message says what the program is waiting for.
const A_WHILE: Duration = Duration::from_secs(10);

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
    quiet: bool,
    verbose: bool,
    pub(super) signals: Signals,
    watching: Watching,
    layers: Layers,
    sweep: Option<SweepArgs>,
    pub(super) place: Option<Place>,
    destination: Destination,
    salvage: bool,
    shard: Option<Shard>,
    /// True if nothing runs, and the remaining shards are listed.
    lists_shards: bool,
}

impl Session {
    /// Sets up threads and signal handlers: see [`Signals`].
    pub fn new(common: &Common) -> anyhow::Result<Session> {
        let asked = common.threads.map_or_else(machine::cores, usize::from);
        let signals = Signals::listen()?;
        let (threads, memory) = given(asked, common.memory, common.quiet)?;
        Ok(Session {
            threads,
            memory,
            lockless: false,
            stop: signals.stop.clone(),
            quiet: common.quiet,
            verbose: false,
            watching: Watching::new(common.quiet, signals.asked()),
            signals,
            layers: Layers::new(false),
            sweep: None,
            place: None,
            destination: Destination::Stdout,
            salvage: false,
            shard: None,
            lists_shards: false,
        })
    }

    /// Configures progress from the flags.
    pub fn watching(self, args: &Watched) -> anyhow::Result<Session> {
        Ok(Session { watching: self.watching.with(args)?, ..self })
    }

    /// Configures progress for a command that runs no units.
    pub fn showing(self, args: Shown) -> Session {
        Session { watching: self.watching.showing(args), ..self }
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

    /// Redirects answers from stdout.
    pub fn writing(mut self, destination: Destination) -> anyhow::Result<Session> {
        destination.check()?;
        self.destination = destination;
        Ok(self)
    }

    /// The destination of answers.
    pub fn destination(&self) -> &Destination {
        &self.destination
    }

    pub fn page(&self) -> anyhow::Result<Page> {
        self.destination.page()
    }

    /// Enables details on stderr.
    pub fn verbose(mut self, verbose: bool) -> Session {
        self.verbose = verbose;
        self
    }

    /// Configures the journal and the shard of a command line with one question.
    pub fn kept(mut self, keep: &Keep, part: &Part) -> anyhow::Result<Session> {
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
            self.note(
                "--no-lock: where there are no locks, a second run on the same files harms both",
            );
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
        let mut heard = UnitsHeard { units: &units, shard: self.shard };
        // An error while opening the journal is not an interrupted run.
        let begun = Cell::new(self.place.is_none());
        let outcome = self.shown(
            &what,
            &units,
            move || guess(GUESSES) / shards,
            |progress| {
                let mut watch = Watch::default();
                watch.progress = Some(progress);
                watch.observers = vec![&mut heard, &mut signals];
                watch.repairs = Some(Box::new(|repairs| {
                    begun.set(true);
                    self.note_repairs(repairs);
                }));
                run(watch)
            },
        );
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
            let units = || Seen::Units { now: progress.snapshot(), of, expected };
            (self.layers.further().unwrap_or_else(units), self.layers.text())
        };
        self.watching.during(what, Box::new(look), || self.signals.over(run(&progress)))
    }

    /// Runs a task that counts its steps, at most `of`. No line is drawn if the output goes to the
    /// same terminal.
    pub fn steps<T>(
        &self,
        what: &str,
        of: Option<u64>,
        noun: &'static str,
        is_undrawn: bool,
        run: impl FnOnce(&AtomicU64) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.watching.clone().undrawn(is_undrawn).steps(what, of, noun, run)
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
            (true, true) if layers => "this goes on from the last layer that is kept:",
            (true, true) if nothing && prepared.is_some() => exit::BEGINS_AGAIN,
            (true, true) => GOES_ON,
            (true, false) => "run the unit alone, or go on from here:",
            (false, false) => "this runs the unit alone:",
            (false, true) if prepared.is_some() => "run the same command to start again",
            (false, true) => "",
        };
        if self.signals.keeps() {
            commands.push(invocation::command());
        }
        Unfinished { error: error.into(), remedy, commands }.into()
    }

    pub(super) fn note_repairs(&self, repairs: &Repairs) {
        if repairs.cut > 0 {
            self.note(&format!("the journal's torn end of {} bytes was cut off", repairs.cut));
        }
        for damage in &repairs.salvaged {
            let (line, what) = (damage.line, &damage.what);
            self.note(&format!("left out line {line} of the journal ({what})"));
        }
    }

    /// Counts one question, prints the answer in this format, and compares it with published
    /// counts.
    pub fn report(&self, solve: Solve<'_>, format: Format) -> anyhow::Result<Verdict> {
        let prepared = self.prepared(solve)?;
        if let Some(shard) = self.shard {
            return self.report_part(&prepared, shard, format);
        }
        self.warn(&prepared, SHARED);
        self.print(&self.answer(&prepared)?, format)
    }

    /// Warns on stderr before a run of weeks or years, with an alternative.
    pub fn warn(&self, prepared: &Prepared, instead: &str) {
        long(prepared, instead).iter().for_each(|line| self.note(line));
    }

    /// Prints an answer, and its cost on stderr.
    pub fn print(&self, answer: &Answer, format: Format) -> anyhow::Result<Verdict> {
        let mut page = self.page()?;
        render::answers(format, page.width(), [answer], &mut page)?;
        page.end()?;
        Ok(self.tell(answer))
    }

    /// Reports the cost of a printed answer. Returns whether it agrees with published counts.
    pub fn tell(&self, answer: &Answer) -> Verdict {
        render::cost(answer).iter().for_each(|cost| self.note(cost));
        self.tell_memory();
        if answer.agrees() { Verdict::Agrees } else { Verdict::Disagrees }
    }

    /// Counts the units of a shard and prints their sum, or prints the remaining shards.
    fn report_part(
        &self,
        prepared: &Prepared,
        shard: Shard,
        format: Format,
    ) -> anyhow::Result<Verdict> {
        let (document, line, verdict) = if self.lists_shards {
            let left = ranges(&prepared.shards_left()?);
            let all = left.is_empty();
            let document = part::missing(Some(prepared.question()), Some(shard.of() as u64), &left);
            (document, left, if all { Verdict::Agrees } else { Verdict::Incomplete })
        } else {
            let units = self.run(prepared, |watch| prepared.run_shard(watch))?;
            let (document, line) = part::counted(prepared, shard, &units);
            (document, line, Verdict::Agrees)
        };
        document.write(format, self.page()?, |page| Ok(writeln!(page, "{line}")?))?;
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
            self.note(line);
        }
    }

    /// Prints a line on stderr, unless quiet.
    pub fn note(&self, line: &str) {
        note(self.quiet, line);
    }

    /// Prepares a question, with a message if that takes long.
    ///
    /// # Errors
    /// As [`Solve::prepare`].
    pub fn prepared(&self, solve: Solve<'_>) -> Result<Prepared, Error> {
        let (ready, waits) = channel::<()>();
        scope(|scope| {
            let tell = move || {
                if waits.recv_timeout(A_WHILE) == Err(RecvTimeoutError::Timeout) {
                    self.note(
                        "looking at what it would take, slice by slice: minutes on large boards",
                    );
                }
            };
            // If no thread can be started, the message is omitted.
            let _ = Builder::new().spawn_scoped(scope, tell);
            let prepared = solve.prepare();
            drop(ready);
            if let Ok(fewer) = prepared.as_ref().map(Prepared::threads)
                && fewer < self.threads
            {
                let of = counted(self.threads as u64, "thread");
                self.note(&format!("there is memory for {fewer} of {of}"));
            }
            prepared
        })
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
            run(&mut |question| {
                let prepared = self.solve(question, choice.clone()).prepare()?;
                let mut signals = self.signals.clone();
                let mut watch = Watch::default();
                watch.observers = vec![&mut signals];
                watch.repairs = Some(Box::new(|repairs| {
                    begun.set(true);
                    self.note_repairs(repairs);
                }));
                let answer = self.signals.over(prepared.run(watch))?;
                begun.set(self.place.is_none());
                done.fetch_add(1, Ordering::Relaxed);
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

/// The note before a run that is not short. For a run of weeks or years it contains an alternative.
pub fn long(prepared: &Prepared, instead: &str) -> Option<String> {
    let cost = prepared.cost().ok().filter(|_| prepared.obstacle().is_none())?;
    let Label { board, kind, .. } = prepared.question().label();
    let seconds = cost.expected_seconds();
    let line = predicted(&format!("{board} {kind}"), seconds, cost.bytes)?;
    Some(match seconds > LONG {
        true => format!("{line}; --journal keeps what is counted, and {instead}"),
        false => line,
    })
}

/// The predicted time and memory, unless the run is short.
pub fn predicted(what: &str, seconds: f64, bytes: f64) -> Option<String> {
    let needs = match bytes > MUCH {
        true => format!(" and {}", memory::text(bytes as u64)),
        false => String::new(),
    };
    (seconds > SOON).then(|| format!("{what} would take about {}{needs} here", time(seconds)))
}
