//! Pairs of matchings that form one cycle.
//!
//! Two matchings of the same 2k points, one from each half, form a set of cycles. Let j be the
//! partner of the first point in the lower matching. The two form one cycle if the upper matching
//! does not also pair the first point with j, and if the matchings form one cycle after both points
//! are contracted. So for each j the upper numbers are added by contracted matching, and the same
//! problem remains with one pair less. This takes about k² additions for a matching instead of (2k
//! - 1)!!. Several groups are computed together, see [`Sums::side_by_side`].

use std::cmp::Ordering;

use crate::tours::halves::matching::{Maps, PairingOp, matchings};
use crate::tours::halves::sweep::Sums;

/// One number of each group; 64 bytes are one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Lanes<V, const L: usize>(pub [V; L]);

impl<V: Copy + Default, const L: usize> Lanes<V, L> {
    pub fn zero() -> Lanes<V, L> {
        Lanes([V::default(); L])
    }
}

/// The numbers of all matchings of a level.
type Slice<'a, R, const L: usize> = &'a [Lanes<<R as Sums>::Value, L>];

/// The sum of x[m] z[n] over all matchings m and n of this many pairs that form one cycle.
#[inline(always)]
pub fn glue<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    Workspace { x, z, levels, .. }: &mut Workspace<R::Value, L>,
) -> Lanes<R::Sum, L> {
    // Direct calls, because a function pointer leads to code for the generic processor.
    match pairs {
        1 => one(ring, maps, x, z, levels),
        2 => two(ring, maps, x, z, levels),
        3 => three(ring, maps, x, z, levels),
        4 => four(ring, maps, x, z, levels),
        5 => five(ring, maps, x, z, levels),
        6 => six(ring, maps, x, z, levels),
        7 => seven(ring, maps, x, z, levels),
        8 => eight(ring, maps, x, z, levels),
        _ => unreachable!("a cycle crosses the cut, and no table is for more than eight pairs"),
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

/// Two matchings of four points form one cycle unless they are equal.
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
    less(ring, product(ring, sums[0], sums[1]), same)
}

/// One level, which calls the next lower one after contracting the first point with each other
/// point. Each level is a function of its own so that all are inlined into the processor's code.
macro_rules! level {
    ($name:ident, $lower:ident, $pairs:literal) => {
        #[inline(always)]
        fn $name<R: Sums, const L: usize>(
            ring: R,
            maps: &Maps,
            x: Slice<'_, R, L>,
            z: Slice<'_, R, L>,
            workspace: &mut [Vec<Lanes<R::Value, L>>],
        ) -> Lanes<R::Sum, L> {
            let size = matchings($pairs - 1);
            let zero = Lanes::zero();
            let (mine, rest) =
                workspace.split_first_mut().expect("there is a buffer for each pair");
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

/// An operation lane by lane, with a loop instead of a closure, which may be compiled for the
/// generic processor.
macro_rules! lanewise {
    ($name:ident, $operation:ident, $input:ident, $output:ident) => {
        #[inline(always)]
        fn $name<R: Sums, const L: usize>(
            ring: R,
            a: Lanes<R::$input, L>,
            b: Lanes<R::$input, L>,
        ) -> Lanes<R::$output, L> {
            let mut result = Lanes::zero();
            for (lane, result) in result.0.iter_mut().enumerate() {
                *result = ring.$operation(a.0[lane], b.0[lane]);
            }
            result
        }
    };
}

lanewise!(product, mul, Value, Sum);
lanewise!(plus, add, Value, Value);
lanewise!(more, plus, Sum, Sum);
lanewise!(less, less, Sum, Sum);

/// Sets each y to the sum of its `COUNT` sources in x.
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

/// Buffers.
#[derive(Debug, Default)]
pub struct Workspace<V, const L: usize> {
    /// The upper and the lower numbers of several groups.
    pub x: Vec<Lanes<V, L>>,
    pub z: Vec<Lanes<V, L>>,
    /// The upper numbers of each lower level.
    levels: Vec<Vec<Lanes<V, L>>>,
    /// For lists: the upper numbers of one group, and lists with the first partner split off.
    pub one: Vec<V>,
    pub split_first: Vec<(u8, u32, V)>,
}

impl<V: Copy + Default, const L: usize> Workspace<V, L> {
    pub fn new(pairs: usize) -> Workspace<V, L> {
        Workspace { levels: (0..pairs).map(|_| Vec::new()).collect(), ..Workspace::default() }
    }

    /// Zeroed arrays for the matchings of this many pairs.
    pub fn cleared(&mut self, pairs: usize) -> [&mut Vec<Lanes<V, L>>; 2] {
        let Workspace { x, z, .. } = self;
        for lanes in [&mut *x, &mut *z] {
            lanes.clear();
            lanes.resize(matchings(pairs), Lanes::zero());
        }
        [x, z]
    }
}

type List<V> = Vec<(u32, V)>;

/// Lists with at most this many pairs of matchings are not converted to arrays.
const FEW: usize = 1 << 14;

/// Lists to be glued, with z sorted by rank.
struct Lists<V> {
    pairs: usize,
    x: List<V>,
    z: List<V>,
    /// The number of entries of z that are done.
    done: usize,
}

/// The partner of the first point, and the rank of the rest.
#[inline(always)]
fn split_first(size: usize, m: u32) -> (u8, u32) {
    ((m / size as u32) as u8 + 1, m % size as u32)
}

impl<V: Copy> Lists<V> {
    /// The problem with one pair less, for the next partner j of the first point.
    #[inline(never)]
    fn next(&mut self, maps: &Maps) -> Option<Lists<V>> {
        let Lists { pairs, ref x, ref z, ref mut done } = *self;
        let size = matchings(pairs - 1);
        let mut blocks =
            z[*done..].chunk_by(|a, b| split_first(size, a.0).0 == split_first(size, b.0).0);
        let block = blocks.next()?;
        *done += block.len();
        let (j, _) = split_first(size, block[0].0);
        let (ranks, mut joined): (Vec<u32>, _) = (x.iter().map(|&(m, _)| m).collect(), Vec::new());
        maps.apply(PairingOp::Contract(0, j), pairs, &ranks, &mut joined);
        let joined = joined.into_iter().zip(x).map(|(m, &(_, n))| (m, n));
        let x = joined.filter(|&(m, _)| (m as usize) < size).collect();
        let z = block.iter().map(|&(m, n)| (m % size as u32, n)).collect();
        Some(Lists { pairs: pairs - 1, x, z, done: 0 })
    }
}

/// The sum of [`glue`] for one group of many pairs, given as lists.
#[inline(always)]
pub fn glue_lists<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    [x, mut z]: [List<R::Value>; 2],
    workspace: &mut Workspace<R::Value, L>,
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
            by_partners(ring, maps, pairs, &x, &z, workspace)
        } else {
            let [xs, zs] = workspace.cleared(pairs);
            for (m, n) in x {
                let place = &mut xs[m as usize].0[0];
                *place = ring.add(*place, n);
            }
            z.into_iter().for_each(|(m, n)| zs[m as usize].0[0] = n);
            glue(ring, maps, pairs, workspace).0[0]
        };
        total = ring.plus(total, sum);
    }
    total
}

/// The sum of [`glue`] for one pair more than there are tables for. The problems of several
/// partners of the first point are computed together.
#[inline(always)]
fn by_partners<R: Sums, const L: usize>(
    ring: R,
    maps: &Maps,
    pairs: usize,
    x: &[(u32, R::Value)],
    z: &[(u32, R::Value)],
    workspace: &mut Workspace<R::Value, L>,
) -> R::Sum {
    let size = matchings(pairs - 1);
    workspace.split_first.clear();
    workspace.split_first.extend(x.iter().map(|&(m, n)| {
        let (a, rest) = split_first(size, m);
        (a, rest, n)
    }));
    let blocks = z.chunk_by(|a, b| split_first(size, a.0).0 == split_first(size, b.0).0);
    let blocks: Vec<_> = blocks.collect();
    let mut total = R::Sum::default();
    for blocks in blocks.chunks(L) {
        workspace.cleared(pairs - 1);
        for (lane, block) in blocks.iter().enumerate() {
            let (j, _) = split_first(size, block[0].0);
            // The partner of j becomes paired with the partner of the first point. If that is j, a
            // cycle closes.
            let table = |a: u8| match a.cmp(&j) {
                Ordering::Less => maps.table(PairingOp::Move(j - 2, a - 1), pairs - 1),
                Ordering::Equal => None,
                Ordering::Greater => maps.table(PairingOp::Move(j - 1, a - 2), pairs - 1),
            };
            let tables: [Option<&[u32]>; 24] = std::array::from_fn(|a| {
                (1..2 * pairs).contains(&a).then(|| table(a as u8)).flatten()
            });
            workspace.one.clear();
            workspace.one.resize(size.next_power_of_two(), R::Value::default());
            let mask = workspace.one.len() - 1;
            for &(a, rest, n) in &workspace.split_first {
                if let Some(table) = tables[usize::from(a)] {
                    let place = &mut workspace.one[table[rest as usize] as usize & mask];
                    *place = ring.add(*place, n);
                }
            }
            workspace.x.iter_mut().zip(&workspace.one).for_each(|(lanes, &n)| lanes.0[lane] = n);
            for &(m, n) in *block {
                workspace.z[split_first(size, m).1 as usize].0[lane] = n;
            }
        }
        let sums = glue(ring, maps, pairs - 1, workspace);
        total = sums.0.into_iter().fold(total, |total, sum| ring.plus(total, sum));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Workspace, glue};
    use crate::tours::halves::matching::{Maps, PairingOp, matchings};
    use crate::tours::halves::meeting::glue::glue_lists;
    use crate::tours::halves::sweep::{Sums, Words};

    /// True if two matchings form one cycle, by contracting the lower pairs in the upper matching.
    fn one_cycle(pairs: usize, m: u32, n: u32) -> bool {
        if pairs == 1 {
            return true;
        }
        let size = matchings(pairs - 1) as u32;
        let joined = PairingOp::Contract(0, (n / size + 1) as u8).apply(pairs, m);
        joined < size && one_cycle(pairs - 1, joined, n % size)
    }

    #[test]
    fn glue_counts_the_pairs_that_form_one_cycle() {
        let maps = Maps::new(5);
        for pairs in 1..=5usize {
            let size = matchings(pairs) as u32;
            let number = |m: u32, salt: u32| u64::from((m * 7 + salt) % 5);
            let mut expected = 0u64;
            let mut cycles = 0;
            for (m, n) in (0..size).flat_map(|m| (0..size).map(move |n| (m, n))) {
                if one_cycle(pairs, m, n) {
                    cycles += 1;
                    expected += number(m, 1) * number(n, 3);
                }
            }
            // There are (2k - 1)!! matchings, and each forms one cycle with 2 · 4 · … · (2k - 2)
            // others.
            let each: u32 = (1..pairs as u32).map(|i| 2 * i).product();
            assert_eq!(cycles, size * each);
            let list = |salt| (0..size).map(|m| (m, number(m, salt))).collect::<Vec<_>>();
            let lanes = |salt| {
                let all = list(salt).into_iter();
                all.map(|(_, n)| Lanes([n; 4])).collect::<Vec<_>>()
            };
            let mut workspace = Workspace::new(10);
            (workspace.x, workspace.z) = (lanes(1), lanes(3));
            let sums = glue(Words, &maps, pairs, &mut workspace);
            assert_eq!(sums, Lanes([expected; 4]), "{pairs} pairs");
            for few in [2, 3, 4].map(Maps::new) {
                let sum = glue_lists(Words, &few, pairs, [list(1), list(3)], &mut workspace);
                assert_eq!(sum, expected, "{pairs} pairs as lists, {few:?}");
            }
        }
        assert_eq!(Words.mul(3, 5), 15);
    }
}
