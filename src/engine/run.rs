//! `Run`: one enumeration over a work-stealing pool.
//!
//! Workers take units from rayon and send their tallies through a channel. The calling thread owns
//! the total: it first reports units to the observers, lets them settle batches of at most a
//! second, and then adds the units. A stop ends the running units at their next beat; finished
//! units still count. A failing unit ends the run in the same way, unless observers record units:
//! then the other units are run to the end. A thread that finds no unit left takes over a part of a
//! running one.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use crossbeam::channel::unbounded;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::enumeration::Enumeration;
use super::event::{Event, Observer, Observers};
use super::progress::Progress;
use super::shard::Shard;
use super::stop::Stop;
use super::tally::Tally;
use super::unit::{Plan, Unit};
use super::visitor::{SolutionObserver, Unobserved};
use super::worker::{Observed, Runner, Workers, solutions};
use crate::error::{Error, Shortage};
use crate::machine::cores;

/// A run being prepared.
///
/// ```
/// use cavalcade::engine::Run;
/// use cavalcade::queens::{QueensQuestion, QueensSearch};
/// let search = QueensSearch::new(QueensQuestion::new(8)?);
/// let outcome = Run::new(&search).threads(2).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "92");
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[must_use = "nothing is run before execute"]
pub struct Run<'a, E, W = Unobserved> {
    enumeration: &'a E,
    observer: W,
    plan: Option<Plan>,
    terms: Terms<'a>,
}

/// The settings of a run.
struct Terms<'a> {
    threads: usize,
    stop: Stop,
    progress: Option<&'a Progress>,
    shard: Shard,
    done: HashMap<usize, Tally>,
    observers: Observers<'a>,
}

/// How a run ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The tally of the trunk and of the shard's finished units, including those of earlier runs.
    pub tally: Tally,
    /// True if every unit of the shard is counted.
    pub complete: bool,
    /// Units counted.
    pub finished: usize,
    /// Units of the shard.
    pub units: usize,
    /// The time from the first unit's start to the last one's end.
    pub took: Duration,
    /// The total time that threads waited for work in this interval.
    pub idle: Duration,
}

impl<'a, E: Enumeration> Run<'a, E> {
    /// A run with one thread per core and no observers.
    pub fn new(enumeration: &'a E) -> Run<'a, E> {
        let terms = Terms {
            threads: cores(),
            stop: Stop::new(),
            progress: None,
            shard: Shard::WHOLE,
            done: HashMap::new(),
            observers: Observers::default(),
        };
        Run { enumeration, observer: Unobserved, plan: None, terms }
    }

    /// Shows every solution that the method visits, on the thread that found it. A method that
    /// searches up to symmetry visits one solution of each symmetry class.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use cavalcade::engine::Run;
    /// use cavalcade::queens::{QueensQuestion, QueensSearch};
    /// let search = QueensSearch::new(QueensQuestion::new(8)?);
    /// let seen = AtomicU64::new(0);
    /// let see = |_: &[u8]| drop(seen.fetch_add(1, Ordering::Relaxed));
    /// Run::new(&search).observe_solutions(see).execute()?;
    /// assert_eq!(seen.into_inner(), 12); // one of each class
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    pub fn observe_solutions<W: SolutionObserver<E::Solution>>(self, observer: W) -> Run<'a, E, W> {
        let Run { enumeration, plan, terms, .. } = self;
        Run { enumeration, observer, plan, terms }
    }
}

impl<'a, E: Enumeration, W: SolutionObserver<E::Solution>> Run<'a, E, W> {
    /// The number of worker threads, at least one.
    pub fn threads(mut self, threads: usize) -> Self {
        self.terms.threads = threads.max(1);
        self
    }

    /// Ends when `stop` is requested.
    pub fn stop(mut self, stop: &Stop) -> Self {
        self.terms.stop = stop.clone();
        self
    }

    /// Publishes to these counters.
    pub fn progress(mut self, progress: &'a Progress) -> Self {
        self.terms.progress = Some(progress);
        self
    }

    /// Uses this plan of the enumeration instead of making it again.
    pub fn plan(mut self, plan: Plan) -> Self {
        self.plan = Some(plan);
        self
    }

    /// The enumeration.
    pub fn enumeration(&self) -> &'a E {
        self.enumeration
    }

    /// Runs the units of one shard only.
    pub fn shard(mut self, shard: Shard) -> Self {
        self.terms.shard = shard;
        self
    }

    /// Adds the tallies of units that an earlier run finished, instead of running them.
    pub fn done(mut self, tallies: HashMap<usize, Tally>) -> Self {
        self.terms.done = tallies;
        self
    }

    /// Adds an observer; it receives events after those added before.
    pub fn observe(mut self, observer: &'a mut dyn Observer) -> Self {
        self.terms.observers.0.push(observer);
        self
    }

    /// Runs every unit that is not done yet, and returns when all have ended.
    ///
    /// # Errors
    /// The error of an observer or a unit, including a unit's panic; and [`Shortage::Threads`]. All
    /// other units are reported to the observers first.
    pub fn execute(self) -> Result<Outcome, Error> {
        let plan = self.plan.unwrap_or_else(|| self.enumeration.plan());
        let runner = Observed { enumeration: self.enumeration, observer: &self.observer };
        self.terms.execute(plan, &runner)
    }
}

impl Terms<'_> {
    fn execute(mut self, plan: Plan, runner: &dyn Runner) -> Result<Outcome, Error> {
        let Plan { units, trunk } = plan;
        let began = Instant::now();
        self.observers.tell(&Event::RunStarted { units: &units })?;
        let mut total = trunk;
        let mut finished = 0;
        let mut left = Vec::new();
        let mut ours: Vec<Unit> =
            units.into_iter().filter(|unit| self.shard.has(unit.id)).collect();
        let count = ours.len();
        // Progress is relative to the units of this shard, not of the whole plan.
        let all: f64 = ours.iter().map(|unit| unit.share).sum();
        if all > 0.0 {
            ours.iter_mut().for_each(|unit| unit.share /= all);
        }
        for unit in &ours {
            let Some(tally) = self.done.get(&unit.id) else {
                left.push(unit);
                continue;
            };
            self.observers.tell(&Event::UnitKnown { unit, tally })?;
            total.merge(tally);
            finished += 1;
            if let Some(progress) = self.progress {
                progress.earlier().add(0, solutions(tally), unit.share);
                progress.earlier().finish_unit();
            }
        }
        let mut idle = Duration::ZERO;
        let mut failure = None;
        if !left.is_empty() {
            (failure, idle) = self.spread(runner, &left, &mut total, &mut finished)?;
        }
        let complete = finished == count;
        self.observers.tell(&Event::RunFinished { complete })?;
        match failure {
            Some(error) => Err(error),
            None => Ok(Outcome {
                tally: total,
                complete,
                finished,
                units: count,
                took: began.elapsed(),
                idle,
            }),
        }
    }

    /// Starts the pool and owns the total until all workers have ended. Returns the first failure
    /// and the idle time of the threads.
    fn spread(
        &mut self,
        runner: &dyn Runner,
        left: &[&Unit],
        total: &mut Tally,
        finished: &mut usize,
    ) -> Result<(Option<Error>, Duration), Error> {
        let asked = runner.at_once(self.threads).max(1);
        let (pool, threads) = pool(asked)?;
        let unseen = Progress::new(1);
        let workers = Workers {
            runner,
            progress: self.progress.unwrap_or(&unseen),
            stop: self.stop.clone(),
            halt: Stop::new(),
            threads,
            unit_threads: (self.threads / asked).max(1) as u32,
            unfinished: AtomicUsize::new(left.len()),
            busy: AtomicU64::new(0),
        };
        let (sender, receiver) = unbounded();
        let observers = &mut self.observers;
        std::thread::scope(|scope| {
            let workers = &workers;
            let owner = Builder::new().spawn_scoped(scope, move || {
                let began = Instant::now();
                pool.scope(|scope| {
                    // One unit at a time, so that threads end at about the same time.
                    let units = left.par_iter().with_max_len(1);
                    units.for_each(|unit| workers.run(unit, &sender, scope));
                });
                drop(sender);
                began.elapsed() * threads as u32
            });
            let pool =
                owner.map_err(|source| Shortage::Threads { threads: 1, source: source.into() })?;
            let failure = observers.collect(&receiver, &workers.halt, total, finished);
            let all = pool.join().unwrap_or_else(|panic| resume_unwind(panic));
            let busy = Duration::from_nanos(workers.busy.load(Ordering::Relaxed));
            Ok((failure, all.saturating_sub(busy)))
        })
    }
}

/// A pool of `asked` threads, or of fewer if the system grants no more at the moment; and its size.
fn pool(asked: usize) -> Result<(rayon::ThreadPool, usize), Shortage> {
    let mut threads = asked;
    loop {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => return Ok((pool, threads)),
            Err(_) if threads > 1 => {
                // Threads that did start end in the meantime and free their stacks.
                std::thread::sleep(Duration::from_millis(20));
                threads /= 2;
            }
            Err(source) => return Err(Shortage::Threads { threads, source: source.into() }),
        }
    }
}
