//! `States`: placements that have come to the same row.

use crate::simd::Machine;

/// A level is full once it holds so many.
pub(super) const FULL: usize = 1 << 10;

/// The most lanes that a vector has.
pub(super) const MOST_LANES: usize = 16;

/// What a vector of placements may be continued by, behind a level that is not full yet.
const SPARE: usize = MOST_LANES * 33;

/// What the queens of each attack in the next row, and which placement it continues.
#[derive(Clone, Default)]
pub(super) struct States {
    pub columns: Vec<u32>,
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    /// The place in the level before.
    pub parent: Vec<u32>,
    pub len: usize,
}

impl States {
    pub fn new() -> States {
        let words = vec![0; FULL + SPARE];
        let [columns, left, right] = [words.clone(), words.clone(), words.clone()];
        States { columns, left, right, parent: words, len: 0 }
    }

    /// True once there may be no room for what continues another vector.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len >= FULL
    }

    /// Adds the lanes in the mask.
    #[inline(always)]
    pub fn put<M: Machine>(
        &mut self,
        machine: M,
        mask: u32,
        [columns, left, right]: [M::Words; 3],
        parent: M::Words,
    ) {
        let at = self.len;
        machine.pack(columns, mask, &mut self.columns[at..]);
        machine.pack(left, mask, &mut self.left[at..]);
        machine.pack(right, mask, &mut self.right[at..]);
        machine.pack(parent, mask, &mut self.parent[at..]);
        self.len += mask.count_ones() as usize;
    }
}
