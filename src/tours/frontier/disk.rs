//! `Sunk`: a sweep whose layer lies on a [`CheckpointStore`], because it does not fit in memory.
//!
//! A layer is 64 drawers, each a file with the classes of neighbouring partitions. A step
//! reads drawer after drawer; successors are merged in memory as far as it goes, and when
//! half of it is full they are put down as a run, drawer by drawer as well. At the end each
//! drawer of the next layer is merged from that drawer of all runs. So a step needs memory
//! for a sixty-fourth of what it makes, and reads and writes files from end to end. The
//! layer before is removed when the next one is complete: whatever happens, one is whole.

use super::arithmetic::Arithmetic;
use super::backend::Backend;
use super::form::{Form, Spread};
use super::keep::{Keeper, put_partition, take_frame};
use super::layer::{Layer, Standing, sorted_sample};
use super::sweep::Sweep;
use super::terms::{Around, Ended};
use super::worker::{Block, BlockBudget};
use crate::engine::CheckpointStore;
use crate::tours::question::Kind;

/// The partition bits of a layer on disk.
const BITS: u32 = 12;
/// The drawers of a layer.
const DRAWERS: usize = 64;
const PARTITIONS: usize = 1 << BITS;
/// The partitions of a drawer.
const EACH: usize = PARTITIONS / DRAWERS;

/// A sweep between two steps whose layer is on disk.
pub(super) struct Sunk<F: Form> {
    /// All but the classes.
    pub standing: Standing<F>,
    /// How many there are.
    pub classes: u64,
}

impl<F: Form> Sunk<F> {
    /// Puts a layer down.
    pub(super) fn sink(standing: Standing<F>, keeper: &mut Keeper<'_>) -> Result<Sunk<F>, Ended> {
        let mut standing = match standing.layer.spread.bits {
            BITS => standing,
            _ => standing.reformed::<F>(BITS).ok_or(Ended::Overflow)?,
        };
        let classes = standing.layer.len() as u64;
        if let Some(store) = keeper.store {
            clear(store, None)?;
            for drawer in 0..DRAWERS {
                write::<F>(store, &layer(standing.at, drawer), drawer, &standing.layer.partitions)?;
            }
        }
        standing.layer.partitions = Vec::new();
        let sunk = Sunk { standing, classes };
        keeper.keep_sunk(&sunk)?;
        Ok(sunk)
    }

    /// Takes the layer up again.
    fn raise(mut self, store: &dyn CheckpointStore) -> Result<Standing<F>, Ended> {
        let budget = BlockBudget::new(0);
        let mut partitions = empty::<F>();
        for drawer in 0..DRAWERS {
            read::<F>(
                store,
                &layer(self.standing.at, drawer),
                &mut partitions,
                &mut Vec::new(),
                &budget,
            )?;
        }
        self.standing.layer.partitions = partitions;
        Ok(self.standing)
    }
}

/// Steps on disk until a layer and the next are expected to take less than `least` bytes, or
/// a stretch begins: there, layers are in memory.
pub(super) fn go_on_disk<B: Backend, A: Arithmetic, F: Form<Key = B::Key, Value = A::Value>>(
    around: &mut Around<'_>,
    arithmetic: A,
    sunk: Sunk<F>,
    least: u64,
) -> Result<Standing<F>, Ended> {
    let store = around.keeper.store.expect("a sunk layer is on a store");
    clear(store, Some(sunk.standing.at))?;
    match around.plan.task.kind {
        Kind::Open => Sweep::<true, B, A, F>::on_disk(around, arithmetic, sunk, store, least),
        Kind::Closed => Sweep::<false, B, A, F>::on_disk(around, arithmetic, sunk, store, least),
    }
}

impl<const OPEN: bool, B, A, F> Sweep<'_, '_, OPEN, B, A, F>
where
    B: Backend,
    A: Arithmetic,
    F: Form<Key = B::Key, Value = A::Value>,
{
    fn on_disk(
        around: &mut Around<'_>,
        arithmetic: A,
        mut sunk: Sunk<F>,
        store: &dyn CheckpointStore,
        least: u64,
    ) -> Result<Standing<F>, Ended> {
        let Around { plan, limits, keeper, watch, .. } = around;
        let budget = BlockBudget::new(limits.memory);
        let most = BlockBudget::new(limits.memory.min(limits.sink) / 2).limit();
        let mut sweep =
            Sweep::<OPEN, B, A, F>::new(plan, &budget, limits, watch, arithmetic, &sunk.standing);
        while sunk.standing.at < plan.steps.len() {
            let (at, classes) = (sunk.standing.at, sunk.classes as usize);
            let expected = (classes as f64 * sunk.standing.growth.max(0.3)) as usize;
            let is_small = ((classes + expected) * size_of::<F::Packed>()) as u64 <= least;
            if is_small || plan.stretch(at).is_some() {
                break;
            }
            sunk.standing.profile.push(sunk.classes);
            let from = sunk.standing.layer.spread;
            let (spread, next) = sweep.step_on_disk(at, from, classes, expected, most, store)?;
            sunk.classes = next;
            let standing = &mut sunk.standing;
            standing.layer.spread = spread;
            standing.growth = next as f64 / classes as f64;
            standing.at += 1;
            sweep.settle(standing, arithmetic)?;
            keeper.keep_sunk(&sunk)?;
            clear(store, Some(sunk.standing.at))?;
        }
        drop(sweep);
        sunk.raise(store)
    }

    /// Expands a layer on disk into the next, its classes; a run has about `most` blocks.
    fn step_on_disk(
        &mut self,
        at: usize,
        from: Spread,
        classes: usize,
        expected: usize,
        most: usize,
        store: &dyn CheckpointStore,
    ) -> Result<(Spread, u64), Ended> {
        let spread = Spread { bits: BITS, ..Spread::of::<F>(at, expected) };
        let sample = sample::<F>(store, at, from, Self::sampled(classes))?;
        let cuts = self.learn(at, sample, classes);
        self.begin(at, classes, cuts.len())?;
        let backend = B::new(&self.plan.steps[at], &cuts);
        let helpers = self.workers.len();
        self.workers.iter_mut().for_each(|worker| worker.prepare(spread));
        let (mut next, mut runs) = (empty::<F>(), 0);
        for drawer in 0..DRAWERS {
            let mut partitions = empty::<F>();
            let free = &mut self.workers[0].free;
            read::<F>(store, &layer(at, drawer), &mut partitions, free, self.budget)?;
            let mut input = Layer::<F> { partitions, spread: from }.into_blocks();
            let blocks = input.len();
            while !input.is_empty() {
                if self.is_full(spread, helpers) {
                    // What is merged so far makes room.
                    self.put_down(store, runs, &mut next)?;
                    runs += 1;
                }
                if self.is_full(spread, helpers) {
                    return Err(Ended::Memory(self.report));
                }
                input = self.generate(at, &backend, from, input, blocks, helpers)?;
                next = self.merge(next, expected / PARTITIONS, helpers);
                if self.workers.iter().any(|worker| worker.overflow) {
                    return Err(Ended::Overflow);
                }
                if next.iter().map(Vec::len).sum::<usize>() > most {
                    self.put_down(store, runs, &mut next)?;
                    runs += 1;
                }
            }
            self.report.done = (drawer + 1) as f64 / DRAWERS as f64;
        }
        self.put_down(store, runs, &mut next)?;
        runs += 1;
        let mut classes = 0;
        for drawer in 0..DRAWERS {
            for number in 0..runs {
                let free = &mut self.workers[0].free;
                read::<F>(store, &run(number, drawer), &mut next, free, self.budget)?;
            }
            next = self.merge(next, expected / PARTITIONS, helpers);
            classes += next.iter().flatten().map(|block| block.len() as u64).sum::<u64>();
            write::<F>(store, &layer(at + 1, drawer), drawer, &next)?;
            self.recycle(&mut next);
            for number in 0..runs {
                store.remove(&run(number, drawer)).map_err(Ended::Failed)?;
            }
        }
        Ok((spread, classes))
    }

    /// Writes a run and empties the lists.
    fn put_down(
        &mut self,
        store: &dyn CheckpointStore,
        number: usize,
        next: &mut [Vec<Block<F>>],
    ) -> Result<(), Ended> {
        for drawer in 0..DRAWERS {
            write::<F>(store, &run(number, drawer), drawer, next)?;
        }
        self.recycle(next);
        Ok(())
    }

    /// Makes free blocks of the lists'.
    fn recycle(&mut self, next: &mut [Vec<Block<F>>]) {
        for mut block in next.iter_mut().flat_map(|list| list.drain(..)) {
            block.clear();
            self.workers[0].free.push(block);
        }
        self.even_out();
    }
}

fn layer(at: usize, drawer: usize) -> String {
    format!("layer-{at}-{drawer}")
}

fn run(number: usize, drawer: usize) -> String {
    format!("run-{number}-{drawer}")
}

fn empty<F: Form>() -> Vec<Vec<Block<F>>> {
    let mut lists = Vec::new();
    lists.resize_with(PARTITIONS, Vec::new);
    lists
}

/// Removes all runs, and the drawers of all layers but one.
pub(super) fn clear(store: &dyn CheckpointStore, but: Option<usize>) -> Result<(), Ended> {
    let kept = but.map(|at| format!("layer-{at}-"));
    let is_kept = |name: &str| kept.as_ref().is_some_and(|kept| name.starts_with(kept));
    for name in store.names().map_err(Ended::Failed)? {
        if (name.starts_with("run-") || name.starts_with("layer-")) && !is_kept(&name) {
            store.remove(&name).map_err(Ended::Failed)?;
        }
    }
    Ok(())
}

/// Writes the partitions of one drawer.
fn write<F: Form>(
    store: &dyn CheckpointStore,
    name: &str,
    drawer: usize,
    lists: &[Vec<Block<F>>],
) -> Result<(), Ended> {
    let written = store.write(name, &mut |put| {
        (drawer * EACH..(drawer + 1) * EACH)
            .try_for_each(|partition| put_partition::<F>(put, partition, &lists[partition]))
    });
    written.map_err(Ended::Failed)
}

/// Adds the classes of a file to the lists.
fn read<F: Form>(
    store: &dyn CheckpointStore,
    name: &str,
    lists: &mut [Vec<Block<F>>],
    free: &mut Vec<Block<F>>,
    budget: &BlockBudget,
) -> Result<(), Ended> {
    let mut take = |frame: &[u8]| {
        take_frame::<F>(frame, lists, free, budget);
        Ok(true)
    };
    if !store.read(name, &mut take).map_err(Ended::Failed)? {
        return Err(Ended::Failed(store.lacks(name)));
    }
    Ok(())
}

/// The classes with the least hashes, as [`Layer::sample`] has them.
fn sample<F: Form>(
    store: &dyn CheckpointStore,
    at: usize,
    spread: Spread,
    count: usize,
) -> Result<Vec<F::Key>, Ended> {
    let mut keys = Vec::new();
    for drawer in 0..DRAWERS {
        let mut lists = empty::<F>();
        read::<F>(store, &layer(at, drawer), &mut lists, &mut Vec::new(), &BlockBudget::new(0))?;
        for (partition, blocks) in lists.iter().enumerate() {
            let key = |&packed| F::key(F::unpack(packed).0, partition, spread);
            keys.extend(blocks.iter().flatten().map(key));
        }
        if keys.len() >= count {
            break;
        }
    }
    Ok(sorted_sample(keys, spread, count))
}
