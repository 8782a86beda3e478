//! Buckets: the files of a layer that does not fit in memory.
//!
//! A layer on disk has 64 buckets, each a file with the states of neighbouring partitions; so
//! has a run, what was merged in memory of the next layer until there was no more room.

use super::frames::{put_partition, take_frame};
use crate::engine::CheckpointStore;
use crate::tours::frontier::layers::{Block, BlockBudget, Ended, Entry, Spread, sorted_sample};

/// The partition bits of a layer on disk.
pub const DISK_BITS: u32 = 12;
/// The buckets of a layer.
pub const BUCKETS: usize = 64;
pub const DISK_PARTITIONS: usize = 1 << DISK_BITS;
/// The partitions of a bucket.
const EACH: usize = DISK_PARTITIONS / BUCKETS;

pub fn layer_file(at: usize, bucket: usize) -> String {
    format!("layer-{at}-{bucket}")
}

pub fn run_file(number: usize, bucket: usize) -> String {
    format!("run-{number}-{bucket}")
}

pub fn empty_partitions<E: Entry>() -> Vec<Vec<Block<E>>> {
    let mut lists = Vec::new();
    lists.resize_with(DISK_PARTITIONS, Vec::new);
    lists
}

/// Writes the partitions of one bucket.
pub fn write_bucket<E: Entry>(
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
pub fn read_bucket<E: Entry>(
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

/// Removes all runs, and the buckets of all layers but one.
pub fn remove_layers(store: &dyn CheckpointStore, but: Option<usize>) -> Result<(), Ended> {
    let kept = but.map(|at| format!("layer-{at}-"));
    let is_kept = |name: &str| kept.as_ref().is_some_and(|kept| name.starts_with(kept));
    for name in store.names().map_err(Ended::Failed)? {
        if (name.starts_with("run-") || name.starts_with("layer-")) && !is_kept(&name) {
            store.remove(&name).map_err(Ended::Failed)?;
        }
    }
    Ok(())
}

/// The states with the least hashes, as a layer's `sample` has them.
pub fn bucket_sample<E: Entry>(
    store: &dyn CheckpointStore,
    at: usize,
    spread: Spread,
    count: usize,
) -> Result<Vec<E::Key>, Ended> {
    let mut keys = Vec::new();
    for bucket in 0..BUCKETS {
        let mut lists = empty_partitions::<E>();
        read_bucket::<E>(
            store,
            &layer_file(at, bucket),
            &mut lists,
            &mut Vec::new(),
            &BlockBudget::new(0),
        )?;
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
