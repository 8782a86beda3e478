//! Pairs of matchings that make one cycle together.
//!
//! Two matchings of the same 2k points, one from each half, are a set of cycles. It is one
//! cycle if, with j the partner of the first point in the lower half, the upper half does not
//! join the two as well, and what is left when both pairs are contracted is one cycle. So for
//! each j the upper numbers are added up by what contracting the first point and j makes of
//! their matchings, and the rest is the same question with one pair less: about k² additions
//! for a matching instead of (2k - 1)!!. Groups go side by side, as many as [`Sums::side_by_side`]
//! says.

use std::cmp::Ordering;

use crate::tours::halves::matching::{Act, Maps, places};
use crate::tours::halves::sweep::Sums;

/// A number of each of some groups: where these take 64 bytes, one line of the cache.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Lanes<V, const L: usize>(pub [V; L]);

impl<V: Copy + Default, const L: usize> Lanes<V, L> {
    /// Nothing.
    pub fn zero() -> Lanes<V, L> {
        Lanes([V::default(); L])
    }
}

/// What a level of pairs is worked out by.
type Slice<'a, R, const L: usize> = &'a [Lanes<<R as Sums>::Value, L>];

/// The sum of x[m] z[n] over the matchings m and n of so many pairs that make one cycle.
#[inline(always)]
pub fn glue<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    Room { x, z, levels, .. }: &mut Room<R::Value, L>,
) -> Lanes<R::Sum, L> {
    // By name: what a pointer leads to is compiled for any processor.
    match pairs {
        1 => one(ring, maps, x, z, levels),
        2 => two(ring, maps, x, z, levels),
        3 => three(ring, maps, x, z, levels),
        4 => four(ring, maps, x, z, levels),
        5 => five(ring, maps, x, z, levels),
        6 => six(ring, maps, x, z, levels),
        7 => seven(ring, maps, x, z, levels),
        8 => eight(ring, maps, x, z, levels),
        _ => unreachable!("a cycle crosses from one half to the other, and tables end at eight"),
    }
}

#[inline(always)]
fn one<R: Sums, const L: usize>(
    ring: R,
    _: &Maps,
    x: Slice<'_, R, L>,
    z: Slice<'_, R, L>,
    _: &mut [Vec<Lanes<R::Value, L>>],
) -> Lanes<R::Sum, L> {
    product(ring, x[0], z[0])
}

/// Two matchings of four points make one cycle unless they are the same.
#[inline(always)]
fn two<R: Sums, const L: usize>(
    ring: R,
    _: &Maps,
    x: Slice<'_, R, L>,
    z: Slice<'_, R, L>,
    _: &mut [Vec<Lanes<R::Value, L>>],
) -> Lanes<R::Sum, L> {
    let (mut sums, mut same) = ([x[0], z[0]], product(ring, x[0], z[0]));
    for m in 1..3 {
        sums = [plus(ring, sums[0], x[m]), plus(ring, sums[1], z[m])];
        same = more(ring, same, product(ring, x[m], z[m]));
    }
    let mut all = product(ring, sums[0], sums[1]);
    for (all, same) in all.0.iter_mut().zip(same.0) {
        *all = ring.less(*all, same);
    }
    all
}

/// A level, which goes down to the next by contracting the first point with each other one.
/// Each is a function of its own, so that all are inlined into the machine's code.
macro_rules! level {
    ($name:ident, $lower:ident, $pairs:literal) => {
        #[inline(always)]
        fn $name<R: Sums, const L: usize>(
            ring: R,
            maps: &Maps,
            x: Slice<'_, R, L>,
            z: Slice<'_, R, L>,
            room: &mut [Vec<Lanes<R::Value, L>>],
        ) -> Lanes<R::Sum, L> {
            let size = places($pairs - 1);
            let zero = Lanes::zero();
            let (mine, rest) = room.split_first_mut().expect("room for each pair");
            mine.resize(size, zero);
            let mut total = Lanes::zero();
            for j in 1..2 * $pairs {
                let block = &z[(j - 1) * size..j * size];
                if is_zero(block) {
                    continue;
                }
                let sources = maps.sources($pairs, j as u8);
                contract::<R, L, { 2 * ($pairs - 1) }>(ring, sources, x, &mut mine[..size]);
                total = more(ring, total, $lower(ring, maps, &mine[..size], block, rest));
            }
            total
        }
    };
}

level!(three, two, 3);
level!(four, three, 4);
level!(five, four, 5);
level!(six, five, 6);
level!(seven, six, 7);
level!(eight, seven, 8);

/// True of numbers of which none is there.
#[inline(always)]
fn is_zero<V: Copy + Default + PartialEq, const L: usize>(lanes: &[Lanes<V, L>]) -> bool {
    for lanes in lanes {
        let mut some = false;
        for &n in &lanes.0 {
            some |= n != V::default();
        }
        if some {
            return false;
        }
    }
    true
}

// Loops, as a closure may be compiled for any processor.

#[inline(always)]
fn product<R: Sums, const L: usize>(
    ring: R,
    a: Lanes<R::Value, L>,
    b: Lanes<R::Value, L>,
) -> Lanes<R::Sum, L> {
    let mut product = Lanes::zero();
    for (lane, product) in product.0.iter_mut().enumerate() {
        *product = ring.mul(a.0[lane], b.0[lane]);
    }
    product
}

#[inline(always)]
fn plus<R: Sums, const L: usize>(
    ring: R,
    mut a: Lanes<R::Value, L>,
    b: Lanes<R::Value, L>,
) -> Lanes<R::Value, L> {
    for (a, b) in a.0.iter_mut().zip(b.0) {
        *a = ring.add(*a, b);
    }
    a
}

#[inline(always)]
fn more<R: Sums, const L: usize>(
    ring: R,
    mut a: Lanes<R::Sum, L>,
    b: Lanes<R::Sum, L>,
) -> Lanes<R::Sum, L> {
    for (a, b) in a.0.iter_mut().zip(b.0) {
        *a = ring.plus(*a, b);
    }
    a
}

/// Each y becomes the sum of the x that are named for it, so many at a time.
#[inline(always)]
fn contract<R: Sums, const L: usize, const COUNT: usize>(
    ring: R,
    sources: &[u32],
    x: &[Lanes<R::Value, L>],
    y: &mut [Lanes<R::Value, L>],
) {
    for (y, from) in y.iter_mut().zip(sources.as_chunks::<COUNT>().0) {
        let mut sum = x[from[0] as usize];
        for &m in &from[1..] {
            sum = plus(ring, sum, x[m as usize]);
        }
        *y = sum;
    }
}

/// What gluing goes on in.
#[derive(Debug, Default)]
pub struct Room<V, const L: usize> {
    /// The upper numbers, and the lower ones, of groups side by side.
    pub x: Vec<Lanes<V, L>>,
    pub z: Vec<Lanes<V, L>>,
    /// For each pair less, the upper ones.
    levels: Vec<Vec<Lanes<V, L>>>,
    /// For lists: one group's upper numbers, and those of more pairs by the first one.
    pub one: Vec<V>,
    pub parted: Vec<(u8, u32, V)>,
}

impl<V: Copy + Default, const L: usize> Room<V, L> {
    /// For up to so many pairs.
    pub fn new(pairs: usize) -> Room<V, L> {
        Room { levels: (0..pairs).map(|_| Vec::new()).collect(), ..Room::default() }
    }

    /// Arrays of zeros for the matchings of so many pairs.
    pub fn cleared(&mut self, pairs: usize) -> [&mut Vec<Lanes<V, L>>; 2] {
        let Room { x, z, .. } = self;
        for lanes in [&mut *x, &mut *z] {
            lanes.clear();
            lanes.resize(places(pairs), Lanes::zero());
        }
        [x, z]
    }
}

/// Matchings with their numbers.
type List<V> = Vec<(u32, V)>;

/// Lists of no more pairs of matchings are not worth an array.
const FEW: usize = 1 << 14;

/// Lists that are glued, those of z by ascending rank.
struct Lists<V> {
    pairs: usize,
    x: List<V>,
    z: List<V>,
    /// Of z, what has been glued.
    done: usize,
}

/// The partner of the first point, and the rank of the rest.
#[inline(always)]
fn parted(size: usize, m: u32) -> (u8, u32) {
    ((m / size as u32) as u8 + 1, m % size as u32)
}

impl<V: Copy> Lists<V> {
    /// The same question with one pair less, for the next partner j of the first point.
    #[inline(never)]
    fn next(&mut self, maps: &Maps) -> Option<Lists<V>> {
        let Lists { pairs, ref x, ref z, ref mut done } = *self;
        let size = places(pairs - 1);
        let mut blocks = z[*done..].chunk_by(|a, b| parted(size, a.0).0 == parted(size, b.0).0);
        let block = blocks.next()?;
        *done += block.len();
        let (j, _) = parted(size, block[0].0);
        let (ranks, mut joined): (Vec<u32>, _) = (x.iter().map(|&(m, _)| m).collect(), Vec::new());
        maps.all(Act::Contract(0, j), pairs, &ranks, &mut joined);
        let joined = joined.into_iter().zip(x).map(|(m, &(_, n))| (m, n));
        let x = joined.filter(|&(m, _)| (m as usize) < size).collect();
        let z = block.iter().map(|&(m, n)| (m % size as u32, n)).collect();
        Some(Lists { pairs: pairs - 1, x, z, done: 0 })
    }
}

/// The same sum for one group of many pairs, given as lists.
#[inline(always)]
pub fn glue_lists<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    [x, mut z]: [List<R::Value>; 2],
    room: &mut Room<R::Value, L>,
) -> R::Sum {
    z.sort_unstable_by_key(|&(m, _)| m);
    let mut total = R::Sum::default();
    let mut left = vec![Lists { pairs, x, z, done: 0 }];
    while let Some(lists) = left.last_mut() {
        let are_few = lists.x.len() * lists.z.len() <= FEW;
        if lists.pairs >= 3 && (are_few || lists.pairs > maps.limit() + 1) {
            match lists.next(maps) {
                Some(less) => left.push(less),
                None => drop(left.pop()),
            }
            continue;
        }
        let Some(Lists { pairs, x, z, .. }) = left.pop() else { break };
        let sum = if pairs > maps.limit() {
            by_partners(ring, maps, pairs, &x, &z, room)
        } else {
            let [xs, zs] = room.cleared(pairs);
            for (m, n) in x {
                let place = &mut xs[m as usize].0[0];
                *place = ring.add(*place, n);
            }
            z.into_iter().for_each(|(m, n)| zs[m as usize].0[0] = n);
            glue(ring, maps, pairs, room).0[0]
        };
        total = ring.plus(total, sum);
    }
    total
}

/// The same for one pair more than there are tables for: what is left for each partner of the
/// first point goes side by side.
#[inline(always)]
fn by_partners<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    x: &[(u32, R::Value)],
    z: &[(u32, R::Value)],
    room: &mut Room<R::Value, L>,
) -> R::Sum {
    let size = places(pairs - 1);
    room.parted.clear();
    room.parted.extend(x.iter().map(|&(m, n)| {
        let (a, rest) = parted(size, m);
        (a, rest, n)
    }));
    let blocks = z.chunk_by(|a, b| parted(size, a.0).0 == parted(size, b.0).0);
    let blocks: Vec<_> = blocks.collect();
    let mut total = R::Sum::default();
    for blocks in blocks.chunks(L) {
        room.cleared(pairs - 1);
        for (lane, block) in blocks.iter().enumerate() {
            let (j, _) = parted(size, block[0].0);
            // The partner of j takes the place of the first point's partner; j closes a cycle.
            let table = |a: u8| match a.cmp(&j) {
                Ordering::Less => maps.table(Act::Move(j - 2, a - 1), pairs - 1),
                Ordering::Equal => None,
                Ordering::Greater => maps.table(Act::Move(j - 1, a - 2), pairs - 1),
            };
            let tables: [Option<&[u32]>; 24] = std::array::from_fn(|a| {
                (1..2 * pairs).contains(&a).then(|| table(a as u8)).flatten()
            });
            room.one.clear();
            room.one.resize(size.next_power_of_two(), R::Value::default());
            let mask = room.one.len() - 1;
            for &(a, rest, n) in &room.parted {
                if let Some(table) = tables[usize::from(a)] {
                    let place = &mut room.one[table[rest as usize] as usize & mask];
                    *place = ring.add(*place, n);
                }
            }
            room.x.iter_mut().zip(&room.one).for_each(|(lanes, &n)| lanes.0[lane] = n);
            for &(m, n) in *block {
                room.z[parted(size, m).1 as usize].0[lane] = n;
            }
        }
        let sums = glue(ring, maps, pairs - 1, room);
        total = sums.0.into_iter().fold(total, |total, sum| ring.plus(total, sum));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Room, glue};
    use crate::tours::halves::matching::{Act, Maps, places};
    use crate::tours::halves::meeting::glue::glue_lists;
    use crate::tours::halves::sweep::{Sums, Words};

    /// True if two matchings make one cycle: contract the lower one's pairs in the upper one.
    fn one_cycle(pairs: usize, m: u32, n: u32) -> bool {
        if pairs == 1 {
            return true;
        }
        let size = places(pairs - 1) as u32;
        let joined = Act::Contract(0, (n / size + 1) as u8).on(pairs, m);
        joined < size && one_cycle(pairs - 1, joined, n % size)
    }

    #[test]
    fn of_all_pairs_of_matchings_those_that_make_one_cycle_are_counted() {
        let maps = Maps::new(5);
        for pairs in 1..=5usize {
            let size = places(pairs) as u32;
            let number = |m: u32, salt: u32| u64::from((m * 7 + salt) % 5);
            let mut expected = 0u64;
            let mut cycles = 0;
            for (m, n) in (0..size).flat_map(|m| (0..size).map(move |n| (m, n))) {
                if one_cycle(pairs, m, n) {
                    cycles += 1;
                    expected += number(m, 1) * number(n, 3);
                }
            }
            // (2k - 1)!! matchings, each with 2 · 4 · … · (2k - 2) that close one cycle.
            let each: u32 = (1..pairs as u32).map(|i| 2 * i).product();
            assert_eq!(cycles, size * each);
            let list = |salt| (0..size).map(|m| (m, number(m, salt))).collect::<Vec<_>>();
            let lanes = |salt| {
                let all = list(salt).into_iter();
                all.map(|(_, n)| Lanes([n; 4])).collect::<Vec<_>>()
            };
            let mut room = Room::new(10);
            (room.x, room.z) = (lanes(1), lanes(3));
            let sums = glue(Words, &maps, pairs, &mut room);
            assert_eq!(sums, Lanes([expected; 4]), "{pairs} pairs");
            for few in [2, 3, 4].map(Maps::new) {
                let sum = glue_lists(Words, &few, pairs, [list(1), list(3)], &mut room);
                assert_eq!(sum, expected, "{pairs} pairs as lists, {few:?}");
            }
        }
        assert_eq!(Words.mul(3, 5), 15);
    }
}
