//! `Spilled`: a sweep whose layer lies on a [`CheckpointStore`], because it does not fit in memory.
//!
//! A layer is 64 buckets, each a file with the states of neighbouring partitions. A step
//! reads bucket after bucket; successors are merged in memory as far as it goes, and when
//! half of it is full they are put down as a run, bucket by bucket as well. At the end each
//! bucket of the next layer is merged from that bucket of all runs. So a step needs memory
//! for a sixty-fourth of what it makes, and reads and writes files from end to end. The
//! layer before is removed when the next one is complete: whatever happens, one is whole.

use super::arithmetic::Arithmetic;
use super::backend::Backend;
use super::checkpoints::{Checkpoints, put_partition, take_frame};
use super::context::{Ended, SweepContext};
use super::entry::{Entry, Spread};
use super::layer::{Layer, SweepState, sorted_sample};
use super::sweep::Sweep;
use super::worker::{Block, BlockBudget};
use crate::engine::CheckpointStore;
use crate::tours::question::Kind;

/// The partition bits of a layer on disk.
const BITS: u32 = 12;
/// The buckets of a layer.
const BUCKETS: usize = 64;
const PARTITIONS: usize = 1 << BITS;
/// The partitions of a bucket.
const EACH: usize = PARTITIONS / BUCKETS;

/// A sweep between two steps whose layer is on disk.
pub(super) struct Spilled<E: Entry> {
    /// All but the states.
    pub reached: SweepState<E>,
    /// How many there are.
    pub states: u64,
}

impl<E: Entry> Spilled<E> {
    /// Puts a layer down.
    pub(super) fn spill(
        reached: SweepState<E>,
        checkpoints: &mut Checkpoints<'_>,
    ) -> Result<Spilled<E>, Ended> {
        let mut reached = match reached.layer.spread.bits {
            BITS => reached,
            _ => reached.reformed::<E>(BITS).ok_or(Ended::Overflow)?,
        };
        let states = reached.layer.len() as u64;
        if let Some(store) = checkpoints.store {
            clear(store, None)?;
            for bucket in 0..BUCKETS {
                write::<E>(store, &layer(reached.at, bucket), bucket, &reached.layer.partitions)?;
            }
        }
        reached.layer.partitions = Vec::new();
        let spilled = Spilled { reached, states };
        checkpoints.save_spilled(&spilled)?;
        Ok(spilled)
    }

    /// Takes the layer up again.
    fn load(mut self, store: &dyn CheckpointStore) -> Result<SweepState<E>, Ended> {
        let budget = BlockBudget::new(0);
        let mut partitions = empty::<E>();
        for bucket in 0..BUCKETS {
            read::<E>(
                store,
                &layer(self.reached.at, bucket),
                &mut partitions,
                &mut Vec::new(),
                &budget,
            )?;
        }
        self.reached.layer.partitions = partitions;
        Ok(self.reached)
    }
}

/// Steps on disk until a layer and the next are expected to take less than `least` bytes, or
/// a period begins: there, layers are in memory.
pub(super) fn go_on_disk<B: Backend, A: Arithmetic, E: Entry<Key = B::Key, Value = A::Value>>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
    spilled: Spilled<E>,
    least: u64,
) -> Result<SweepState<E>, Ended> {
    let store = context.checkpoints.store.expect("a spilled layer is on a store");
    clear(store, Some(spilled.reached.at))?;
    match context.plan.goal.kind {
        Kind::Open => Sweep::<true, B, A, E>::on_disk(context, arithmetic, spilled, store, least),
        Kind::Closed => {
            Sweep::<false, B, A, E>::on_disk(context, arithmetic, spilled, store, least)
        }
    }
}

impl<const OPEN: bool, B, A, E> Sweep<'_, '_, OPEN, B, A, E>
where
    B: Backend,
    A: Arithmetic,
    E: Entry<Key = B::Key, Value = A::Value>,
{
    fn on_disk(
        context: &mut SweepContext<'_>,
        arithmetic: A,
        mut spilled: Spilled<E>,
        store: &dyn CheckpointStore,
        least: u64,
    ) -> Result<SweepState<E>, Ended> {
        let SweepContext { plan, limits, checkpoints, watch, .. } = context;
        let budget = BlockBudget::new(limits.memory);
        let most = BlockBudget::new(limits.memory.min(limits.spill_from) / 2).limit();
        let mut sweep =
            Sweep::<OPEN, B, A, E>::new(plan, &budget, limits, watch, arithmetic, &spilled.reached);
        while spilled.reached.at < plan.steps.len() {
            let (at, states) = (spilled.reached.at, spilled.states as usize);
            let expected = (states as f64 * spilled.reached.growth.max(0.3)) as usize;
            let is_small = ((states + expected) * size_of::<E::Packed>()) as u64 <= least;
            if is_small || plan.period(at).is_some() {
                break;
            }
            spilled.reached.profile.push(spilled.states);
            let from = spilled.reached.layer.spread;
            let (spread, next) = sweep.step_on_disk(at, from, states, expected, most, store)?;
            spilled.states = next;
            let reached = &mut spilled.reached;
            reached.layer.spread = spread;
            reached.growth = next as f64 / states as f64;
            reached.at += 1;
            sweep.settle(reached, arithmetic)?;
            checkpoints.save_spilled(&spilled)?;
            clear(store, Some(spilled.reached.at))?;
        }
        drop(sweep);
        spilled.load(store)
    }

    /// Expands a layer on disk into the next, its states; a run has about `most` blocks.
    fn step_on_disk(
        &mut self,
        at: usize,
        from: Spread,
        states: usize,
        expected: usize,
        most: usize,
        store: &dyn CheckpointStore,
    ) -> Result<(Spread, u64), Ended> {
        let spread = Spread { bits: BITS, ..Spread::of::<E>(at, expected) };
        let sample = sample::<E>(store, at, from, Self::sampled(states))?;
        let cuts = self.learn(at, sample, states);
        self.begin(at, states, cuts.len())?;
        let backend = B::new(&self.plan.steps[at], &cuts);
        let helpers = self.workers.len();
        self.workers.iter_mut().for_each(|worker| worker.prepare(spread));
        let (mut next, mut runs) = (empty::<E>(), 0);
        for bucket in 0..BUCKETS {
            let mut partitions = empty::<E>();
            let free = &mut self.workers[0].free;
            read::<E>(store, &layer(at, bucket), &mut partitions, free, self.budget)?;
            let mut input = Layer::<E> { partitions, spread: from }.into_blocks();
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
            self.report.done = (bucket + 1) as f64 / BUCKETS as f64;
        }
        self.put_down(store, runs, &mut next)?;
        runs += 1;
        let mut states = 0;
        for bucket in 0..BUCKETS {
            for number in 0..runs {
                let free = &mut self.workers[0].free;
                read::<E>(store, &run(number, bucket), &mut next, free, self.budget)?;
            }
            next = self.merge(next, expected / PARTITIONS, helpers);
            states += next.iter().flatten().map(|block| block.len() as u64).sum::<u64>();
            write::<E>(store, &layer(at + 1, bucket), bucket, &next)?;
            self.recycle(&mut next);
            for number in 0..runs {
                store.remove(&run(number, bucket)).map_err(Ended::Failed)?;
            }
        }
        Ok((spread, states))
    }

    /// Writes a run and empties the lists.
    fn put_down(
        &mut self,
        store: &dyn CheckpointStore,
        number: usize,
        next: &mut [Vec<Block<E>>],
    ) -> Result<(), Ended> {
        for bucket in 0..BUCKETS {
            write::<E>(store, &run(number, bucket), bucket, next)?;
        }
        self.recycle(next);
        Ok(())
    }

    /// Makes free blocks of the lists'.
    fn recycle(&mut self, next: &mut [Vec<Block<E>>]) {
        for mut block in next.iter_mut().flat_map(|list| list.drain(..)) {
            block.clear();
            self.workers[0].free.push(block);
        }
        self.even_out();
    }
}

fn layer(at: usize, bucket: usize) -> String {
    format!("layer-{at}-{bucket}")
}

fn run(number: usize, bucket: usize) -> String {
    format!("run-{number}-{bucket}")
}

fn empty<E: Entry>() -> Vec<Vec<Block<E>>> {
    let mut lists = Vec::new();
    lists.resize_with(PARTITIONS, Vec::new);
    lists
}

/// Removes all runs, and the buckets of all layers but one.
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

/// Writes the partitions of one bucket.
fn write<E: Entry>(
    store: &dyn CheckpointStore,
    name: &str,
    bucket: usize,
    lists: &[Vec<Block<E>>],
) -> Result<(), Ended> {
    let written = store.write(name, &mut |put| {
        (bucket * EACH..(bucket + 1) * EACH)
            .try_for_each(|partition| put_partition::<E>(put, partition, &lists[partition]))
    });
    written.map_err(Ended::Failed)
}

/// Adds the states of a file to the lists.
fn read<E: Entry>(
    store: &dyn CheckpointStore,
    name: &str,
    lists: &mut [Vec<Block<E>>],
    free: &mut Vec<Block<E>>,
    budget: &BlockBudget,
) -> Result<(), Ended> {
    let mut take = |frame: &[u8]| {
        take_frame::<E>(frame, lists, free, budget);
        Ok(true)
    };
    if !store.read(name, &mut take).map_err(Ended::Failed)? {
        return Err(Ended::Failed(store.lacks(name)));
    }
    Ok(())
}

/// The states with the least hashes, as [`Layer::sample`] has them.
fn sample<E: Entry>(
    store: &dyn CheckpointStore,
    at: usize,
    spread: Spread,
    count: usize,
) -> Result<Vec<E::Key>, Ended> {
    let mut keys = Vec::new();
    for bucket in 0..BUCKETS {
        let mut lists = empty::<E>();
        read::<E>(store, &layer(at, bucket), &mut lists, &mut Vec::new(), &BlockBudget::new(0))?;
        for (partition, blocks) in lists.iter().enumerate() {
            let key = |&packed| E::key(E::unpack(packed).0, partition, spread);
            keys.extend(blocks.iter().flatten().map(key));
        }
        if keys.len() >= count {
            break;
        }
    }
    Ok(sorted_sample(keys, spread, count))
}
