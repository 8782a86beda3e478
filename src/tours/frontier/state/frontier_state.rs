//! `FrontierState`: the state of a set of fragments, as the rest of the graph sees it.
//!
//! Each slot of the frontier is bare (no edge yet), inner (both edges, or unused), or an end. The
//! mate of an end is the other end of its fragment. An end without a mate (or its own mate) belongs
//! to a fragment whose other end is an end of the open tour, a terminal. Two partial tours with the
//! same state have the same completions, so only their number matters.

use std::fmt::Debug;

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
