//! `Work`: how much was done, and what that says about how to go on.

/// Words that may pass before they are compared with the tests.
const AT_FIRST: u64 = 1 << 13;

/// How the boards at a leaf are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// All are of the slab that the counters are for.
    Sieved,
    /// They are of any cells.
    Taken,
    /// All are of the slab; they are taken as long as few have passed since so much was done.
    Tried(Work),
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// Boards that went through a sift.
    pub sifted: u64,
    /// Items tested against up to 512 boards.
    pub tests: u64,
    /// Of the words of 64 boards in them those in which one passed, where they were taken.
    pub words: u64,
}

impl Work {
    /// True if so few boards passed since `before` that taking them is faster than a sieve.
    pub fn is_sparse_since(&self, before: &Work) -> bool {
        self.words - before.words <= (self.tests - before.tests) / 2 + AT_FIRST
    }
}
