//! Blocks: the memory of states.
//!
//! A block is a short vector of fixed capacity. Blocks that have been read are reused, so memory is
//! bounded by the blocks in use and there are few system calls.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::entry::Entry;

/// The bytes of a block.
pub const BLOCK_BYTES: usize = 4096;

/// States in any order, at most a block's capacity.
pub type Block<E> = Vec<(<E as Entry>::Key, <E as Entry>::Value)>;

/// The number of blocks that a sweep has, and its limit.
#[derive(Debug)]
pub struct BlockBudget {
    blocks: AtomicUsize,
    /// Lower than the initial limit after the system refused a block.
    limit: AtomicUsize,
    /// Memory that is released at a refusal, for small allocations until the end of the round.
    reserve: Mutex<Vec<u8>>,
}

/// The size of the reserve in bytes.
const RESERVE: usize = 1 << 22;

impl BlockBudget {
    /// A limit of `bytes` bytes.
    pub fn new(bytes: u64) -> BlockBudget {
        let limit = usize::try_from(bytes / BLOCK_BYTES as u64).unwrap_or(usize::MAX);
        let mut reserve = Vec::new();
        // Never written to, so it occupies no physical memory. A failure to reserve it is harmless.
        let _ = reserve.try_reserve_exact(if limit > 0 { RESERVE } else { 0 });
        let (blocks, limit) = (AtomicUsize::new(0), AtomicUsize::new(limit));
        BlockBudget { blocks, limit, reserve: Mutex::new(reserve) }
    }

    /// The bytes of all blocks so far.
    pub fn bytes(&self) -> u64 {
        (self.blocks.load(Ordering::Relaxed) * BLOCK_BYTES) as u64
    }

    /// Adds blocks that were allocated elsewhere.
    pub fn adopt(&self, blocks: usize) {
        self.blocks.fetch_add(blocks, Ordering::Relaxed);
    }

    /// Sets aside `bytes` bytes for other purposes.
    pub fn hold(&self, bytes: u64) {
        self.adopt(bytes.div_ceil(BLOCK_BYTES as u64) as usize);
    }

    /// The number of blocks that may still be allocated.
    pub fn left(&self) -> usize {
        self.limit().saturating_sub(self.blocks.load(Ordering::Relaxed))
    }

    /// The bytes that may still be allocated.
    pub fn bytes_left(&self) -> u64 {
        (self.left() as u64).saturating_mul(BLOCK_BYTES as u64)
    }

    /// The limit in blocks.
    pub fn limit(&self) -> usize {
        self.limit.load(Ordering::Relaxed)
    }

    /// Lowers the limit to the current number of blocks.
    fn refuse(&self) {
        let blocks = self.blocks.fetch_sub(1, Ordering::Relaxed) - 1;
        self.limit.fetch_min(blocks, Ordering::Relaxed);
        *self.reserve.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
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
            // The threads end their round soon; until then a few entries at a time find space.
            budget.refuse();
        }
        block
    })
}
