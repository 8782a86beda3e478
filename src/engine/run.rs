//! `Run`: one enumeration over a work-stealing pool.
//!
//! Workers take units from rayon and send what they counted through a channel; the
//! calling thread owns the total: it tells the observers first, lets them settle what they
//! heard, in batches at most a second long, and adds the units after. A stop ends the units
//! at their next beat, and what was finished by then is still counted. A unit that fails
//! ends the run the same way, unless observers keep the others: these are run to the end.

use std::any::Any;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, Sender, unbounded};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::enumeration::{Enumeration, Halt};
use super::event::{Event, Observer};
use super::progress::{Counters, Progress};
use super::shard::Shard;
use super::stop::Stop;
use super::tally::Tally;
use super::unit::{Plan, Unit};
use super::visitor::{Beat, Visitor};
use crate::error::Error;

/// The first batch of finished units is settled so soon: a short run that is killed keeps
/// something, too. Each next one may take twice as long.
const FIRST_BATCH: Duration = Duration::from_millis(10);

/// The longest that a finished unit waits for the others of its batch.
const LONGEST_BATCH: Duration = Duration::from_millis(900);

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
pub struct Run<'a, E> {
    enumeration: &'a E,
    threads: usize,
    stop: Stop,
    progress: Option<&'a Progress>,
    plan: Option<Plan>,
    shard: Shard,
    done: HashMap<usize, Tally>,
    observers: Vec<&'a mut dyn Observer>,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was counted: the trunk and the finished units of the shard, those of earlier
    /// runs included.
    pub tally: Tally,
    /// True if every unit of the shard is counted.
    pub complete: bool,
    /// Units counted.
    pub finished: usize,
    /// Units of the shard.
    pub units: usize,
    /// From the first unit's start to the last one's end.
    pub took: Duration,
}

impl<'a, E: Enumeration> Run<'a, E> {
    /// A run on one thread for each core, that nobody observes.
    pub fn new(enumeration: &'a E) -> Run<'a, E> {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Run {
            enumeration,
            threads,
            stop: Stop::new(),
            progress: None,
            plan: None,
            shard: Shard::WHOLE,
            done: HashMap::new(),
            observers: Vec::new(),
        }
    }

    /// The number of worker threads, at least one.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Ends when `stop` is requested.
    pub fn stop(mut self, stop: &Stop) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Publishes to these counters.
    pub fn progress(mut self, progress: &'a Progress) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Takes this plan of the enumeration instead of making it once more.
    pub fn plan(mut self, plan: Plan) -> Self {
        self.plan = Some(plan);
        self
    }

    /// Runs the units of one shard only.
    pub fn shard(mut self, shard: Shard) -> Self {
        self.shard = shard;
        self
    }

    /// Takes the tallies of units that an earlier run finished instead of running them.
    pub fn done(mut self, tallies: HashMap<usize, Tally>) -> Self {
        self.done = tallies;
        self
    }

    /// Tells this observer too, after those before it.
    pub fn observe(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observers.push(observer);
        self
    }

    /// Runs every unit that is not done yet, and returns when all have ended.
    ///
    /// # Errors
    /// What an observer or a unit fails with, a unit's panic included; and
    /// [`Error::Threads`]. All other units are told to the observers first.
    pub fn execute(mut self) -> Result<Outcome, Error> {
        let began = Instant::now();
        let Plan { units, trunk } = self.plan.take().unwrap_or_else(|| self.enumeration.plan());
        self.tell(&Event::RunStarted { units: &units })?;
        let mut total = trunk;
        let mut finished = 0;
        let mut left = Vec::new();
        let mut count = 0;
        let ours = units.iter().filter(|unit| self.shard.has(unit.id)).inspect(|_| count += 1);
        for unit in ours {
            let Some(tally) = self.done.get(&unit.id) else {
                left.push(unit);
                continue;
            };
            total.merge(tally);
            finished += 1;
            if let Some(progress) = self.progress {
                progress.earlier().add(0, solutions(tally), unit.share);
                progress.earlier().finish_unit();
            }
        }
        let failure =
            if left.is_empty() { None } else { self.spread(&left, &mut total, &mut finished)? };
        let complete = finished == count;
        self.tell(&Event::RunFinished { complete })?;
        match failure {
            Some(error) => Err(error),
            None => Ok(Outcome {
                tally: total,
                complete,
                finished,
                units: count,
                took: began.elapsed(),
            }),
        }
    }

    /// Starts the pool, owns the total until all workers have ended, and returns the
    /// first failure.
    fn spread(
        &mut self,
        left: &[&Unit],
        total: &mut Tally,
        finished: &mut usize,
    ) -> Result<Option<Error>, Error> {
        let threads = self.enumeration.at_once(self.threads).max(1);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|source| Error::Threads { threads, source })?;
        let unseen = Progress::new(1);
        let crew = Crew {
            enumeration: self.enumeration,
            progress: self.progress.unwrap_or(&unseen),
            stop: self.stop.clone(),
            halt: Stop::new(),
        };
        let (sender, receiver) = unbounded();
        std::thread::scope(|scope| {
            let crew = &crew;
            scope.spawn(move || {
                pool.install(|| {
                    // One at a time: the largest units come first and the pool ends even.
                    left.par_iter().with_max_len(1).for_each(|unit| crew.work(unit, &sender));
                });
            });
            Ok(self.collect(&receiver, &crew.halt, total, finished))
        })
    }

    /// Receives until the workers hang up. After an observer's failure nothing more is
    /// counted, but the workers are heard to their end.
    fn collect(
        &mut self,
        receiver: &Receiver<Finished<'_>>,
        halt: &Stop,
        total: &mut Tally,
        finished: &mut usize,
    ) -> Option<Error> {
        let mut failure = None;
        let mut deaf = false;
        let mut patience = FIRST_BATCH;
        while let Ok(first) = receiver.recv() {
            let deadline = Instant::now() + patience;
            patience = (2 * patience).min(LONGEST_BATCH);
            let more = std::iter::from_fn(|| receiver.recv_deadline(deadline).ok());
            let mut batch = Vec::new();
            for Finished { unit, result, took } in std::iter::once(first).chain(more) {
                match result {
                    Ok(tally) => batch.push((unit, tally, took)),
                    Err(error) => {
                        failure.get_or_insert(error);
                        if self.observers.is_empty() {
                            halt.request();
                        }
                    }
                }
            }
            if deaf {
                continue;
            }
            if let Err(error) = self.settle(&batch) {
                deaf = true;
                halt.request();
                failure.get_or_insert(error);
                continue;
            }
            *finished += batch.len();
            batch.iter().for_each(|(_, tally, _)| total.merge(tally));
        }
        failure
    }

    /// Tells the observers of a batch and lets them make sure of it.
    fn settle(&mut self, batch: &[(&Unit, Tally, Duration)]) -> Result<(), Error> {
        for &(unit, ref tally, took) in batch {
            self.tell(&Event::UnitFinished { unit, tally, took })?;
        }
        self.observers.iter_mut().try_for_each(|observer| observer.settle())
    }

    fn tell(&mut self, event: &Event<'_>) -> Result<(), Error> {
        self.observers.iter_mut().try_for_each(|observer| observer.hear(event))
    }
}

/// What a worker sends when a unit has ended by itself.
struct Finished<'u> {
    unit: &'u Unit,
    result: Result<Tally, Error>,
    took: Duration,
}

/// What all workers share.
struct Crew<'a, E> {
    enumeration: &'a E,
    progress: &'a Progress,
    /// The caller's request.
    stop: Stop,
    /// The run's own: something failed.
    halt: Stop,
}

impl<E: Enumeration> Crew<'_, E> {
    fn work<'u>(&self, unit: &'u Unit, sender: &Sender<Finished<'u>>) {
        if self.is_over() {
            return;
        }
        let began = Instant::now();
        let counters = self.progress.worker(rayon::current_thread_index().unwrap_or(0));
        let mut counting = Counting { crew: self, unit, counters, last: Beat::default() };
        let run = AssertUnwindSafe(|| self.enumeration.run(unit, &mut counting));
        let result = match catch_unwind(run) {
            Ok(Ok(tally)) => {
                let (nodes, solutions) = (tally.nodes(), solutions(&tally));
                counting.publish(Beat { nodes, solutions, done: 1.0 });
                counters.finish_unit();
                Ok(tally)
            }
            Ok(Err(Halt::Stopped)) => return,
            Ok(Err(Halt::Failed(error))) => Err(error),
            Err(panic) => {
                let (id, unit) = (unit.id, unit.to_string());
                Err(Error::UnitPanicked { id, unit, message: message(panic) })
            }
        };
        // The owner of the run receives until every sender is gone.
        let _ = sender.send(Finished { unit, result, took: began.elapsed() });
    }

    fn is_over(&self) -> bool {
        self.stop.is_requested() || self.halt.is_requested()
    }
}

/// What the progress shows of a tally.
fn solutions(tally: &Tally) -> u64 {
    u64::try_from(&tally.weighted()).unwrap_or(u64::MAX)
}

fn message(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".into())
}

/// The visitor of a counting run: looks at no solution, publishes at beats.
struct Counting<'a, E> {
    crew: &'a Crew<'a, E>,
    unit: &'a Unit,
    counters: &'a Counters,
    last: Beat,
}

impl<E> Counting<'_, E> {
    fn publish(&mut self, now: Beat) {
        let done = now.done.clamp(self.last.done, 1.0);
        let share = (done - self.last.done) * self.unit.share;
        self.counters.add(
            now.nodes.saturating_sub(self.last.nodes),
            now.solutions.saturating_sub(self.last.solutions),
            share,
        );
        self.last = Beat { done, ..now };
    }
}

impl<E: Enumeration> Visitor<E::Solution> for Counting<'_, E> {
    const LOOKS: bool = false;

    #[inline(always)]
    fn solution(&mut self, _: &E::Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(never)]
    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.publish(beat);
        if self.crew.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
