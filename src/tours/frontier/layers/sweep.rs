//! `Sweep`: eliminates the vertices in order, one layer after the other.
//!
//! The states of a layer are distributed over the threads in blocks. Their successors go into
//! partitions by hash, and each partition is merged by one thread in a table that fits in its
//! cache. A layer whose successors do not fit in memory is processed in rounds: a part is expanded
//! and merged, then the next part is merged into the result.
//!
//! The states of a layer depend only on the plan. Cuts are learned from the states with the least
//! hashes, so state counts do not depend on threads, memory or time.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::layer::{Block, BlockBudget, Layer, Spread, SweepState};
use super::worker::Worker;
use crate::engine::in_parallel;
use crate::method::LayerReport;
use crate::simd::prefetch;
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::plan::SweepPlan;
use crate::tours::frontier::transition::{Backend, Cut, Samples, learn};

/// Smaller layers are left to one thread.
const ALONE: usize = 20_000;
/// Cuts are learned for larger layers only: learning takes as long as expanding about this number
/// of states.
const WORTH_CUTS: usize = 300_000;
/// Blocks that a thread takes at a time.
const HELPING: usize = 8;
/// Each thread fills a block of each partition. These blocks take at most this part of the memory;
/// the rest determines the number of rounds of a layer.
const FOR_OPEN: usize = 4;

/// A running sweep.
pub struct Sweep<'a, 'w, B: Backend, A: Arithmetic> {
    pub plan: &'a SweepPlan,
    pub budget: &'a BlockBudget,
    pub workers: Vec<Worker<'a, B::Key, A>>,
    pub watch: &'a mut Watch<'w>,
    pub report: LayerReport,
    /// How far the sweep is ahead of its current step.
    pub ahead: usize,
    backend: std::marker::PhantomData<B>,
}

/// The blocks of a layer.
type Blocks<B, A> = Vec<Block<<B as Backend>::Key, <A as Arithmetic>::Value>>;

impl<'a, 'w, B: Backend, A: Arithmetic> Sweep<'a, 'w, B, A> {
    /// A sweep before its first step.
    pub fn new(
        plan: &'a SweepPlan,
        budget: &'a BlockBudget,
        limits: &Limits,
        watch: &'a mut Watch<'w>,
        arithmetic: A,
    ) -> Self {
        let report = LayerReport {
            layers: plan.steps.len(),
            numbers: A::NAME,
            bytes_each: size_of::<(B::Key, A::Value)>(),
            ..LayerReport::default()
        };
        let mut workers: Vec<Worker<'a, B::Key, A>> = Vec::new();
        workers.resize_with(limits.threads.max(1), || Worker::new(budget, arithmetic));
        let backend = std::marker::PhantomData;
        Sweep { plan, budget, workers, watch, report, ahead: 0, backend }
    }

    /// Expands the layer by one step.
    pub fn advance(
        &mut self,
        reached: &mut SweepState<B::Key, A::Value>,
        at: usize,
    ) -> Result<(), Ended> {
        let states = reached.layer.len();
        let expected = reached.expected();
        reached.profile.push(states as u64);
        let spread = reached.layer.spread;
        let layer = std::mem::replace(&mut reached.layer, Layer::empty(spread));
        reached.layer = self.step(at, layer, states, expected)?;
        reached.growth = reached.layer.len() as f64 / states as f64;
        reached.at += 1;
        Ok(())
    }

    /// The tours completed so far.
    pub fn total(&self, arithmetic: A) -> Result<A::Value, Ended> {
        let mut overflow = false;
        let sum = self.workers.iter().fold(A::ZERO, |sum, worker| {
            overflow |= worker.overflow;
            arithmetic.sum(sum, worker.total, &mut overflow)
        });
        if overflow { Err(Ended::Overflow) } else { Ok(sum) }
    }

    /// Expands one layer into the next.
    fn step(
        &mut self,
        at: usize,
        layer: Layer<B::Key, A::Value>,
        states: usize,
        expected: usize,
    ) -> Result<Layer<B::Key, A::Value>, Ended> {
        let spread = Spread::of::<B::Key, A::Value>(at, expected);
        let cuts = self.learn(at, layer.sample(Self::sampled(states)), states);
        self.begin(at, states, cuts.len())?;
        let backend = B::new(&self.plan.steps[at], &cuts);
        let helpers = if states < ALONE { 1 } else { self.helpers(spread) };
        self.even_out(helpers);
        let mut input = layer.into_blocks();
        let blocks = input.len();
        let mut next: Vec<Vec<Block<B::Key, A::Value>>> = Vec::new();
        next.resize_with(spread.partitions(), Vec::new);
        self.workers.iter_mut().for_each(|worker| worker.prepare(spread));
        while !input.is_empty() {
            if self.is_full(spread, helpers) {
                return Err(Ended::Memory(self.report));
            }
            input = self.generate(at, &backend, input, blocks, helpers)?;
            next = self.merge(next, expected / spread.partitions(), helpers);
            if self.workers.iter().any(|worker| worker.overflow) {
                return Err(Ended::Overflow);
            }
        }
        Ok(Layer { partitions: next, spread })
    }

    /// The number of threads that generate successors for this number of partitions: fewer threads
    /// instead of endless rounds.
    fn helpers(&self, spread: Spread) -> usize {
        let most = self.budget.limit() / FOR_OPEN / spread.partitions();
        self.workers.len().min(most.max(1))
    }

    /// True if a round could not process a good part of the layer; the rounds would never end.
    fn is_full(&self, spread: Spread, helpers: usize) -> bool {
        let room = self.budget.left() + self.free();
        let least = HELPING * helpers * 4 + spread.partitions() * helpers;
        room < least + self.budget.limit() / 32
    }

    /// Reports a layer that is about to be expanded.
    pub fn begin(&mut self, at: usize, states: usize, cuts: usize) -> Result<(), Ended> {
        self.report = LayerReport {
            layer: at + self.ahead,
            states: states as u64,
            done: 0.0,
            states_so_far: self.report.states_so_far + states as u64,
            transitions: self.transitions(),
            bytes: self.bytes(),
            cuts,
            ..self.report
        };
        match (self.watch)(&self.report) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Ended::Stopped),
        }
    }

    /// Generates successors until the input or the memory is used up; returns the remaining input.
    fn generate(
        &mut self,
        at: usize,
        backend: &B,
        input: Blocks<B, A>,
        blocks: usize,
        helpers: usize,
    ) -> Result<Blocks<B, A>, Ended> {
        let step = &self.plan.steps[at];
        let budget = self.budget;
        let queue = Mutex::new(input);
        let stop = AtomicBool::new(false);
        let work = |worker: &mut Worker<'_, B::Key, A>,
                    beat: &mut dyn FnMut(usize, u64) -> bool| {
            while !stop.load(Ordering::Relaxed) {
                if worker.free.len() < 4 * HELPING && budget.left() == 0 {
                    return;
                }
                let (task, left) = {
                    let mut queue = queue.lock().expect("no worker panics with the queue");
                    let keep = queue.len().saturating_sub(HELPING);
                    (queue.split_off(keep), keep)
                };
                if task.is_empty() {
                    return;
                }
                for block in task {
                    worker.generate(backend, step, block);
                }
                if !beat(left, worker.transitions) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        let mut flow = ControlFlow::Continue(());
        let before: u64 = self.workers[1..].iter().map(|worker| worker.transitions).sum();
        let (watch, report) = (&mut self.watch, &mut self.report);
        in_parallel(
            &mut self.workers[..helpers],
            |worker| {
                work(worker, &mut |left, transitions| {
                    report.done = 1.0 - left as f64 / blocks as f64;
                    report.transitions = before + transitions;
                    flow = watch(report);
                    flow.is_continue()
                });
            },
            |worker| work(worker, &mut |_, _| true),
        );
        if flow.is_break() {
            return Err(Ended::Stopped);
        }
        Ok(queue.into_inner().expect("no worker panics with the queue"))
    }

    /// Merges the successors of every partition with its earlier ones.
    fn merge(
        &mut self,
        before: Vec<Vec<Block<B::Key, A::Value>>>,
        expected: usize,
        helpers: usize,
    ) -> Vec<Vec<Block<B::Key, A::Value>>> {
        let mut lists = before;
        for worker in &mut self.workers {
            for (list, harvest) in lists.iter_mut().zip(worker.harvest()) {
                list.extend(harvest);
            }
        }
        let lists: Vec<Mutex<_>> = lists.into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        let work = |worker: &mut Worker<'_, B::Key, A>| {
            while let Some(list) = lists.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut list = list.lock().expect("each partition is locked once");
                let blocks = std::mem::take(&mut *list);
                *list = worker.merge(blocks, expected, |place| prefetch(place));
            }
        };
        in_parallel(&mut self.workers[..helpers], work, work);
        self.even_out(helpers);
        let unlocked = |list: Mutex<_>| list.into_inner().expect("each partition is locked once");
        lists.into_iter().map(unlocked).collect()
    }

    /// Gives each of `helpers` workers the same number of free blocks, and the other workers none.
    fn even_out(&mut self, helpers: usize) {
        let mut free: Vec<Block<B::Key, A::Value>> = Vec::with_capacity(self.free());
        self.workers.iter_mut().for_each(|worker| free.append(&mut worker.free));
        let each = free.len().div_ceil(helpers);
        for worker in &mut self.workers[..helpers] {
            worker.free = free.split_off(free.len().saturating_sub(each));
        }
    }

    /// Learns cuts for the successors of a layer from the successors of a sample.
    fn learn(&self, at: usize, sample: Vec<B::Key>, states: usize) -> Vec<Cut> {
        // In a period cuts cost more than the few dead states that they remove.
        if states < WORTH_CUTS || self.plan.period(at).is_some() {
            return Vec::new();
        }
        let step = &self.plan.steps[at];
        let states: Vec<(B::Key, ())> = sample.into_iter().map(|key| (key, ())).collect();
        let mut samples = Samples::default();
        B::new(step, &[]).expand(step, &states, &mut samples);
        learn(&self.plan.residual(at), self.plan.coloured, &samples.0)
    }

    /// The number of states in the sample.
    fn sampled(states: usize) -> usize {
        (states / 8).clamp(250, 2000)
    }

    fn free(&self) -> usize {
        self.workers.iter().map(|worker| worker.free.len()).sum()
    }

    fn bytes(&self) -> u64 {
        self.report.bytes.max(self.budget.bytes())
    }

    fn transitions(&self) -> u64 {
        self.workers.iter().map(|worker| worker.transitions).sum()
    }
}

/// The resources of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes for states.
    pub memory: u64,
}

/// The result of a sweep.
#[derive(Clone, Debug)]
pub struct Swept<V> {
    pub total: V,
    /// The states of each layer.
    pub profile: Vec<u64>,
}

/// Why a sweep ended early.
#[derive(Debug)]
pub enum Ended {
    /// It was stopped.
    Stopped,
    /// A number did not fit in the arithmetic.
    Overflow,
    /// The layer did not fit in memory.
    Memory(LayerReport),
}

/// Called at every layer and from time to time within; it may break off.
pub type Watch<'w> = &'w mut dyn FnMut(&LayerReport) -> ControlFlow<()>;
