//! `Entry`: how a state and its number lie in a block.
//!
//! [`WideEntry`] keeps the key and the number as they are. [`SlimEntry`] takes 14 bytes where
//! these take 16, so that larger layers fit in memory: the hash of a narrow key is a permutation
//! of the 64-bit words, hence the partition, its highest 12 bits, need not be kept with
//! each entry (Cleary's quotienting, 1984); the number gets the 60 bits that are left, and
//! a larger one is an overflow like any other.

use std::marker::PhantomData;

use crate::tours::frontier::numbers::Bytes;
use crate::tours::frontier::state::{Key, unmixed};

/// States that a partition should have: about half of what fits in a fast cache.
const PARTITION_BYTES: usize = 1 << 19;
/// More partitions than this cost more than they save.
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
    /// How a step's successors are spread if so many are expected: each step has a hash
    /// function, hence an odd factor, of its own.
    pub fn of<E: Entry>(at: usize, expected: usize) -> Spread {
        let salt =
            0xD6E8_FEB8_6659_FD93u64.wrapping_add((at as u64).wrapping_mul(0x2545_F491_4F6C_DD1E));
        let parts = expected * size_of::<E::Packed>() / PARTITION_BYTES + 1;
        let bits = parts.next_power_of_two().trailing_zeros().min(MOST_PARTITION_BITS);
        Spread { salt: salt | 1, bits: E::BITS.unwrap_or(bits) }
    }

    /// The partition of a hash.
    #[inline(always)]
    pub fn partition(self, hash: u64) -> usize {
        (hash >> 1 >> (63 - self.bits)) as usize
    }

    pub fn partitions(self) -> usize {
        1 << self.bits
    }
}

/// How a state and its number lie in memory.
pub trait Entry: Send + Sync {
    /// The packed states.
    type Key: Key;
    /// Their numbers.
    type Value: Copy + Send + Sync + Default + Bytes;
    /// What tells the states of one partition apart; the default is no state's.
    type Tag: Copy + Eq + Default + Send + Sync;
    /// An entry of a block.
    type Packed: Copy + Send + Sync;
    /// The number of partition bits, where the layout depends on it.
    const BITS: Option<u32>;
    /// What a checkpoint knows the layout by.
    const NUMBER: u64;
    /// The bytes of an entry in a checkpoint.
    const LEN: usize;

    /// The tag of a state.
    fn tag(key: Self::Key, hash: u64) -> Self::Tag;
    /// An entry; `overflow` becomes true if the number does not fit.
    fn pack(tag: Self::Tag, value: Self::Value, overflow: &mut bool) -> Self::Packed;
    /// The tag and the number of an entry.
    fn unpack(packed: Self::Packed) -> (Self::Tag, Self::Value);
    /// The hash of a state from the bit below the partition's on, at the top.
    fn rest(tag: Self::Tag, spread: Spread) -> u64;
    /// The state of a tag.
    fn key(tag: Self::Tag, partition: usize, spread: Spread) -> Self::Key;
    /// A block's states and numbers; `space` is for those that have to be unpacked.
    fn opened<'a>(
        block: &'a [Self::Packed],
        partition: usize,
        spread: Spread,
        space: &'a mut Vec<(Self::Key, Self::Value)>,
    ) -> &'a [(Self::Key, Self::Value)];
    /// Writes an entry as bytes.
    fn put(packed: Self::Packed, out: &mut Vec<u8>);
    /// The entry of these bytes.
    fn get(bytes: &[u8]) -> Self::Packed;
}

/// Keys and numbers as they are.
#[derive(Debug)]
pub struct WideEntry<K, V>(PhantomData<(K, V)>);

impl<K: Key, V: Copy + Send + Sync + Default + Bytes> Entry for WideEntry<K, V> {
    type Key = K;
    type Value = V;
    type Tag = K;
    type Packed = (K, V);
    const BITS: Option<u32> = None;
    const NUMBER: u64 = (K::LEN * 100 + V::LEN) as u64;
    const LEN: usize = K::LEN + V::LEN;

    #[inline(always)]
    fn tag(key: K, _: u64) -> K {
        key
    }
    #[inline(always)]
    fn pack(key: K, value: V, _: &mut bool) -> (K, V) {
        (key, value)
    }
    #[inline(always)]
    fn unpack(packed: (K, V)) -> (K, V) {
        packed
    }
    #[inline(always)]
    fn rest(key: K, spread: Spread) -> u64 {
        key.mixed(spread.salt) << spread.bits
    }
    #[inline(always)]
    fn key(key: K, _: usize, _: Spread) -> K {
        key
    }
    #[inline(always)]
    fn opened<'a>(
        block: &'a [(K, V)],
        _: usize,
        _: Spread,
        _: &'a mut Vec<(K, V)>,
    ) -> &'a [(K, V)] {
        block
    }
    fn put((key, value): (K, V), out: &mut Vec<u8>) {
        key.put(out);
        value.put(out);
    }
    fn get(bytes: &[u8]) -> (K, V) {
        let (key, value) = bytes.split_at(K::LEN);
        (K::get(key), V::get(value))
    }
}

/// The partition bits of slim entries.
const SLIM_BITS: u32 = 12;
/// The bits of the hash that a slim entry keeps.
const REST: u32 = 64 - SLIM_BITS;
const REST_MASK: u64 = (1 << REST) - 1;
/// A bit that every tag has, so that none is vacant.
const TAKEN: u64 = 1 << 63;

/// Narrow keys and numbers below 2^60 in 14 bytes.
#[derive(Debug)]
pub struct SlimEntry;

/// The rest of the hash with the number's lowest 12 bits above it, and the number's others.
#[derive(Clone, Copy)]
#[repr(C, packed(2))]
pub struct SlimPacked {
    word: u64,
    high: [u16; 3],
}

impl Entry for SlimEntry {
    type Key = u64;
    type Value = u64;
    type Tag = u64;
    type Packed = SlimPacked;
    const BITS: Option<u32> = Some(SLIM_BITS);
    const NUMBER: u64 = 14;
    const LEN: usize = 14;

    #[inline(always)]
    fn tag(_: u64, hash: u64) -> u64 {
        hash & REST_MASK | TAKEN
    }
    #[inline(always)]
    fn pack(tag: u64, value: u64, overflow: &mut bool) -> SlimPacked {
        *overflow |= value >> (SLIM_BITS + 48) != 0;
        let high = value >> SLIM_BITS;
        let high = [high as u16, (high >> 16) as u16, (high >> 32) as u16];
        SlimPacked { word: tag & REST_MASK | value << REST, high }
    }
    #[inline(always)]
    fn unpack(packed: SlimPacked) -> (u64, u64) {
        let (word, [a, b, c]) = (packed.word, packed.high);
        let high = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32;
        (word & REST_MASK | TAKEN, word >> REST | high << SLIM_BITS)
    }
    #[inline(always)]
    fn rest(tag: u64, _: Spread) -> u64 {
        tag << SLIM_BITS
    }
    #[inline(always)]
    fn key(tag: u64, partition: usize, spread: Spread) -> u64 {
        unmixed((partition as u64) << REST | tag & REST_MASK, spread.salt)
    }
    #[inline(always)]
    fn opened<'a>(
        block: &'a [SlimPacked],
        partition: usize,
        spread: Spread,
        space: &'a mut Vec<(u64, u64)>,
    ) -> &'a [(u64, u64)] {
        let open = |&packed| {
            let (tag, value) = SlimEntry::unpack(packed);
            (SlimEntry::key(tag, partition, spread), value)
        };
        space.clear();
        space.extend(block.iter().map(open));
        space
    }
    fn put(packed: SlimPacked, out: &mut Vec<u8>) {
        let (word, high) = (packed.word, packed.high);
        word.put(out);
        high.put(out);
    }
    fn get(bytes: &[u8]) -> SlimPacked {
        let (word, high) = bytes.split_at(u64::LEN);
        SlimPacked { word: u64::get(word), high: <[u16; 3]>::get(high) }
    }
}

/// In less memory, layers keep wide entries.
const WORTH_SLIM: u64 = 1 << 28;

/// In so much memory, two layers in words of 64 bits that take more have slim entries.
pub fn slim_from(memory: u64) -> u64 {
    // SlimEntry layers have many partitions, each with a block for each thread.
    if memory < WORTH_SLIM { u64::MAX } else { memory / 2 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::{Entry, SlimEntry, SlimPacked, Spread};
    use crate::tours::frontier::state::Key;

    proptest! {
        #[test]
        fn slim_entries_give_back_key_and_number(
            key in any::<u64>(),
            value in 0u64..1 << 60,
            salt in any::<u64>(),
        ) {
            let spread = Spread { salt: salt | 1, bits: SlimEntry::BITS.unwrap() };
            let hash = key.mixed(spread.salt);
            let mut overflow = false;
            let packed = SlimEntry::pack(SlimEntry::tag(key, hash), value, &mut overflow);
            let (tag, number) = SlimEntry::unpack(packed);
            prop_assert!(!overflow && tag != 0);
            prop_assert_eq!(number, value);
            prop_assert_eq!(tag, SlimEntry::tag(key, hash));
            prop_assert_eq!(SlimEntry::key(tag, spread.partition(hash), spread), key);
            prop_assert_eq!(SlimEntry::rest(tag, spread), hash << spread.bits);
        }
    }

    #[test]
    fn slim_entries_are_slim_and_refuse_large_numbers() {
        assert_eq!(size_of::<SlimPacked>(), 14);
        let mut overflow = false;
        SlimEntry::pack(1, (1 << 60) - 1, &mut overflow);
        assert!(!overflow);
        SlimEntry::pack(1, 1 << 60, &mut overflow);
        assert!(overflow);
    }
}
