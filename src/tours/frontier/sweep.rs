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

use super::arithmetic::Arithmetic;
use super::backend::{Backend, Samples};
use super::class::Key;
use super::cuts::{Cut, learn};
use super::plan::SweepPlan;
use super::simd::prefetch;
use super::worker::{Block, Spread, Store, Worker};
use crate::engine::abreast;
use crate::tours::question::Kind;

/// Layers below this are left to one thread.
const ALONE: usize = 20_000;
/// Cuts are learned for layers of more classes than this.
const WORTH_CUTS: usize = 2_000;
/// Blocks that a thread takes at a time.
const HELPING: usize = 8;
/// Classes that a partition should have: about half of what fits in a fast cache.
const PARTITION_BYTES: usize = 1 << 19;
/// More partitions than this cost more than they save.
const MOST_PARTITION_BITS: u32 = 12;

/// What a sweep may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes for classes.
    pub memory: u64,
}

/// A layer that is about to be expanded, or is being expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayerReport {
    /// Its number, from 0.
    pub layer: usize,
    /// The number of layers.
    pub layers: usize,
    /// Its classes.
    pub classes: u64,
    /// The part of them that is expanded.
    pub done: f64,
    /// Classes of all layers up to this one.
    pub classes_so_far: u64,
    /// Successors made so far.
    pub transitions: u64,
    /// Bytes of memory in blocks of classes, the most so far.
    pub bytes: u64,
    /// Cuts that were learned for its successors.
    pub cuts: usize,
}

/// What a sweep counted.
#[derive(Clone, Debug)]
pub(super) struct Swept<V> {
    pub total: V,
    /// The classes of each layer.
    pub profile: Vec<u64>,
}

/// Why a sweep ended before its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ended {
    /// It was asked to.
    Stopped,
    /// A number did not fit in the arithmetic.
    Overflow,
    /// The layer did not fit in memory.
    Memory(LayerReport),
}

/// Classes of one layer by partition.
struct Layer<K: Key, A: Arithmetic> {
    partitions: Vec<Vec<Block<K, A>>>,
    spread: Spread,
}

impl<K: Key, A: Arithmetic> Layer<K, A> {
    fn len(&self) -> usize {
        self.partitions.iter().flatten().map(Vec::len).sum()
    }

    /// The classes with the `count` least hashes: the same on every run.
    fn sample(&self, count: usize) -> Vec<K> {
        let mut keys: Vec<K> = Vec::new();
        for partition in &self.partitions {
            keys.extend(partition.iter().flatten().map(|entry| entry.0));
            if keys.len() >= count {
                break;
            }
        }
        keys.sort_unstable_by_key(|key| (key.mixed(self.spread.salt), *key));
        keys.truncate(count);
        keys
    }
}

/// Runs all steps; `watch` hears of every layer and at times within, and may break off.
pub(super) fn sweep<B: Backend, A: Arithmetic>(
    plan: &SweepPlan,
    arithmetic: A,
    limits: Limits,
    watch: &mut dyn FnMut(&LayerReport) -> ControlFlow<()>,
) -> Result<Swept<A::Value>, Ended> {
    match plan.task.kind {
        Kind::Open => Sweep::<true, B, A>::run(plan, arithmetic, limits, watch),
        Kind::Closed => Sweep::<false, B, A>::run(plan, arithmetic, limits, watch),
    }
}

struct Sweep<'a, const OPEN: bool, B: Backend, A: Arithmetic> {
    plan: &'a SweepPlan,
    store: &'a Store,
    workers: Vec<Worker<'a, B::Key, A>>,
    watch: &'a mut dyn FnMut(&LayerReport) -> ControlFlow<()>,
    report: LayerReport,
}

impl<const OPEN: bool, B: Backend, A: Arithmetic> Sweep<'_, OPEN, B, A> {
    fn run(
        plan: &SweepPlan,
        arithmetic: A,
        limits: Limits,
        watch: &mut dyn FnMut(&LayerReport) -> ControlFlow<()>,
    ) -> Result<Swept<A::Value>, Ended> {
        let store = Store::new(limits.memory);
        let threads = limits.threads.max(1);
        let mut sweep = Sweep::<OPEN, B, A> {
            plan,
            store: &store,
            workers: (0..threads).map(|_| Worker::new(&store, arithmetic)).collect(),
            watch,
            report: LayerReport { layers: plan.steps.len(), ..LayerReport::default() },
        };
        let mut layer = Layer {
            partitions: vec![vec![vec![(B::Key::START, arithmetic.one())]]],
            spread: Spread { salt: 1, bits: 0 },
        };
        let mut profile = Vec::with_capacity(plan.steps.len());
        let mut growth = 2.0;
        for at in 0..plan.steps.len() {
            let classes = layer.len();
            profile.push(classes as u64);
            if classes == 0 {
                break;
            }
            layer = sweep.step(at, layer, classes, growth)?;
            growth = layer.len() as f64 / classes as f64;
        }
        let mut overflow = false;
        let mut total = A::ZERO;
        for worker in &sweep.workers {
            overflow |= worker.overflow;
            total = arithmetic.sum(total, worker.total, &mut overflow);
        }
        if overflow {
            return Err(Ended::Overflow);
        }
        Ok(Swept { total, profile })
    }

    /// Expands one layer into the next.
    fn step(
        &mut self,
        at: usize,
        layer: Layer<B::Key, A>,
        classes: usize,
        growth: f64,
    ) -> Result<Layer<B::Key, A>, Ended> {
        let expected = (classes as f64 * growth.max(0.3)) as usize;
        let spread = Spread { salt: salt(at), bits: partition_bits::<B::Key, A>(expected) };
        let cuts = self.learn(at, &layer, classes);
        self.report = LayerReport {
            layer: at,
            classes: classes as u64,
            done: 0.0,
            classes_so_far: self.report.classes_so_far + classes as u64,
            transitions: self.transitions(),
            bytes: self.store.bytes(),
            cuts: cuts.len(),
            ..self.report
        };
        self.hear()?;
        let backend = B::new(&self.plan.steps[at], &cuts);
        let helpers = if classes < ALONE { 1 } else { self.workers.len() };
        let mut input: Vec<Block<B::Key, A>> = layer.partitions.into_iter().flatten().collect();
        let blocks = input.len();
        let mut next: Vec<Vec<Block<B::Key, A>>> = Vec::new();
        next.resize_with(spread.partitions(), Vec::new);
        self.workers.iter_mut().for_each(|worker| worker.prepare(spread));
        while !input.is_empty() {
            // A round that cannot take in a good part of the layer would go on for ever.
            let room = self.store.left() + self.free();
            let least = HELPING * helpers * 4 + spread.partitions() * helpers;
            if room < least + self.store.limit() / 32 {
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

    /// Makes successors until the input is used up or memory is; returns what is left.
    fn generate(
        &mut self,
        at: usize,
        backend: &B,
        input: Vec<Block<B::Key, A>>,
        blocks: usize,
        helpers: usize,
    ) -> Result<Vec<Block<B::Key, A>>, Ended> {
        let step = &self.plan.steps[at];
        let store = self.store;
        let queue = Mutex::new(input);
        let stop = AtomicBool::new(false);
        let work = |worker: &mut Worker<'_, B::Key, A>,
                    beat: &mut dyn FnMut(usize, u64) -> bool| {
            while !stop.load(Ordering::Relaxed) {
                if worker.free.len() < 4 * HELPING && store.left() == 0 {
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
                    worker.generate::<OPEN, B>(backend, step, block);
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
    fn merge(
        &mut self,
        before: Vec<Vec<Block<B::Key, A>>>,
        expected: usize,
        helpers: usize,
    ) -> Vec<Vec<Block<B::Key, A>>> {
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
                *list = worker.merge(blocks, expected, prefetch);
            }
        };
        abreast(&mut self.workers[..helpers], work, work);
        self.even_out();
        let unlocked = |list: Mutex<_>| list.into_inner().expect("each partition is locked once");
        lists.into_iter().map(unlocked).collect()
    }

    /// Gives each worker the same number of free blocks.
    fn even_out(&mut self) {
        let mut free: Vec<Block<B::Key, A>> = Vec::with_capacity(self.free());
        self.workers.iter_mut().for_each(|worker| free.append(&mut worker.free));
        let each = free.len().div_ceil(self.workers.len());
        for worker in &mut self.workers {
            worker.free = free.split_off(free.len().saturating_sub(each));
        }
    }

    /// Cuts for the successors of a layer, from the successors of a sample of it.
    fn learn(&self, at: usize, layer: &Layer<B::Key, A>, classes: usize) -> Vec<Cut> {
        if classes < WORTH_CUTS {
            return Vec::new();
        }
        let step = &self.plan.steps[at];
        let keys = layer.sample((classes / 8).clamp(250, 2000));
        let classes: Vec<(B::Key, ())> = keys.into_iter().map(|key| (key, ())).collect();
        let mut samples = Samples::default();
        B::new(step, &[]).expand::<OPEN, (), Samples>(step, &classes, &mut samples);
        learn(&self.plan.residual(at), self.plan.coloured, &samples.0)
    }

    fn hear(&mut self) -> Result<(), Ended> {
        match (self.watch)(&self.report) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Ended::Stopped),
        }
    }

    fn free(&self) -> usize {
        self.workers.iter().map(|worker| worker.free.len()).sum()
    }

    fn transitions(&self) -> u64 {
        self.workers.iter().map(|worker| worker.transitions).sum()
    }
}

/// The hash function of a layer: an odd factor, another one for each.
fn salt(at: usize) -> u64 {
    0xD6E8_FEB8_6659_FD93u64.wrapping_add((at as u64).wrapping_mul(0x2545_F491_4F6C_DD1E)) | 1
}

fn partition_bits<K: Key, A: Arithmetic>(classes: usize) -> u32 {
    let bytes = classes * size_of::<(K, A::Value)>();
    (bytes / PARTITION_BYTES + 1).next_power_of_two().trailing_zeros().min(MOST_PARTITION_BITS)
}
