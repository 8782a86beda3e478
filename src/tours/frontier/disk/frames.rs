//! Entries as frames of a checkpoint: a partition's number, then its entries.

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

/// Adds the states of a frame to the list of their partition.
pub fn take_frame<E: Entry>(
    frame: &[u8],
    lists: &mut [Vec<Block<E>>],
    free: &mut Vec<Block<E>>,
    budget: &BlockBudget,
) {
    let (partition, entries) = frame.split_at(u64::LEN);
    let blocks = &mut lists[u64::get(partition) as usize];
    for entry in entries.chunks_exact(E::LEN) {
        add(blocks, E::get(entry), free, budget);
    }
}
