//! Ranks of matchings.

use std::sync::OnceLock;

/// Points of a matching that a frontier can have, and some more.
const POINTS: usize = 24;

/// The mate of each point.
pub type Mates = [u8; POINTS];

/// Matchings of k pairs, for k from 0: (2k - 1)!!.
const PLACES: [u32; 11] =
    [1, 1, 3, 15, 105, 945, 10_395, 135_135, 2_027_025, 34_459_425, 654_729_075];

/// Pairs whose ranks are listed.
pub const LISTED: usize = 7;

/// The number of matchings of so many pairs.
#[inline(always)]
pub fn places(pairs: usize) -> usize {
    PLACES[pairs] as usize
}

/// The ranks 0, 1, 2 and so on, so many; of [`LISTED`] pairs at most.
pub fn all_ranks(count: usize) -> &'static [u32] {
    static ALL: OnceLock<Box<[u32]>> = OnceLock::new();
    &ALL.get_or_init(|| (0..PLACES[LISTED]).collect())[..count]
}

/// The matching of a rank: the highest digit is the partner of the least point, the others
/// are the rank of the rest.
pub fn unrank(pairs: usize, rank: u32) -> Mates {
    let mut mates = [0; POINTS];
    let mut free: [u8; POINTS] = std::array::from_fn(|point| point as u8);
    let mut rank = rank as usize;
    for left in (1..=pairs).rev() {
        let size = places(left - 1);
        let (a, at) = (free[0], 1 + rank / size);
        let b = free[at];
        rank %= size;
        (mates[usize::from(a)], mates[usize::from(b)]) = (b, a);
        free.copy_within(1..at, 0);
        free.copy_within(at + 1..2 * left, at - 1);
    }
    mates
}

/// The rank of a matching of the points of a set.
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

/// What becomes of a matching. Positions are those of points among all; of a pair the lesser
/// one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Nothing.
    Same,
    /// The point at the first position goes to the second, the others keep their order.
    Move(u8, u8),
    /// A new pair, at these positions afterwards.
    Insert(u8, u8),
    /// The points at these positions are joined: both are gone, and their mates are mates.
    Contract(u8, u8),
}

impl Act {
    /// The pairs before, if there are so many afterwards.
    pub fn pairs_before(self, after: usize) -> usize {
        match self {
            Act::Same | Act::Move(..) => after,
            Act::Insert(..) => after - 1,
            Act::Contract(..) => after + 1,
        }
    }

    /// The rank that a matching of so many pairs becomes; the first rank too many if two
    /// mates are joined, as this would be a cycle.
    pub fn on(self, pairs: usize, m: u32) -> u32 {
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
            Act::Same => m,
            Act::Move(i, j) => {
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
            Act::Insert(i, j) => {
                let new = |point: usize| {
                    let point = point + usize::from(point >= usize::from(i));
                    point + usize::from(point >= usize::from(j))
                };
                let mut after = renamed(&new);
                (after[usize::from(i)], after[usize::from(j)]) = (j, i);
                rank(&after, all(points + 2))
            }
            Act::Contract(i, j) => {
                let (a, b) = (mates[usize::from(i)], mates[usize::from(j)]);
                if a == j {
                    return places(pairs - 1) as u32;
                }
                let mut after = mates;
                (after[usize::from(a)], after[usize::from(b)]) = (b, a);
                rank(&after, all(points) & !(1 << i) & !(1 << j))
            }
        }
    }
}

/// The rank of the matching with its points in the opposite order.
pub fn reversed(pairs: usize, m: u32) -> u32 {
    let mates = unrank(pairs, m);
    let last = 2 * pairs - 1;
    let mut after: Mates = [0; 24];
    (0..=last).for_each(|point| after[point] = last as u8 - mates[last - point]);
    rank(&after, (1 << (2 * pairs)) - 1)
}

#[cfg(test)]
mod tests {
    use super::{Act, places, rank, reversed, unrank};

    #[test]
    fn every_rank_names_a_matching_of_its_own() {
        for pairs in 0..=6 {
            for m in 0..places(pairs) as u32 {
                let mates = unrank(pairs, m);
                for point in 0..2 * pairs {
                    let mate = usize::from(mates[point]);
                    assert!(mate != point && usize::from(mates[mate]) == point);
                }
                assert_eq!(rank(&mates, (1 << (2 * pairs)) - 1), m);
            }
        }
        for pairs in 1..10 {
            assert_eq!(places(pairs), (2 * pairs - 1) * places(pairs - 1));
        }
    }

    #[test]
    fn a_pair_that_is_added_and_joined_to_another_is_an_extension() {
        // A new pair at i < j, whose end j is joined to the point that stood at p, moves that
        // point to where i is.
        for pairs in 1..4 {
            for m in 0..places(pairs) as u32 {
                for (i, j) in (0..2 * pairs as u8 + 2).flat_map(|j| (0..j).map(move |i| (i, j))) {
                    let longer = Act::Insert(i, j).on(pairs, m);
                    for p in (0..2 * pairs as u8 + 2).filter(|&p| p != i && p != j) {
                        let old = p - u8::from(p > i) - u8::from(p > j);
                        let to = i - u8::from(i > j) - u8::from(i > p);
                        let joined = Act::Contract(p.min(j), p.max(j)).on(pairs + 1, longer);
                        assert_eq!(joined, Act::Move(old, to).on(pairs, m), "{m}: {i} {j} {p}");
                    }
                    let cycle = Act::Contract(i, j).on(pairs + 1, longer);
                    assert_eq!(cycle as usize, places(pairs), "two mates make a cycle");
                }
            }
        }
    }

    #[test]
    fn reversing_twice_changes_nothing() {
        for pairs in 1..5 {
            for m in 0..places(pairs) as u32 {
                assert_eq!(reversed(pairs, reversed(pairs, m)), m);
            }
        }
        assert_eq!(reversed(2, 1), 1, "crossing pairs still cross");
    }
}
