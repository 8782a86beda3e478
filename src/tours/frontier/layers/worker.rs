//! `Worker`: the data of one thread of a sweep.
//!
//! Successors are pushed to the open block of their partition, so that each partition can be merged
//! by one thread in a small table.

use super::layer::{Block, BlockBudget, Layer, Spread, add, take_block};
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::state::{FrontierState, Key};
use crate::tours::frontier::transition::{Backend, Edges, FreeTerminals, Mate, Sink, Step};

/// One thread's part of a sweep.
pub struct Worker<'a, K, A: Arithmetic> {
    budget: &'a BlockBudget,
    arithmetic: A,
    spread: Spread,
    /// The block of each partition that is being filled.
    open: Vec<Block<K, A::Value>>,
    /// The full blocks of each partition.
    full: Vec<Vec<Block<K, A::Value>>>,
    /// Empty blocks.
    pub free: Vec<Block<K, A::Value>>,
    table: Table<K, A>,
    /// The tours completed so far.
    pub total: A::Value,
    /// True once a sum overflowed.
    pub overflow: bool,
    /// Successors generated so far.
    pub transitions: u64,
}

impl<'a, K: Key, A: Arithmetic> Worker<'a, K, A> {
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
    pub fn generate<B: Backend<Key = K>>(
        &mut self,
        backend: &B,
        step: &Step,
        block: Block<K, A::Value>,
    ) {
        backend.expand(step, &block, self);
        self.give_back(block);
    }

    /// Adds a new state to a layer.
    pub fn put(&mut self, layer: &mut Layer<K, A::Value>, key: K, value: A::Value) {
        let partition = layer.spread.partition(key.mixed(layer.spread.salt));
        add(&mut layer.partitions[partition], (key, value), &mut self.free, self.budget);
    }

    /// Takes back a block that was read.
    pub fn give_back(&mut self, mut block: Block<K, A::Value>) {
        block.clear();
        self.free.push(block);
    }

    /// Returns the blocks of each partition, in the order of partitions.
    pub fn harvest(&mut self) -> impl Iterator<Item = Vec<Block<K, A::Value>>> {
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
        blocks: Vec<Block<K, A::Value>>,
        expected: usize,
        prefetch: impl Fn(&(K, A::Value)) + Copy,
    ) -> Vec<Block<K, A::Value>> {
        let entries: usize = blocks.iter().map(Vec::len).sum();
        self.table.prepare(expected.min(entries), self.spread);
        for mut block in blocks {
            self.table.merge(&block, prefetch);
            block.clear();
            self.free.push(block);
        }
        self.overflow |= self.table.overflow;
        let Worker { table, free, budget, .. } = self;
        let mut merged: Vec<Block<K, A::Value>> = Vec::new();
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

impl<A: Arithmetic, B: Backend> Sink<B, A::Value> for Worker<'_, B::Key, A> {
    #[inline(always)]
    fn successor(
        &mut self,
        backend: &B,
        state: &FrontierState<Mate<B>>,
        count: A::Value,
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
    fn complete(&mut self, count: A::Value, _: Edges) {
        self.total = self.arithmetic.sum(self.total, count, &mut self.overflow);
    }

    #[inline(always)]
    fn twice(&mut self, count: A::Value) -> A::Value {
        self.arithmetic.sum(count, count, &mut self.overflow)
    }
}

/// The maximum load in tenths.
const LOAD: usize = 7;
/// Prefetch distance in entries.
const AHEAD: usize = 12;

/// The hash table of one thread.
pub struct Table<K, A: Arithmetic> {
    arithmetic: A,
    places: Vec<(K, A::Value)>,
    /// The table uses 2^`bits` places.
    bits: u32,
    len: usize,
    spread: Spread,
    /// True once a sum overflowed.
    pub overflow: bool,
}

impl<K: Key, A: Arithmetic> Table<K, A> {
    pub fn new(arithmetic: A) -> Self {
        let spread = Spread { salt: 1, bits: 0 };
        Table { arithmetic, places: Vec::new(), bits: 0, len: 0, spread, overflow: false }
    }

    /// Prepares the table for a partition of about `expected` states.
    pub fn prepare(&mut self, expected: usize, spread: Spread) {
        debug_assert_eq!(self.len, 0);
        self.spread = spread;
        self.bits = (expected.max(64) * 10 / LOAD).next_power_of_two().trailing_zeros();
        if self.places.len() < 1 << self.bits {
            self.places = vec![(K::default(), A::ZERO); 1 << self.bits];
        }
    }

    /// Adds the entries, each to the number of its state.
    pub fn merge(&mut self, entries: &Block<K, A::Value>, prefetch: impl Fn(&(K, A::Value))) {
        if (self.len + entries.len()) * 10 > LOAD << self.bits {
            self.grow(self.len + entries.len());
        }
        for (i, &(key, value)) in entries.iter().enumerate() {
            if let Some(&(later, _)) = entries.get(i + AHEAD) {
                prefetch(&self.places[self.place(later)]);
            }
            self.add(key, value);
        }
    }

    #[inline(always)]
    fn place(&self, key: K) -> usize {
        // Two shifts, because `bits` may be 0.
        let rest = key.mixed(self.spread.salt) << self.spread.bits;
        (rest >> 1 >> (63 - self.bits)) as usize
    }

    #[inline(always)]
    fn add(&mut self, key: K, value: A::Value) {
        let mask = (1usize << self.bits) - 1;
        let mut at = self.place(key);
        loop {
            let place = &mut self.places[at];
            if place.0 == key {
                place.1 = self.arithmetic.sum(place.1, value, &mut self.overflow);
                return;
            }
            if place.0 == K::default() {
                *place = (key, value);
                self.len += 1;
                return;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, states: usize) {
        let mut old = Vec::with_capacity(self.len);
        self.drain(|key, value| old.push((key, value)));
        self.prepare(states + states / 2, self.spread);
        for (key, value) in old {
            self.add(key, value);
        }
    }

    /// Passes on all states and leaves the table empty.
    pub fn drain(&mut self, mut take: impl FnMut(K, A::Value)) {
        for place in &mut self.places[..1 << self.bits] {
            if place.0 != K::default() {
                let (key, value) = std::mem::take(place);
                take(key, value);
            }
        }
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::Table;
    use crate::tours::frontier::layers::Spread;
    use crate::tours::frontier::numbers::Word;

    proptest! {
        #[test]
        fn the_table_sums_by_key_for_any_size(
            entries in proptest::collection::vec((1u64..400, any::<u32>()), 0..3000),
            expected in 0usize..200,
            partition_bits in 0u32..4,
        ) {
            let mut table = Table::<u64, Word<u64>>::new(Word::default());
            for round in 0..2u64 {
                let salt = 2 * round + 0xD6E8_FEB8_6659_FD93;
                table.prepare(expected, Spread { salt, bits: partition_bits });
                let mut sums: HashMap<u64, u64> = HashMap::new();
                for chunk in entries.chunks(100) {
                    let chunk: Vec<_> = chunk.iter().map(|&(k, v)| (k, u64::from(v))).collect();
                    chunk.iter().for_each(|&(k, v)| *sums.entry(k).or_default() += v);
                    table.merge(&chunk, |_| ());
                }
                let mut drained = HashMap::new();
                table.drain(|key, value| {
                    assert!(drained.insert(key, value).is_none(), "a state came twice");
                });
                prop_assert_eq!(drained, sums);
            }
            prop_assert_eq!(table.overflow, false);
        }
    }
}
