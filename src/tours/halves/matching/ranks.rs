//! Ranks of matchings.

use std::sync::OnceLock;

/// An upper bound of the points of a matching.
const POINTS: usize = 24;

pub type Mates = [u8; POINTS];

/// The number of matchings of k pairs: (2k - 1)!!.
const MATCHINGS: [u32; 11] =
    [1, 1, 3, 15, 105, 945, 10_395, 135_135, 2_027_025, 34_459_425, 654_729_075];

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

#[cfg(test)]
mod tests {
    use super::{PairingOp, matchings, rank, unrank};

    #[test]
    fn ranks_and_matchings_are_in_bijection() {
        for pairs in 0..=6 {
            for m in 0..matchings(pairs) as u32 {
                let mates = unrank(pairs, m);
                for point in 0..2 * pairs {
                    let mate = usize::from(mates[point]);
                    assert!(mate != point && usize::from(mates[mate]) == point);
                }
                assert_eq!(rank(&mates, (1 << (2 * pairs)) - 1), m);
            }
        }
        for pairs in 1..10 {
            assert_eq!(matchings(pairs), (2 * pairs - 1) * matchings(pairs - 1));
        }
    }

    #[test]
    fn inserting_and_contracting_is_a_move() {
        // A new pair at i < j whose end j is joined to the point at p moves that point to the
        // position of i.
        for pairs in 1..4 {
            for m in 0..matchings(pairs) as u32 {
                for (i, j) in (0..2 * pairs as u8 + 2).flat_map(|j| (0..j).map(move |i| (i, j))) {
                    let longer = PairingOp::Insert(i, j).apply(pairs, m);
                    for p in (0..2 * pairs as u8 + 2).filter(|&p| p != i && p != j) {
                        let old = p - u8::from(p > i) - u8::from(p > j);
                        let to = i - u8::from(i > j) - u8::from(i > p);
                        let joined =
                            PairingOp::Contract(p.min(j), p.max(j)).apply(pairs + 1, longer);
                        assert_eq!(
                            joined,
                            PairingOp::Move(old, to).apply(pairs, m),
                            "{m}: {i} {j} {p}"
                        );
                    }
                    let cycle = PairingOp::Contract(i, j).apply(pairs + 1, longer);
                    assert_eq!(cycle as usize, matchings(pairs), "two mates make a cycle");
                }
            }
        }
    }
}
