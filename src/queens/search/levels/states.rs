//! `States`: placements that have reached the same row.

use crate::simd::Machine;

/// The number of states at which a level is full.
pub(super) const FULL: usize = 1 << 10;

/// The most lanes of a vector.
pub(super) const MOST_LANES: usize = 16;

/// Space for the successors of a vector of placements, beyond a full level.
const SUCCESSORS: usize = MOST_LANES * 33;

/// The lines that each placement's queens attack in the next row, and its parent.
#[derive(Clone, Default)]
pub(super) struct States {
    pub columns: Vec<u32>,
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    /// The index in the level before.
    pub parent: Vec<u32>,
    pub len: usize,
}

impl States {
    pub fn new() -> States {
        let words = vec![0; FULL + SUCCESSORS];
        let [columns, left, right] = [words.clone(), words.clone(), words.clone()];
        States { columns, left, right, parent: words, len: 0 }
    }

    /// True if there may be no space for the successors of another vector.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len >= FULL
    }

    /// Adds the masked lanes.
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
