//! `Table`: one thread's hash table, in which the partitions of a layer are merged one
//! after the other. It is small enough to stay in the cache, and is left empty.
//!
//! Open addressing with linear probing. The hash's highest bits chose the partition, the
//! next ones choose the place. A table must not be fed in its own order, or it clusters:
//! the sweep changes the hash function at each layer.

use super::arithmetic::Arithmetic;
use super::class::Key;

/// A class and its number.
pub(super) type Entry<K, A> = (K, <A as Arithmetic>::Value);

/// Places hold at most this share of classes, in tenths.
const LOAD: usize = 7;
/// Entries whose places are fetched ahead of their use.
const AHEAD: usize = 12;

/// The hash table of one thread.
pub(super) struct Table<K, A: Arithmetic> {
    arithmetic: A,
    places: Vec<Entry<K, A>>,
    /// The number of places in use, a power of two, is 2^bits.
    bits: u32,
    len: usize,
    salt: u64,
    partition_bits: u32,
    /// True once a sum did not fit.
    pub overflow: bool,
}

impl<K: Key, A: Arithmetic> Table<K, A> {
    pub(super) fn new(arithmetic: A) -> Self {
        let places = Vec::new();
        Table { arithmetic, places, bits: 0, len: 0, salt: 0, partition_bits: 0, overflow: false }
    }

    /// Gets ready for a partition of about `expected` classes.
    pub(super) fn prepare(&mut self, expected: usize, salt: u64, partition_bits: u32) {
        debug_assert_eq!(self.len, 0);
        self.salt = salt;
        self.partition_bits = partition_bits;
        self.bits = (expected.max(64) * 10 / LOAD).next_power_of_two().trailing_zeros();
        if self.places.len() < 1 << self.bits {
            self.places = vec![(K::default(), A::ZERO); 1 << self.bits];
        }
    }

    /// Adds the entries, each to the number of its class.
    pub(super) fn merge(&mut self, entries: &[Entry<K, A>], prefetch: impl Fn(&Entry<K, A>)) {
        if (self.len + entries.len()) * 10 > LOAD << self.bits {
            self.grow(self.len + entries.len());
        }
        for (i, &(key, value)) in entries.iter().enumerate() {
            if let Some(later) = entries.get(i + AHEAD) {
                prefetch(&self.places[self.place(later.0)]);
            }
            self.add(key, value);
        }
    }

    #[inline(always)]
    fn place(&self, key: K) -> usize {
        // Shifted in two steps: there may be no partition bits.
        let rest = key.mixed(self.salt) << self.partition_bits;
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
            if place.0.is_vacant() {
                *place = (key, value);
                self.len += 1;
                return;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, classes: usize) {
        let mut old = Vec::with_capacity(self.len);
        self.drain(|entry| old.push(entry));
        self.prepare(classes + classes / 2, self.salt, self.partition_bits);
        for (key, value) in old {
            self.add(key, value);
        }
    }

    /// Hands over all classes and leaves the table empty.
    pub(super) fn drain(&mut self, mut take: impl FnMut(Entry<K, A>)) {
        for place in &mut self.places[..1 << self.bits] {
            if !place.0.is_vacant() {
                take(std::mem::take(place));
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
    use crate::tours::frontier::arithmetic::Word;

    proptest! {
        #[test]
        fn sums_by_key_whatever_the_size(
            entries in proptest::collection::vec((1u64..400, any::<u32>()), 0..3000),
            expected in 0usize..200,
            partition_bits in 0u32..4,
        ) {
            let mut table = Table::<u64, Word<u64>>::new(Word::default());
            for round in 0..2u64 {
                table.prepare(expected, 2 * round + 0xD6E8_FEB8_6659_FD93, partition_bits);
                let mut sums: HashMap<u64, u64> = HashMap::new();
                for chunk in entries.chunks(100) {
                    let chunk: Vec<_> = chunk.iter().map(|&(k, v)| (k, u64::from(v))).collect();
                    chunk.iter().for_each(|&(k, v)| *sums.entry(k).or_default() += v);
                    table.merge(&chunk, |_| ());
                }
                let mut drained = HashMap::new();
                table.drain(|(key, value)| {
                    assert!(drained.insert(key, value).is_none(), "a class came twice");
                });
                prop_assert_eq!(drained, sums);
            }
            prop_assert_eq!(table.overflow, false);
        }
    }
}
