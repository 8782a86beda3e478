//! The match: counts the pairs of an eastern and a western half board that do not attack each
//! other.
//!
//! Both lists are sorted by key. The eastern ones are the patterns, 512 to a sieve; the western
//! ones are the items, in runs with the same key. A run whose key excludes all patterns of a sieve
//! is skipped: this covers most pairs. The runs are ordered by length, not by key, so that the
//! processor predicts their ends.

use std::ops::Range;

use super::layout::Layout;
use super::machine::count;
use super::sieve::{PATTERNS, Row, Sieve};
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

/// A counting sort with its memory.
///
/// Keys are unevenly distributed, and incrementing a counter twice in a row causes a stall. The
/// front and the back half of the list are therefore processed alternately, each with its own
/// counters.
pub(super) struct KeySort {
    layout: Layout,
    order: Vec<u8>,
    packed: Vec<u64>,
    keys: Vec<u8>,
}

impl KeySort {
    pub fn new(layout: Layout) -> KeySort {
        let order = layout.key_order();
        KeySort { layout, order, packed: Vec::new(), keys: Vec::new() }
    }

    /// Writes `value(pack(code))` of each code to `out`, in the order of the keys of the packed
    /// codes, and returns the range of each key.
    #[inline(always)]
    pub fn sort(
        &mut self,
        codes: &[u64],
        pack: impl Fn(u64) -> u64,
        value: impl Fn(u64) -> u64,
        out: &mut [u64],
    ) -> impl Iterator<Item = (u8, Range<usize>)> {
        let layout = self.layout;
        if layout.keys() == 1 {
            for (place, &code) in out.iter_mut().zip(codes) {
                *place = value(pack(code));
            }
            return runs(&self.order, [0; 256], [codes.len() as u32; 256]);
        }
        self.packed.resize(codes.len(), 0);
        self.keys.resize(codes.len(), 0);
        for ((packed, key), &code) in self.packed.iter_mut().zip(&mut self.keys).zip(codes) {
            *packed = pack(code);
            *key = layout.key(*packed);
        }
        let middle = codes.len() / 2;
        let (front, back) = self.keys.split_at(middle);
        let mut places = [[0u32; 256]; 2];
        let count = |counts: &mut [u32; 256], key: u8| {
            let here = &mut counts[usize::from(key)];
            *here = here.wrapping_add(1);
        };
        let [of_front, of_back] = &mut places;
        for (&one, &other) in front.iter().zip(back) {
            count(of_front, one);
            count(of_back, other);
        }
        for &key in &back[front.len()..] {
            count(of_back, key);
        }
        let mut place = 0;
        let mut ends = [0u32; 256];
        for &key in &self.order {
            let key = usize::from(key);
            for places in &mut places {
                place += std::mem::replace(&mut places[key], place);
            }
            ends[key] = place;
        }
        let starts = places[0];
        let mut put = |places: &mut [u32; 256], key: u8, packed: u64| {
            let place = &mut places[usize::from(key)];
            out[*place as usize] = value(packed);
            *place = place.wrapping_add(1);
        };
        let (front, back) =
            (front.iter().zip(&self.packed), back.iter().zip(&self.packed[middle..]));
        let [of_front, of_back] = &mut places;
        let rest = back.clone().skip(middle);
        for ((&one, &this), (&other, &that)) in front.zip(back) {
            put(of_front, one, this);
            put(of_back, other, that);
        }
        for (&key, &packed) in rest {
            put(of_back, key, packed);
        }
        runs(&self.order, starts, ends)
    }
}

/// The keys in order with their ranges.
#[inline(always)]
fn runs(
    order: &[u8],
    starts: [u32; 256],
    ends: [u32; 256],
) -> impl Iterator<Item = (u8, Range<usize>)> {
    let run = move |&key: &u8| {
        let at = usize::from(key);
        (key, starts[at] as usize..ends[at] as usize)
    };
    order.iter().map(run).filter(|(_, run)| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, KeySort, Layout, Pairs};
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

    /// Boards of up to 16 queens have only one key.
    #[test]
    fn every_code_is_in_the_run_of_its_key() {
        let mut random = Random::new(11);
        for (side, key_bits) in [(16, 0), (17, 1), (20, 1), (25, 2)] {
            let layout = Layout::new(side, key_bits);
            let mut sort = KeySort::new(layout);
            for len in [300, 0, 1, 2, 7, 1000, 301] {
                let mut word =
                    || (random.below(1 << 32) as u64) << 32 | random.below(1 << 32) as u64;
                let codes: Vec<u64> = (0..len).map(|_| layout.pack(word() & word())).collect();
                let mut out = vec![0; len];
                let runs: Vec<_> = sort.sort(&codes, |code| code, |code| !code, &mut out).collect();
                let mut end = 0;
                for (key, run) in runs {
                    assert_eq!(run.start, end, "{side}: {len}");
                    end = run.end;
                    assert!(out[run].iter().all(|&code| layout.key(!code) == key), "{side}: {len}");
                }
                assert_eq!(end, len, "{side}");
                let [mut codes, mut sorted] = [codes, out.iter().map(|code| !code).collect()];
                codes.sort_unstable();
                sorted.sort_unstable();
                assert_eq!(sorted, codes, "{side}: {len}");
            }
        }
    }
}
