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
    for &(key, value) in blocks.iter().flatten() {
        if frame.is_empty() {
            (partition as u64).put(&mut frame);
        }
        key.put(&mut frame);
        value.put(&mut frame);
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
        let (key, value) = entry.split_at(E::Key::LEN);
        let entry = (E::Key::get(key), E::Value::get(value));
        add(&mut lists[partition], entry, free, budget);
    }
    Some(states)
}
