//! Buckets: the files of a layer that does not fit in memory.
//!
//! A layer on disk has 64 buckets, each a file with the states of neighbouring partitions; so
//! has a run, what was merged in memory of the next layer until there was no more room. Each
//! file begins with what it is and how many states it has.

use super::frames::{put_partition, take_frame};
use crate::engine::{CheckpointStore, Put};
use crate::error::Error;
use crate::tours::frontier::layers::{
    BLOCK_BYTES, Block, BlockBudget, Ended, Entry, Spread, sorted_sample,
};
use crate::tours::frontier::numbers::Bytes;

/// The partition bits of a layer on disk.
pub const DISK_BITS: u32 = 12;
/// The buckets of a layer.
pub const BUCKETS: usize = 64;
pub const DISK_PARTITIONS: usize = 1 << DISK_BITS;
/// The partitions of a bucket.
const EACH: usize = DISK_PARTITIONS / BUCKETS;

/// The least memory, in bytes of states, for a sweep on disk whose largest layer has so many
/// states of so many bytes each: room for as many blocks as one thread has open and as many
/// again, and for the successors of two buckets.
pub fn least_on_disk(states: f64, each: usize) -> u64 {
    let open = 2 * DISK_PARTITIONS * BLOCK_BYTES;
    open as u64 + (4.0 * states * each as f64 / BUCKETS as f64) as u64
}

/// One file: a bucket of a layer, or of one of the runs that a layer is merged from.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// The layer.
    pub at: usize,
    /// How the layer's states are hashed.
    pub spread: Spread,
    /// The number of the run.
    pub run: Option<usize>,
    pub number: usize,
}

/// The files of one sweep's layers.
#[derive(Clone, Copy, Debug)]
pub struct Buckets<'s> {
    pub store: &'s dyn CheckpointStore,
    /// The number of the sweep in its series.
    pub sweep: u64,
}

impl Bucket {
    /// A bucket of a layer.
    pub fn of(at: usize, spread: Spread, number: usize) -> Bucket {
        Bucket { at, spread, run: None, number }
    }

    /// The same bucket of one of the layer's runs.
    pub fn of_run(self, run: usize) -> Bucket {
        Bucket { run: Some(run), ..self }
    }

    fn partitions(self) -> std::ops::Range<usize> {
        self.number * EACH..(self.number + 1) * EACH
    }
}

impl Buckets<'_> {
    fn name(&self, bucket: Bucket) -> String {
        let Bucket { at, number, .. } = bucket;
        match bucket.run {
            None => format!("layer-{}-{at}-{number}", self.sweep),
            Some(run) => format!("run-{}-{at}-{run}-{number}", self.sweep),
        }
    }

    /// What its first frame says: what it is, and that it has so many states.
    fn head<E: Entry>(&self, bucket: Bucket, states: u64) -> Vec<u8> {
        let Bucket { at, spread, run, number } = bucket;
        let run = run.map_or(0, |run| run as u64 + 1);
        let is = [E::NUMBER, self.sweep, at as u64, run, number as u64, spread.salt];
        let mut head = Vec::new();
        is.put(&mut head);
        [u64::from(spread.bits), states].put(&mut head);
        head
    }

    /// Writes the partitions of one bucket.
    pub fn write<E: Entry>(&self, bucket: Bucket, lists: &[Vec<Block<E>>]) -> Result<(), Ended> {
        let states = bucket.partitions().flat_map(|partition| &lists[partition]).map(Vec::len);
        let head = self.head::<E>(bucket, states.map(|states| states as u64).sum());
        let mut fill = |put: Put<'_>| {
            put(&head)?;
            let mut partitions = bucket.partitions();
            partitions.try_for_each(|at| put_partition::<E>(put, at, &lists[at]))
        };
        let name = self.name(bucket);
        let written = match bucket.run {
            None => self.store.write(&name, &mut fill),
            Some(_) => self.store.write_passing(&name, &mut fill),
        };
        written.map_err(Ended::Failed)
    }

    /// Adds the states of a file to the lists; how many there are.
    pub fn read<E: Entry>(
        &self,
        bucket: Bucket,
        lists: &mut [Vec<Block<E>>],
        free: &mut Vec<Block<E>>,
        budget: &BlockBudget,
    ) -> Result<u64, Ended> {
        let (name, mut told, mut taken) = (self.name(bucket), None, 0);
        let wrong = |problem| self.store.wrong(&name, problem);
        let mut take = |frame: &[u8]| {
            if told.is_none() {
                told = frame.last_chunk().map(|&states| u64::from_le_bytes(states));
                let is_it = told.is_some_and(|states| frame == self.head::<E>(bucket, states));
                return if is_it { Ok(true) } else { Err(wrong("it holds another layer")) };
            }
            let states = take_frame::<E>(frame, bucket.partitions(), lists, free, budget);
            taken += states.ok_or_else(|| wrong("its states are none of this layer"))?;
            Ok(true)
        };
        let found = self.store.read(&name, &mut take).map_err(Ended::Failed)?;
        if !found {
            return Err(Ended::Failed(wrong("the file is missing")));
        }
        if told != Some(taken) {
            return Err(Ended::Failed(wrong("it has not as many states as it says")));
        }
        Ok(taken)
    }

    /// Makes sure that all buckets of a layer have as many states as it is said to have.
    pub fn sum_up(&self, layer: Bucket, (found, told): (u64, u64)) -> Result<(), Ended> {
        let problem = "it has not as many states as are said elsewhere";
        let wrong = || -> Error { self.store.wrong(&self.name(layer), problem) };
        if found == told { Ok(()) } else { Err(Ended::Failed(wrong())) }
    }

    /// Removes a file.
    pub fn remove(&self, bucket: Bucket) -> Result<(), Ended> {
        self.store.remove(&self.name(bucket)).map_err(Ended::Failed)
    }

    /// Removes all runs, and the buckets of all layers but one of this sweep.
    pub fn remove_layers(&self, but: Option<usize>) -> Result<(), Ended> {
        let kept = but.map(|at| format!("layer-{}-{at}-", self.sweep));
        let is_kept = |name: &str| kept.as_ref().is_some_and(|kept| name.starts_with(kept));
        for name in self.store.names().map_err(Ended::Failed)? {
            if (name.starts_with("run-") || name.starts_with("layer-")) && !is_kept(&name) {
                self.store.remove(&name).map_err(Ended::Failed)?;
            }
        }
        Ok(())
    }

    /// The states with the least hashes, as a layer's `sample` has them.
    pub fn sample<E: Entry>(
        &self,
        at: usize,
        spread: Spread,
        count: usize,
    ) -> Result<Vec<E::Key>, Ended> {
        let mut keys = Vec::new();
        for number in 0..BUCKETS {
            let mut lists = empty_partitions::<E>();
            let (bucket, budget) = (Bucket::of(at, spread, number), BlockBudget::new(0));
            self.read::<E>(bucket, &mut lists, &mut Vec::new(), &budget)?;
            keys.extend(lists.iter().flatten().flatten().map(|entry| entry.0));
            if keys.len() >= count {
                break;
            }
        }
        Ok(sorted_sample(keys, spread, count))
    }
}

pub fn empty_partitions<E: Entry>() -> Vec<Vec<Block<E>>> {
    let mut lists = Vec::new();
    lists.resize_with(DISK_PARTITIONS, Vec::new);
    lists
}
