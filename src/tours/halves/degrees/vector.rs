//! `Degrees`: how many edges each cell of the frontier has already.

/// The degrees of the cells in the slots of a frontier. A cell is bare (no edge), an end (one)
/// or inner (two, done). A slot without a cell counts as inner, as nothing may be joined to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Degrees {
    /// The slots of the ends.
    pub ends: u32,
    /// The slots of the inner cells, and those without a cell.
    pub inner: u32,
}

impl Degrees {
    /// No slot holds a cell.
    pub fn vacant(slots: usize) -> Degrees {
        Degrees { ends: 0, inner: ((1u64 << slots) - 1) as u32 }
    }

    /// The number of paths: each has two ends.
    #[inline(always)]
    pub fn pairs(self) -> usize {
        self.ends.count_ones() as usize / 2
    }
}

/// How many slots of a set come before this one.
#[inline(always)]
pub fn below(set: u32, slot: u32) -> usize {
    (set & ((1 << slot) - 1)).count_ones() as usize
}
