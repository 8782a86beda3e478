//! Matchings of path ends as ranks, and operations on them.
//!
//! The 2k ends of a frontier, in the order of their slots, are the points 0 to 2k - 1. There are 1
//! · 3 · 5 · … · (2k - 1) matchings of them, and each has a rank below that number. The operation
//! of a step depends on two positions only ([`PairingOp`]), so for few pairs a table maps each rank
//! to the new one ([`Maps`]). Any other permutation of the points is a sequence of few operations
//! ([`Reorder`]).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::degrees::SlotMap;

/// An upper bound of the points of a matching.
const POINTS: usize = 24;

pub type Mates = [u8; POINTS];

/// The number of matchings of k pairs: (2k - 1)!!.
const MATCHINGS: [u32; 11] =
    [1, 1, 3, 15, 105, 945, 10_395, 135_135, 2_027_025, 34_459_425, 654_729_075];

/// The most bytes of an array with a number for each matching, where there are no tables: nine
/// pairs need 66 MB with residues of 15 bits.
pub const LARGEST: usize = 1 << 27;

/// The largest number of pairs whose ranks are listed.
pub const LISTED: usize = 7;

/// The number of matchings of this many pairs.
#[inline(always)]
pub fn matchings(pairs: usize) -> usize {
    MATCHINGS[pairs] as usize
}

/// The ranks 0, 1, 2, … below `count`, for at most [`LISTED`] pairs.
pub fn all_ranks(count: usize) -> &'static [u32] {
    static ALL: OnceLock<Box<[u32]>> = OnceLock::new();
    &ALL.get_or_init(|| (0..MATCHINGS[LISTED]).collect())[..count]
}

/// The matching of a rank. The highest digit is the partner of the least point; the other digits
/// are the rank of the rest.
pub fn unrank(pairs: usize, rank: u32) -> Mates {
    let mut mates = [0; POINTS];
    let mut free: [u8; POINTS] = std::array::from_fn(|point| point as u8);
    let mut rank = rank as usize;
    for left in (1..=pairs).rev() {
        let size = matchings(left - 1);
        let (a, at) = (free[0], 1 + rank / size);
        let b = free[at];
        rank %= size;
        (mates[usize::from(a)], mates[usize::from(b)]) = (b, a);
        free.copy_within(1..at, 0);
        free.copy_within(at + 1..2 * left, at - 1);
    }
    mates
}

/// The rank of a matching of the points in a set.
pub fn rank(mates: &Mates, mut points: u32) -> u32 {
    let mut rank = 0;
    let mut choices = points.count_ones();
    while points != 0 {
        let mate = mates[points.trailing_zeros() as usize];
        points &= points - 1;
        choices -= 1;
        rank = rank * choices + (points & ((1 << mate) - 1)).count_ones();
        choices -= 1;
        points &= !(1 << mate);
    }
    rank
}

/// An operation on a matching. A position is the rank of a point among all points; the smaller
/// position of a pair comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairingOp {
    Same,
    /// Moves the point at the first position to the second; the others keep their order.
    Move(u8, u8),
    /// Adds a pair, at these positions afterwards.
    Insert(u8, u8),
    /// Joins the points at these positions: both disappear, and their mates become mates.
    Contract(u8, u8),
}

impl PairingOp {
    /// The number of pairs before, by the number afterwards.
    pub fn pairs_before(self, after: usize) -> usize {
        match self {
            PairingOp::Same | PairingOp::Move(..) => after,
            PairingOp::Insert(..) => after - 1,
            PairingOp::Contract(..) => after + 1,
        }
    }

    /// The rank of the resulting matching. If two mates are joined, which closes a cycle, it is the
    /// number of matchings, one more than the last rank.
    pub fn apply(self, pairs: usize, m: u32) -> u32 {
        let mates = unrank(pairs, m);
        let points = 2 * pairs;
        let all = |points: usize| (1u32 << points) - 1;
        let renamed = |new: &dyn Fn(usize) -> usize| {
            let mut after: Mates = [0; 24];
            for point in 0..points {
                after[new(point)] = new(usize::from(mates[point])) as u8;
            }
            after
        };
        match self {
            PairingOp::Same => m,
            PairingOp::Move(i, j) => {
                let (i, j) = (usize::from(i), usize::from(j));
                let new = |point: usize| match point {
                    _ if point == i => j,
                    _ => {
                        let closed = point - usize::from(point > i);
                        closed + usize::from(closed >= j)
                    }
                };
                rank(&renamed(&new), all(points))
            }
            PairingOp::Insert(i, j) => {
                let new = |point: usize| {
                    let point = point + usize::from(point >= usize::from(i));
                    point + usize::from(point >= usize::from(j))
                };
                let mut after = renamed(&new);
                (after[usize::from(i)], after[usize::from(j)]) = (j, i);
                rank(&after, all(points + 2))
            }
            PairingOp::Contract(i, j) => {
                let (a, b) = (mates[usize::from(i)], mates[usize::from(j)]);
                if a == j {
                    return matchings(pairs - 1) as u32;
                }
                let mut after = mates;
                (after[usize::from(a)], after[usize::from(b)]) = (b, a);
                rank(&after, all(points) & !(1 << i) & !(1 << j))
            }
        }
    }
}

/// The rank of the matching after its points are reversed.
pub fn reversed(pairs: usize, m: u32) -> u32 {
    let mates = unrank(pairs, m);
    let last = 2 * pairs - 1;
    let mut after: Mates = [0; 24];
    (0..=last).for_each(|point| after[point] = last as u8 - mates[last - point]);
    rank(&after, (1 << (2 * pairs)) - 1)
}

/// An upper bound of positions: twice the pairs.
const SIDE: usize = 24;
/// An upper bound of the pairs of any table.
pub const MOST: usize = 8;
/// The largest number of pairs with tables for narrow frontiers.
const TABLES: usize = 6;
/// A frontier with more slots has tables for one more pair. They take 1 MiB each and are used in up
/// to a quarter of the work.
const WIDE: usize = 16;
/// Tables for this many pairs are computed from matchings, not from smaller tables.
const FEW: usize = 2;
/// The approximate number of tables for each two points, as measured.
const WANTED: usize = 2;
/// The approximate number of tables that a group needs where there are few groups.
const EACH: f64 = 2.0;
/// Moves, insertions, contractions, reversals, and the sources of contractions.
const KINDS: usize = 5;

/// The new rank of each rank, by operation. A table is computed at its first use.
///
/// The length of a table is a power of two, so that a masked rank is always in bounds. The entries
/// after the last rank are not used. For more than `limit` pairs there are no tables: most
/// operations keep the partner of the first point, so they are composed of operations on fewer
/// pairs.
pub struct Maps {
    tables: Vec<OnceLock<Box<[u32]>>>,
    orders: Mutex<HashMap<Order, Arc<[u32]>>>,
    limit: usize,
}

/// A permutation of points: the number of pairs, whether the order is reversed, and then moves.
pub type Order = (usize, bool, Vec<PairingOp>);

impl std::fmt::Debug for Maps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Maps up to {} pairs", self.limit)
    }
}

impl Maps {
    /// The tables for a frontier of this many slots.
    pub fn for_slots(slots: usize) -> Maps {
        Maps::new(Maps::tables(slots))
    }

    /// The largest number of pairs with tables, for a frontier of this many slots.
    pub fn tables(slots: usize) -> usize {
        if slots > WIDE { TABLES + 1 } else { TABLES }
    }

    /// The approximate final bytes of all tables. `groups` gives the number of groups by pairs.
    pub fn expected_bytes(slots: usize, groups: impl Fn(usize) -> f64) -> f64 {
        let ops = |pairs: usize| (WANTED * (2 * pairs).pow(2)) as f64;
        let table = |pairs: usize| matchings(pairs).next_power_of_two() as f64;
        let of = |pairs: usize| {
            // Reversals have tables for one more pair than other operations.
            let most = if pairs > Maps::tables(slots) { 1.0 } else { ops(pairs) };
            most.min(groups(pairs) * EACH) * table(pairs)
        };
        4.0 * (1..=(Maps::tables(slots) + 1).min(slots / 2)).map(of).sum::<f64>()
    }

    pub fn new(limit: usize) -> Maps {
        assert!(limit < MOST, "tables of this size are not supported");
        let none = || OnceLock::new();
        let tables = (0..KINDS * (MOST + 1) * SIDE * SIDE).map(|_| none()).collect();
        Maps { tables, orders: Mutex::default(), limit }
    }

    /// Maps with one wrong table, that of contractions of `pairs` pairs: two ranks are exchanged.
    #[cfg(test)]
    pub fn with_two_ranks_exchanged(pairs: usize) -> Maps {
        let (maps, operation) = (Maps::for_slots(12), PairingOp::Contract(0, 1));
        let mut table: Box<[u32]> = maps.table(operation, pairs).expect("it is a table").into();
        let last = matchings(pairs) - 1;
        table.swap(0, last);
        let wrong = Maps::for_slots(12);
        wrong.get(2, pairs, [0, 1], || table);
        wrong
    }

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

    /// The table of an operation on at most [`Maps::limit`] pairs; none for the identity.
    #[inline(always)]
    pub fn table(&self, op: PairingOp, pairs: usize) -> Option<&[u32]> {
        let (kind, at) = match op {
            PairingOp::Same => return None,
            PairingOp::Move(i, j) => (0, [i, j]),
            PairingOp::Insert(i, j) => (1, [i, j]),
            PairingOp::Contract(i, j) => (2, [i, j]),
        };
        Some(self.get(kind, pairs, at, || {
            if pairs <= FEW {
                return padded(
                    pairs,
                    (0..matchings(pairs) as u32).map(|m| op.apply(pairs, m)).collect(),
                );
            }
            // Smaller tables give the result faster than single matchings do.
            let all: Vec<u32> = (0..matchings(pairs) as u32).collect();
            let mut table = Vec::new();
            for (a, run) in (Run { ranks: &all, first: 0 }).parts(pairs - 1) {
                self.apply_partner(op, pairs, a, run, 0, &mut table);
            }
            padded(pairs, table)
        }))
    }

    /// The table of the reversed order of points.
    #[inline(always)]
    pub fn reversal(&self, pairs: usize) -> &[u32] {
        self.get(3, pairs, [0, 0], || {
            // Reversal is an involution.
            let mut table = vec![u32::MAX; matchings(pairs)];
            for m in 0..table.len() {
                if table[m] == u32::MAX {
                    let opposite = reversed(pairs, m as u32);
                    (table[m], table[opposite as usize]) = (opposite, m as u32);
                }
            }
            padded(pairs, table)
        })
    }

    /// The table of a permutation of points; `make` computes it if it is new.
    pub fn order(&self, order: Order, make: impl FnOnce() -> Vec<u32>) -> Arc<[u32]> {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || {
            let mut table = make();
            table.resize(table.len().next_power_of_two(), 0);
            Arc::from(table)
        };
        orders.entry(order).or_insert_with(made).clone()
    }

    /// For each matching of one pair less: its 2(k - 1) sources, from which contracting the first
    /// point and point `j` gives it.
    pub fn sources(&self, pairs: usize, j: u8) -> &[u32] {
        self.get(4, pairs, [0, j], || {
            let (size, each) = (matchings(pairs - 1), 2 * (pairs - 1));
            let mut sources = vec![0; size * each];
            let mut filled = vec![0; size + 1];
            for m in 0..matchings(pairs) as u32 {
                let to = PairingOp::Contract(0, j).apply(pairs, m) as usize;
                if to < size {
                    sources[to * each + filled[to]] = m;
                    filled[to] += 1;
                }
            }
            sources.into_boxed_slice()
        })
    }

    /// The rank of a matching after its points are reversed.
    #[inline(always)]
    pub fn reversed(&self, pairs: usize, m: u32) -> u32 {
        match pairs {
            0 => m,
            // Reversal needs one table only, so it is stored for one more pair.
            _ if pairs <= self.limit + 1 => self.reversal(pairs)[m as usize],
            _ => self.reversed_by_parts(pairs, m),
        }
    }

    /// The first point becomes the last one, and the rest is reversed as well.
    fn reversed_by_parts(&self, pairs: usize, m: u32) -> u32 {
        let (size, last) = (matchings(pairs - 1) as u32, 2 * pairs as u8 - 1);
        let a = (m / size) as u8 + 1;
        self.insert([last - a, last], pairs - 1, self.reversed(pairs - 1, m % size))
    }

    /// The rank of a matching after a pair is added at these positions.
    fn insert(&self, [i, j]: [u8; 2], pairs: usize, m: u32) -> u32 {
        if pairs <= self.limit {
            return self.table(PairingOp::Insert(i, j), pairs).map_or(m, |table| table[m as usize]);
        }
        let size = matchings(pairs) as u32;
        if i == 0 {
            return u32::from(j - 1) * size + m;
        }
        let smaller = matchings(pairs - 1) as u32;
        let (b, rest) = inserted([i, j], (m / smaller) as u8 + 1);
        u32::from(b - 1) * size + self.insert(rest, pairs - 1, m % smaller)
    }

    /// Appends [`PairingOp::apply`] of each matching.
    pub fn apply(&self, op: PairingOp, pairs: usize, ranks: &[u32], to: &mut Vec<u32>) {
        self.apply_run(op, pairs, Run { ranks, first: 0 }, 0, to);
    }

    /// Appends the results for a run, plus `base`.
    fn apply_run(&self, op: PairingOp, pairs: usize, run: Run<'_>, base: u32, to: &mut Vec<u32>) {
        let Run { ranks, first } = run;
        if op == PairingOp::Same {
            return to.extend(ranks.iter().map(|&m| m - first + base));
        }
        if pairs > self.limit {
            return run
                .parts(pairs - 1)
                .for_each(|(a, run)| self.apply_partner(op, pairs, a, run, base, to));
        }
        match self.table(op, pairs) {
            None => to.extend(ranks.iter().map(|&m| m - first + base)),
            Some(table) => {
                let inside = table.len() - 1;
                to.extend(ranks.iter().map(|&m| table[(m - first) as usize & inside] + base));
            }
        }
    }

    /// Appends the results for a run in which the first point has partner `a`. In most cases one
    /// operation transforms the rest of all these matchings.
    fn apply_partner(
        &self,
        op: PairingOp,
        pairs: usize,
        a: u8,
        run: Run<'_>,
        base: u32,
        to: &mut Vec<u32>,
    ) {
        let size = matchings(pairs - 1) as u32;
        // The least rank of a matching in which the first point has this partner.
        let with = |partner: u8, size: u32| u32::from(partner - 1) * size;
        let start = to.len();
        let (rest, more) = match op {
            PairingOp::Same => (PairingOp::Same, with(a, size)),
            PairingOp::Move(i, j) if i == j => (PairingOp::Same, with(a, size)),
            PairingOp::Move(0, j) if a == 1 => (PairingOp::Same, with(j, size)),
            PairingOp::Move(0, j) => {
                // Point 1 becomes the first point, and the former first point becomes a pair of the
                // rest.
                let place = |point: u8| point - u8::from(point <= j);
                return run.parts(pairs - 2).for_each(|(b, run)| {
                    let b = place(b + 1 + u8::from(b + 1 >= a));
                    let [i, j] = [j, place(a)].map(|point| less(point, b));
                    let pair = PairingOp::Insert(i.min(j), i.max(j));
                    self.apply_run(pair, pairs - 2, run, base + with(b, size), to);
                });
            }
            PairingOp::Move(i, 0) if a == i => (PairingOp::Same, 0),
            PairingOp::Move(i, 0) => {
                let place = |point: u8| point + u8::from(point < i);
                let smaller = matchings(pairs - 2) as u32;
                self.apply_run(PairingOp::Move(less(i, a), 0), pairs - 1, run, 0, to);
                return to[start..].iter_mut().for_each(|moved| {
                    // The partner of the first point without the moved point; the former first
                    // point is the second.
                    let b = (*moved / smaller + 1) as u8;
                    let b = b + u8::from(b >= a.min(i));
                    let b = place(b + u8::from(b >= a.max(i)));
                    let second = with(less(place(a), b), smaller);
                    *moved = base + with(b, size) + second + *moved % smaller;
                });
            }
            PairingOp::Move(i, j) if a == i => (PairingOp::Same, with(j, size)),
            PairingOp::Move(i, j) => {
                let closed = a - u8::from(a > i);
                let b = closed + u8::from(closed >= j);
                (PairingOp::Move(less(i, a), less(j, b)), with(b, size))
            }
            PairingOp::Insert(0, j) => {
                (PairingOp::Same, with(j, matchings(pairs) as u32) + with(a, size))
            }
            PairingOp::Insert(i, j) => {
                let (b, [i, j]) = inserted([i, j], a);
                (PairingOp::Insert(i, j), with(b, matchings(pairs) as u32))
            }
            PairingOp::Contract(0, j) if a == j => {
                return to.resize(start + run.ranks.len(), base + size);
            }
            // The partner of j becomes the partner of the first point's partner.
            PairingOp::Contract(0, j) => (PairingOp::Move(less(j, a), less(a, j)), 0),
            PairingOp::Contract(i, j) if a == i => (PairingOp::Move(j - 2, 0), 0),
            PairingOp::Contract(i, j) if a == j => (PairingOp::Move(i - 1, 0), 0),
            PairingOp::Contract(i, j) => {
                let b = a - u8::from(i < a) - u8::from(j < a);
                let smaller = matchings(pairs - 2) as u32;
                self.apply_run(PairingOp::Contract(less(i, a), less(j, a)), pairs - 1, run, 0, to);
                return to[start..].iter_mut().for_each(|joined| {
                    let is_cycle = *joined == smaller;
                    *joined = base + if is_cycle { size } else { with(b, smaller) + *joined };
                });
            }
        };
        self.apply_run(rest, pairs - 1, run, base + more, to);
    }
}

/// The position of point `i` after the first point and its partner are removed.
fn less(i: u8, partner: u8) -> u8 {
    i - 1 - u8::from(partner < i)
}

/// The partner of the first point, which was `a`, after a pair is added at these positions, and the
/// positions among the other points.
fn inserted([i, j]: [u8; 2], a: u8) -> (u8, [u8; 2]) {
    let b = a + u8::from(a >= i);
    let b = b + u8::from(b >= j);
    (b, [less(i, b), less(j, b)])
}

/// A run of ranks, taken relative to `first`.
#[derive(Clone, Copy)]
struct Run<'r> {
    ranks: &'r [u32],
    first: u32,
}

impl<'r> Run<'r> {
    /// Splits the run by the partner of the first point; the rest has `rest` pairs. A stored group
    /// has one run for each partner.
    fn parts(mut self, rest: usize) -> impl Iterator<Item = (u8, Run<'r>)> {
        let size = matchings(rest) as u32;
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
    table.resize(matchings(pairs).next_power_of_two(), 0);
    table.into_boxed_slice()
}

/// The largest number of pairs for which a permutation is one table. For more pairs there are
/// thousands of permutations.
const MOST_PAIRS: usize = 6;

/// A permutation of points as an optional reversal and moves of single points.
///
/// A mirror that reverses the slots is a reversal only. A flip that exchanges neighbours is one
/// move for each exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reorder {
    places: Vec<u8>,
    reversed: bool,
    moves: Vec<PairingOp>,
    table: Option<Arc<[u32]>>,
}

impl Reorder {
    /// Moves each point to the given place.
    pub fn to(places: &[u8]) -> Reorder {
        let forward_moves = moves(places);
        let backwards: Vec<u8> = places.iter().rev().copied().collect();
        let backward_moves = moves(&backwards);
        // A reversal counts as one step.
        let reversed = backward_moves.len() + 1 < forward_moves.len();
        Reorder {
            places: places.to_vec(),
            reversed,
            moves: if reversed { backward_moves } else { forward_moves },
            table: None,
        }
    }

    /// The same permutation as one table, if it has more than one step and there are few pairs. For
    /// permutations that are used often.
    pub fn into_table(mut self, maps: &Maps, points: usize) -> Reorder {
        let pairs = points / 2;
        if pairs <= maps.limit().min(MOST_PAIRS)
            && self.moves.len() + usize::from(self.reversed) > 1
        {
            let all: Vec<u32> = (0..matchings(pairs) as u32).collect();
            let make = || {
                let mut table = Vec::new();
                self.apply(maps, pairs, &all, &mut table);
                table
            };
            self.table = Some(maps.order((pairs, self.reversed, self.moves.clone()), make));
        }
        self
    }

    /// The table, if the permutation is one table.
    pub fn table(&self) -> Option<&[u32]> {
        self.table.as_deref()
    }

    /// The ranks of reordered matchings, written to `buffer`.
    #[inline(always)]
    pub fn apply(&self, maps: &Maps, pairs: usize, ranks: &[u32], buffer: &mut Vec<u32>) {
        buffer.clear();
        if pairs > maps.limit() {
            return self.apply_run(maps, Run { ranks, first: 0 }, buffer);
        }
        buffer.extend_from_slice(ranks);
        self.look_up(maps, pairs, buffer);
    }

    /// Replaces ranks by those of reordered matchings.
    #[inline(always)]
    fn look_up(&self, maps: &Maps, pairs: usize, ranks: &mut [u32]) {
        if let Some(table) = &self.table {
            look_up(table, ranks);
            return;
        }
        if self.reversed {
            look_up(maps.reversal(pairs), ranks);
        }
        for &op in &self.moves {
            if let Some(table) = maps.table(op, pairs) {
                look_up(table, ranks);
            }
        }
    }

    /// Appends the ranks of reordered matchings. The rest of all matchings in which the first point
    /// has the same partner is reordered together, and the first point's pair is added.
    fn apply_run(&self, maps: &Maps, run: Run<'_>, to: &mut Vec<u32>) {
        let (pairs, start) = (self.places.len() / 2, to.len());
        if pairs <= maps.limit() {
            to.extend(run.ranks.iter().map(|&m| m - run.first));
            return self.look_up(maps, pairs, &mut to[start..]);
        }
        for (a, run) in run.parts(pairs - 1) {
            let (start, a) = (to.len(), usize::from(a));
            let (i, j) = (self.places[0].min(self.places[a]), self.places[0].max(self.places[a]));
            let others = (1..self.places.len()).filter(|&point| point != a);
            let others = others.map(|point| self.places[point]);
            let rest: Vec<u8> = others.map(|at| at - u8::from(at > i) - u8::from(at > j)).collect();
            Reorder::to(&rest).apply_run(maps, run, to);
            to[start..].iter_mut().for_each(|m| *m = maps.insert([i, j], pairs - 1, *m));
        }
    }
}

/// Replaces ranks by table entries. The length of the table is a power of two.
#[inline(always)]
fn look_up(table: &[u32], ranks: &mut [u32]) {
    let inside = table.len() - 1;
    ranks.iter_mut().for_each(|m| *m = table[*m as usize & inside]);
}

/// The moves that bring each point to its place, the first place first.
fn moves(places: &[u8]) -> Vec<PairingOp> {
    let mut now: Vec<u8> = places.to_vec();
    let mut moves = Vec::new();
    for place in 0..places.len() {
        let at = now.iter().position(|&to| usize::from(to) == place).expect("a permutation");
        if at != place {
            let point = now.remove(at);
            now.insert(place, point);
            moves.push(PairingOp::Move(at as u8, place as u8));
        }
    }
    moves
}

/// A mirror, and its permutation of the ends of a group, computed once for each set of ends.
#[derive(Debug)]
pub struct MirrorMaps<'a> {
    mirror: &'a SlotMap,
    by_ends: Vec<OnceLock<Reorder>>,
}

impl<'a> MirrorMaps<'a> {
    /// For each distinct mirror that is not a reversal.
    pub fn of(mirrors: impl Iterator<Item = &'a SlotMap>, slots: usize) -> Vec<MirrorMaps<'a>> {
        let by_ends = || (0..1usize << slots).map(|_| OnceLock::new()).collect();
        different(mirrors)
            .into_iter()
            .map(|mirror| MirrorMaps { mirror, by_ends: by_ends() })
            .collect()
    }

    pub fn bytes(mirrors: impl Iterator<Item = &'a SlotMap>, slots: usize) -> usize {
        (different(mirrors).len() * size_of::<OnceLock<Reorder>>()) << slots
    }

    /// The maps of a mirror, if it has any.
    pub fn for_mirror<'t>(
        all: &'t [MirrorMaps<'a>],
        mirror: &SlotMap,
    ) -> Option<&'t MirrorMaps<'a>> {
        all.iter().find(|maps| maps.mirror == mirror)
    }

    /// The permutation from these ends to their images.
    #[inline(always)]
    pub fn from(&self, maps: &Maps, ends: u32) -> &Reorder {
        let make =
            || Reorder::to(&self.mirror.places(ends)).into_table(maps, ends.count_ones() as usize);
        self.by_ends[ends as usize].get_or_init(make)
    }
}

/// The distinct mirrors that are not reversals.
fn different<'a>(mirrors: impl Iterator<Item = &'a SlotMap>) -> Vec<&'a SlotMap> {
    let mut all: Vec<&SlotMap> = Vec::new();
    for mirror in mirrors.filter(|mirror| !mirror.reverses()) {
        if !all.contains(&mirror) {
            all.push(mirror);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Maps, Mates, PairingOp, Reorder, matchings, rank, reversed, unrank};
    use crate::engine::Random;

    #[test]
    fn operations_on_many_pairs_are_composed_of_operations_on_few() {
        // With tables for two pairs only, larger cases use the rules for many pairs; then those
        // rules compute tables.
        let mut random = Random::new(3);
        for (maps, pairs) in [2, 5].iter().flat_map(|&few| (1..=5).map(move |k| (few, k))) {
            let (maps, points) = (Maps::new(maps), 2 * pairs as u8);
            // Sorted like stored groups, and unsorted.
            let sorted: Vec<u32> =
                (0..matchings(pairs) as u32).step_by(if pairs == 5 { 7 } else { 1 }).collect();
            let any = |_| random.below(matchings(pairs)) as u32;
            let mixed: Vec<u32> = (0..sorted.len().min(20)).map(any).collect();
            for (i, j) in (0..points + 2).flat_map(|j| (0..j).map(move |i| (i, j))) {
                let mut ops = vec![PairingOp::Same, PairingOp::Insert(i, j)];
                if j < points {
                    ops.extend([
                        PairingOp::Contract(i, j),
                        PairingOp::Move(i, j),
                        PairingOp::Move(j, i),
                    ]);
                    ops.push(PairingOp::Move(j, j));
                }
                for (op, ranks) in ops.iter().flat_map(|&op| [(op, &sorted), (op, &mixed)]) {
                    let expected: Vec<u32> = ranks.iter().map(|&m| op.apply(pairs, m)).collect();
                    let mut found = vec![77];
                    maps.apply(op, pairs, ranks, &mut found);
                    assert_eq!(found[1..], expected, "{op:?} {pairs} {maps:?}");
                }
            }
            for m in sorted {
                assert_eq!(maps.reversed(pairs, m), reversed(pairs, m), "{pairs} {maps:?}");
            }
        }
    }

    /// The ranks after each point moves to its place.
    fn reordered(order: &[u8], ranks: &[u32]) -> Vec<u32> {
        let by = |&m: &u32| {
            let (mates, mut after): (_, Mates) = (unrank(order.len() / 2, m), [0; 24]);
            let place = |p: usize| order[usize::from(mates[p])];
            (0..order.len()).for_each(|p| after[usize::from(order[p])] = place(p));
            rank(&after, (1 << order.len()) - 1)
        };
        ranks.iter().map(by).collect()
    }

    #[test]
    fn permutations_of_many_pairs_are_composed_of_those_of_few() {
        let (maps, mut random, mut buffer) = (Maps::new(2), Random::new(9), vec![7]);
        let ranks: Vec<u32> = (0..matchings(5) as u32).step_by(7).collect();
        for _ in 0..20 {
            let mut order: Vec<u8> = (0..10).collect();
            (1..10).for_each(|at| order.swap(at, random.below(at + 1)));
            Reorder::to(&order).apply(&maps, 5, &ranks, &mut buffer);
            assert_eq!(buffer, reordered(&order, &ranks), "{order:?}");
        }
    }

    #[test]
    fn every_permutation_is_composed_correctly() {
        let maps = Maps::new(3);
        let orders: [&[u8]; 7] = [
            &[0, 1, 2, 3, 4, 5],
            &[5, 4, 3, 2, 1, 0],
            &[5, 4, 2, 3, 1, 0],
            &[1, 0, 3, 2, 5, 4],
            &[2, 0, 1, 5, 3, 4],
            &[3, 5, 1, 0, 4, 2],
            &[4, 5, 2, 3, 0, 1],
        ];
        for order in orders {
            let reorder = Reorder::to(order);
            for m in 0..matchings(3) as u32 {
                let expected = reordered(order, &[m]);
                for maps in [&maps, &Maps::new(2)] {
                    let mut buffer = vec![7];
                    reorder.apply(maps, 3, &[m], &mut buffer);
                    assert_eq!(buffer, expected, "{order:?}");
                    reorder.clone().into_table(maps, 6).apply(maps, 3, &[m], &mut buffer);
                    assert_eq!(buffer, expected, "{order:?} in one");
                }
            }
        }
        let cheap = |order| {
            let Reorder { reversed, moves, .. } = Reorder::to(order);
            (reversed, moves.len())
        };
        assert_eq!([0, 1, 3].map(|i| cheap(orders[i])), [(false, 0), (true, 0), (false, 3)]);
    }
}
