//! Groups of many pairs, as lists: by one pair less until they fit in arrays.

use std::cmp::Ordering;

use super::glue::{Room, glue};
use crate::tours::halves::matching::{Act, Maps, places};
use crate::tours::halves::sweep::Sums;

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
