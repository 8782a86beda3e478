//! `Block`: states in memory, and `Pool`, which gives blocks and counts their bytes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// States of a block, unless one group needs more.
const STATES: usize = 1 << 18;

/// States next to each other: the ranks of their matchings, and their numbers. The states of
/// one group, those with the same degrees, are always in one block.
#[derive(Debug, Default)]
pub struct Block<V> {
    /// Ranks, ascending in each group.
    pub ranks: Vec<u32>,
    /// As many numbers.
    pub numbers: Vec<V>,
    /// What the pool counts for it.
    bytes: u64,
}

impl<V> Block<V> {
    /// States that fit in.
    fn capacity(&self) -> usize {
        self.ranks.capacity().min(self.numbers.capacity())
    }

    /// True if there is room for so many more states.
    pub fn has_room(&self, more: usize) -> bool {
        self.capacity() - self.ranks.len() >= more
    }
}

/// Blocks that nobody uses, and the bytes of all that there are.
#[derive(Debug)]
pub struct Pool<V> {
    free: Mutex<Vec<Block<V>>>,
    bytes: AtomicU64,
    limit: u64,
}

impl<V> Pool<V> {
    /// Blocks of so many bytes in all at most.
    pub fn new(limit: u64) -> Pool<V> {
        Pool { free: Mutex::new(Vec::new()), bytes: AtomicU64::new(0), limit }
    }

    /// An empty block with room for so many states; none past the limit.
    pub fn take(&self, room: usize) -> Option<Block<V>> {
        let used = || self.free.lock().expect("no thread fails with the lock").pop();
        if let Some(block) = (room <= STATES).then(used).flatten() {
            return Some(block);
        }
        let states = room.max(STATES);
        let bytes = (states * (4 + size_of::<V>())) as u64;
        if self.bytes.fetch_add(bytes, Relaxed) + bytes > self.limit {
            return None;
        }
        // What is not written takes no memory yet.
        let (ranks, numbers) = (Vec::with_capacity(states), Vec::with_capacity(states));
        Some(Block { ranks, numbers, bytes })
    }

    /// Blocks that are not needed any more.
    pub fn give_back(&self, blocks: impl IntoIterator<Item = Block<V>>) {
        let mut free = self.free.lock().expect("no thread fails with the lock");
        for mut block in blocks {
            block.ranks.clear();
            block.numbers.clear();
            // Larger ones are seldom of use again.
            if block.capacity() > 2 * STATES {
                self.bytes.fetch_sub(block.bytes, Relaxed);
            } else {
                free.push(block);
            }
        }
    }

    /// The bytes of all blocks.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }
}
