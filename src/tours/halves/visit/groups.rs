//! `Groups`: systems of one side in the order of their degrees and matchings.

use super::moves::MoveSet;
use super::side::System;
use crate::tours::halves::degrees::Numbering;
use crate::tours::halves::matching::{Mates, unrank};

/// Systems of the same degrees and the same matching.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The number of the degrees.
    pub number: u32,
    pub mates: Mates,
    start: u32,
    end: u32,
}

/// The systems of one side, group after group.
#[derive(Debug, Default)]
pub struct Groups {
    groups: Vec<Group>,
    moves: Vec<MoveSet>,
}

/// Systems as they come, to be grouped when all are there.
#[derive(Debug, Default)]
pub struct Found {
    keys: Vec<(u64, u32)>,
    moves: Vec<MoveSet>,
}

impl Found {
    pub fn put(&mut self, system: &System) {
        self.keys.push((system.key, self.keys.len() as u32));
        self.moves.push(system.moves);
    }

    /// The systems in order.
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

/// The matching of a rank, by the slots of the ends.
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

    /// The groups of a degree vector.
    pub fn of(&self, number: u32) -> &[Group] {
        let start = self.groups.partition_point(|group| group.number < number);
        let len = self.groups[start..].partition_point(|group| group.number == number);
        &self.groups[start..start + len]
    }

    /// The systems of a group.
    #[inline(always)]
    pub fn systems(&self, group: &Group) -> &[MoveSet] {
        &self.moves[group.start as usize..group.end as usize]
    }

    /// All systems, group after group.
    pub fn all(&self) -> &[MoveSet] {
        &self.moves
    }

    /// The moves of any system.
    pub fn moves(&self) -> MoveSet {
        self.moves.iter().fold(MoveSet::default(), |moves, &system| moves | system)
    }

    /// The same groups with the image of each system.
    pub fn images(&self, image: impl Fn(MoveSet) -> MoveSet) -> Groups {
        let moves = self.moves.iter().map(|&moves| image(moves)).collect();
        Groups { groups: self.groups.clone(), moves }
    }

    /// How many systems there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The place of a group's first system among all.
    pub fn start(&self, group: &Group) -> usize {
        group.start as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, System, mates};
    use crate::tours::halves::degrees::{Degrees, Known, Numbering};
    use crate::tours::halves::matching::rank;
    use crate::tours::halves::visit::moves::MoveSet;

    #[test]
    fn matchings_come_back_from_their_ranks() {
        let ends = 0b1001_1010_0011;
        for number in 0..15 {
            assert_eq!(rank(&mates(ends, number), ends), number);
        }
    }

    #[test]
    fn systems_stand_group_after_group() {
        let numbers = Numbering::new(&Known { slots: 4, vacant: 0, colours: None });
        let number = |ends| numbers.number(Degrees { ends, inner: 0 }) as u64;
        let mut found = Found::default();
        // Degrees, rank, move.
        for (ends, rank, at) in [(15, 2, 0), (3, 0, 1), (15, 1, 2), (15, 2, 3), (3, 0, 4)] {
            let moves = MoveSet::default().with(at);
            found.put(&System { key: number(ends) << 32 | rank, moves });
        }
        let groups = found.grouped(&numbers);
        assert_eq!(groups.len(), 5);
        let moves = |group| {
            let sets = groups.systems(group).iter();
            sets.flat_map(|set| set.numbers()).collect::<Vec<_>>()
        };
        let all: Vec<Vec<_>> =
            groups.by_degrees().map(|alike| alike.iter().map(moves).collect()).collect();
        assert_eq!(all, [vec![vec![1, 4]], vec![vec![2], vec![0, 3]]]);
        assert_eq!(groups.of(number(15) as u32).len(), 2);
        assert!(groups.of(5).is_empty());
    }
}
