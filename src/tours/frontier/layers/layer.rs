//! `Layer`: the states between two steps.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::state::Key;

/// The states of one layer by partition, each once.
pub struct Layer<K, V> {
    pub partitions: Vec<Vec<Block<K, V>>>,
    pub spread: Spread,
}

impl<K: Key, V: Copy> Layer<K, V> {
    pub fn empty(spread: Spread) -> Layer<K, V> {
        let mut partitions = Vec::new();
        partitions.resize_with(spread.partitions(), Vec::new);
        Layer { partitions, spread }
    }

    /// The states and their numbers.
    pub fn entries(&self) -> impl Iterator<Item = (K, V)> {
        self.partitions.iter().flatten().flatten().copied()
    }

    pub fn len(&self) -> usize {
        self.partitions.iter().flatten().map(Vec::len).sum()
    }

    /// The `count` states with the least hashes: the same on every run.
    pub fn sample(&self, count: usize) -> Vec<K> {
        let mut keys: Vec<K> = Vec::new();
        for blocks in &self.partitions {
            keys.extend(blocks.iter().flatten().map(|entry| entry.0));
            if keys.len() >= count {
                break;
            }
        }
        keys.sort_unstable_by_key(|key| (key.mixed(self.spread.salt), *key));
        keys.truncate(count);
        keys
    }

    /// The blocks; the last ones are taken first.
    pub fn into_blocks(self) -> Vec<Block<K, V>> {
        self.partitions.into_iter().flatten().collect()
    }
}

/// The bytes of a block.
pub const BLOCK_BYTES: usize = 4096;

/// States with their numbers in any order, at most a block's capacity.
pub type Block<K, V> = Vec<(K, V)>;

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

/// The target size of a partition in bytes: about half of a fast cache.
const PARTITION_BYTES: usize = 1 << 19;
/// The most partitions: more of them cost more than they save.
const MOST_PARTITION_BITS: u32 = 12;

/// How the states of a layer are hashed and spread over partitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Chooses the hash function.
    pub salt: u64,
    /// There are 2^bits partitions, by the hash's highest bits.
    pub bits: u32,
}

impl Spread {
    /// The spread of a step's successors, with `expected` of them. Each step has its own hash
    /// function, that is, its own odd factor.
    pub fn of<K, V>(at: usize, expected: usize) -> Spread {
        let salt =
            0xD6E8_FEB8_6659_FD93u64.wrapping_add((at as u64).wrapping_mul(0x2545_F491_4F6C_DD1E));
        let parts = expected * size_of::<(K, V)>() / PARTITION_BYTES + 1;
        let bits = parts.next_power_of_two().trailing_zeros().min(MOST_PARTITION_BITS);
        Spread { salt: salt | 1, bits }
    }

    #[inline(always)]
    pub fn partition(self, hash: u64) -> usize {
        (hash >> 1 >> (63 - self.bits)) as usize
    }

    pub fn partitions(self) -> usize {
        1 << self.bits
    }
}

/// A sweep between two steps.
pub struct SweepState<K, V> {
    /// The layer's number, which is that of the next step.
    pub at: usize,
    pub layer: Layer<K, V>,
    /// The ratio of its states to those of the layer before.
    pub growth: f64,
    /// The number of states of each earlier layer.
    pub profile: Vec<u64>,
}

impl<K: Key, V: Copy> SweepState<K, V> {
    /// The predicted number of states of the next layer.
    pub fn expected(&self) -> usize {
        (self.layer.len() as f64 * self.growth.max(0.3)) as usize
    }

    /// The single state before the first step.
    pub fn start<A: Arithmetic<Value = V>>(arithmetic: A) -> Self {
        let mut layer = Layer::empty(Spread { salt: 1, bits: 0 });
        layer.partitions[0].push(vec![(K::START, arithmetic.one())]);
        SweepState { at: 0, layer, growth: 2.0, profile: Vec::new() }
    }
}
