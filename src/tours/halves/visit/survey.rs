//! `Survey`: the histogram of a statistic over the tours of a unit.
//!
//! A statistic adds up over pairs of moves. The value of a tour is that of its system above, that
//! of the one below, and the pairs with a move of each: a sum over the moves below, which tables
//! that the system above sets up tell for four of them at once. So a tour costs a dozen lookups in
//! tables of 16 bytes, and those of many systems below are made together.

use super::groups::{Group, Groups};
use super::moves::MoveSet;
use super::values::{Sorted, Sorter, Values};
use crate::tours::halves::machine::{Backend, Job, LANES, Machine, TOGETHER};

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
    /// By system above: its value beyond the least, and its moves that meet any below.
    upper: Vec<(u8, MoveSet)>,
    /// By move above: what it adds to each table.
    added: Vec<Vec<[u8; 16]>>,
    /// By system below, one after the other: its value beyond the least, and which of each four
    /// moves it has.
    lower: Vec<u8>,
    /// The least values of both sides.
    least: u32,
    /// The systems below whose tours with a group above are next.
    waiting: Vec<u32>,
    above: Option<Group>,
    scratch: Scratch,
    counts: [u64; 256],
    extremes: Option<[(u8, MoveSet); 2]>,
}

/// What is worked on.
#[derive(Debug)]
struct Scratch {
    planes: Vec<[u8; LANES]>,
    tables: Vec<[u8; 16]>,
    sums: [u8; LANES],
    /// By the values of two tours side by side, and how many of them there are.
    pairs: Box<[u32; 1 << 16]>,
    in_pairs: u64,
}

impl<'a> Survey<'a> {
    /// None if values may be too far apart for a byte.
    pub fn new(values: &Values, sides: [&'a Groups; 2], backend: Backend) -> Option<Survey<'a>> {
        let [above, below] = sides.map(|groups| {
            groups.all().iter().fold(MoveSet::default(), |union, &system| union | system)
        });
        let meeting = |side: MoveSet, other: MoveSet| {
            side.numbers().filter(move |&number| values.meets(number, &other))
        };
        let lower: Vec<usize> = meeting(below, above).collect();
        let adding = meeting(above, below).fold(MoveSet::default(), MoveSet::with);
        let entries = |number: usize| {
            let entry = |four: &[usize], chosen: usize| {
                let chosen = four.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 != 0);
                chosen.filter(|(_, other)| values.counts(number, **other)).count() as u8
            };
            let fours = lower.chunks(SHARED);
            fours.map(|four| std::array::from_fn(|chosen| entry(four, chosen))).collect()
        };
        let last = adding.numbers().last().map_or(0, |last| last + 1);
        let added: Vec<Vec<[u8; 16]>> = (0..last).map(entries).collect();

        let own = sides.map(|side| side.all().iter().map(|set| values.of(set)).collect::<Vec<_>>());
        let least = own.each_ref().map(|own| own.iter().min().copied().unwrap_or(0));
        let most = own.each_ref().map(|own| own.iter().max().copied().unwrap_or(0));
        let all = |number: usize| added[number].iter().map(|table| u32::from(table[15])).sum();
        let all: Vec<u32> = (0..last).map(all).collect();
        let between = |&set: &MoveSet| (set & adding).numbers().map(|number| all[number]).sum();
        let between: u32 = sides[0].all().iter().map(between).max().unwrap_or(0);
        let apart = most[0] - least[0] + most[1] - least[1] + between;
        u8::try_from(apart).ok()?;

        let beyond = |side: usize, own: u32| (own - least[side]) as u8;
        let upper = sides[0].all().iter().zip(&own[0]);
        let mut rows = Vec::with_capacity((1 + lower.len().div_ceil(SHARED)) * own[1].len());
        for (set, &own) in sides[1].all().iter().zip(&own[1]) {
            rows.push(beyond(1, own));
            rows.extend(lower.chunks(SHARED).map(|four| {
                let chosen = four.iter().enumerate().filter(|(_, number)| set.has(**number));
                chosen.fold(0, |byte, (bit, _)| byte | 1 << bit)
            }));
        }
        let row = 1 + lower.len().div_ceil(SHARED);
        Some(Survey {
            sides,
            backend,
            upper: upper.map(|(&set, &own)| (beyond(0, own), set & adding)).collect(),
            added,
            lower: rows,
            least: least[0] + least[1],
            waiting: Vec::new(),
            above: None,
            scratch: Scratch {
                planes: vec![[0; LANES]; row],
                tables: Vec::new(),
                sums: [0; LANES],
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
        let first = self.sides[1].start(below) as u32;
        self.waiting.extend(first..first + self.sides[1].systems(below).len() as u32);
    }

    fn end(mut self: Box<Self>) -> Sorted {
        self.work();
        empty(&mut *self.scratch.pairs, &mut self.counts);
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
        let Scratch { planes, tables, sums, pairs, in_pairs } = &mut survey.scratch;
        let (row, first) = (planes.len(), survey.sides[0].start(&above));
        let systems = survey.sides[0].systems(&above);
        for (uppers, place) in
            survey.upper[first..first + systems.len()].chunks(ABOVE).zip((0..).step_by(ABOVE))
        {
            tables.clear();
            for (_, set) in uppers {
                let start = tables.len();
                tables.resize(start + row - 1, [0; 16]);
                for number in set.numbers() {
                    for (table, more) in tables[start..].iter_mut().zip(&survey.added[number]) {
                        table.iter_mut().zip(more).for_each(|(entry, more)| *entry += more);
                    }
                }
            }
            for waiting in survey.waiting.chunks(LANES) {
                let lanes = waiting.len().next_multiple_of(TOGETHER);
                let last = waiting.len() - 1;
                for lane in 0..lanes {
                    let start = waiting[lane.min(last)] as usize * row;
                    let bytes = &survey.lower[start..start + row];
                    planes.iter_mut().zip(bytes).for_each(|(plane, &byte)| plane[lane] = byte);
                }
                for (at, &(own, _)) in uppers.iter().enumerate() {
                    let tables = &tables[at * (row - 1)..(at + 1) * (row - 1)];
                    let [least, most] = machine.sums(tables, planes, lanes, own, sums);
                    let tour = |byte: u8| {
                        let lane = sums.iter().position(|&sum| sum == byte).unwrap_or(0);
                        let below = survey.sides[1].all()[waiting[lane.min(last)] as usize];
                        (byte, systems[place + at] | below)
                    };
                    let extremes = survey.extremes.get_or_insert_with(|| [tour(least), tour(most)]);
                    if least < extremes[0].0 {
                        extremes[0] = tour(least);
                    }
                    if most > extremes[1].0 {
                        extremes[1] = tour(most);
                    }
                    let (fours, rest) = sums[..waiting.len()].as_chunks::<8>();
                    for four in fours {
                        let word = u64::from_le_bytes(*four);
                        for pair in 0..4 {
                            pairs[usize::from((word >> (16 * pair)) as u16)] += 1;
                        }
                    }
                    rest.iter().for_each(|&byte| survey.counts[usize::from(byte)] += 1);
                }
                *in_pairs += (uppers.len() * waiting.len()) as u64;
                if *in_pairs >= MOST {
                    empty(&mut **pairs, &mut survey.counts);
                    *in_pairs = 0;
                }
            }
        }
    }
}

/// Pairs of tours as tours.
fn empty(pairs: &mut [u32], counts: &mut [u64; 256]) {
    for (pair, tours) in pairs.iter_mut().enumerate() {
        let tours = u64::from(std::mem::take(tours));
        counts[pair % 256] += tours;
        counts[pair / 256] += tours;
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
                if text.contains("x2") && statistic == Statistic::Crossings {
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
                        .check(search.question(), &tally)
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
