//! The state of a partial tour as the rest of the graph sees it: [`FrontierState`], and the [`Key`]
//! into which it is packed.
//!
//! Each slot of the frontier is bare (no edge yet), inner (both edges, or unused), or an end. The
//! mate of an end is the other end of its fragment. An end without a mate (or its own mate) belongs
//! to a fragment whose other end is an end of the open tour, a terminal. Two partial tours with the
//! same state have the same completions, so only their number matters.
//!
//! A key has two planes of one bit per slot (00 bare, 11 inner, 10 opener, 01 closer), followed by
//! the mates of the openers in the order of their slots. An opener is the lower end of its fragment;
//! a closer that is no opener's mate has no mate. Equal states therefore have equal keys, and no
//! relabelling is needed. A state after the first step has an end, so its key is never 0; tables use
//! 0 for a vacant place.

use std::fmt::Debug;
use std::hash::Hash;

/// The most slots of a key of any width; masks of slots have 32 bits.
pub const MAX_SLOTS: usize = 32;

/// The mate of each end, by slot; entries of other slots are meaningless.
pub trait Mates: Copy {
    /// The mate of the end in `slot`.
    fn of(self, slot: u32) -> u32;
    /// Sets the mate of `slot`.
    fn with(self, slot: u32, mate: u32) -> Self;
    /// Makes `a` and `b` the ends of one fragment; a single end if they are equal.
    #[inline(always)]
    fn joined(self, a: u32, b: u32) -> Self {
        self.with(a, b).with(b, a)
    }
}

/// Sixteen slots, four bits each.
impl Mates for u64 {
    #[inline(always)]
    fn of(self, slot: u32) -> u32 {
        self.wrapping_shr(4 * slot) as u32 & 15
    }
    #[inline(always)]
    fn with(self, slot: u32, mate: u32) -> u64 {
        let shift = 4 * slot;
        self & !15u64.wrapping_shl(shift) | u64::from(mate).wrapping_shl(shift)
    }
}

impl Mates for [u8; MAX_SLOTS] {
    #[inline(always)]
    fn of(self, slot: u32) -> u32 {
        u32::from(self[slot as usize % MAX_SLOTS])
    }
    #[inline(always)]
    fn with(mut self, slot: u32, mate: u32) -> Self {
        self[slot as usize % MAX_SLOTS] = mate as u8;
        self
    }
}

/// An unpacked state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontierState<M> {
    /// The slots of cells without an edge.
    pub bare: u32,
    /// The slots of ends.
    pub ends: u32,
    /// The mates of the ends.
    pub mates: M,
}

impl<M: Mates> FrontierState<M> {
    /// The ends whose mate is in a higher slot.
    pub fn openers(&self) -> u32 {
        let opens = |&slot: &u32| self.ends >> slot & 1 != 0 && self.mates.of(slot) > slot;
        (0..MAX_SLOTS as u32).filter(opens).fold(0, |set, slot| set | 1 << slot)
    }
}

/// The slots of a mask in ascending order.
#[inline(always)]
pub fn slots_of(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let slot = mask.trailing_zeros();
        (mask != 0).then(|| mask &= mask - 1)?;
        Some(slot)
    })
}

/// The mirror image of the state; the mirror is its own inverse.
pub fn mirrored<M: Mates>(state: &FrontierState<M>, mirror: &[u8; MAX_SLOTS]) -> FrontierState<M> {
    let image = |slot: u32| u32::from(mirror[slot as usize]);
    let set = |slots| slots_of(slots).fold(0, |set, slot| set | 1 << image(slot));
    let mut mates = state.mates;
    for slot in slots_of(state.ends) {
        mates = mates.with(image(slot), image(state.mates.of(slot)));
    }
    FrontierState { bare: set(state.bare), ends: set(state.ends), mates }
}

/// A state packed into a word.
pub trait Key: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The mates of a state of this width.
    type Mates: Mates + Send + Sync;
    /// The number of slots.
    const SLOTS: usize;
    /// The state before the first step: no cell in any slot.
    const START: Self;

    /// Packs a state; only the mates of ends matter.
    fn pack(state: &FrontierState<Self::Mates>) -> Self;
    /// Unpacks the state; the second value is the set of ends without a mate.
    fn unpack(self) -> (FrontierState<Self::Mates>, u32);
    /// Hashes the key; each salt gives another hash function.
    fn mixed(self, salt: u64) -> u64;
    /// Converts the key to the widest word, and back.
    fn widened(self) -> u128;
    fn narrowed(wide: u128) -> Self;
}

/// The second factor of the hash: 2^64 over the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline(always)]
fn mix(key: u64, salt: u64) -> u64 {
    let key = key.wrapping_mul(salt);
    (key ^ (key >> 32)).wrapping_mul(GOLDEN)
}

/// Packs planes of `slots` bits and mates of `bits` bits each.
fn pack<M: Mates>(state: &FrontierState<M>, slots: usize, bits: u32) -> u128 {
    let full = (1u32 << slots) - 1;
    let openers = state.openers();
    let inner = !(state.bare | state.ends) & full;
    let low = u128::from(inner | openers);
    let high = u128::from(inner | state.ends & !openers);
    let mut key = low | high << slots;
    let mut shift = 2 * slots as u32;
    for slot in slots_of(openers) {
        key |= u128::from(state.mates.of(slot)) << shift;
        shift += bits;
    }
    key
}

fn unpack<M: Mates>(key: u128, slots: usize, bits: u32, none: M) -> (FrontierState<M>, u32) {
    let full = (1u32 << slots) - 1;
    let low = key as u32 & full;
    let high = (key >> slots) as u32 & full;
    let mut state = FrontierState { bare: !(low | high) & full, ends: low ^ high, mates: none };
    let mut alone = high & !low;
    for slot in slots_of(alone) {
        state.mates = state.mates.with(slot, slot);
    }
    let mut rest = key >> (2 * slots);
    for slot in slots_of(low & !high) {
        let mate = rest as u32 & ((1 << bits) - 1);
        state.mates = state.mates.joined(slot, mate);
        alone &= !(1 << mate);
        rest >>= bits;
    }
    (state, alone)
}

/// Sixteen slots: 2·16 bits, and at most eight openers of 4 bits.
impl Key for u64 {
    type Mates = u64;
    const SLOTS: usize = 16;
    const START: u64 = 0xFFFF_FFFF;

    fn pack(state: &FrontierState<u64>) -> u64 {
        pack(state, Self::SLOTS, 4) as u64
    }
    fn unpack(self) -> (FrontierState<u64>, u32) {
        unpack(u128::from(self), Self::SLOTS, 4, 0)
    }
    #[inline(always)]
    fn mixed(self, salt: u64) -> u64 {
        mix(self, salt)
    }
    fn widened(self) -> u128 {
        u128::from(self)
    }
    fn narrowed(wide: u128) -> u64 {
        wide as u64
    }
}

/// 29 slots: 2·29 bits, and at most 14 openers of 5 bits: 128 exactly.
impl Key for u128 {
    type Mates = [u8; MAX_SLOTS];
    const SLOTS: usize = 29;
    const START: u128 = (1 << (2 * Self::SLOTS)) - 1;

    fn pack(state: &FrontierState<Self::Mates>) -> u128 {
        pack(state, Self::SLOTS, 5)
    }
    fn unpack(self) -> (FrontierState<Self::Mates>, u32) {
        unpack(self, Self::SLOTS, 5, [0; MAX_SLOTS])
    }
    #[inline(always)]
    fn mixed(self, salt: u64) -> u64 {
        let high = (self >> 64) as u64;
        mix(self as u64 ^ high.wrapping_mul(GOLDEN).rotate_left(23), salt)
    }
    fn widened(self) -> u128 {
        self
    }
    fn narrowed(wide: u128) -> u128 {
        wide
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};

    use super::{FrontierState, Key, Mates, slots_of};

    /// A state on all slots of a key: each slot bare, inner, a single end or one of a pair.
    fn state<K: Key>(none: K::Mates, kinds: &[u8], order: &[usize]) -> FrontierState<K::Mates> {
        let mut state = FrontierState { bare: 0, ends: 0, mates: none };
        let mut waiting = None;
        let mut alone = 0;
        for &slot in order.iter().filter(|&&slot| slot < K::SLOTS) {
            let bit = 1 << slot;
            match kinds[slot] % 4 {
                0 => state.bare |= bit,
                1 => {}
                2 if alone < 2 => {
                    alone += 1;
                    state.ends |= bit;
                    state.mates = state.mates.with(slot as u32, slot as u32);
                }
                _ => match waiting.take() {
                    None => waiting = Some(slot as u32),
                    Some(other) => {
                        state.ends |= bit | 1 << other;
                        state.mates = state.mates.joined(slot as u32, other);
                    }
                },
            }
        }
        state
    }

    fn same<M: Mates>(a: &FrontierState<M>, b: &FrontierState<M>) -> bool {
        let mates = |slot| a.mates.of(slot) == b.mates.of(slot);
        a.bare == b.bare && a.ends == b.ends && slots_of(a.ends).all(mates)
    }

    fn orders() -> impl Strategy<Value = Vec<usize>> {
        any::<u64>().prop_map(|seed| {
            let mut order: Vec<usize> = (0..32).collect();
            order.sort_by_key(|&i| (seed ^ i as u64).wrapping_mul(super::GOLDEN).rotate_left(17));
            order
        })
    }

    proptest! {
        #[test]
        fn keys_unpack_to_their_state(kinds in [any::<u8>(); 32], order in orders()) {
            let narrow = state::<u64>(0, &kinds, &order);
            prop_assert!(same(&u64::pack(&narrow).unpack().0, &narrow));
            let wide = state::<u128>([0; 32], &kinds, &order);
            prop_assert!(same(&u128::pack(&wide).unpack().0, &wide));
            prop_assert_eq!(u128::pack(&u128::pack(&wide).unpack().0), u128::pack(&wide));
        }
    }

    #[test]
    fn the_start_state_is_empty() {
        let (start, _) = u64::START.unpack();
        assert_eq!((start.bare, start.ends), (0, 0));
        let (start, _) = u128::START.unpack();
        assert_eq!((start.bare, start.ends), (0, 0));
        fn is_vacant<K: Key>(key: K) -> bool {
            key == K::default()
        }
        assert!(!is_vacant(u64::START) && !is_vacant(u128::START));
    }
}
