//! `Worker`: what one thread of a sweep owns, and the blocks in which classes are kept.
//!
//! A block is a short vector of a fixed capacity. Successors are pushed to the open block
//! of their partition, so that a partition can be merged by one thread in one small table;
//! blocks that have been read are used again, so that memory is bounded by the blocks in
//! use and the kernel is hardly asked for more.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::arithmetic::Arithmetic;
use super::backend::Backend;
use super::class::{Class, Key};
use super::plan::Step;
use super::step::{Edges, Mate, Sink, Spare};
use super::table::{Entry, Table};

/// The bytes of a block.
const BLOCK_BYTES: usize = 4096;

/// Classes in no order, at most a block's capacity.
pub(super) type Block<K, A> = Vec<Entry<K, A>>;

/// How many blocks a sweep has, and may have.
#[derive(Debug)]
pub(super) struct Store {
    blocks: AtomicUsize,
    limit: usize,
}

impl Store {
    /// Room for blocks in so many bytes.
    pub(super) fn new(bytes: u64) -> Store {
        let limit = usize::try_from(bytes / BLOCK_BYTES as u64).unwrap_or(usize::MAX);
        Store { blocks: AtomicUsize::new(0), limit }
    }

    /// The bytes of all blocks so far.
    pub(super) fn bytes(&self) -> u64 {
        (self.blocks.load(Ordering::Relaxed) * BLOCK_BYTES) as u64
    }

    /// Blocks that may still be made.
    pub(super) fn left(&self) -> usize {
        self.limit.saturating_sub(self.blocks.load(Ordering::Relaxed))
    }

    /// Blocks that the limit allows.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }
}

/// Where the successors of a layer go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// Chooses the hash function.
    pub salt: u64,
    /// There are 2^bits partitions, by the hash's highest bits.
    pub bits: u32,
}

impl Spread {
    /// The partition of a class.
    #[inline(always)]
    pub(super) fn partition(self, key: impl Key) -> usize {
        (key.mixed(self.salt) >> 1 >> (63 - self.bits)) as usize
    }

    pub(super) fn partitions(self) -> usize {
        1 << self.bits
    }
}

/// One thread's part of a sweep.
pub(super) struct Worker<'a, K, A: Arithmetic> {
    store: &'a Store,
    arithmetic: A,
    spread: Spread,
    /// The block of each partition that is being filled.
    open: Vec<Block<K, A>>,
    /// The full blocks of each partition.
    full: Vec<Vec<Block<K, A>>>,
    /// Empty blocks.
    pub free: Vec<Block<K, A>>,
    table: Table<K, A>,
    /// Tours completed so far.
    pub total: A::Value,
    /// True once a sum did not fit.
    pub overflow: bool,
    /// Successors made so far.
    pub transitions: u64,
}

impl<'a, K: Key, A: Arithmetic> Worker<'a, K, A> {
    pub(super) fn new(store: &'a Store, arithmetic: A) -> Self {
        Worker {
            store,
            arithmetic,
            spread: Spread { salt: 0, bits: 0 },
            open: Vec::new(),
            full: Vec::new(),
            free: Vec::new(),
            table: Table::new(arithmetic),
            total: A::ZERO,
            overflow: false,
            transitions: 0,
        }
    }

    /// Gets ready to make the successors of a layer.
    pub(super) fn prepare(&mut self, spread: Spread) {
        self.spread = spread;
        self.open.resize_with(spread.partitions(), Vec::new);
        self.full.resize_with(spread.partitions(), Vec::new);
    }

    /// Makes the successors of a block's classes, and takes the block.
    pub(super) fn generate<const OPEN: bool, B: Backend<Key = K>>(
        &mut self,
        backend: &B,
        step: &Step,
        mut block: Block<K, A>,
    ) {
        backend.expand::<OPEN, A::Value, Self>(step, &block, self);
        block.clear();
        self.free.push(block);
    }

    /// Hands over the blocks of each partition, in the order of partitions.
    pub(super) fn harvest(&mut self) -> impl Iterator<Item = Vec<Block<K, A>>> {
        let lists = self.open.iter_mut().zip(&mut self.full);
        lists.map(|(open, full)| {
            let mut blocks = std::mem::take(full);
            if open.capacity() > 0 {
                blocks.push(std::mem::take(open));
            }
            blocks
        })
    }

    /// Sums the numbers of equal classes of one partition; each comes once in the blocks
    /// that it returns.
    pub(super) fn merge(
        &mut self,
        blocks: Vec<Block<K, A>>,
        expected: usize,
        prefetch: impl Fn(&Entry<K, A>) + Copy,
    ) -> Vec<Block<K, A>> {
        let entries: usize = blocks.iter().map(Vec::len).sum();
        self.table.prepare(expected.min(entries), self.spread.salt, self.spread.bits);
        for mut block in blocks {
            self.table.merge(&block, prefetch);
            block.clear();
            self.free.push(block);
        }
        self.overflow |= self.table.overflow;
        let Worker { table, free, store, .. } = self;
        let mut merged: Vec<Block<K, A>> = Vec::new();
        table.drain(|entry| match merged.last_mut() {
            Some(block) if block.len() < block.capacity() => block.push(entry),
            _ => {
                let mut block = take_block(free, store);
                block.push(entry);
                merged.push(block);
            }
        });
        merged
    }

    #[cold]
    #[inline(never)]
    fn next_block(&mut self, partition: usize) {
        let next = take_block(&mut self.free, self.store);
        let full = std::mem::replace(&mut self.open[partition], next);
        if full.capacity() > 0 {
            self.full[partition].push(full);
        }
    }
}

fn take_block<T>(free: &mut Vec<Vec<T>>, store: &Store) -> Vec<T> {
    free.pop().unwrap_or_else(|| {
        store.blocks.fetch_add(1, Ordering::Relaxed);
        Vec::with_capacity(BLOCK_BYTES / size_of::<T>())
    })
}

impl<K: Key, A: Arithmetic, B: Backend<Key = K>> Sink<B, A::Value> for Worker<'_, K, A> {
    #[inline(always)]
    fn successor(
        &mut self,
        backend: &B,
        class: &Class<Mate<B>>,
        count: A::Value,
        _: Spare,
        _: Edges,
    ) {
        let key = backend.pack(class);
        let partition = self.spread.partition(key);
        let open = &self.open[partition];
        if open.len() == open.capacity() {
            self.next_block(partition);
        }
        self.open[partition].push((key, count));
        self.transitions = self.transitions.wrapping_add(1);
    }

    #[inline(always)]
    fn complete(&mut self, count: A::Value, _: Edges) {
        self.total = self.arithmetic.sum(self.total, count, &mut self.overflow);
    }

    #[inline(always)]
    fn twice(&mut self, count: A::Value) -> A::Value {
        self.arithmetic.sum(count, count, &mut self.overflow)
    }
}
