//! Pairs of matchings that make one cycle together.
//!
//! Two matchings of the same 2k points, one from each half, are a set of cycles. It is one
//! cycle if, with j the partner of the first point in the lower half, the upper half does not
//! join the two as well, and what is left when both pairs are contracted is one cycle. So for
//! each j the upper numbers are added up by what contracting the first point and j makes of
//! their matchings, and the rest is the same question with one pair less: about k² additions
//! for a matching instead of (2k - 1)!!. Eight groups go side by side.

use crate::tours::halves::matching::{Act, Maps, places};
use crate::tours::halves::sweep::Ring;

/// Groups side by side.
pub const LANES: usize = 8;

/// A number of each of them.
pub type Lanes<V> = [V; LANES];

/// What a level of pairs is worked out by.
type Slice<'a, R> = &'a [Lanes<<R as Ring>::Value>];

/// The sum of x[m] z[n] over the matchings m and n of so many pairs that make one cycle; `room`
/// is used on the way.
#[inline(always)]
pub fn glue<R: Ring>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    x: Slice<'_, R>,
    z: Slice<'_, R>,
    room: &mut [Vec<Lanes<R::Value>>],
) -> Lanes<R::Sum> {
    let level = match pairs {
        1 => one,
        2 => two,
        3 => three,
        4 => four,
        5 => five,
        6 => six,
        7 => seven,
        8 => eight,
        _ => unreachable!("a cycle crosses from one half to the other, and tables end at eight"),
    };
    level(ring, maps, x, z, room)
}

#[inline(always)]
fn one<R: Ring>(
    ring: R,
    _: &Maps,
    x: Slice<'_, R>,
    z: Slice<'_, R>,
    _: &mut [Vec<Lanes<R::Value>>],
) -> Lanes<R::Sum> {
    each(x[0], z[0], |a, b| ring.mul(a, b))
}

/// Two matchings of four points make one cycle unless they are the same.
#[inline(always)]
fn two<R: Ring>(
    ring: R,
    _: &Maps,
    x: Slice<'_, R>,
    z: Slice<'_, R>,
    _: &mut [Vec<Lanes<R::Value>>],
) -> Lanes<R::Sum> {
    let sum = |v: Slice<'_, R>| plus(ring, v[0], plus(ring, v[1], v[2]));
    let all = each(sum(x), sum(z), |a, b| ring.mul(a, b));
    let same = |i: usize| each(x[i], z[i], |a, b| ring.mul(a, b));
    let same = more(ring, same(0), more(ring, same(1), same(2)));
    each(all, same, |a, b| ring.less(a, b))
}

/// A level, which goes down to the next by contracting the first point with each other one.
/// Each is a function of its own, so that all are inlined into the machine's code.
macro_rules! level {
    ($name:ident, $lower:ident, $pairs:literal) => {
        #[inline(always)]
        fn $name<R: Ring>(
            ring: R,
            maps: &Maps,
            x: Slice<'_, R>,
            z: Slice<'_, R>,
            room: &mut [Vec<Lanes<R::Value>>],
        ) -> Lanes<R::Sum> {
            let size = places($pairs - 1);
            let zero = [R::Value::default(); LANES];
            let (mine, rest) = room.split_first_mut().expect("room for each pair");
            mine.resize(size, zero);
            let mut total = [R::Sum::default(); LANES];
            for j in 1..2 * $pairs {
                let block = &z[(j - 1) * size..j * size];
                if block.iter().all(|lanes| *lanes == zero) {
                    continue;
                }
                let sources = maps.sources($pairs, j as u8);
                contract::<R, { 2 * ($pairs - 1) }>(ring, sources, x, &mut mine[..size]);
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

#[inline(always)]
fn each<V: Copy, S>(a: Lanes<V>, b: Lanes<V>, f: impl Fn(V, V) -> S) -> Lanes<S> {
    std::array::from_fn(|lane| f(a[lane], b[lane]))
}

#[inline(always)]
fn plus<R: Ring>(ring: R, a: Lanes<R::Value>, b: Lanes<R::Value>) -> Lanes<R::Value> {
    each(a, b, |a, b| ring.add(a, b))
}

#[inline(always)]
fn more<R: Ring>(ring: R, a: Lanes<R::Sum>, b: Lanes<R::Sum>) -> Lanes<R::Sum> {
    each(a, b, |a, b| ring.plus(a, b))
}

/// Each y becomes the sum of the x that are named for it, so many at a time.
#[inline(always)]
fn contract<R: Ring, const COUNT: usize>(
    ring: R,
    sources: &[u32],
    x: &[Lanes<R::Value>],
    y: &mut [Lanes<R::Value>],
) {
    for (y, from) in y.iter_mut().zip(sources.chunks_exact(COUNT)) {
        let first = x[from[0] as usize];
        *y = from[1..].iter().fold(first, |sum, &m| plus(ring, sum, x[m as usize]));
    }
}

/// The same sum for one group of many pairs and few states, given as lists; those of z by
/// ascending rank.
pub fn glue_lists<R: Ring>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    x: &[(u32, R::Value)],
    z: &[(u32, R::Value)],
    room: &mut [Vec<Lanes<R::Value>>],
) -> R::Sum {
    if pairs <= maps.limit() || pairs < 3 {
        let zero = [R::Value::default(); LANES];
        let (mut xs, mut zs) = (vec![zero; places(pairs)], vec![zero; places(pairs)]);
        let lane = |m: u32| m as usize;
        for &(m, n) in x {
            xs[lane(m)][0] = ring.add(xs[lane(m)][0], n);
        }
        z.iter().for_each(|&(m, n)| zs[lane(m)][0] = n);
        return glue(ring, maps, pairs, &xs, &zs, room)[0];
    }
    let size = places(pairs - 1) as u32;
    let mut total = R::Sum::default();
    for block in z.chunk_by(|a, b| a.0 / size == b.0 / size) {
        let j = (block[0].0 / size) as u8 + 1;
        let rest: Vec<_> = block.iter().map(|&(m, n)| (m % size, n)).collect();
        let joined = x.iter().map(|&(m, n)| (maps.on(Act::Contract(0, j), pairs, m), n));
        let mine: Vec<_> = joined.filter(|&(m, _)| m < size).collect();
        total = ring.plus(total, glue_lists(ring, maps, pairs - 1, &mine, &rest, room));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::{LANES, glue, glue_lists};
    use crate::tours::halves::matching::{Act, Maps, places};
    use crate::tours::halves::sweep::{Ring, Words};

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
        let few = Maps::new(2);
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
                all.map(|(_, n)| [n; LANES]).collect::<Vec<_>>()
            };
            let mut room = vec![Vec::new(); 10];
            let sums = glue(Words, &maps, pairs, &lanes(1), &lanes(3), &mut room);
            assert_eq!(sums, [expected; LANES], "{pairs} pairs");
            let sum = glue_lists(Words, &few, pairs, &list(1), &list(3), &mut room);
            assert_eq!(sum, expected, "{pairs} pairs as lists");
        }
        assert_eq!(Words.mul(3, 5), 15);
    }
}
