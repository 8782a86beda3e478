//! `Cache`: the number of tours that complete a state of few open vertices, for searches that
//! count.
//!
//! Near the end of a tour the same few subpaths occur again and again, in any order of their inner
//! vertices. A state is identified by its open and bare vertices and the mates, so a hit is exact
//! and does not rely on a hash. The table fits in a core's second-level cache; a larger one is
//! slower than none. A hit also returns the nodes that it saved, so the tally of a unit does not
//! depend on the content of the cache, which is reused for all units of a question.

use super::state::{Mates, Words};
use crate::board::Bits;

/// States with at most this number of open vertices are cached.
pub(super) const ZONE: usize = 12;

const _: () = assert!(ZONE <= 2 * size_of::<u64>(), "a name holds the mates of eight subpaths");

/// With fewer open vertices, counting is faster than a look-up.
const LEAST: usize = 7;

const LOG_SLOTS: u32 = 14;
const SLOTS: usize = 1 << LOG_SLOTS;

/// A direct-mapped table of counts.
#[derive(Debug)]
pub(super) struct Cache<B> {
    slots: Box<[Slot<B>; SLOTS]>,
}

/// A state and its counts.
#[derive(Clone, Copy, Debug)]
struct Slot<B> {
    open: B,
    bare: B,
    code: u64,
    tours: u32,
    nodes: u32,
}

/// The identity of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key<B> {
    open: B,
    bare: B,
    code: u64,
    slot: usize,
}

/// True if states with this number of open vertices are cached.
#[inline(always)]
pub(super) fn is_kept(open_vertices: usize) -> bool {
    open_vertices.wrapping_sub(LEAST) <= ZONE - LEAST
}

impl<B: Bits> Cache<B> {
    pub fn new() -> Cache<B> {
        let empty = Slot { open: B::EMPTY, bare: B::EMPTY, code: 0, tours: 0, nodes: 0 };
        let slots = vec![empty; SLOTS].into_boxed_slice();
        Cache { slots: slots.try_into().expect("the vector has SLOTS slots") }
    }

    /// The state's key: the mates in the order of the lower ends, a byte each.
    #[inline(always)]
    pub fn key<const N: usize, const P: usize>(
        &self,
        words: &Words<B, P>,
        mates: &Mates<N>,
    ) -> Key<B> {
        let mut ends = words.open & !words.bare;
        let mut code = 0;
        while !ends.is_empty() {
            let lower = ends.lowest();
            let mate = mates.of(lower);
            code = code << 8 | mate as u64;
            ends = ends.without_first().without(mate);
        }
        let mixed = (words.open.fold() ^ code.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ words.bare.fold().wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let slot = (mixed >> (u64::BITS - LOG_SLOTS)) as usize;
        Key { open: words.open, bare: words.bare, code, slot }
    }

    /// Tours and nodes of a state, if cached.
    #[inline(always)]
    pub fn get(&self, key: &Key<B>) -> Option<(u64, u64)> {
        let slot = &self.slots[key.slot & (SLOTS - 1)];
        let same = slot.code == key.code && slot.open == key.open && slot.bare == key.bare;
        same.then(|| (u64::from(slot.tours), u64::from(slot.nodes)))
    }

    /// Caches a state, replacing the content of its slot. Counts that do not fit are not cached.
    #[inline(always)]
    pub fn put(&mut self, key: &Key<B>, tours: u64, nodes: u64) {
        if (tours | nodes) >> u32::BITS == 0 {
            let Key { open, bare, code, slot } = *key;
            self.slots[slot & (SLOTS - 1)] =
                Slot { open, bare, code, tours: tours as u32, nodes: nodes as u32 };
        }
    }
}
