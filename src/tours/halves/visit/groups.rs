//! `Groups`: systems of one side in the order of their degrees and matchings.

use super::moves::MoveSet;
use super::side::System;
use crate::tours::halves::matching::Mates;

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
    mates: Vec<Mates>,
    moves: Vec<MoveSet>,
}

impl Found {
    pub fn put(&mut self, system: &System) {
        self.keys.push((system.key, self.keys.len() as u32));
        self.mates.push(system.mates);
        self.moves.push(system.moves);
    }

    /// The systems in order.
    pub fn grouped(mut self) -> Groups {
        self.keys.sort_unstable();
        let mut groups = Vec::new();
        let mut end = 0;
        for alike in self.keys.chunk_by(|a, b| a.0 == b.0) {
            let start = end;
            end += alike.len() as u32;
            let (key, first) = alike[0];
            let mates = self.mates[first as usize];
            groups.push(Group { number: System::number(key), mates, start, end });
        }
        let moves = self.keys.iter().map(|&(_, place)| self.moves[place as usize]).collect();
        Groups { groups, moves }
    }
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
