//! All moves with given components: every order along the axes, with every sign.

use std::collections::{BTreeMap, BTreeSet};

/// One move of a piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The change of each coordinate.
    pub delta: Vec<i32>,
    /// True if the step may be repeated while the cells on the way exist.
    pub rides: bool,
}

/// Components of moves, and whether the moves ride.
pub(super) type Moves = Vec<(Vec<u32>, bool)>;

/// All signs and all permutations of each leaper, padded with zeros to the rank; a leaper of
/// more components than axes has none.
pub(super) fn steps(moves: &[(Vec<u32>, bool)], rank: usize) -> Vec<Step> {
    let mut all = BTreeSet::new();
    for (components, rides) in moves {
        let Some(mut left) = kinds(components, rank) else { continue };
        arrange(&mut left, &mut Vec::with_capacity(rank), &mut |delta| {
            all.insert(Step { delta: delta.to_vec(), rides: *rides });
        });
    }
    all.into_iter().collect()
}

/// How often each component occurs after padding with zeros to the rank; `None` if there are more
/// components than axes.
fn kinds(components: &[u32], rank: usize) -> Option<BTreeMap<i32, usize>> {
    let mut kinds = BTreeMap::new();
    let moving = components.iter().filter(|&&component| component != 0);
    for &component in moving.clone() {
        *kinds.entry(i32::try_from(component).unwrap_or(i32::MAX)).or_insert(0) += 1;
    }
    kinds.insert(0, rank.checked_sub(moving.count())?);
    Some(kinds)
}

/// Every sequence of the remaining components and their negatives, each once.
fn arrange(left: &mut BTreeMap<i32, usize>, delta: &mut Vec<i32>, found: &mut impl FnMut(&[i32])) {
    let kinds: Vec<i32> = left.iter().filter(|(_, left)| **left > 0).map(|(&c, _)| c).collect();
    if kinds.is_empty() {
        found(delta);
    }
    for component in kinds {
        left.entry(component).and_modify(|left| *left -= 1);
        for signed in BTreeSet::from([-component, component]) {
            delta.push(signed);
            arrange(left, delta, found);
            delta.pop();
        }
        left.entry(component).and_modify(|left| *left += 1);
    }
}

/// The number of sequences that [`arrange`] finds, saturating.
pub(super) fn number(components: &[u32], rank: usize) -> u64 {
    let Some(kinds) = kinds(components, rank) else { return 0 };
    let mut number = 1u64;
    let mut places = 0;
    for (component, times) in kinds {
        let signs = if component == 0 { 1 } else { 2 };
        for time in 1..=times as u64 {
            places += 1;
            // A binomial coefficient at every step, so the division is exact.
            let Some(product) = number.checked_mul(places) else { return u64::MAX };
            number = (product / time).saturating_mul(signs);
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::{number, steps};

    #[test]
    fn the_predicted_number_of_distinct_arrangements() {
        let pieces: [&[u32]; 8] =
            [&[1], &[1, 2], &[1, 1], &[0, 3], &[1, 2, 2], &[1, 1, 1], &[1, 2, 3], &[1, 1, 4, 4]];
        for components in pieces {
            for rank in 0..6 {
                let steps = steps(&[(components.to_vec(), false)], rank);
                assert_eq!(number(components, rank), steps.len() as u64, "{components:?} {rank}");
            }
        }
        assert_eq!(number(&[1, 2], 64), 64 * 63 * 4);
        assert_eq!(number(&[1; 32], 32), 1 << 32);
        assert_eq!(number(&[1; 63], 64), u64::MAX, "saturates");
    }
}
