//! `Spilled`: a sweep whose layer lies in a [`crate::engine::CheckpointStore`], because it does
//! not fit in memory.
//!
//! A layer is 64 buckets, each a file with the states of neighbouring partitions. A step
//! reads bucket after bucket; successors are merged in memory as far as it goes, and when
//! half of it is full they are put down as a run, bucket by bucket as well. At the end each
//! bucket of the next layer is merged from that bucket of all runs. So a step needs memory
//! for a sixty-fourth of what it makes, and reads and writes files from end to end. The
//! layer before is removed when the next one is complete: whatever happens, one is whole.

use super::context::SweepContext;
use crate::tours::frontier::disk::{
    BUCKETS, Bucket, Buckets, Checkpoints, DISK_BITS, DISK_PARTITIONS, empty_partitions,
};
use crate::tours::frontier::layers::{
    Block, BlockBudget, Ended, Entry, Layer, Spread, Sweep, SweepState,
};
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::transition::Backend;

/// A sweep between two steps whose layer is on disk.
pub struct Spilled<E: Entry> {
    /// All but the states.
    pub reached: SweepState<E>,
    /// How many there are.
    pub states: u64,
}

impl<E: Entry> Spilled<E> {
    /// Puts a layer on disk.
    pub fn spill(
        reached: SweepState<E>,
        checkpoints: &mut Checkpoints<'_>,
    ) -> Result<Spilled<E>, Ended> {
        let mut reached = match reached.layer.spread.bits {
            DISK_BITS => reached,
            _ => reached.spread(DISK_BITS),
        };
        let states = reached.layer.len() as u64;
        if let Some(buckets) = checkpoints.buckets() {
            buckets.remove_layers(None)?;
            for number in 0..BUCKETS {
                let bucket = Bucket::of(reached.at, reached.layer.spread, number);
                buckets.write::<E>(bucket, &reached.layer.partitions)?;
            }
        }
        reached.layer.partitions = Vec::new();
        checkpoints.save_spilled(&reached, states)?;
        Ok(Spilled { reached, states })
    }

    /// Takes the layer back into memory.
    fn load(self, buckets: Buckets<'_>) -> Result<SweepState<E>, Ended> {
        let Spilled { mut reached, states } = self;
        let (budget, mut found) = (BlockBudget::new(0), 0);
        let mut partitions = empty_partitions::<E>();
        let bucket = |number| Bucket::of(reached.at, reached.layer.spread, number);
        for number in 0..BUCKETS {
            found +=
                buckets.read::<E>(bucket(number), &mut partitions, &mut Vec::new(), &budget)?;
        }
        buckets.sum_up(bucket(0), (found, states))?;
        reached.layer.partitions = partitions;
        Ok(reached)
    }
}

/// Steps on disk until a layer and the next are expected to take less than `least` bytes, or
/// a period begins: there, layers are in memory.
pub fn go_on_disk<B: Backend, A: Arithmetic, E: Entry<Key = B::Key, Value = A::Value>>(
    context: &mut SweepContext<'_>,
    arithmetic: A,
    mut spilled: Spilled<E>,
    least: u64,
) -> Result<SweepState<E>, Ended> {
    let SweepContext { plan, limits, checkpoints, watch, .. } = context;
    let buckets = checkpoints.buckets().expect("a spilled layer is in a store");
    buckets.remove_layers(Some(spilled.reached.at))?;
    let budget = BlockBudget::new(limits.memory);
    let most = BlockBudget::new(limits.memory.min(limits.spill_from) / 2).limit();
    let sweep = Sweep::<B, A, E>::new(plan, &budget, limits, watch, arithmetic, &spilled.reached);
    let mut disk = DiskSweep { sweep, buckets, most };
    while spilled.reached.at < plan.steps.len() {
        let (at, states) = (spilled.reached.at, spilled.states as usize);
        let expected = (states as f64 * spilled.reached.growth.max(0.3)) as usize;
        let is_small = ((states + expected) * size_of::<(E::Key, E::Value)>()) as u64 <= least;
        if is_small || plan.period(at).is_some() {
            break;
        }
        spilled.reached.profile.push(spilled.states);
        let from = spilled.reached.layer.spread;
        let (spread, next) = disk.step(at, from, states, expected)?;
        spilled.states = next;
        let reached = &mut spilled.reached;
        reached.layer.spread = spread;
        reached.growth = next as f64 / states as f64;
        reached.at += 1;
        disk.sweep.settle(reached, arithmetic)?;
        checkpoints.save_spilled(reached, next)?;
        buckets.remove_layers(Some(reached.at))?;
    }
    drop(disk);
    spilled.load(buckets)
}

/// A sweep at work whose layers are on disk.
struct DiskSweep<'a, 'w, B: Backend, A: Arithmetic, E: Entry> {
    sweep: Sweep<'a, 'w, B, A, E>,
    buckets: Buckets<'a>,
    /// A run has about so many blocks.
    most: usize,
}

impl<B, A, E> DiskSweep<'_, '_, B, A, E>
where
    B: Backend,
    A: Arithmetic,
    E: Entry<Key = B::Key, Value = A::Value>,
{
    /// Expands a layer on disk into the next; how that is spread, and its states.
    fn step(
        &mut self,
        at: usize,
        from: Spread,
        states: usize,
        expected: usize,
    ) -> Result<(Spread, u64), Ended> {
        let spread = Spread { bits: DISK_BITS, ..Spread::of::<E>(at, expected) };
        let sample = self.buckets.sample::<E>(at, from, Sweep::<B, A, E>::sampled(states))?;
        let cuts = self.sweep.learn(at, sample, states);
        self.sweep.begin(at, states, cuts.len())?;
        let backend = B::new(&self.sweep.plan.steps[at], &cuts);
        let helpers = self.sweep.helpers(spread);
        self.sweep.workers.iter_mut().for_each(|worker| worker.prepare(spread));
        let (mut next, mut runs, mut found) = (empty_partitions::<E>(), 0, 0);
        let bucket = |number| Bucket::of(at + 1, spread, number);
        for number in 0..BUCKETS {
            let mut partitions = empty_partitions::<E>();
            let free = &mut self.sweep.workers[0].free;
            let read = Bucket::of(at, from, number);
            found += self.buckets.read::<E>(read, &mut partitions, free, self.sweep.budget)?;
            let mut input = Layer::<E> { partitions, spread: from }.into_blocks();
            let blocks = input.len();
            while !input.is_empty() {
                if self.sweep.is_full(spread, helpers) {
                    // What is merged so far makes room.
                    self.put_down(bucket(0).of_run(runs), &mut next)?;
                    runs += 1;
                }
                if self.sweep.is_full(spread, helpers) {
                    return Err(Ended::Memory(self.sweep.report));
                }
                input = self.sweep.generate(at, &backend, input, blocks, helpers)?;
                next = self.sweep.merge(next, expected / DISK_PARTITIONS, helpers);
                if self.sweep.workers.iter().any(|worker| worker.overflow) {
                    return Err(Ended::Overflow);
                }
                if next.iter().map(Vec::len).sum::<usize>() > self.most {
                    self.put_down(bucket(0).of_run(runs), &mut next)?;
                    runs += 1;
                }
            }
            self.sweep.report.done = (number + 1) as f64 / BUCKETS as f64;
        }
        self.buckets.sum_up(Bucket::of(at, from, 0), (found, states as u64))?;
        self.put_down(bucket(0).of_run(runs), &mut next)?;
        runs += 1;
        let mut states = 0;
        for bucket in (0..BUCKETS).map(bucket) {
            for run in (0..runs).map(|run| bucket.of_run(run)) {
                let free = &mut self.sweep.workers[0].free;
                self.buckets.read::<E>(run, &mut next, free, self.sweep.budget)?;
            }
            next = self.sweep.merge(next, expected / DISK_PARTITIONS, helpers);
            states += next.iter().flatten().map(|block| block.len() as u64).sum::<u64>();
            self.buckets.write::<E>(bucket, &next)?;
            self.recycle(&mut next);
            (0..runs).try_for_each(|run| self.buckets.remove(bucket.of_run(run)))?;
        }
        Ok((spread, states))
    }

    /// Writes a run, of which this is the first bucket, and empties the lists.
    fn put_down(&mut self, run: Bucket, next: &mut [Vec<Block<E>>]) -> Result<(), Ended> {
        for number in 0..BUCKETS {
            self.buckets.write::<E>(Bucket { number, ..run }, next)?;
        }
        self.recycle(next);
        Ok(())
    }

    /// Makes free blocks of the lists'.
    fn recycle(&mut self, next: &mut [Vec<Block<E>>]) {
        for mut block in next.iter_mut().flat_map(|list| list.drain(..)) {
            block.clear();
            self.sweep.workers[0].free.push(block);
        }
        let helpers = self.sweep.helpers(Spread { salt: 0, bits: DISK_BITS });
        self.sweep.even_out(helpers);
    }
}
