//! `Worker`: what one thread of a sweep owns, and the blocks in which states are kept.
//!
//! A block is a short vector of a fixed capacity. Successors are pushed to the open block
//! of their partition, so that a partition can be merged by one thread in one small table;
//! blocks that have been read are used again, so that memory is bounded by the blocks in
//! use and the kernel is hardly asked for more.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::arithmetic::Arithmetic;
use super::backend::Backend;
use super::entry::{Entry, Spread};
use super::expand::{Edges, Mate, Sink, Spare};
use super::layer::Layer;
use super::plan::Step;
use super::state::{FrontierState, Key};
use super::table::Table;

/// The bytes of a block.
const BLOCK_BYTES: usize = 4096;

/// States in no order, at most a block's capacity.
pub(super) type Block<E> = Vec<<E as Entry>::Packed>;

/// How many blocks a sweep has, and may have.
#[derive(Debug)]
pub(super) struct BlockBudget {
    blocks: AtomicUsize,
    limit: usize,
}

impl BlockBudget {
    /// Room for blocks in so many bytes.
    pub(super) fn new(bytes: u64) -> BlockBudget {
        let limit = usize::try_from(bytes / BLOCK_BYTES as u64).unwrap_or(usize::MAX);
        BlockBudget { blocks: AtomicUsize::new(0), limit }
    }

    /// The bytes of all blocks so far.
    pub(super) fn bytes(&self) -> u64 {
        (self.blocks.load(Ordering::Relaxed) * BLOCK_BYTES) as u64
    }

    /// Takes in blocks that were made elsewhere.
    pub(super) fn adopt(&self, blocks: usize) {
        self.blocks.fetch_add(blocks, Ordering::Relaxed);
    }

    /// Gives so many bytes to others.
    pub(super) fn hold(&self, bytes: u64) {
        self.adopt(bytes.div_ceil(BLOCK_BYTES as u64) as usize);
    }

    /// Blocks that may still be made.
    pub(super) fn left(&self) -> usize {
        self.limit.saturating_sub(self.blocks.load(Ordering::Relaxed))
    }

    /// The bytes of these.
    pub(super) fn bytes_left(&self) -> u64 {
        (self.left() as u64).saturating_mul(BLOCK_BYTES as u64)
    }

    /// Blocks that the limit allows.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }
}

/// One thread's part of a sweep.
pub(super) struct Worker<'a, E: Entry, A> {
    budget: &'a BlockBudget,
    arithmetic: A,
    spread: Spread,
    /// The block of each partition that is being filled.
    open: Vec<Block<E>>,
    /// The full blocks of each partition.
    full: Vec<Vec<Block<E>>>,
    /// Empty blocks.
    pub free: Vec<Block<E>>,
    table: Table<E, A>,
    /// A block's states.
    space: Vec<(E::Key, E::Value)>,
    /// Tours completed so far.
    pub total: E::Value,
    /// True once a sum did not fit.
    pub overflow: bool,
    /// Successors made so far.
    pub transitions: u64,
}

impl<'a, E: Entry, A: Arithmetic<Value = E::Value>> Worker<'a, E, A> {
    pub(super) fn new(budget: &'a BlockBudget, arithmetic: A) -> Self {
        Worker {
            budget,
            arithmetic,
            spread: Spread { salt: 0, bits: 0 },
            open: Vec::new(),
            full: Vec::new(),
            free: Vec::new(),
            table: Table::new(arithmetic),
            space: Vec::new(),
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

    /// Makes the successors of a block's states, and takes the block.
    pub(super) fn generate<const OPEN: bool, B: Backend<Key = E::Key>>(
        &mut self,
        backend: &B,
        step: &Step,
        from: Spread,
        (partition, block): (usize, Block<E>),
    ) {
        let mut space = std::mem::take(&mut self.space);
        let states = E::opened(&block, partition, from, &mut space);
        backend.expand::<OPEN, E::Value, Self>(step, states, self);
        self.space = space;
        self.give_back(block);
    }

    /// Puts a state that is not there yet into a layer.
    pub(super) fn put(&mut self, layer: &mut Layer<E>, key: E::Key, value: E::Value) {
        let hash = key.mixed(layer.spread.salt);
        let entry = E::pack(E::tag(key, hash), value, &mut self.overflow);
        let partition = &mut layer.partitions[layer.spread.partition(hash)];
        add(partition, entry, &mut self.free, self.budget);
    }

    /// Takes a block that was read.
    pub(super) fn give_back(&mut self, mut block: Block<E>) {
        block.clear();
        self.free.push(block);
    }

    /// Hands over the blocks of each partition, in the order of partitions.
    pub(super) fn harvest(&mut self) -> impl Iterator<Item = Vec<Block<E>>> {
        let lists = self.open.iter_mut().zip(&mut self.full);
        lists.map(|(open, full)| {
            let mut blocks = std::mem::take(full);
            if open.capacity() > 0 {
                blocks.push(std::mem::take(open));
            }
            blocks
        })
    }

    /// Sums the numbers of equal states of one partition; each comes once in the blocks
    /// that it returns.
    pub(super) fn merge(
        &mut self,
        blocks: Vec<Block<E>>,
        expected: usize,
        prefetch: impl Fn(&(E::Tag, E::Value)) + Copy,
    ) -> Vec<Block<E>> {
        let entries: usize = blocks.iter().map(Vec::len).sum();
        self.table.prepare(expected.min(entries), self.spread);
        for mut block in blocks {
            self.table.merge(&block, prefetch);
            block.clear();
            self.free.push(block);
        }
        self.overflow |= self.table.overflow;
        let Worker { table, free, budget, overflow, .. } = self;
        let mut merged: Vec<Block<E>> = Vec::new();
        table.drain(|tag, value| {
            add(&mut merged, E::pack(tag, value, overflow), free, budget);
        });
        merged
    }

    #[cold]
    #[inline(never)]
    fn next_block(&mut self, partition: usize) {
        let next = take_block(&mut self.free, self.budget);
        let full = std::mem::replace(&mut self.open[partition], next);
        if full.capacity() > 0 {
            self.full[partition].push(full);
        }
    }
}

/// Adds an entry to the last block, or to a new one.
#[inline(always)]
pub(super) fn add<T>(
    blocks: &mut Vec<Vec<T>>,
    entry: T,
    free: &mut Vec<Vec<T>>,
    budget: &BlockBudget,
) {
    match blocks.last_mut() {
        Some(block) if block.len() < block.capacity() => block.push(entry),
        _ => {
            let mut block = take_block(free, budget);
            block.push(entry);
            blocks.push(block);
        }
    }
}

fn take_block<T>(free: &mut Vec<Vec<T>>, budget: &BlockBudget) -> Vec<T> {
    free.pop().unwrap_or_else(|| {
        budget.blocks.fetch_add(1, Ordering::Relaxed);
        Vec::with_capacity(BLOCK_BYTES / size_of::<T>())
    })
}

impl<E, A, B> Sink<B, E::Value> for Worker<'_, E, A>
where
    E: Entry,
    A: Arithmetic<Value = E::Value>,
    B: Backend<Key = E::Key>,
{
    #[inline(always)]
    fn successor(
        &mut self,
        backend: &B,
        state: &FrontierState<Mate<B>>,
        count: E::Value,
        _: Spare,
        _: Edges,
    ) {
        let key = backend.pack(state);
        let hash = key.mixed(self.spread.salt);
        let partition = self.spread.partition(hash);
        let open = &self.open[partition];
        if open.len() == open.capacity() {
            self.next_block(partition);
        }
        let entry = E::pack(E::tag(key, hash), count, &mut self.overflow);
        self.open[partition].push(entry);
        self.transitions = self.transitions.wrapping_add(1);
    }

    #[inline(always)]
    fn complete(&mut self, count: E::Value, _: Edges) {
        self.total = self.arithmetic.sum(self.total, count, &mut self.overflow);
    }

    #[inline(always)]
    fn twice(&mut self, count: E::Value) -> E::Value {
        self.arithmetic.sum(count, count, &mut self.overflow)
    }
}
