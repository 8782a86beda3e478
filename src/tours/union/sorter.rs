//! `BatchSorter`: the histogram of a statistic over the tours of a unit.
//!
//! A statistic is a sum over moves and pairs of moves. The value of a tour is the value of its
//! upper system, that of its lower system, and the pairs with one move in each. The last term is a
//! sum over the lower moves. For each upper system a table gives that sum for four lower moves
//! together. So a tour takes a dozen lookups in tables of 16 bytes, and many lower systems are
//! processed together.

use std::ops::Range;

use super::groups::{Group, Groups};
use super::moves::{MoveSet, Moves};
use crate::simd::{Backend, Job, Machine};
use crate::tours::halves::machine::{LANES, Lookups, TOGETHER, lane_sums};
use crate::tours::statistic::{Pairs, Statistic};

/// The number of lower moves in a table.
const SHARED: usize = 4;

/// The number of upper systems with tables at a time.
const ABOVE: usize = 64;

/// Pairs of tours are counted in 32 bits; the counters are emptied before they overflow.
const MOST: u64 = 1 << 31;

/// The tours of a unit by value, and the first tour of each extreme.
#[derive(Debug)]
pub struct BatchSorter<'a> {
    sides: [&'a Groups; 2],
    backend: Backend,
    /// By upper system: its value less the least one.
    upper: Vec<u8>,
    /// By upper move: what it adds to each table. Then the moves that add anything.
    added: Vec<Vec<u128>>,
    adding: MoveSet,
    /// By lower system: its value less the least one, and a byte for each four moves.
    lower: Vec<Vec<u8>>,
    /// The sum of the least values of both sides.
    least: u32,
    /// The lower systems to be combined with `above`.
    waiting: Vec<Range<usize>>,
    above: Option<Group>,
    planes: Vec<Vec<u8>>,
    tables: Vec<u128>,
    /// The values of two tours: the first plus `width` times the second.
    sums: [u16; LANES / 2],
    width: u16,
    /// The number of pairs with these values, and the number of tours in `pairs`.
    pairs: Box<[u32; 1 << 16]>,
    in_pairs: u64,
    counts: [u64; 256],
    extremes: Option<[(u8, MoveSet); 2]>,
}

impl<'a> BatchSorter<'a> {
    /// None if the range of values may exceed a byte.
    pub fn new(
        values: &Values,
        sides: [&'a Groups; 2],
        backend: Backend,
    ) -> Option<BatchSorter<'a>> {
        let [above, below] = sides.map(Groups::moves);
        let lower: Vec<usize> = values.meeting(below, above).numbers().collect();
        let adding = values.meeting(above, below);
        let entries = |number: usize| {
            let entry = |four: &[usize], chosen: usize| {
                let chosen = four.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 != 0);
                chosen.filter(|(_, other)| values.counts(number, **other)).count() as u8
            };
            let fours = lower.chunks(SHARED);
            let table =
                |four| u128::from_le_bytes(std::array::from_fn(|chosen| entry(four, chosen)));
            fours.map(table).collect()
        };
        let last = adding.numbers().last().map_or(0, |last| last + 1);
        let added: Vec<Vec<u128>> = (0..last).map(entries).collect();

        let own = sides.map(|side| side.all().iter().map(|set| values.of(set)).collect::<Vec<_>>());
        let least = own.each_ref().map(|own| own.iter().min().copied().unwrap_or(0));
        let most = own.each_ref().map(|own| own.iter().max().copied().unwrap_or(0));
        let all = |number: usize| {
            added[number].iter().map(|table| u32::from(table.to_le_bytes()[15])).sum()
        };
        let all: Vec<u32> = (0..last).map(all).collect();
        let between = |&set: &MoveSet| (set & adding).numbers().map(|number| all[number]).sum();
        let between: u32 = sides[0].all().iter().map(between).max().unwrap_or(0);
        let apart = most[0] - least[0] + most[1] - least[1] + between;
        u8::try_from(apart).ok()?;

        let beyond = |side: usize, own: u32| (own - least[side]) as u8;
        let chosen = |set: &MoveSet, four: &[usize]| {
            let chosen = four.iter().enumerate().filter(|(_, number)| set.has(**number));
            chosen.fold(0, |byte, (bit, _)| byte | 1 << bit)
        };
        let plane = |four| sides[1].all().iter().map(|set| chosen(set, four)).collect();
        let own_plane = own[1].iter().map(|&own| beyond(1, own)).collect();
        let lower: Vec<Vec<u8>> =
            std::iter::once(own_plane).chain(lower.chunks(SHARED).map(plane)).collect();
        let planes = vec![Vec::new(); lower.len()];
        Some(BatchSorter {
            sides,
            backend,
            upper: own[0].iter().map(|&own| beyond(0, own)).collect(),
            added,
            adding,
            least: least[0] + least[1],
            lower,
            waiting: Vec::new(),
            above: None,
            planes,
            tables: Vec::new(),
            sums: [0; LANES / 2],
            width: apart as u16 + 1,
            pairs: vec![0; 1 << 16].try_into().expect("the length is 2^16"),
            in_pairs: 0,
            counts: [0; 256],
            extremes: None,
        })
    }
}

impl Sorter for BatchSorter<'_> {
    fn put(&mut self, above: &Group, below: &Group) {
        let side = self.sides[0];
        if self.above.is_none_or(|last| side.start(&last) != side.start(above)) {
            self.work();
            self.above = Some(*above);
        }
        let first = self.sides[1].start(below);
        let systems = first..first + self.sides[1].systems(below).len();
        for (plane, all) in self.planes.iter_mut().zip(&self.lower) {
            plane.extend_from_slice(&all[systems.clone()]);
        }
        self.waiting.push(systems);
    }

    fn end(mut self: Box<Self>) -> Sorted {
        self.work();
        empty(&mut *self.pairs, self.width, &mut self.counts);
        let value = |byte: usize| self.least + byte as u32;
        let counts = self.counts.iter().enumerate().filter(|(_, tours)| **tours > 0);
        let extremes = self.extremes.map(|both| both.map(|(byte, set)| (value(byte.into()), set)));
        Sorted { counts: counts.map(|(byte, &tours)| (value(byte), tours)).collect(), extremes }
    }
}

impl BatchSorter<'_> {
    /// Processes the tours of a group above with all waiting systems.
    fn work(&mut self) {
        if let Some(above) = self.above.take() {
            let backend = self.backend;
            backend.enter(Work { sorter: self, above });
            self.waiting.clear();
        }
    }
}

/// The job for a group above and the waiting systems.
struct Work<'s, 'a> {
    sorter: &'s mut BatchSorter<'a>,
    above: Group,
}

impl Job for Work<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Work { sorter, above } = self;
        let BatchSorter { planes, tables, sums, width, pairs, in_pairs, .. } = sorter;
        let (side, width, pairs) = (sorter.sides[0], *width, &mut **pairs);
        let (first, systems) = (side.start(&above), side.systems(&above));
        let (all, each) = (planes[0].len(), planes.len() - 1);
        for plane in &mut *planes {
            // Unused lanes repeat the last system.
            let last = plane.last().copied().unwrap_or_default();
            plane.resize(all.next_multiple_of(TOGETHER), last);
        }
        for place in (0..systems.len()).step_by(ABOVE) {
            let uppers = &systems[place..systems.len().min(place + ABOVE)];
            tables.clear();
            for &upper in uppers {
                let start = tables.len();
                tables.resize(start + each, 0);
                for number in (upper & sorter.adding).numbers() {
                    // Bytes do not overflow, because the total range fits in a byte.
                    let both = tables[start..].iter_mut().zip(&sorter.added[number]);
                    both.for_each(|(table, more)| *table = table.wrapping_add(*more));
                }
            }
            for start in (0..all).step_by(LANES) {
                let end = planes[0].len().min(start + LANES);
                let block: Vec<&[u8]> = planes.iter().map(|plane| &plane[start..end]).collect();
                let lanes = all.min(end) - start;
                for (at, &upper) in uppers.iter().enumerate() {
                    let own = sorter.upper[first + place + at];
                    let tables = &tables[at * each..(at + 1) * each];
                    let lookups = Lookups { tables, planes: &block, width };
                    let [least, most] = lane_sums(machine, &lookups, own, sums);
                    let value = |lane: usize| match lane % 2 {
                        0 => (sums[lane / 2] % width) as u8,
                        _ => (sums[lane / 2] / width) as u8,
                    };
                    let tour = |byte: u8| {
                        let lane = (0..lanes).find(|&lane| value(lane) == byte).unwrap_or(0);
                        let below = nth(&sorter.waiting, start + lane);
                        (byte, upper | sorter.sides[1].all()[below])
                    };
                    widen(&mut sorter.extremes, [least, most], tour);
                    for &pair in &sums[..lanes / 2] {
                        let number = &mut pairs[usize::from(pair)];
                        *number = number.wrapping_add(1);
                    }
                    if lanes % 2 == 1 {
                        sorter.counts[usize::from(value(lanes - 1))] += 1;
                    }
                }
                *in_pairs += (uppers.len() * lanes) as u64;
                if *in_pairs >= MOST {
                    empty(pairs, width, &mut sorter.counts);
                    *in_pairs = 0;
                }
            }
        }
        planes.iter_mut().for_each(Vec::clear);
    }
}

/// Replaces the extremes by tours with the least and the largest of some values, if they are beyond.
#[inline(always)]
fn widen<T: Copy + Ord>(
    extremes: &mut Option<[(T, MoveSet); 2]>,
    [least, most]: [T; 2],
    tour: impl Fn(T) -> (T, MoveSet),
) {
    let extremes = extremes.get_or_insert_with(|| [tour(least), tour(most)]);
    if least < extremes[0].0 {
        extremes[0] = tour(least);
    }
    if most > extremes[1].0 {
        extremes[1] = tour(most);
    }
}

/// The element at a place in consecutive ranges.
fn nth(ranges: &[Range<usize>], place: usize) -> usize {
    ranges.iter().flat_map(Range::clone).nth(place).unwrap_or_default()
}

/// Adds the counts of pairs to the counts of tours.
fn empty(pairs: &mut [u32], width: u16, counts: &mut [u64; 256]) {
    let width = usize::from(width);
    for (pair, tours) in pairs.iter_mut().enumerate() {
        let tours = u64::from(std::mem::take(tours));
        counts[pair % width] += tours;
        counts[(pair / width) % 256] += tours;
    }
}

/// The contribution of each move to a tour's value, alone and with others.
#[derive(Debug)]
pub struct Values {
    pub statistic: Statistic,
    /// The moves that count alone.
    alone: MoveSet,
    /// By move: the moves that it counts with.
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

    pub fn counts(&self, a: usize, b: usize) -> bool {
        self.with[a].has(b)
    }

    pub fn of(&self, set: &MoveSet) -> u32 {
        let pairs = set.numbers().map(|number| self.with[number].common(set)).sum::<u32>() / 2;
        pairs + self.alone.common(set)
    }

    /// For each move, the number of moves of a set that it counts with, in binary: bit `k` of the
    /// number is 1 if the move is in `bits[k]`.
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

    /// The moves of a set that count with a move of another set.
    pub fn meeting(&self, set: MoveSet, others: MoveSet) -> MoveSet {
        let meets = |number: &usize| self.with[*number].meets(&others);
        set.numbers().filter(meets).fold(MoveSet::default(), MoveSet::with)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct Sorted {
    /// The values, ascending, with their numbers of tours.
    pub counts: Vec<(u32, u64)>,
    /// A tour of the least value, and one of the largest.
    pub extremes: Option<[(u32, MoveSet); 2]>,
}

/// Sorts the tours of pairs of groups.
pub trait Sorter {
    fn put(&mut self, above: &Group, below: &Group);

    fn end(self: Box<Self>) -> Sorted;
}

/// Sorts tours one at a time. The value of a tour is the value of its upper system, that of its
/// lower system, and the number of pairs with one move in each.
#[derive(Debug)]
pub struct OneByOneSorter<'a> {
    values: &'a Values,
    sides: [&'a Groups; 2],
    backend: Backend,
    /// By side and system: its value.
    own: [Vec<u32>; 2],
    /// The upper moves that count with any lower move.
    adding: MoveSet,
    counts: Vec<u64>,
    extremes: Option<[(u32, MoveSet); 2]>,
}

impl<'a> OneByOneSorter<'a> {
    pub fn new(values: &'a Values, sides: [&'a Groups; 2], backend: Backend) -> OneByOneSorter<'a> {
        let own = sides.map(|side| side.all().iter().map(|system| values.of(system)).collect());
        let [above, below] = sides.map(Groups::moves);
        let adding = values.meeting(above, below);
        OneByOneSorter { values, sides, backend, own, adding, counts: Vec::new(), extremes: None }
    }
}

impl Sorter for OneByOneSorter<'_> {
    fn put(&mut self, above: &Group, below: &Group) {
        self.backend.enter(Pair { sorter: self, above, below });
    }

    fn end(self: Box<Self>) -> Sorted {
        let counts = (0..).zip(self.counts).filter(|(_, tours)| *tours > 0);
        Sorted { counts: counts.collect(), extremes: self.extremes }
    }
}

struct Pair<'s, 'a> {
    sorter: &'s mut OneByOneSorter<'a>,
    above: &'s Group,
    below: &'s Group,
}

impl Job for Pair<'_, '_> {
    type Output = ();

    /// Compiled for the processor, so that a population count is one instruction.
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
                widen(&mut sorter.extremes, [value; 2], |value| (value, upper | lower));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::{Enumeration, Run, Silent, Tally};
    use crate::method::Vectors;
    use crate::question::Question;
    use crate::tours::{Statistic, UnionSearch};

    fn search(text: &str, statistic: Statistic) -> UnionSearch {
        let Question::Tours(asked) = text.parse().unwrap() else { panic!("tours") };
        UnionSearch::new(asked.prepared()).unwrap().sorted_by(statistic).unwrap()
    }

    /// Batches, with each kind of instructions, agree with sorting one by one.
    #[test]
    fn batches_agree_with_sorting_one_by_one() {
        for text in [
            "tours closed knight 6x6",
            "tours closed knight 3x10",
            "tours closed knight 4x3x2",
            "tours open knight 5x5",
            "tours open knight 4x5 from=a1",
            "tours open knight 3x8 from=a3 to=b1",
            "tours open knight ...../...#./...../.....",
            "tours closed king 4x4",
            "tours closed queen 3x3",
            "tours open wazir 4x5",
        ] {
            for (statistic, _) in Statistic::NAMED {
                let Question::Tours(asked) = text.parse().unwrap() else { panic!("tours") };
                if statistic.of(&asked.prepared()).is_err() {
                    continue;
                }
                let count = |vectors, split| {
                    let search = search(text, statistic).vectors(vectors).split(split);
                    let tally = Run::new(&search).threads(2).execute().unwrap().tally;
                    let search = &search;
                    let mut slow = Tally::default();
                    for unit in search.plan().units {
                        slow.merge(&search.recount(&unit, &mut Silent).unwrap());
                    }
                    assert_eq!(tally.found(), slow.found(), "{text}");
                    assert_eq!(
                        tally.histogram().counts(),
                        slow.histogram().counts(),
                        "{text}, {statistic}"
                    );
                    assert_eq!(tally.histogram().total(), tally.weighted());
                    statistic
                        .of(search.question())
                        .unwrap()
                        .check(search.question(), &tally, true)
                        .unwrap();
                    tally
                };
                let native = count(Vectors::Native, 1);
                for (vectors, split) in [(Vectors::None, 1), (Vectors::Narrow, 3)] {
                    let other = count(vectors, split);
                    assert_eq!(native.histogram().counts(), other.histogram().counts(), "{text}");
                }
            }
        }
    }
}
