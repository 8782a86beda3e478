//! `Groups`: the systems of one side, sorted by degrees and matching.

use std::ops::ControlFlow;

use super::moves::MoveSet;
use super::side::System;
use crate::tours::halves::degrees::Numbering;
use crate::tours::halves::matching::{Mates, unrank};
use crate::tours::halves::plan::Plan;

/// The systems with the same degrees and matching.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub number: u32,
    pub mates: Mates,
    start: u32,
    end: u32,
}

#[derive(Debug, Default)]
pub struct Groups {
    groups: Vec<Group>,
    moves: Vec<MoveSet>,
}

/// Collects systems before they are grouped.
#[derive(Debug, Default)]
pub struct FoundSystems {
    keys: Vec<(u64, u32)>,
    moves: Vec<MoveSet>,
}

impl FoundSystems {
    pub fn put(&mut self, system: &System) {
        self.keys.push((system.key, self.keys.len() as u32));
        self.moves.push(system.moves);
    }

    pub fn grouped(mut self, numbers: &Numbering) -> Groups {
        self.keys.sort_unstable();
        let mut groups = Vec::new();
        let mut end = 0;
        for alike in self.keys.chunk_by(|a, b| a.0 == b.0) {
            let start = end;
            end += alike.len() as u32;
            let (number, rank) = ((alike[0].0 >> 32) as u32, alike[0].0 as u32);
            let mates = mates(numbers.degrees(number as usize).ends, rank);
            groups.push(Group { number, mates, start, end });
        }
        let moves = self.keys.iter().map(|&(_, place)| self.moves[place as usize]).collect();
        Groups { groups, moves }
    }
}

/// The matching of a rank, indexed by slots.
fn mates(ends: u32, rank: u32) -> Mates {
    let points = unrank(ends.count_ones() as usize / 2, rank);
    let slots = || (0..24).filter(|slot| ends >> slot & 1 != 0);
    let mut by_slot = [0; 24];
    let mut all = [0; 24];
    all.iter_mut().zip(slots()).for_each(|(slot, own)| *slot = own);
    slots().zip(points).for_each(|(slot, mate)| {
        by_slot[usize::from(slot)] = all[usize::from(mate)];
    });
    by_slot
}

impl Groups {
    /// The groups of each degree vector, ascending.
    pub fn by_degrees(&self) -> impl Iterator<Item = &[Group]> {
        self.groups.chunk_by(|a, b| a.number == b.number)
    }

    pub fn of(&self, number: u32) -> &[Group] {
        let start = self.groups.partition_point(|group| group.number < number);
        let len = self.groups[start..].partition_point(|group| group.number == number);
        &self.groups[start..start + len]
    }

    #[inline(always)]
    pub fn systems(&self, group: &Group) -> &[MoveSet] {
        &self.moves[group.start as usize..group.end as usize]
    }

    /// All systems, group after group.
    pub fn all(&self) -> &[MoveSet] {
        &self.moves
    }

    pub fn moves(&self) -> MoveSet {
        self.moves.iter().fold(MoveSet::default(), |moves, &system| moves | system)
    }

    /// The same groups with the image of each system.
    pub fn images(&self, image: impl Fn(MoveSet) -> MoveSet) -> Groups {
        let moves = self.moves.iter().map(|&moves| image(moves)).collect();
        Groups { groups: self.groups.clone(), moves }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The place of a group's first system.
    pub fn start(&self, group: &Group) -> usize {
        group.start as usize
    }
}

/// Gives every pair of groups whose systems form tours. Returns the number of pairs that were
/// tested.
pub fn each_pair(
    plan: &Plan,
    [upper, lower]: [&Groups; 2],
    give: &mut dyn FnMut(&Group, &Group) -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    let [above, below] = plan.numbers();
    let mut pairs = 0;
    let mut lower_mates: Vec<Mates> = Vec::new();
    for groups in upper.by_degrees() {
        let d = above.degrees(groups[0].number as usize);
        let Some(partner) = plan.interface.partner(d) else { continue };
        let partners = below.find(partner).map_or(&[][..], |other| lower.of(other as u32));
        if d.ends == 0 {
            continue;
        }
        // Maps places among the lower ends to upper slots.
        let (own, other) = (slots(d.ends), slots(partner.ends));
        let to_upper: Vec<u8> =
            plan.interface.places(d.ends).iter().map(|&at| own[usize::from(at)]).collect();
        lower_mates.clear();
        lower_mates
            .extend(partners.iter().map(|group| in_upper_slots(&group.mates, &other, &to_upper)));
        let first = d.ends.trailing_zeros() as usize;
        for group in groups {
            for (partner, mates) in partners.iter().zip(&lower_mates) {
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

/// A lower matching, indexed by the slots of the upper side.
fn in_upper_slots(mates: &Mates, lower: &[u8], to_upper: &[u8]) -> Mates {
    let mut lower_mates = [0; 24];
    for (at, &slot) in lower.iter().enumerate() {
        let mate = mates[usize::from(slot)];
        let place = lower.binary_search(&mate).expect("the mate of an end is an end");
        lower_mates[usize::from(to_upper[at])] = to_upper[place];
    }
    lower_mates
}

/// True if two matchings form one cycle through all ends.
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
    use super::{in_upper_slots, is_one_cycle, slots};

    #[test]
    fn one_cycle_is_distinguished_from_several() {
        // Above: 1-4, 6-9. Below, in other slots: 0-1 and 2-3, or 0-3 and 1-2.
        let mut upper = [0; 24];
        for (a, b) in [(1, 4), (6, 9)] {
            (upper[a], upper[b]) = (b as u8, a as u8);
        }
        let ends = slots(1 << 1 | 1 << 4 | 1 << 6 | 1 << 9);
        let mut lower = [0; 24];
        lower[..4].copy_from_slice(&[1, 0, 3, 2]);
        let alike = in_upper_slots(&lower, &[0, 1, 2, 3], &ends);
        assert!(!is_one_cycle(&upper, &alike, 1, 4));
        lower[..4].copy_from_slice(&[3, 2, 1, 0]);
        let crossed = in_upper_slots(&lower, &[0, 1, 2, 3], &ends);
        assert!(is_one_cycle(&upper, &crossed, 1, 4));
        assert_eq!([1, 4, 6, 9].map(|slot| crossed[slot]), [9, 6, 4, 1]);
        // The first lower end is the last upper one.
        let lower_mates = in_upper_slots(&lower, &[0, 1, 2, 3], &[9, 1, 4, 6]);
        assert_eq!([1, 4, 6, 9].map(|slot| lower_mates[slot]), [4, 1, 9, 6]);
    }
}
