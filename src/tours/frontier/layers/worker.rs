//! `Worker`: the data of one thread of a sweep.
//!
//! Successors are pushed to the open block of their partition, so that each partition can be merged
//! by one thread in a small table.

use super::block::{Block, BlockBudget, add, take_block};
use super::entry::{Entry, Spread};
use super::layer::Layer;
use super::table::Table;
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::state::{FrontierState, Key};
use crate::tours::frontier::transition::{Backend, Edges, FreeTerminals, Mate, Sink, Step};

/// One thread's part of a sweep.
pub struct Worker<'a, E: Entry, A> {
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
    /// The tours completed so far.
    pub total: E::Value,
    /// True once a sum overflowed.
    pub overflow: bool,
    /// Successors generated so far.
    pub transitions: u64,
}

impl<'a, E: Entry, A: Arithmetic<Value = E::Value>> Worker<'a, E, A> {
    pub fn new(budget: &'a BlockBudget, arithmetic: A) -> Self {
        Worker {
            budget,
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

    /// Prepares to generate the successors of a layer.
    pub fn prepare(&mut self, spread: Spread) {
        self.spread = spread;
        self.open.resize_with(spread.partitions(), Vec::new);
        self.full.resize_with(spread.partitions(), Vec::new);
    }

    /// Generates the successors of a block's states, and consumes the block.
    pub fn generate<B: Backend<Key = E::Key>>(
        &mut self,
        backend: &B,
        step: &Step,
        block: Block<E>,
    ) {
        backend.expand(step, &block, self);
        self.give_back(block);
    }

    /// Adds a new state to a layer.
    pub fn put(&mut self, layer: &mut Layer<E>, key: E::Key, value: E::Value) {
        let partition = layer.spread.partition(key.mixed(layer.spread.salt));
        add(&mut layer.partitions[partition], (key, value), &mut self.free, self.budget);
    }

    /// Takes back a block that was read.
    pub fn give_back(&mut self, mut block: Block<E>) {
        block.clear();
        self.free.push(block);
    }

    /// Returns the blocks of each partition, in the order of partitions.
    pub fn harvest(&mut self) -> impl Iterator<Item = Vec<Block<E>>> {
        let lists = self.open.iter_mut().zip(&mut self.full);
        lists.map(|(open, full)| {
            let mut blocks = std::mem::take(full);
            if open.capacity() > 0 {
                blocks.push(std::mem::take(open));
            }
            blocks
        })
    }

    /// Sums the numbers of equal states of one partition; the returned blocks contain each state
    /// once.
    pub fn merge(
        &mut self,
        blocks: Vec<Block<E>>,
        expected: usize,
        prefetch: impl Fn(&(E::Key, E::Value)) + Copy,
    ) -> Vec<Block<E>> {
        let entries: usize = blocks.iter().map(Vec::len).sum();
        self.table.prepare(expected.min(entries), self.spread);
        for mut block in blocks {
            self.table.merge(&block, prefetch);
            block.clear();
            self.free.push(block);
        }
        self.overflow |= self.table.overflow;
        let Worker { table, free, budget, .. } = self;
        let mut merged: Vec<Block<E>> = Vec::new();
        table.drain(|key, value| add(&mut merged, (key, value), free, budget));
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
        _: FreeTerminals,
        _: Edges,
    ) {
        let key = backend.pack(state);
        let hash = key.mixed(self.spread.salt);
        let partition = self.spread.partition(hash);
        let open = &self.open[partition];
        if open.len() == open.capacity() {
            self.next_block(partition);
        }
        self.open[partition].push((key, count));
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
