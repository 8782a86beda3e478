//! `Joint` applied: groups of both sides whose matchings make one cycle together.

use std::ops::ControlFlow;

use super::groups::{Group, Groups};
use crate::tours::halves::matching::Mates;
use crate::tours::halves::plan::Plan;

/// Gives every pair of groups whose systems make tours; how many pairs were looked at.
pub fn each_pair(
    plan: &Plan,
    [upper, lower]: [&Groups; 2],
    give: &mut dyn FnMut(&Group, &Group) -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    let [above, below] = plan.numbers();
    let mut pairs = 0;
    let mut turned: Vec<Mates> = Vec::new();
    for groups in upper.by_degrees() {
        let d = above.degrees(groups[0].number as usize);
        let Some(partner) = plan.joint.partner(d) else { continue };
        let partners = below.find(partner).map_or(&[][..], |other| lower.of(other as u32));
        if d.ends == 0 {
            continue;
        }
        // By place among the ends: where each is on the upper side.
        let (own, other) = (slots(d.ends), slots(partner.ends));
        let to_upper: Vec<u8> =
            plan.joint.places(d.ends).iter().map(|&at| own[usize::from(at)]).collect();
        turned.clear();
        turned.extend(partners.iter().map(|group| turn(&group.mates, &other, &to_upper)));
        let first = d.ends.trailing_zeros() as usize;
        for group in groups {
            for (partner, mates) in partners.iter().zip(&turned) {
                pairs += 1;
                if is_one_cycle(&group.mates, mates, first, own.len()) {
                    give(group, partner)?;
                }
            }
        }
    }
    ControlFlow::Continue(pairs)
}

fn slots(set: u32) -> Vec<u8> {
    (0..32).filter(|slot| set >> slot & 1 != 0).collect()
}

/// A matching of the lower side in the slots of the upper one.
fn turn(mates: &Mates, lower: &[u8], to_upper: &[u8]) -> Mates {
    let mut turned = [0; 24];
    for (at, &slot) in lower.iter().enumerate() {
        let mate = mates[usize::from(slot)];
        let place = lower.binary_search(&mate).expect("the mate of an end is one");
        turned[usize::from(to_upper[at])] = to_upper[place];
    }
    turned
}

/// True if two matchings of so many ends make one cycle.
#[inline(always)]
fn is_one_cycle(upper: &Mates, lower: &Mates, first: usize, ends: usize) -> bool {
    let (mut at, mut passed) = (first, 0);
    loop {
        at = usize::from(lower[usize::from(upper[at]) % 24]) % 24;
        passed += 2;
        if at == first {
            return passed == ends;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_one_cycle, slots, turn};

    #[test]
    fn two_matchings_make_one_cycle_or_more() {
        // 1-4, 6-9 above; below, in slots of their own, 0-1 and 2-3, or 0-3 and 1-2.
        let mut upper = [0; 24];
        for (a, b) in [(1, 4), (6, 9)] {
            (upper[a], upper[b]) = (b as u8, a as u8);
        }
        let ends = slots(1 << 1 | 1 << 4 | 1 << 6 | 1 << 9);
        let mut lower = [0; 24];
        lower[..4].copy_from_slice(&[1, 0, 3, 2]);
        let alike = turn(&lower, &[0, 1, 2, 3], &ends);
        assert!(!is_one_cycle(&upper, &alike, 1, 4));
        lower[..4].copy_from_slice(&[3, 2, 1, 0]);
        let crossed = turn(&lower, &[0, 1, 2, 3], &ends);
        assert!(is_one_cycle(&upper, &crossed, 1, 4));
        assert_eq!([1, 4, 6, 9].map(|slot| crossed[slot]), [9, 6, 4, 1]);
        // The first end of the lower side is the last of the upper one.
        let turned = turn(&lower, &[0, 1, 2, 3], &[9, 1, 4, 6]);
        assert_eq!([1, 4, 6, 9].map(|slot| turned[slot]), [4, 1, 9, 6]);
    }
}
