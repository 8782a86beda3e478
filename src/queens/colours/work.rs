//! `Work`: counts work, to choose the faster way.

use crate::queens::lanes::LANES;

/// Words that may pass before the comparison with idle lanes.
const AT_FIRST: u64 = 1 << 13;
/// The number of words that take as long as a test.
const WORDS: u64 = 2;

/// How the boards at a leaf are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CountMode {
    /// Sieved; all boards are of the slab that the counters are for.
    Sieved,
    /// Taken one by one; boards are of any cells.
    Taken,
    /// Taken one by one, with boards of the slab only, as long as few have passed since this state
    /// of the work.
    Tried(Work),
}

/// Work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// Boards that were sifted.
    pub sifted: u64,
    /// Items tested against up to 512 boards.
    pub tests: u64,
    /// Lanes without a board in tests (and the preparation of tests) where boards were taken.
    pub idle: u64,
    /// Words of 64 boards with a passing board, where boards were taken.
    pub words: u64,
}

impl Work {
    /// True if so few boards passed since `before` that taking them is faster than a sieve: it
    /// costs less than the lanes saved by filling them with boards of other slabs.
    pub fn is_sparse_since(&self, before: &Work) -> bool {
        let saved = (self.idle - before.idle) / LANES as u64;
        self.words - before.words <= saved * WORDS + AT_FIRST
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_FIRST, LANES, WORDS, Work};

    /// Earlier work does not count, and tests with full lanes do not either.
    #[test]
    fn passing_words_are_compared_with_idle_lanes() {
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
