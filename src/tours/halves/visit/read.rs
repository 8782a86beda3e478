//! Tours of a unit read one after the other, for listings.
//!
//! The links of a tour, for each square the exclusive or of its two neighbours, are the exclusive
//! or of the links of its two systems. Those of the systems of a degree vector are made once, so
//! that a tour costs as much again, and its walk.

use std::ops::ControlFlow;

use super::groups::{Group, Groups};
use super::moves::{MoveSet, Moves};
use crate::tours::abreast::{Abreast, Links};

/// Reads tours that are given group by group.
#[derive(Debug)]
pub struct Reader<'a> {
    moves: &'a Moves,
    sides: [&'a Groups; 2],
    abreast: Abreast,
    /// The degree vector whose systems' links are there, from the first ones on.
    number: Option<u32>,
    links: [Vec<Links>; 2],
    first: [usize; 2],
}

impl<'a> Reader<'a> {
    pub fn new(moves: &'a Moves, sides: [&'a Groups; 2]) -> Reader<'a> {
        let links = [Vec::new(), Vec::new()];
        let abreast = Abreast::new(moves.squares());
        Reader { moves, sides, abreast, number: None, links, first: [0; 2] }
    }

    /// Hands over the tours of two groups, but for a few that wait for others.
    pub fn read(
        &mut self,
        groups: [&Group; 2],
        give: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.number.replace(groups[0].number) != Some(groups[0].number) {
            groups.into_iter().enumerate().for_each(|(side, group)| self.prepare(side, group));
        }
        let [above, below] = [0, 1].map(|side| {
            let place = self.sides[side].start(groups[side]) - self.first[side];
            (self.sides[side].systems(groups[side]), place)
        });
        let mut links: Links = [0; 256];
        let used = if self.moves.vertices() <= 64 { 64 } else { 256 };
        for (upper, at) in above.0.iter().zip(above.1..) {
            for (lower, other) in below.0.iter().zip(below.1..) {
                let both = self.links[0][at][..used].iter().zip(&self.links[1][other][..used]);
                links[..used].iter_mut().zip(both).for_each(|(link, (a, b))| *link = a ^ b);
                let (before, here) = self.moves.first(&(*upper | *lower), &links);
                if self.abreast.put(&links, before, here) {
                    self.abreast.read().try_for_each(&mut *give)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands over those that wait.
    pub fn end(&mut self, give: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.abreast.read().try_for_each(give)
    }

    /// The links of all systems that have the degrees of a group.
    fn prepare(&mut self, side: usize, group: &Group) {
        let groups = self.sides[side];
        let alike = groups.of(group.number);
        self.first[side] = alike.first().map_or(0, |first| groups.start(first));
        self.links[side].clear();
        let sets = alike.iter().flat_map(|group| groups.systems(group));
        self.links[side].extend(sets.map(|&set: &MoveSet| self.moves.links(set)));
    }
}
