//! `Table`: the hash table of one thread, which merges the partitions of a layer one after the
//! other. It is small enough for the cache, and is left empty.
//!
//! Open addressing with linear probing. The hash's highest bits select the partition, the next ones
//! the place. Inserting states in the order of the same hash would cause clusters, so the hash
//! function changes with each layer.

use super::block::Block;
use super::entry::{Entry, Spread};
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::state::Key;

/// The maximum load in tenths.
const LOAD: usize = 7;
/// Prefetch distance in entries.
const AHEAD: usize = 12;

/// The hash table of one thread.
pub struct Table<E: Entry, A> {
    arithmetic: A,
    places: Vec<(E::Key, E::Value)>,
    /// The table uses 2^`bits` places.
    bits: u32,
    len: usize,
    spread: Spread,
    /// True once a sum overflowed.
    pub overflow: bool,
}

impl<E: Entry, A: Arithmetic<Value = E::Value>> Table<E, A> {
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
            self.places = vec![(E::Key::default(), A::ZERO); 1 << self.bits];
        }
    }

    /// Adds the entries, each to the number of its state.
    pub fn merge(&mut self, entries: &Block<E>, prefetch: impl Fn(&(E::Key, E::Value))) {
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
    fn place(&self, key: E::Key) -> usize {
        // Two shifts, because `bits` may be 0.
        let rest = key.mixed(self.spread.salt) << self.spread.bits;
        (rest >> 1 >> (63 - self.bits)) as usize
    }

    #[inline(always)]
    fn add(&mut self, key: E::Key, value: E::Value) {
        let mask = (1usize << self.bits) - 1;
        let mut at = self.place(key);
        loop {
            let place = &mut self.places[at];
            if place.0 == key {
                place.1 = self.arithmetic.sum(place.1, value, &mut self.overflow);
                return;
            }
            if place.0 == E::Key::default() {
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
    pub fn drain(&mut self, mut take: impl FnMut(E::Key, E::Value)) {
        for place in &mut self.places[..1 << self.bits] {
            if place.0 != E::Key::default() {
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
    use crate::tours::frontier::layers::{Of, Spread};
    use crate::tours::frontier::numbers::Word;

    proptest! {
        #[test]
        fn the_table_sums_by_key_for_any_size(
            entries in proptest::collection::vec((1u64..400, any::<u32>()), 0..3000),
            expected in 0usize..200,
            partition_bits in 0u32..4,
        ) {
            let mut table = Table::<Of<u64, u64>, Word<u64>>::new(Word::default());
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
