//! The work of the threads of a run: they run units, and share a unit when some threads are idle.
//!
//! Towards the end of a run, or when one unit is much larger than estimated, threads run out of
//! units. The busy threads notice at their next beat and hand over parts of what they are running.
//! A [`Whole`] sums the parts. It is reported as one unit when the last part has ended, so totals
//! and journals are unaffected.

use std::any::Any;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crossbeam::channel::Sender;
use rayon::Scope;

use super::enumeration::{Enumeration, Halt};
use super::progress::{Counters, Progress};
use super::stop::Stop;
use super::tally::Tally;
use super::unit::{Part, Unit};
use super::visitor::{Beat, SolutionObserver, Visitor};
use crate::error::Error;
use crate::machine::ThreadClock;

thread_local! {
    static RUNS_UNIT: Cell<bool> = const { Cell::new(false) };
}

/// True if a panic on this thread becomes [`Error::UnitPanicked`] and the other units are kept.
pub fn catches_panics() -> bool {
    RUNS_UNIT.get()
}

/// The message of a worker whose unit has ended.
pub(super) struct Finished<'u> {
    pub unit: &'u Unit,
    pub result: Result<Tally, Error>,
    /// The total time of all threads that ran it.
    pub took: Duration,
}

/// An enumeration of any type with its solution observer. The code above this trait is compiled
/// once; only its implementations are compiled for each type.
pub(super) trait Runner: Sync {
    /// As [`Enumeration::at_once`].
    fn at_once(&self, threads: usize) -> usize;

    /// As [`Enumeration::run`].
    fn run(&self, unit: &Unit, sharing: &mut Sharing<'_, '_>) -> Result<Tally, Halt>;
}

/// The [`Runner`] of an enumeration.
pub(super) struct Observed<'a, E, W> {
    pub enumeration: &'a E,
    pub observer: &'a W,
}

impl<E: Enumeration, W: SolutionObserver<E::Solution>> Runner for Observed<'_, E, W> {
    fn at_once(&self, threads: usize) -> usize {
        self.enumeration.at_once(threads)
    }

    fn run(&self, unit: &Unit, sharing: &mut Sharing<'_, '_>) -> Result<Tally, Halt> {
        self.enumeration.run(unit, &mut UnitVisitor { observer: self.observer, sharing })
    }
}

/// The state that all workers share.
pub(super) struct Workers<'a> {
    pub runner: &'a dyn Runner,
    pub progress: &'a Progress,
    /// The caller's stop request.
    pub stop: Stop,
    /// The run's own stop request, after a failure.
    pub halt: Stop,
    pub threads: usize,
    /// The number of threads that a unit starts itself, or 1.
    pub unit_threads: u32,
    /// Unfinished units and parts; if there are fewer than threads, some threads are idle.
    pub unfinished: AtomicUsize,
    /// Nanoseconds that threads spent on units.
    pub busy: AtomicU64,
}

/// A unit and the sum of its parts.
struct Whole<'u> {
    unit: &'u Unit,
    sender: Sender<Finished<'u>>,
    sum: Mutex<Sum>,
}

/// The sum of a unit's parts so far.
struct Sum {
    /// Parts that are waiting or running.
    parts: usize,
    tally: Tally,
    took: Duration,
    failure: Option<Error>,
    /// True if a part was stopped.
    lost: bool,
}

impl Workers<'_> {
    /// Runs a unit, unless the run is over.
    pub fn run<'s>(&'s self, unit: &'s Unit, sender: &Sender<Finished<'s>>, scope: &Scope<'s>) {
        let (tally, took) = (Tally::default(), Duration::ZERO);
        let sum = Mutex::new(Sum { parts: 1, tally, took, failure: None, lost: false });
        self.work(&Arc::new(Whole { unit, sender: sender.clone(), sum }), unit, scope);
    }

    /// Runs a unit or a part of one.
    fn work<'s>(&'s self, whole: &Arc<Whole<'s>>, unit: &Unit, scope: &Scope<'s>) {
        let (began, clock) = (Instant::now(), ThreadClock::new());
        let result = if self.is_over() {
            Err(Halt::Stopped)
        } else {
            let counters = self.progress.worker(rayon::current_thread_index().unwrap_or(0));
            let last = Beat::default();
            let mut sharing =
                Sharing { workers: self, whole, scope, unit, counters, last, given: 0.0 };
            let run = AssertUnwindSafe(|| self.runner.run(unit, &mut sharing));
            RUNS_UNIT.set(true);
            let result = catch_unwind(run);
            RUNS_UNIT.set(false);
            let result = result.unwrap_or_else(|panic| {
                let (id, unit) = (whole.unit.id, whole.unit.to_string());
                Err(Halt::Failed(Error::UnitPanicked { id, unit, message: message(panic) }))
            });
            if let Ok(tally) = &result {
                let (nodes, solutions) = (tally.nodes(), solutions(tally));
                sharing.publish(Beat { nodes, solutions, done: 1.0 });
            }
            result
        };
        let took = began.elapsed();
        self.busy.fetch_add(took.as_nanos() as u64, Ordering::Relaxed);
        let took = if self.unit_threads > 1 { took * self.unit_threads } else { clock.elapsed() };
        self.unfinished.fetch_sub(1, Ordering::Relaxed);
        if whole.add(result, took) {
            self.progress.worker(rayon::current_thread_index().unwrap_or(0)).finish_unit();
        }
    }

    fn is_over(&self) -> bool {
        self.stop.is_requested() || self.halt.is_requested()
    }

    /// True if there are fewer unfinished units and parts than threads.
    fn is_short_of_work(&self) -> bool {
        self.unfinished.load(Ordering::Relaxed) < self.threads
    }
}

impl Whole<'_> {
    /// Adds one part.
    fn grow(&self) {
        self.sum.lock().unwrap_or_else(PoisonError::into_inner).parts += 1;
    }

    /// Adds the result of a part. After the last part it reports the unit and returns whether it is
    /// finished.
    fn add(&self, result: Result<Tally, Halt>, took: Duration) -> bool {
        let mut sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.parts -= 1;
        sum.took += took;
        match result {
            Ok(tally) => sum.tally.merge(&tally),
            Err(Halt::Stopped) => sum.lost = true,
            Err(Halt::Failed(error)) => sum.failure = sum.failure.take().or(Some(error)),
        }
        if sum.parts > 0 {
            return false;
        }
        let (tally, took) = (std::mem::take(&mut sum.tally), sum.took);
        let result = match sum.failure.take() {
            Some(error) => Err(error),
            None if sum.lost => return false,
            None => Ok(tally),
        };
        let is_finished = result.is_ok();
        // The owner of the run receives until every sender is gone.
        let _ = self.sender.send(Finished { unit: self.unit, result, took });
        is_finished
    }
}

/// The solutions of a tally as progress shows them.
pub(super) fn solutions(tally: &Tally) -> u64 {
    u64::try_from(&tally.weighted()).unwrap_or(u64::MAX)
}

fn message(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".into())
}

/// The link from a running unit to its run: publishes at beats, and shares the unit with idle
/// threads.
pub(super) struct Sharing<'a, 's> {
    workers: &'s Workers<'s>,
    whole: &'a Arc<Whole<'s>>,
    scope: &'a Scope<'s>,
    unit: &'a Unit,
    counters: &'a Counters,
    last: Beat,
    /// The fraction of the unit that other threads took over. The method counts it as done.
    given: f64,
}

impl Sharing<'_, '_> {
    fn publish(&mut self, now: Beat) {
        let done = (now.done - self.given).clamp(self.last.done, 1.0);
        let share = (done - self.last.done) * self.unit.share;
        self.counters.add(
            now.nodes.saturating_sub(self.last.nodes),
            now.solutions.saturating_sub(self.last.solutions),
            share,
        );
        self.last = Beat { done, ..now };
    }

    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.publish(beat);
        if self.workers.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn resume(&mut self, beat: Beat) {
        self.workers.progress.earlier().add(0, beat.solutions, beat.done * self.unit.share);
        self.last = beat;
    }

    fn relieve(&mut self, parts: &mut dyn Iterator<Item = Part>) {
        let workers = self.workers;
        while workers.is_short_of_work() {
            let Some(part) = parts.next() else { return };
            self.given += part.share;
            let (whole, part) = (Arc::clone(self.whole), part.of(self.unit));
            whole.grow();
            workers.unfinished.fetch_add(1, Ordering::Relaxed);
            self.scope.spawn(move |scope| workers.work(&whole, &part, scope));
        }
    }
}

/// The visitor that a run passes to its units.
struct UnitVisitor<'a, 'b, 's, W> {
    observer: &'a W,
    sharing: &'a mut Sharing<'b, 's>,
}

impl<S: ?Sized, W: SolutionObserver<S>> Visitor<S> for UnitVisitor<'_, '_, '_, W> {
    const NEEDS_SOLUTIONS: bool = W::NEEDS_SOLUTIONS;

    #[inline(always)]
    fn solution(&mut self, solution: &S) -> ControlFlow<()> {
        self.observer.see(solution);
        ControlFlow::Continue(())
    }

    #[inline(never)]
    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.sharing.beat(beat)
    }

    fn resume(&mut self, beat: Beat) {
        self.sharing.resume(beat);
    }

    fn relieve(&mut self, parts: &mut dyn Iterator<Item = Part>) {
        self.sharing.relieve(parts);
    }
}
