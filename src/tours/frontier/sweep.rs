//! `Sweep`: layer after layer, each vertex of the order eliminated in turn.
//!
//! The classes of a layer are spread over the threads in blocks; their successors go into
//! partitions by hash, and each partition is merged by one thread in a table that fits
//! its cache. A layer whose successors do not fit in memory at once is done in rounds:
//! part of it is expanded and merged, then the next part is merged into that.
//!
//! Which classes a layer has depends on the plan alone: the cuts are learned from those
//! with the least hashes, so neither threads nor memory nor time change a class count.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::arithmetic::{Arithmetic, Word};
use super::backend::{Backend, Samples};
use super::cuts::{Cut, learn};
use super::disk::{Sunk, go_on_disk};
use super::form::{Form, Slim, Spread, Wide};
use super::layer::{Layer, Standing};
use super::plan::SweepPlan;
use super::simd::prefetch;
use super::terms::{Around, Ended, LayerReport, Limits, Swept, Watch};
use super::transfer::Transfer;
use super::worker::{Block, BlockBudget, Worker};
use crate::engine::abreast;
use crate::tours::question::Kind;

/// Layers below this are left to one thread.
const ALONE: usize = 20_000;
/// Cuts are learned for layers of more classes: it takes as long as expanding about so many.
const WORTH_CUTS: usize = 300_000;
/// Blocks that a thread takes at a time.
const HELPING: usize = 8;

/// Runs all steps, or those that are left of a sweep whose layer was kept.
pub(super) fn sweep<B: Backend, A: Arithmetic>(
    around: &mut Around<'_>,
    arithmetic: A,
) -> Result<Swept<A::Value>, Ended> {
    finish::<B, A, Wide<B::Key, A::Value>>(around, arithmetic, || Standing::start(arithmetic))
}

/// The same in words of 64 bits with narrow keys; from the first layer on that is expected
/// to take more than `most` bytes with the one before, they are kept in the slim form.
pub(super) fn sweep_slim<B: Backend<Key = u64>>(
    around: &mut Around<'_>,
    most: u64,
) -> Result<Swept<u64>, Ended> {
    let word = Word::<u64>::default();
    if most > around.limits.sink {
        // They go to disk before.
        return finish::<B, _, Wide<u64, u64>>(around, word, || Standing::start(word));
    }
    if around.keeper.has::<Slim>()? {
        return finish::<B, _, Slim>(around, word, || Standing::start(word));
    }
    let kept = around.keeper.kept::<Wide<u64, u64>>()?;
    let start = kept.unwrap_or_else(|| Standing::start(word));
    let standing = go::<B, _, _>(around, word, start, most)?;
    if standing.at == around.plan.steps.len() {
        return Ok(Swept::of(standing));
    }
    let slim = standing.reformed::<Slim>(0).ok_or(Ended::Overflow)?;
    finish::<B, _, Slim>(around, word, || slim)
}

/// Steps to the end, from what is kept in this form or else from `start`: in memory while
/// layers fit there, on disk while they do not.
fn finish<B: Backend, A: Arithmetic, F: Form<Key = B::Key, Value = A::Value>>(
    around: &mut Around<'_>,
    arithmetic: A,
    start: impl FnOnce() -> Standing<F>,
) -> Result<Swept<A::Value>, Ended> {
    let most = around.limits.sink;
    let mut sunk = around.keeper.sunk::<F>()?;
    let mut standing = match sunk {
        Some(_) => None,
        None => Some(around.keeper.kept::<F>()?.unwrap_or_else(start)),
    };
    loop {
        if let Some(sunk) = sunk.take() {
            // Up again only when there is much room: a layer may still grow a little.
            standing = Some(go_on_disk::<B, A, F>(around, arithmetic, sunk, most / 2)?);
        }
        let Some(start) = standing.take() else { unreachable!("it is on disk or in memory") };
        let reached = go::<B, A, F>(around, arithmetic, start, most)?;
        if reached.at == around.plan.steps.len() {
            return Ok(Swept::of(reached));
        }
        sunk = Some(Sunk::sink(reached, &mut around.keeper)?);
    }
}

/// Steps until none is left, or until a layer is about to take more than `most` bytes.
fn go<B: Backend, A: Arithmetic, F: Form<Key = B::Key, Value = A::Value>>(
    around: &mut Around<'_>,
    arithmetic: A,
    standing: Standing<F>,
    most: u64,
) -> Result<Standing<F>, Ended> {
    match around.plan.task.kind {
        Kind::Open => Sweep::<true, B, A, F>::run(around, arithmetic, standing, most),
        Kind::Closed => Sweep::<false, B, A, F>::run(around, arithmetic, standing, most),
    }
}

/// A sweep at work.
pub(super) struct Sweep<'a, 'w, const OPEN: bool, B: Backend, A: Arithmetic, F: Form> {
    pub plan: &'a SweepPlan,
    pub budget: &'a BlockBudget,
    pub workers: Vec<Worker<'a, F, A>>,
    pub watch: &'a mut Watch<'w>,
    pub report: LayerReport,
    /// How far the sweep is ahead of the step that it takes.
    pub ahead: usize,
    backend: std::marker::PhantomData<B>,
}

impl<'a, 'w, const OPEN: bool, B, A, F> Sweep<'a, 'w, OPEN, B, A, F>
where
    B: Backend,
    A: Arithmetic,
    F: Form<Key = B::Key, Value = A::Value>,
{
    /// Takes over what a standing sweep has counted.
    pub(super) fn new(
        plan: &'a SweepPlan,
        budget: &'a BlockBudget,
        limits: &Limits,
        watch: &'a mut Watch<'w>,
        arithmetic: A,
        standing: &Standing<F>,
    ) -> Self {
        let report = LayerReport {
            layers: plan.steps.len(),
            numbers: A::NAME,
            bytes_each: size_of::<F::Packed>(),
            ..standing.report()
        };
        let mut workers: Vec<Worker<'a, F, A>> = Vec::new();
        workers.resize_with(limits.threads.max(1), || Worker::new(budget, arithmetic));
        workers[0].total = standing.total;
        workers[0].transitions = standing.transitions;
        let backend = std::marker::PhantomData;
        Sweep { plan, budget, workers, watch, report, ahead: 0, backend }
    }

    fn run(
        around: &mut Around<'_>,
        arithmetic: A,
        mut standing: Standing<F>,
        most: u64,
    ) -> Result<Standing<F>, Ended> {
        let Around { plan, limits, keeper, watch, transfers } = around;
        let budget = BlockBudget::new(limits.memory);
        budget.adopt(standing.layer.partitions.iter().map(Vec::len).sum());
        budget.hold(transfers.iter().map(Transfer::bytes).sum());
        let mut sweep =
            Sweep::<OPEN, B, A, F>::new(plan, &budget, limits, watch, arithmetic, &standing);
        while standing.at < plan.steps.len() {
            let (at, classes) = (standing.at, standing.layer.len());
            let stretch = plan.stretch(at).filter(|stretch| stretch.begins(at));
            let expected = match stretch {
                Some(stretch) => standing.peak(stretch.period),
                None => standing.expected(),
            };
            let is_large = ((classes + expected) * size_of::<F::Packed>()) as u64 > most;
            if is_large && plan.stretch(at).is_none() {
                break;
            }
            if classes == 0 {
                standing.profile.push(0);
                standing.at = plan.steps.len();
                break;
            }
            match stretch {
                Some(stretch) => sweep.cross(stretch, &mut standing, arithmetic, transfers)?,
                None => sweep.advance(&mut standing, at)?,
            }
            sweep.settle(&mut standing, arithmetic)?;
            keeper.keep(&standing)?;
        }
        Ok(standing)
    }

    /// Expands the layer by a step.
    pub(super) fn advance(&mut self, standing: &mut Standing<F>, at: usize) -> Result<(), Ended> {
        let classes = standing.layer.len();
        let expected = standing.expected();
        standing.profile.push(classes as u64);
        let spread = standing.layer.spread;
        let layer = std::mem::replace(&mut standing.layer, Layer::empty(spread));
        standing.layer = self.step(at, layer, classes, expected)?;
        standing.growth = standing.layer.len() as f64 / classes as f64;
        standing.at += 1;
        Ok(())
    }

    /// Writes down what was counted up to a layer.
    pub(super) fn settle(&self, standing: &mut Standing<F>, arithmetic: A) -> Result<(), Ended> {
        standing.total = self.total(arithmetic)?;
        standing.transitions = self.transitions();
        standing.bytes = self.bytes();
        Ok(())
    }

    /// The tours completed so far.
    fn total(&self, arithmetic: A) -> Result<A::Value, Ended> {
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
        layer: Layer<F>,
        classes: usize,
        expected: usize,
    ) -> Result<Layer<F>, Ended> {
        let spread = Spread::of::<F>(at, expected);
        let cuts = self.learn(at, layer.sample(Self::sampled(classes)), classes);
        self.begin(at, classes, cuts.len())?;
        let backend = B::new(&self.plan.steps[at], &cuts);
        let helpers = if classes < ALONE { 1 } else { self.workers.len() };
        let from = layer.spread;
        let mut input = layer.into_blocks();
        let blocks = input.len();
        let mut next: Vec<Vec<Block<F>>> = Vec::new();
        next.resize_with(spread.partitions(), Vec::new);
        self.workers.iter_mut().for_each(|worker| worker.prepare(spread));
        while !input.is_empty() {
            if self.is_full(spread, helpers) {
                return Err(Ended::Memory(self.report));
            }
            input = self.generate(at, &backend, from, input, blocks, helpers)?;
            next = self.merge(next, expected / spread.partitions(), helpers);
            if self.workers.iter().any(|worker| worker.overflow) {
                return Err(Ended::Overflow);
            }
        }
        Ok(Layer { partitions: next, spread })
    }

    /// True if a round could not take in a good part of the layer: it would go on for ever.
    pub(super) fn is_full(&self, spread: Spread, helpers: usize) -> bool {
        let room = self.budget.left() + self.free();
        let least = HELPING * helpers * 4 + spread.partitions() * helpers;
        room < least + self.budget.limit() / 32
    }

    /// Tells of a layer that is about to be expanded.
    pub(super) fn begin(&mut self, at: usize, classes: usize, cuts: usize) -> Result<(), Ended> {
        self.report = LayerReport {
            layer: at + self.ahead,
            classes: classes as u64,
            done: 0.0,
            classes_so_far: self.report.classes_so_far + classes as u64,
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

    /// Makes successors until the input is used up or memory is; returns what is left.
    pub(super) fn generate(
        &mut self,
        at: usize,
        backend: &B,
        from: Spread,
        input: Vec<(usize, Block<F>)>,
        blocks: usize,
        helpers: usize,
    ) -> Result<Vec<(usize, Block<F>)>, Ended> {
        let step = &self.plan.steps[at];
        let budget = self.budget;
        let queue = Mutex::new(input);
        let stop = AtomicBool::new(false);
        let work = |worker: &mut Worker<'_, F, A>, beat: &mut dyn FnMut(usize, u64) -> bool| {
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
                    worker.generate::<OPEN, B>(backend, step, from, block);
                }
                if !beat(left, worker.transitions) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        let mut flow = ControlFlow::Continue(());
        let before: u64 = self.workers[1..].iter().map(|worker| worker.transitions).sum();
        let (watch, report) = (&mut self.watch, &mut self.report);
        abreast(
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

    /// Merges the successors of every partition into what it already has.
    pub(super) fn merge(
        &mut self,
        before: Vec<Vec<Block<F>>>,
        expected: usize,
        helpers: usize,
    ) -> Vec<Vec<Block<F>>> {
        let mut lists = before;
        for worker in &mut self.workers {
            for (list, harvest) in lists.iter_mut().zip(worker.harvest()) {
                list.extend(harvest);
            }
        }
        let lists: Vec<Mutex<_>> = lists.into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        let work = |worker: &mut Worker<'_, F, A>| {
            while let Some(list) = lists.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut list = list.lock().expect("each partition is locked once");
                let blocks = std::mem::take(&mut *list);
                *list = worker.merge(blocks, expected, prefetch);
            }
        };
        abreast(&mut self.workers[..helpers], work, work);
        self.even_out();
        let unlocked = |list: Mutex<_>| list.into_inner().expect("each partition is locked once");
        lists.into_iter().map(unlocked).collect()
    }

    /// Gives each worker the same number of free blocks.
    pub(super) fn even_out(&mut self) {
        let mut free: Vec<Block<F>> = Vec::with_capacity(self.free());
        self.workers.iter_mut().for_each(|worker| free.append(&mut worker.free));
        let each = free.len().div_ceil(self.workers.len());
        for worker in &mut self.workers {
            worker.free = free.split_off(free.len().saturating_sub(each));
        }
    }

    /// Cuts for the successors of a layer, from the successors of a sample of it.
    pub(super) fn learn(&self, at: usize, sample: Vec<B::Key>, classes: usize) -> Vec<Cut> {
        // In a stretch they cost more than the few dead classes that they find.
        if classes < WORTH_CUTS || self.plan.stretch(at).is_some() {
            return Vec::new();
        }
        let step = &self.plan.steps[at];
        let classes: Vec<(B::Key, ())> = sample.into_iter().map(|key| (key, ())).collect();
        let mut samples = Samples::default();
        B::new(step, &[]).expand::<OPEN, (), Samples>(step, &classes, &mut samples);
        learn(&self.plan.residual(at), self.plan.coloured, &samples.0)
    }

    /// How many classes cuts are learned from.
    pub(super) fn sampled(classes: usize) -> usize {
        (classes / 8).clamp(250, 2000)
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
