//! `Act`: what a step does to a matching.

use super::ranks::{Mates, places, rank, unrank};

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
    use super::super::places;
    use super::{Act, reversed};

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
