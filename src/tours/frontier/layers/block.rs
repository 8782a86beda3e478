//! Blocks: the memory in which states are kept.
//!
//! A block is a short vector of a fixed capacity. Blocks that have been read are used again, so
//! that memory is bounded by the blocks in use and the kernel is hardly asked for more.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::entry::Entry;

/// The bytes of a block.
pub const BLOCK_BYTES: usize = 4096;

/// States in no order, at most a block's capacity.
pub type Block<E> = Vec<(<E as Entry>::Key, <E as Entry>::Value)>;

/// How many blocks a sweep has, and may have.
#[derive(Debug)]
pub struct BlockBudget {
    blocks: AtomicUsize,
    /// Less than at first once the system refused one.
    limit: AtomicUsize,
    /// Given back then, for what little is still asked for on the way to the end of a round.
    spare: Mutex<Vec<u8>>,
}

/// The bytes that are held in spare.
const SPARE: usize = 1 << 22;

impl BlockBudget {
    /// Room for blocks in so many bytes.
    pub fn new(bytes: u64) -> BlockBudget {
        let limit = usize::try_from(bytes / BLOCK_BYTES as u64).unwrap_or(usize::MAX);
        let mut spare = Vec::new();
        // Never written to, and so no memory yet; without it things are as they are.
        let _ = spare.try_reserve_exact(if limit > 0 { SPARE } else { 0 });
        let (blocks, limit) = (AtomicUsize::new(0), AtomicUsize::new(limit));
        BlockBudget { blocks, limit, spare: Mutex::new(spare) }
    }

    /// The bytes of all blocks so far.
    pub fn bytes(&self) -> u64 {
        (self.blocks.load(Ordering::Relaxed) * BLOCK_BYTES) as u64
    }

    /// Takes in blocks that were made elsewhere.
    pub fn adopt(&self, blocks: usize) {
        self.blocks.fetch_add(blocks, Ordering::Relaxed);
    }

    /// Gives so many bytes to others.
    pub fn hold(&self, bytes: u64) {
        self.adopt(bytes.div_ceil(BLOCK_BYTES as u64) as usize);
    }

    /// Blocks that may still be made.
    pub fn left(&self) -> usize {
        self.limit().saturating_sub(self.blocks.load(Ordering::Relaxed))
    }

    /// The bytes of these.
    pub fn bytes_left(&self) -> u64 {
        (self.left() as u64).saturating_mul(BLOCK_BYTES as u64)
    }

    /// Blocks that the limit allows.
    pub fn limit(&self) -> usize {
        self.limit.load(Ordering::Relaxed)
    }

    /// There is no memory for more blocks than there are.
    fn refuse(&self) {
        let blocks = self.blocks.fetch_sub(1, Ordering::Relaxed) - 1;
        self.limit.fetch_min(blocks, Ordering::Relaxed);
        *self.spare.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
    }
}

/// Adds an entry to the last block, or to a new one.
#[inline(always)]
pub fn add<T>(blocks: &mut Vec<Vec<T>>, entry: T, free: &mut Vec<Vec<T>>, budget: &BlockBudget) {
    match blocks.last_mut() {
        Some(block) if block.len() < block.capacity() => block.push(entry),
        _ => {
            let mut block = take_block(free, budget);
            block.push(entry);
            blocks.push(block);
        }
    }
}

pub fn take_block<T>(free: &mut Vec<Vec<T>>, budget: &BlockBudget) -> Vec<T> {
    free.pop().unwrap_or_else(|| {
        budget.blocks.fetch_add(1, Ordering::Relaxed);
        let mut block = Vec::new();
        if block.try_reserve_exact(BLOCK_BYTES / size_of::<T>()).is_err() {
            // The threads end their round soon; until then a few entries at a time find room.
            budget.refuse();
        }
        block
    })
}
