//! `Entry`: a state and its number, as stored in a block; `Spread`: how states are hashed.

use std::marker::PhantomData;

use crate::tours::frontier::state::Key;

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
    pub fn of<E: Entry>(at: usize, expected: usize) -> Spread {
        let salt =
            0xD6E8_FEB8_6659_FD93u64.wrapping_add((at as u64).wrapping_mul(0x2545_F491_4F6C_DD1E));
        let parts = expected * size_of::<(E::Key, E::Value)>() / PARTITION_BYTES + 1;
        let bits = parts.next_power_of_two().trailing_zeros().min(MOST_PARTITION_BITS);
        Spread { salt: salt | 1, bits }
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

/// A state with its number.
pub trait Entry: Send + Sync {
    /// The packed states.
    type Key: Key;
    /// Their numbers.
    type Value: Copy + Send + Sync + Default;
}

/// Entries with these types of keys and numbers.
#[derive(Debug)]
pub struct Of<K, V>(PhantomData<(K, V)>);

impl<K: Key, V: Copy + Send + Sync + Default> Entry for Of<K, V> {
    type Key = K;
    type Value = V;
}
