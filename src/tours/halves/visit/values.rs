//! `Values`: a statistic on sets of moves; and tours sorted by it one after the other.

use std::collections::BTreeMap;

use super::groups::{Group, Groups};
use super::moves::{MoveSet, Moves};
use crate::tours::statistic::{Pairs, Statistic};

/// What each move adds to a tour's value with the others.
#[derive(Debug)]
pub struct Values {
    pub statistic: Statistic,
    /// By move: those that it counts with.
    with: Vec<MoveSet>,
}

impl Values {
    pub fn new(pairs: &Pairs, moves: &Moves) -> Values {
        let counts = |a: usize, b: usize| match [a, b].map(|number| moves.squares_of(number)) {
            [Some(a), Some(b)] => pairs.counts(a, b),
            // The end of an open tour is no move.
            _ => false,
        };
        let with = |a| {
            let others = (0..moves.len()).filter(|&b| a != b && counts(a, b));
            others.fold(MoveSet::default(), MoveSet::with)
        };
        Values { statistic: pairs.statistic(), with: (0..moves.len()).map(with).collect() }
    }

    /// True if two moves count.
    pub fn counts(&self, a: usize, b: usize) -> bool {
        self.with[a].has(b)
    }

    /// The value of a set.
    pub fn of(&self, set: &MoveSet) -> u32 {
        let common = |number: usize| {
            let words = self.with[number].words().iter().zip(set.words());
            words.map(|(a, b)| (a & b).count_ones()).sum::<u32>()
        };
        set.numbers().map(common).sum::<u32>() / 2
    }

    /// True if a move of one set counts with a move of the other.
    pub fn meets(&self, number: usize, others: &MoveSet) -> bool {
        self.with[number].meets(others)
    }
}

/// Tours by their value.
#[derive(Debug, PartialEq, Eq)]
pub struct Sorted {
    /// Values, ascending, and how many tours have them.
    pub counts: Vec<(u32, u64)>,
    /// A tour of the least value, and one of the largest.
    pub extremes: Option<[(u32, MoveSet); 2]>,
}

/// Sorts the tours of groups.
pub trait Sorter {
    /// Takes those of two groups.
    fn put(&mut self, above: &Group, below: &Group);

    /// What they came to.
    fn end(self: Box<Self>) -> Sorted;
}

/// Sorts tours one after the other, each by its moves.
#[derive(Debug)]
pub struct OneByOne<'a> {
    values: &'a Values,
    sides: [&'a Groups; 2],
    counts: BTreeMap<u32, u64>,
    extremes: Option<[(u32, MoveSet); 2]>,
}

impl<'a> OneByOne<'a> {
    pub fn new(values: &'a Values, sides: [&'a Groups; 2]) -> OneByOne<'a> {
        OneByOne { values, sides, counts: BTreeMap::new(), extremes: None }
    }
}

impl Sorter for OneByOne<'_> {
    fn put(&mut self, above: &Group, below: &Group) {
        for &upper in self.sides[0].systems(above) {
            for &lower in self.sides[1].systems(below) {
                let tour = upper | lower;
                let value = self.values.of(&tour);
                *self.counts.entry(value).or_default() += 1;
                let extremes = self.extremes.get_or_insert([(value, tour); 2]);
                if value < extremes[0].0 {
                    extremes[0] = (value, tour);
                }
                if value > extremes[1].0 {
                    extremes[1] = (value, tour);
                }
            }
        }
    }

    fn end(self: Box<Self>) -> Sorted {
        Sorted { counts: self.counts.into_iter().collect(), extremes: self.extremes }
    }
}
