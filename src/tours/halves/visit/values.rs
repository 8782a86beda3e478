//! `Values`: a statistic on sets of moves; and tours sorted by it one after the other.

use super::groups::{Group, Groups};
use super::moves::{MoveSet, Moves};
use crate::simd::{Backend, Job, Machine};
use crate::tours::statistic::{Pairs, Statistic};

/// What each move adds to a tour's value, alone and with the others.
#[derive(Debug)]
pub struct Values {
    pub statistic: Statistic,
    /// Those that count whatever the others are.
    alone: MoveSet,
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
        let is_alone = |number: &usize| {
            moves.squares_of(*number).is_some_and(|squares| pairs.counts_alone(squares))
        };
        let alone = (0..moves.len()).filter(is_alone).fold(MoveSet::default(), MoveSet::with);
        Values { statistic: pairs.statistic(), alone, with: (0..moves.len()).map(with).collect() }
    }

    /// True if two moves count.
    pub fn counts(&self, a: usize, b: usize) -> bool {
        self.with[a].has(b)
    }

    /// The value of a set.
    pub fn of(&self, set: &MoveSet) -> u32 {
        let pairs = set.numbers().map(|number| self.with[number].common(set)).sum::<u32>() / 2;
        pairs + self.alone.common(set)
    }

    /// By how many moves of a set each move counts with, as numbers in base two: bit `k` of a
    /// move's number says whether the move is in `bits[k]`.
    #[inline(always)]
    fn count_with(&self, set: &MoveSet, bits: &mut Vec<MoveSet>) {
        bits.clear();
        for number in set.numbers() {
            let mut carry = self.with[number];
            for bit in &mut *bits {
                (*bit, carry) = (*bit ^ carry, *bit & carry);
            }
            if carry != MoveSet::default() {
                bits.push(carry);
            }
        }
    }

    /// The moves of a set that count with a move of another.
    pub fn meeting(&self, set: MoveSet, others: MoveSet) -> MoveSet {
        let meets = |number: &usize| self.with[*number].meets(&others);
        set.numbers().filter(meets).fold(MoveSet::default(), MoveSet::with)
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

/// Sorts tours one after the other: each has the value of its system above, that of the one below,
/// and as many as the moves below count with moves above.
#[derive(Debug)]
pub struct OneByOne<'a> {
    values: &'a Values,
    sides: [&'a Groups; 2],
    backend: Backend,
    /// By side and system: its value.
    own: [Vec<u32>; 2],
    /// The moves above that count with any below.
    adding: MoveSet,
    /// By value: how many tours have it.
    counts: Vec<u64>,
    extremes: Option<[(u32, MoveSet); 2]>,
}

impl<'a> OneByOne<'a> {
    pub fn new(values: &'a Values, sides: [&'a Groups; 2], backend: Backend) -> OneByOne<'a> {
        let own = sides.map(|side| side.all().iter().map(|system| values.of(system)).collect());
        let [above, below] = sides.map(Groups::moves);
        let adding = values.meeting(above, below);
        OneByOne { values, sides, backend, own, adding, counts: Vec::new(), extremes: None }
    }
}

impl Sorter for OneByOne<'_> {
    fn put(&mut self, above: &Group, below: &Group) {
        self.backend.enter(Pair { sorter: self, above, below });
    }

    fn end(self: Box<Self>) -> Sorted {
        let counts = (0..).zip(self.counts).filter(|(_, tours)| *tours > 0);
        Sorted { counts: counts.collect(), extremes: self.extremes }
    }
}

/// Two groups whose tours are sorted.
struct Pair<'s, 'a> {
    sorter: &'s mut OneByOne<'a>,
    above: &'s Group,
    below: &'s Group,
}

impl Job for Pair<'_, '_> {
    type Output = ();

    /// No instruction of the machine's own: compiled for it, common bits are counted in one.
    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Pair { sorter, above, below } = self;
        let [uppers, lowers] = sorter.sides;
        let own = [(uppers, above), (lowers, below)].map(|(side, group)| side.start(group));
        let mut bits = Vec::new();
        for (&upper, &own_upper) in uppers.systems(above).iter().zip(&sorter.own[0][own[0]..]) {
            sorter.values.count_with(&(upper & sorter.adding), &mut bits);
            for (&lower, &own_lower) in lowers.systems(below).iter().zip(&sorter.own[1][own[1]..]) {
                let mut between = 0;
                for (power, bit) in bits.iter().enumerate() {
                    between += bit.common(&lower) << power;
                }
                let value = own_upper + own_lower + between;
                let place = value as usize;
                if place >= sorter.counts.len() {
                    sorter.counts.resize(place + 1, 0);
                }
                sorter.counts[place] += 1;
                let extremes = sorter.extremes.get_or_insert([(value, upper | lower); 2]);
                if value < extremes[0].0 {
                    extremes[0] = (value, upper | lower);
                }
                if value > extremes[1].0 {
                    extremes[1] = (value, upper | lower);
                }
            }
        }
    }
}
