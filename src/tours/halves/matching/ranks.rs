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

#[cfg(test)]
mod tests {
    use super::{places, rank, unrank};

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
}
