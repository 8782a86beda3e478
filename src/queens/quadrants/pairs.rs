//! The match: counts the pairs of an eastern and a western half board that do not attack each
//! other.
//!
//! Both lists are sorted by key. The eastern ones are the patterns, 512 to a sieve; the western
//! ones are the items, in runs with the same key. A run whose key excludes all patterns of a sieve
//! is skipped: this covers most pairs. The runs are ordered by length, not by key, so that the
//! processor predicts their ends.

use super::layout::Layout;
use super::machine::count;
use super::sieve::{PATTERNS, Row, Sieve};
use super::sort::KeySort;
use crate::simd::Machine;

/// Western half boards are counted separately by the number of long diagonals that they occupy.
pub(super) const CLASSES: usize = 3;

/// From this length on, runs are in any order.
const LONG_RUN: usize = 256;

/// The items with one key and class.
#[derive(Clone, Copy, Default)]
struct Run {
    key: u8,
    class: u8,
    start: u32,
    end: u32,
}

/// The two lists of a match.
pub(super) struct Pairs {
    layout: Layout,
    sort: KeySort,
    /// Packed codes of eastern half boards.
    patterns: Vec<u64>,
    /// Western half boards in the form of [`Layout::item`].
    items: Vec<u64>,
    runs: Vec<Run>,
    by_length: Vec<Run>,
    sieve: Sieve,
    live: Vec<u32>,
}

/// Matches, by the class of the item.
#[derive(Clone, Copy, Default)]
pub(super) struct Matches {
    pub of_class: [u64; CLASSES],
    /// Items that were tested against a sieve.
    pub tests: u64,
}

impl Pairs {
    pub fn new(layout: Layout) -> Pairs {
        Pairs {
            layout,
            sort: KeySort::new(layout),
            patterns: Vec::new(),
            items: Vec::new(),
            runs: Vec::new(),
            by_length: Vec::new(),
            sieve: Sieve::new(layout),
            live: Vec::new(),
        }
    }

    /// Sets the patterns: eastern codes, each with the additional bits `with`.
    #[inline(always)]
    pub fn set_patterns(&mut self, codes: &[u64], with: u64) {
        let layout = self.layout;
        self.patterns.resize(codes.len(), 0);
        let pack = |code| layout.pack(code | with);
        let _runs = self.sort.sort(codes, pack, |packed| packed, &mut self.patterns);
    }

    /// Sets the items: the mirrored western codes of each class.
    #[inline(always)]
    pub fn set_items<const AMAZONS: bool>(&mut self, classes: [&[u64]; CLASSES]) {
        let layout = self.layout;
        let item = |packed| {
            if AMAZONS { layout.item_of_amazons(packed) } else { layout.item(packed) }
        };
        let pack = |code| layout.pack(super::layout::mirror(code));
        self.items.resize(classes.iter().map(|codes| codes.len()).sum(), 0);
        self.runs.clear();
        let mut start = 0;
        for (class, codes) in classes.into_iter().enumerate() {
            let place = &mut self.items[start..start + codes.len()];
            let runs = self.sort.sort(codes, pack, item, place);
            for (key, run) in runs {
                let [start, end] = [start + run.start, start + run.end].map(|at| at as u32);
                self.runs.push(Run { key, class: class as u8, start, end });
            }
            start += codes.len();
        }
        self.order_runs();
    }

    /// The longest runs first.
    #[inline(always)]
    fn order_runs(&mut self) {
        let length = |run: &Run| (run.end.wrapping_sub(run.start) as usize).min(LONG_RUN);
        let mut places = [0u32; LONG_RUN + 1];
        self.runs.iter().for_each(|run| places[length(run)] += 1);
        let mut first = 0;
        for place in places.iter_mut().rev() {
            first += std::mem::replace(place, first);
        }
        self.by_length.resize(self.runs.len(), Run::default());
        for run in &self.runs {
            let place = &mut places[length(run)];
            self.by_length[*place as usize] = *run;
            *place += 1;
        }
    }

    /// Counts the pairs of all patterns and items that do not attack each other.
    #[inline(always)]
    pub fn count<const AMAZONS: bool>(&mut self, machine: impl Machine) -> Matches {
        let Pairs { patterns, items, by_length: runs, sieve, live, .. } = self;
        let mut sums = [Row::NONE; CLASSES];
        let mut tests = 0u64;
        live.resize(runs.len(), 0);
        for group in patterns.chunks(PATTERNS) {
            sieve.fill(group);
            let mut lives = 0;
            for (number, run) in (0..).zip(runs.iter()) {
                live[lives] = number;
                lives += usize::from(!sieve.of_key(run.key).is_empty());
            }
            for &number in &live[..lives] {
                let run = runs[number as usize];
                let of_key = sieve.of_key(run.key);
                let of_run = &items[run.start as usize..run.end as usize];
                let sum = &mut sums[usize::from(run.class)];
                count::<AMAZONS>(machine, sieve, &of_key, of_run, sum);
                tests = tests.wrapping_add(of_run.len() as u64);
            }
        }
        let of_class =
            sums.map(|sum| sum.0.iter().fold(0, |all: u64, word| all.wrapping_add(*word)));
        Matches { of_class, tests }
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, Layout, Pairs};
    use crate::engine::Random;
    use crate::queens::quadrants::layout::mirror;
    use crate::simd::Portable;

    /// Uses keys, which boards of up to 16 queens do not have, and more patterns than a sieve
    /// holds.
    #[test]
    fn pairs_are_counted_by_disjoint_codes() {
        let mut random = Random::new(12);
        for (side, key_bits) in [(14, 0), (17, 1), (20, 1), (25, 2)] {
            let layout = Layout::new(side, key_bits);
            let mut list = |len: usize| -> Vec<u64> {
                let mut word =
                    || (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
                (0..len).map(|_| layout.pack(word() & word() & word() & word())).collect()
            };
            let (east, west) = (list(700), [300, 1, 77].map(&mut list));
            let mut pairs = Pairs::new(layout);
            pairs.set_items::<false>(west.each_ref().map(Vec::as_slice));
            for with in [0, 1 << 20 | 1 << 33] {
                pairs.set_patterns(&east, with);
                let expected: [u64; CLASSES] = west.each_ref().map(|codes| {
                    let apart = |code: u64| {
                        let item = layout.pack(mirror(code));
                        east.iter().filter(|&&one| layout.pack(one | with) & item == 0).count()
                    };
                    codes.iter().map(|&code| apart(code) as u64).sum()
                });
                assert!(expected[0] > 0);
                assert_eq!(pairs.count::<false>(Portable).of_class, expected, "{side}");
            }
        }
    }
}
