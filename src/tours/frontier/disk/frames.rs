//! Entries as frames of a checkpoint: a partition's number, then its entries.

use std::ops::Range;

use crate::engine::Put;
use crate::error::Error;
use crate::tours::frontier::layers::{Block, BlockBudget, Entry, add};
use crate::tours::frontier::numbers::Bytes;

/// Bytes of a frame of entries, about.
const FRAME: usize = 1 << 20;

/// Puts the states of one partition, some thousands a frame.
pub fn put_partition<E: Entry>(
    put: Put<'_>,
    partition: usize,
    blocks: &[Block<E>],
) -> Result<(), Error> {
    let mut frame = Vec::new();
    for &packed in blocks.iter().flatten() {
        if frame.is_empty() {
            (partition as u64).put(&mut frame);
        }
        E::put(packed, &mut frame);
        if frame.len() >= FRAME {
            put(&frame)?;
            frame.clear();
        }
    }
    if frame.is_empty() { Ok(()) } else { put(&frame) }
}

/// Adds the states of a frame to the list of their partition, one of these; how many there are,
/// or none if the frame holds something else.
pub fn take_frame<E: Entry>(
    frame: &[u8],
    partitions: Range<usize>,
    lists: &mut [Vec<Block<E>>],
    free: &mut Vec<Block<E>>,
    budget: &BlockBudget,
) -> Option<u64> {
    let (partition, entries) = frame.split_at_checked(u64::LEN)?;
    let partition = usize::try_from(u64::get(partition)).ok()?;
    let entries = entries.chunks_exact(E::LEN);
    if !partitions.contains(&partition) || !entries.remainder().is_empty() {
        return None;
    }
    let states = entries.len() as u64;
    for entry in entries {
        add(&mut lists[partition], E::get(entry), free, budget);
    }
    Some(states)
}
