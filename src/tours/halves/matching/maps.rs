//! `Maps`: acts as tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::act::{Act, reversed};
use super::ranks::places;

/// Positions, and so pairs times two.
const SIDE: usize = 24;
/// Pairs with tables.
const MOST: usize = 8;
/// Pairs up to which there are tables where a frontier is not wide.
const TABLES: usize = 6;
/// Slots above which it is: tables for one pair more, 1 MiB each, for up to a fourth of all work.
const WIDE: usize = 16;
/// Pairs whose tables are made without others.
const FEW: usize = 2;
/// Tables that are wanted for each two points, about: so many were seen.
const WANTED: usize = 2;
/// Tables that each group wants where there are few groups, about.
const EACH: f64 = 2.0;
/// Moves, insertions, contractions, reversals, and contractions by their sources.
const KINDS: usize = 5;

/// The new rank of each old one, by act, made when it is first wanted.
///
/// A table's length is a power of two, so that a rank cut to so many bits is always inside;
/// what stands beyond the last rank is never asked for. Beyond so many pairs there are no
/// tables: there an act is put together from acts on fewer pairs, as most keep the partner of
/// the first point and change the rest.
pub struct Maps {
    tables: Vec<OnceLock<Box<[u32]>>>,
    orders: Mutex<HashMap<Order, Arc<[u32]>>>,
    limit: usize,
}

/// Any order of the points of so many pairs: a reversal or none, then moves.
pub type Order = (usize, bool, Vec<Act>);

impl std::fmt::Debug for Maps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Maps up to {} pairs", self.limit)
    }
}

impl Maps {
    /// For a frontier of so many slots.
    pub fn for_slots(slots: usize) -> Maps {
        Maps::new(Maps::tables(slots))
    }

    /// The most pairs that there are tables for, with so many slots.
    pub fn tables(slots: usize) -> usize {
        if slots > WIDE { TABLES + 1 } else { TABLES }
    }

    /// The bytes that these take in the end, about, where there are so many groups of so many
    /// pairs.
    pub fn expected_bytes(slots: usize, groups: impl Fn(usize) -> f64) -> f64 {
        let acts = |pairs: usize| (WANTED * (2 * pairs).pow(2)) as f64;
        let table = |pairs: usize| places(pairs).next_power_of_two() as f64;
        let of = |pairs: usize| {
            // One pair more than acts have tables for can have a reversal.
            let most = if pairs > Maps::tables(slots) { 1.0 } else { acts(pairs) };
            most.min(groups(pairs) * EACH) * table(pairs)
        };
        4.0 * (1..=(Maps::tables(slots) + 1).min(slots / 2)).map(of).sum::<f64>()
    }

    /// Tables for up to so many pairs.
    pub fn new(limit: usize) -> Maps {
        assert!(limit < MOST, "larger tables than anybody wants");
        let none = || OnceLock::new();
        let tables = (0..KINDS * (MOST + 1) * SIDE * SIDE).map(|_| none()).collect();
        Maps { tables, orders: Mutex::default(), limit }
    }

    /// The most pairs that tables are for.
    pub fn limit(&self) -> usize {
        self.limit
    }

    fn get(
        &self,
        kind: usize,
        pairs: usize,
        [i, j]: [u8; 2],
        make: impl FnOnce() -> Box<[u32]>,
    ) -> &[u32] {
        let at = ((kind * (MOST + 1) + pairs) * SIDE + usize::from(i)) * SIDE + usize::from(j);
        self.tables[at].get_or_init(make)
    }

    /// The table of an act on so many pairs, at most [`Maps::limit`]; none if nothing changes.
    #[inline(always)]
    pub fn table(&self, act: Act, pairs: usize) -> Option<&[u32]> {
        let (kind, at) = match act {
            Act::Same => return None,
            Act::Move(i, j) => (0, [i, j]),
            Act::Insert(i, j) => (1, [i, j]),
            Act::Contract(i, j) => (2, [i, j]),
        };
        Some(self.get(kind, pairs, at, || {
            if pairs <= FEW {
                return padded(
                    pairs,
                    (0..places(pairs) as u32).map(|m| act.on(pairs, m)).collect(),
                );
            }
            // Point by point it takes longer than from tables for fewer pairs.
            let all: Vec<u32> = (0..places(pairs) as u32).collect();
            let mut table = Vec::new();
            for (a, run) in (Run { ranks: &all, first: 0 }).parts(pairs - 1) {
                self.part(act, pairs, a, run, 0, &mut table);
            }
            padded(pairs, table)
        }))
    }

    /// The table of the opposite order of points.
    #[inline(always)]
    pub fn reversal(&self, pairs: usize) -> &[u32] {
        self.get(3, pairs, [0, 0], || {
            // Each is the opposite of its opposite.
            let mut table = vec![u32::MAX; places(pairs)];
            for m in 0..table.len() {
                if table[m] == u32::MAX {
                    let opposite = reversed(pairs, m as u32);
                    (table[m], table[opposite as usize]) = (opposite, m as u32);
                }
            }
            padded(pairs, table)
        })
    }

    /// The table of an order of the points, which `make` tells by rank if it is new.
    pub fn order(&self, order: Order, make: impl FnOnce() -> Vec<u32>) -> Arc<[u32]> {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || {
            let mut table = make();
            table.resize(table.len().next_power_of_two(), 0);
            Arc::from(table)
        };
        orders.entry(order).or_insert_with(made).clone()
    }

    /// For each matching of one pair less the matchings of which joining the first point and
    /// point `j` makes it: 2(k - 1) of them, one after the other.
    pub fn sources(&self, pairs: usize, j: u8) -> &[u32] {
        self.get(4, pairs, [0, j], || {
            let (size, each) = (places(pairs - 1), 2 * (pairs - 1));
            let mut sources = vec![0; size * each];
            let mut filled = vec![0; size + 1];
            for m in 0..places(pairs) as u32 {
                let to = Act::Contract(0, j).on(pairs, m) as usize;
                if to < size {
                    sources[to * each + filled[to]] = m;
                    filled[to] += 1;
                }
            }
            sources.into_boxed_slice()
        })
    }

    /// The rank that a matching with its points in the opposite order has.
    #[inline(always)]
    pub fn reversed(&self, pairs: usize, m: u32) -> u32 {
        match pairs {
            0 => m,
            // One more than acts have tables for: it is one table for all.
            _ if pairs <= self.limit + 1 => self.reversal(pairs)[m as usize],
            _ => reversed(pairs, m),
        }
    }

    /// Appends what [`Act::on`] is of each of some matchings.
    pub fn all(&self, act: Act, pairs: usize, ranks: &[u32], to: &mut Vec<u32>) {
        self.some(act, pairs, Run { ranks, first: 0 }, 0, to);
    }

    /// The same for a run, and `base` is added to all.
    fn some(&self, act: Act, pairs: usize, run: Run<'_>, base: u32, to: &mut Vec<u32>) {
        let Run { ranks, first } = run;
        if act == Act::Same {
            return to.extend(ranks.iter().map(|&m| m - first + base));
        }
        if pairs > self.limit {
            return run
                .parts(pairs - 1)
                .for_each(|(a, run)| self.part(act, pairs, a, run, base, to));
        }
        match self.table(act, pairs) {
            None => to.extend(ranks.iter().map(|&m| m - first + base)),
            Some(table) => {
                let inside = table.len() - 1;
                to.extend(ranks.iter().map(|&m| table[(m - first) as usize & inside] + base));
            }
        }
    }

    /// The same for a run of matchings in which the first point has this partner: the rest of
    /// all of them changes by one act, as a rule.
    fn part(&self, act: Act, pairs: usize, a: u8, run: Run<'_>, base: u32, to: &mut Vec<u32>) {
        let (size, less) = (places(pairs - 1) as u32, |i: u8, gone: u8| i - 1 - u8::from(gone < i));
        // How high a matching is whose first point has that partner.
        let with = |partner: u8, size: u32| u32::from(partner - 1) * size;
        let start = to.len();
        let (rest, more) = match act {
            Act::Same => (Act::Same, with(a, size)),
            Act::Move(i, j) if i == j => (Act::Same, with(a, size)),
            Act::Move(0, j) if a == 1 => (Act::Same, with(j, size)),
            Act::Move(0, j) => {
                // Point 1 is the first now, and what was the first a pair of the rest.
                let place = |point: u8| point - u8::from(point <= j);
                return run.parts(pairs - 2).for_each(|(b, run)| {
                    let b = place(b + 1 + u8::from(b + 1 >= a));
                    let [i, j] = [j, place(a)].map(|point| less(point, b));
                    let pair = Act::Insert(i.min(j), i.max(j));
                    self.some(pair, pairs - 2, run, base + with(b, size), to);
                });
            }
            Act::Move(i, 0) if a == i => (Act::Same, 0),
            Act::Move(i, 0) => {
                let place = |point: u8| point + u8::from(point < i);
                let smaller = places(pairs - 2) as u32;
                self.some(Act::Move(less(i, a), 0), pairs - 1, run, 0, to);
                return to[start..].iter_mut().for_each(|moved| {
                    // Of the rest without the point, its partner; what was the first is the second.
                    let b = (*moved / smaller + 1) as u8;
                    let b = b + u8::from(b >= a.min(i));
                    let b = place(b + u8::from(b >= a.max(i)));
                    let second = with(less(place(a), b), smaller);
                    *moved = base + with(b, size) + second + *moved % smaller;
                });
            }
            Act::Move(i, j) if a == i => (Act::Same, with(j, size)),
            Act::Move(i, j) => {
                let closed = a - u8::from(a > i);
                let b = closed + u8::from(closed >= j);
                (Act::Move(less(i, a), less(j, b)), with(b, size))
            }
            Act::Insert(0, j) => (Act::Same, with(j, places(pairs) as u32) + with(a, size)),
            Act::Insert(i, j) => {
                let b = a + u8::from(a >= i);
                let b = b + u8::from(b >= j);
                (Act::Insert(less(i, b), less(j, b)), with(b, places(pairs) as u32))
            }
            Act::Contract(0, j) if a == j => {
                return to.resize(start + run.ranks.len(), base + size);
            }
            // The partner of j takes the place of the first point's partner.
            Act::Contract(0, j) => (Act::Move(less(j, a), less(a, j)), 0),
            Act::Contract(i, j) if a == i => (Act::Move(j - 2, 0), 0),
            Act::Contract(i, j) if a == j => (Act::Move(i - 1, 0), 0),
            Act::Contract(i, j) => {
                let b = a - u8::from(i < a) - u8::from(j < a);
                let smaller = places(pairs - 2) as u32;
                self.some(Act::Contract(less(i, a), less(j, a)), pairs - 1, run, 0, to);
                return to[start..].iter_mut().for_each(|joined| {
                    let is_cycle = *joined == smaller;
                    *joined = base + if is_cycle { size } else { with(b, smaller) + *joined };
                });
            }
        };
        self.some(rest, pairs - 1, run, base + more, to);
    }
}

/// Ranks of which only what they are above the first one is looked at.
#[derive(Clone, Copy)]
struct Run<'r> {
    ranks: &'r [u32],
    first: u32,
}

impl<'r> Run<'r> {
    /// Its runs of matchings in which the first point has one partner, and the rest so many
    /// pairs, each with that partner: stored groups have as many as there are partners.
    fn parts(mut self, rest: usize) -> impl Iterator<Item = (u8, Run<'r>)> {
        let size = places(rest) as u32;
        std::iter::from_fn(move || {
            let partner = (self.ranks.first()? - self.first) / size;
            let first = self.first + partner * size;
            let is_other = |m: &u32| m.wrapping_sub(first) >= size;
            let end = self.ranks.iter().position(is_other).unwrap_or(self.ranks.len());
            let (ranks, others) = self.ranks.split_at(end);
            self.ranks = others;
            Some((partner as u8 + 1, Run { ranks, first }))
        })
    }
}

fn padded(pairs: usize, mut table: Vec<u32>) -> Box<[u32]> {
    table.resize(places(pairs).next_power_of_two(), 0);
    table.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::super::places;
    use super::{Act, Maps};
    use crate::engine::Random;
    use crate::tours::Kind;
    use crate::tours::halves::counting::Counting;
    use crate::tours::halves::samples::{Sample, counted};

    #[test]
    fn tables_take_about_the_bytes_that_are_expected() {
        for (board, kind) in [
            ("6x6", Kind::Open),
            ("6x8", Kind::Closed),
            ("6x12", Kind::Closed),
            ("5x12", Kind::Open),
            ("7x8", Kind::Closed),
        ] {
            let sample = Sample::new(board, kind);
            let slots = sample.plan.slots();
            let maps = Maps::for_slots(slots);
            counted(&Counting { maps: &maps, ..sample.counting() });
            let tables = maps.tables.iter().filter_map(|table| table.get());
            let seen: usize = tables.map(|table| 4 * table.len()).sum();
            let groups = |pairs: usize| sample.outlook.upper.groups(pairs);
            let told = Maps::expected_bytes(slots, groups);
            let (most, least) = (seen as f64 * 2.0 + 1e6, seen as f64 / 2.0 - 1e6);
            assert!((least..most).contains(&told), "{board}, {kind:?}: {told} for {seen}");
        }
    }

    #[test]
    fn acts_on_many_pairs_are_put_together_from_acts_on_few() {
        // Tables for two pairs only: the others go by the rules for many. Then these make tables.
        let mut random = Random::new(3);
        for (maps, pairs) in [2, 5].iter().flat_map(|&few| (1..=5).map(move |k| (few, k))) {
            let (maps, points) = (Maps::new(maps), 2 * pairs as u8);
            // In order, as stored groups come, and in none.
            let sorted: Vec<u32> =
                (0..places(pairs) as u32).step_by(if pairs == 5 { 7 } else { 1 }).collect();
            let any = |_| random.below(places(pairs)) as u32;
            let mixed: Vec<u32> = (0..sorted.len().min(20)).map(any).collect();
            for (i, j) in (0..points + 2).flat_map(|j| (0..j).map(move |i| (i, j))) {
                let mut acts = vec![Act::Same, Act::Insert(i, j)];
                if j < points {
                    acts.extend([Act::Contract(i, j), Act::Move(i, j), Act::Move(j, i)]);
                    acts.push(Act::Move(j, j));
                }
                for (act, ranks) in acts.iter().flat_map(|&act| [(act, &sorted), (act, &mixed)]) {
                    let expected: Vec<u32> = ranks.iter().map(|&m| act.on(pairs, m)).collect();
                    let mut found = vec![77];
                    maps.all(act, pairs, ranks, &mut found);
                    assert_eq!(found[1..], expected, "{act:?} {pairs} {maps:?}");
                }
            }
            for m in sorted {
                assert_eq!(maps.reversed(pairs, maps.reversed(pairs, m)), m);
            }
        }
    }

    #[test]
    fn sources_name_every_matching_that_is_no_cycle_once() {
        let maps = Maps::new(4);
        for pairs in 2..=4 {
            for j in 1..2 * pairs as u8 {
                let mut named = maps.sources(pairs, j).to_vec();
                for (at, &m) in named.iter().enumerate() {
                    let to = Act::Contract(0, j).on(pairs, m);
                    assert_eq!(to as usize, at / (2 * (pairs - 1)));
                }
                named.sort_unstable();
                named.dedup();
                assert_eq!(named.len(), places(pairs) - places(pairs - 1));
            }
        }
    }
}
