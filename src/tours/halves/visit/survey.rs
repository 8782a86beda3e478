//! `Survey`: the histogram of a statistic over the tours of a unit.
//!
//! A statistic adds up over moves and pairs of moves. The value of a tour is that of its system above, that
//! of the one below, and the pairs with a move of each: a sum over the moves below, which tables
//! that the system above sets up tell for four of them at once. So a tour costs a dozen lookups in
//! tables of 16 bytes, and those of many systems below are made together.

use std::ops::Range;

use super::groups::{Group, Groups};
use super::moves::MoveSet;
use super::values::{Sorted, Sorter, Values};
use crate::simd::{Backend, Job, Machine};
use crate::tours::halves::machine::{LANES, Lookups, TOGETHER, lane_sums};

/// Moves below that share a table.
const SHARED: usize = 4;

/// Systems above whose tables are set up at a time.
const ABOVE: usize = 64;

/// Pairs of tours are counted in words of 32 bits, which are emptied before they can be full.
const MOST: u64 = 1 << 31;

/// The tours of a unit by their value, and the first of each extreme.
#[derive(Debug)]
pub struct Survey<'a> {
    sides: [&'a Groups; 2],
    backend: Backend,
    /// By system above: its value beyond the least.
    upper: Vec<u8>,
    /// By move above: what it adds to each table; and those that add anything.
    added: Vec<Vec<u128>>,
    adding: MoveSet,
    /// By system below: its value beyond the least, and which of each four moves it has.
    lower: Vec<Vec<u8>>,
    /// The least values of both sides.
    least: u32,
    /// The systems below whose tours with a group above are next.
    waiting: Vec<Range<usize>>,
    above: Option<Group>,
    scratch: Scratch,
    counts: [u64; 256],
    extremes: Option<[(u8, MoveSet); 2]>,
}

/// What is worked on.
#[derive(Debug)]
struct Scratch {
    planes: Vec<Vec<u8>>,
    tables: Vec<u128>,
    /// The values of two tours each, the second `width` times.
    sums: [u16; LANES / 2],
    width: u16,
    /// How many pairs have these values, and of how many tours they are.
    pairs: Box<[u32; 1 << 16]>,
    in_pairs: u64,
}

impl<'a> Survey<'a> {
    /// None if values may be too far apart for a byte.
    pub fn new(values: &Values, sides: [&'a Groups; 2], backend: Backend) -> Option<Survey<'a>> {
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
        Some(Survey {
            sides,
            backend,
            upper: own[0].iter().map(|&own| beyond(0, own)).collect(),
            added,
            adding,
            least: least[0] + least[1],
            lower,
            waiting: Vec::new(),
            above: None,
            scratch: Scratch {
                planes,
                tables: Vec::new(),
                sums: [0; LANES / 2],
                width: apart as u16 + 1,
                pairs: vec![0; 1 << 16].try_into().expect("so many were made"),
                in_pairs: 0,
            },
            counts: [0; 256],
            extremes: None,
        })
    }
}

impl Sorter for Survey<'_> {
    fn put(&mut self, above: &Group, below: &Group) {
        let side = self.sides[0];
        if self.above.is_none_or(|last| side.start(&last) != side.start(above)) {
            self.work();
            self.above = Some(*above);
        }
        let first = self.sides[1].start(below);
        let systems = first..first + self.sides[1].systems(below).len();
        for (plane, all) in self.scratch.planes.iter_mut().zip(&self.lower) {
            plane.extend_from_slice(&all[systems.clone()]);
        }
        self.waiting.push(systems);
    }

    fn end(mut self: Box<Self>) -> Sorted {
        self.work();
        empty(&mut *self.scratch.pairs, self.scratch.width, &mut self.counts);
        let value = |byte: usize| self.least + byte as u32;
        let counts = self.counts.iter().enumerate().filter(|(_, tours)| **tours > 0);
        let extremes = self.extremes.map(|both| both.map(|(byte, set)| (value(byte.into()), set)));
        Sorted { counts: counts.map(|(byte, &tours)| (value(byte), tours)).collect(), extremes }
    }
}

impl Survey<'_> {
    /// The tours of a group above with all that wait.
    fn work(&mut self) {
        if let Some(above) = self.above.take() {
            let backend = self.backend;
            backend.enter(Work { survey: self, above });
            self.waiting.clear();
        }
    }
}

/// A group above and the systems that wait for it.
struct Work<'s, 'a> {
    survey: &'s mut Survey<'a>,
    above: Group,
}

impl Job for Work<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let Work { survey, above } = self;
        let Scratch { planes, tables, sums, width, pairs, in_pairs } = &mut survey.scratch;
        let (side, width, pairs) = (survey.sides[0], *width, &mut **pairs);
        let (first, systems) = (side.start(&above), side.systems(&above));
        let (all, each) = (planes[0].len(), planes.len() - 1);
        for plane in &mut *planes {
            // Lanes that stand for no system are those of the last one again.
            let last = plane.last().copied().unwrap_or_default();
            plane.resize(all.next_multiple_of(TOGETHER), last);
        }
        for place in (0..systems.len()).step_by(ABOVE) {
            let uppers = &systems[place..systems.len().min(place + ABOVE)];
            tables.clear();
            for &upper in uppers {
                let start = tables.len();
                tables.resize(start + each, 0);
                for number in (upper & survey.adding).numbers() {
                    // No byte runs over into the next: all together fit in one.
                    let both = tables[start..].iter_mut().zip(&survey.added[number]);
                    both.for_each(|(table, more)| *table = table.wrapping_add(*more));
                }
            }
            for start in (0..all).step_by(LANES) {
                let end = planes[0].len().min(start + LANES);
                let block: Vec<&[u8]> = planes.iter().map(|plane| &plane[start..end]).collect();
                let lanes = all.min(end) - start;
                for (at, &upper) in uppers.iter().enumerate() {
                    let own = survey.upper[first + place + at];
                    let tables = &tables[at * each..(at + 1) * each];
                    let lookups = Lookups { tables, planes: &block, width };
                    let [least, most] = lane_sums(machine, &lookups, own, sums);
                    let value = |lane: usize| match lane % 2 {
                        0 => (sums[lane / 2] % width) as u8,
                        _ => (sums[lane / 2] / width) as u8,
                    };
                    let tour = |byte: u8| {
                        let lane = (0..lanes).find(|&lane| value(lane) == byte).unwrap_or(0);
                        let below = nth(&survey.waiting, start + lane);
                        (byte, upper | survey.sides[1].all()[below])
                    };
                    let extremes = survey.extremes.get_or_insert_with(|| [tour(least), tour(most)]);
                    if least < extremes[0].0 {
                        extremes[0] = tour(least);
                    }
                    if most > extremes[1].0 {
                        extremes[1] = tour(most);
                    }
                    for &pair in &sums[..lanes / 2] {
                        let number = &mut pairs[usize::from(pair)];
                        *number = number.wrapping_add(1);
                    }
                    if lanes % 2 == 1 {
                        survey.counts[usize::from(value(lanes - 1))] += 1;
                    }
                }
                *in_pairs += (uppers.len() * lanes) as u64;
                if *in_pairs >= MOST {
                    empty(pairs, width, &mut survey.counts);
                    *in_pairs = 0;
                }
            }
        }
        planes.iter_mut().for_each(Vec::clear);
    }
}

/// The number at a place in ranges one behind the other.
fn nth(ranges: &[Range<usize>], place: usize) -> usize {
    ranges.iter().flat_map(Range::clone).nth(place).unwrap_or_default()
}

/// Pairs of tours as tours.
fn empty(pairs: &mut [u32], width: u16, counts: &mut [u64; 256]) {
    let width = usize::from(width);
    for (pair, tours) in pairs.iter_mut().enumerate() {
        let tours = u64::from(std::mem::take(tours));
        counts[pair % width] += tours;
        counts[(pair / width) % 256] += tours;
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

    /// Many together, with each kind of instructions, as one after the other.
    #[test]
    fn tours_are_sorted_as_one_by_one() {
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
