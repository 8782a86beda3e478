//! `Work`: how much was done, and what that says about how to go on.

use crate::queens::lanes::LANES;

/// Words that may pass before they are compared with the lanes.
const AT_FIRST: u64 = 1 << 13;
/// Words that take as long as a test.
const WORDS: u64 = 2;

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
    /// Lanes without a board in these and in what goes before them, where boards were taken.
    pub idle: u64,
    /// Of the words of 64 boards in them those in which one passed, where they were taken.
    pub words: u64,
}

impl Work {
    /// True if so few boards passed since `before` that taking them is faster than a sieve: what
    /// they cost is less than what boards of other slabs save in lanes that had none.
    pub fn is_sparse_since(&self, before: &Work) -> bool {
        let saved = (self.idle - before.idle) / LANES as u64;
        self.words - before.words <= saved * WORDS + AT_FIRST
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_FIRST, LANES, WORDS, Work};

    /// What was done before counts for nothing, and neither do tests of full lanes.
    #[test]
    fn words_are_compared_with_the_lanes_that_are_idle() {
        let before = Work { tests: 10, idle: 1 << 40, words: 7, ..Work::default() };
        let work = |tests: u64, saved: u64, words: u64| Work {
            tests: before.tests + tests,
            idle: before.idle + saved * LANES as u64,
            words: before.words + words,
            ..before
        };
        for saved in [0, 1000, 1 << 20] {
            let most = AT_FIRST + WORDS * saved;
            for tests in [saved, 1 << 30] {
                assert!(work(tests, saved, most).is_sparse_since(&before), "{saved}");
                assert!(!work(tests, saved, most + 1).is_sparse_since(&before), "{saved}");
            }
        }
    }
}
