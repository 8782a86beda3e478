//! Pairs of matchings that make one cycle together.
//!
//! Two matchings of the same 2k points, one from each half, are a set of cycles. It is one
//! cycle if, with j the partner of the first point in the lower half, the upper half does not
//! join the two as well, and what is left when both pairs are contracted is one cycle. So for
//! each j the upper numbers are added up by what contracting the first point and j makes of
//! their matchings, and the rest is the same question with one pair less: about k² additions
//! for a matching instead of (2k - 1)!!. Groups go side by side, as many as [`Sums::side_by_side`]
//! says.

use crate::tours::halves::matching::{Maps, places};
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

#[cfg(test)]
mod tests {
    use super::{Lanes, Room, glue};
    use crate::tours::halves::matching::{Act, Maps, places};
    use crate::tours::halves::meeting::lists::glue_lists;
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
