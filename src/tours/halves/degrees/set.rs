//! Sets of degrees by number: bitmaps, or lists if these are smaller.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::engine::on_large_pages;
use crate::simd::Machine;

/// The words of bitmaps that are not compressed for a short time: 5 MiB for 16 slots.
const SMALL: usize = 3usize.pow(16).div_ceil(64);

#[derive(Clone, Debug)]
pub struct DegreeSet {
    words: Vec<u64>,
}

impl DegreeSet {
    pub fn new(bound: usize) -> DegreeSet {
        DegreeSet { words: on_large_pages(vec![0; bound.div_ceil(64)]) }
    }

    #[inline(always)]
    pub fn has(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    pub fn put(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// The words of the bitmap, the lowest numbers first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Gives the numbers in these words, in ascending order. `first` is the place of the first
    /// word.
    #[inline(always)]
    pub fn each_of(first: usize, words: &[u64], mut give: impl FnMut(usize)) {
        for (at, &word) in words.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                give(64 * (first + at) + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    pub fn each(&self, give: impl FnMut(usize)) {
        DegreeSet::each_of(0, &self.words, give);
    }

    pub fn unite(&mut self, other: &DegreeSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// A set to which several threads add numbers.
#[derive(Debug)]
pub struct SharedSet {
    words: Vec<AtomicU64>,
}

impl SharedSet {
    pub fn new(bound: usize) -> SharedSet {
        let count = bound.div_ceil(64);
        let mut words = on_large_pages(Vec::with_capacity(count));
        words.resize_with(count, || AtomicU64::new(0));
        SharedSet { words }
    }

    #[inline(always)]
    pub fn put(&self, number: usize) {
        let (word, bit) = (&self.words[number / 64], 1 << (number % 64));
        // Most numbers are already present, and reading is cheaper than writing.
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// The set, after all threads are done.
    pub fn done(self) -> DegreeSet {
        DegreeSet { words: self.words.into_iter().map(AtomicU64::into_inner).collect() }
    }
}

/// The places of the bits that are set in a word, the lowest first.
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// A word of a bitmap and the number of elements before it, in the same cache line.
#[derive(Clone, Copy, Debug)]
struct Word {
    bits: u64,
    before: u32,
}

/// A set that knows the place of each element; the least is at place 0.
#[derive(Debug)]
pub struct Ranked {
    words: Vec<Word>,
    count: usize,
}

impl Ranked {
    pub fn new(set: &DegreeSet) -> Ranked {
        let mut count = 0;
        let word = |&bits: &u64| {
            let before = count;
            count += bits.count_ones();
            Word { bits, before }
        };
        let mut words = on_large_pages(Vec::with_capacity(set.words.len()));
        words.extend(set.words.iter().map(word));
        Ranked { words, count: count as usize }
    }

    #[inline(always)]
    pub fn place(&self, number: usize) -> Option<usize> {
        let Word { bits, before } = self.words[number / 64];
        let bit = 1u64 << (number % 64);
        (bits & bit != 0).then(|| (before + (bits & (bit - 1)).count_ones()) as usize)
    }

    #[inline(always)]
    pub fn prefetch(&self, machine: impl Machine, number: usize) {
        machine.prefetch(&self.words, number / 64);
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// The elements in ascending order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(at, word)| bits(word.bits).map(move |bit| 64 * at + bit))
    }

    /// The number of elements before a word; after the last word, the number of all.
    pub fn before(&self, word: usize) -> usize {
        self.words.get(word).map_or(self.count, |word| word.before as usize)
    }

    /// The first word with at least this many elements before it, or the number of words.
    pub fn word_after(&self, numbers: usize) -> usize {
        self.words.partition_point(|word| (word.before as usize) < numbers)
    }

    #[inline(always)]
    pub fn bits(&self, word: usize) -> u64 {
        self.words[word].bits
    }
}

/// A set in compact form: a bitmap or a list.
#[derive(Debug)]
pub enum Packed {
    Words(DegreeSet),
    /// The elements in ascending order, and the bound.
    List(Vec<u32>, usize),
}

impl Default for Packed {
    /// The empty set with bound 0.
    fn default() -> Packed {
        Packed::List(Vec::new(), 0)
    }
}

impl Packed {
    /// The smaller of the two forms.
    pub fn new(set: DegreeSet) -> Packed {
        let (count, bound) = (set.count(), 64 * set.words.len());
        if 32 * count >= bound {
            return Packed::Words(set);
        }
        let mut list = Vec::with_capacity(count);
        set.each(|number| list.push(number as u32));
        Packed::List(list, bound)
    }

    /// For short use: a small bitmap is kept as it is.
    pub fn briefly(set: DegreeSet) -> Packed {
        if set.words.len() <= SMALL { Packed::Words(set) } else { Packed::new(set) }
    }

    /// Every `stride`-th element, in ascending order.
    pub fn one_in(&self, stride: usize) -> Vec<usize> {
        match self {
            Packed::List(list, _) => list
                .iter()
                .skip(stride - 1)
                .step_by(stride)
                .map(|&number| number as usize)
                .collect(),
            Packed::Words(set) => {
                let (mut some, mut before) = (Vec::new(), 0);
                for (at, &word) in set.words.iter().enumerate() {
                    let after = before + word.count_ones() as usize;
                    if before / stride < after / stride {
                        DegreeSet::each_of(at, &[word], |number| {
                            before += 1;
                            if before % stride == 0 {
                                some.push(number);
                            }
                        });
                    }
                    before = after;
                }
                some
            }
        }
    }

    /// The set as a bitmap, borrowed if possible.
    pub fn unpacked(&self) -> Cow<'_, DegreeSet> {
        match self {
            Packed::Words(set) => Cow::Borrowed(set),
            Packed::List(list, bound) => {
                let mut set = DegreeSet::new(*bound);
                list.iter().for_each(|&number| set.put(number as usize));
                Cow::Owned(set)
            }
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Packed::Words(set) => 8 * set.words.len(),
            Packed::List(list, _) => 4 * list.len(),
        }
    }

    pub fn has(&self, number: usize) -> bool {
        match self {
            Packed::Words(set) => set.has(number),
            Packed::List(list, _) => list.binary_search(&(number as u32)).is_ok(),
        }
    }

    pub fn count(&self) -> usize {
        match self {
            Packed::Words(set) => set.count(),
            Packed::List(list, _) => list.len(),
        }
    }

    pub fn each(&self, mut give: impl FnMut(usize)) {
        match self {
            Packed::Words(set) => set.each(give),
            Packed::List(list, _) => list.iter().for_each(|&number| give(number as usize)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DegreeSet, Packed, Ranked, SharedSet};

    #[test]
    fn places_are_ranks_in_the_set() {
        let numbers = [0, 3, 63, 64, 200, 201, 319];
        let mut set = DegreeSet::new(320);
        numbers.iter().for_each(|&number| set.put(number));
        let ranked = Ranked::new(&set);
        assert_eq!(ranked.count(), numbers.len());
        assert_eq!([0, 1, 4, 5].map(|word| ranked.before(word)), [0, 3, 6, 7]);
        assert_eq!([0, 1, 3, 4, 7].map(|numbers| ranked.word_after(numbers)), [0, 1, 1, 2, 5]);
        for number in 0..320 {
            assert_eq!(ranked.place(number), numbers.iter().position(|&n| n == number));
        }
        let shared = SharedSet::new(320);
        numbers.iter().rev().for_each(|&number| shared.put(number));
        assert_eq!(shared.done().words(), set.words());
    }

    #[test]
    fn packing_is_reversible() {
        for step in [1, 2, 50] {
            let mut set = DegreeSet::new(1000);
            (0..1000).step_by(step).for_each(|number| set.put(number));
            let packed = Packed::new(set.clone());
            assert_eq!(matches!(packed, Packed::List(..)), step == 50);
            assert_eq!((packed.unpacked().words(), packed.count()), (set.words(), set.count()));
            let mut all = Vec::new();
            packed.each(|number| all.push(number));
            assert_eq!(all, (0..1000).step_by(step).collect::<Vec<_>>());
            assert!((0..1000).all(|number| packed.has(number) == set.has(number)));
            for stride in [1, 3, 7] {
                let some = all.iter().copied().skip(stride - 1).step_by(stride);
                assert_eq!(packed.one_in(stride), some.collect::<Vec<_>>());
            }
            assert!(matches!(Packed::briefly(set), Packed::Words(_)));
        }
    }
}
