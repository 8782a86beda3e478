//! `Counter`: the counts of a unit while it is searched.

use std::ops::ControlFlow;

use super::enumeration::Halt;
use super::tally::Tally;
use super::visitor::{BEAT, Beat, Visitor};

/// Counts nodes by depth and solutions by weight, and beats to the visitor.
pub(crate) struct Counter<'v, V> {
    pub visitor: &'v mut V,
    profile: Vec<u64>,
    /// The nodes of all depths.
    nodes: u64,
    /// The usual weight of a solution, and the number of solutions that have it.
    weight: u64,
    found: u64,
    /// The other weights, and the number of solutions of each.
    others: Vec<(u64, u64)>,
}

impl<'v, V> Counter<'v, V> {
    /// A counter for nodes down to `depth` and solutions that stand for `weight` each.
    pub fn new(visitor: &'v mut V, depth: usize, weight: u64) -> Counter<'v, V> {
        let profile = vec![0; depth + 1];
        Counter { visitor, profile, nodes: 0, weight, found: 0, others: Vec::new() }
    }

    /// Counts a node, and beats without a finished fraction.
    #[inline(always)]
    pub fn enter<S: ?Sized>(&mut self, depth: usize) -> ControlFlow<()>
    where
        V: Visitor<S>,
    {
        if self.count(depth) { self.beat(0.0) } else { ControlFlow::Continue(()) }
    }

    /// Counts a node; true if the caller must beat.
    #[inline(always)]
    pub fn count(&mut self, depth: usize) -> bool {
        self.profile[depth] = self.profile[depth].wrapping_add(1);
        self.nodes = self.nodes.wrapping_add(1);
        self.nodes.is_multiple_of(BEAT)
    }

    /// Reports the counts so far; `done` is the finished fraction, or 0.
    #[inline(never)]
    pub fn beat<S: ?Sized>(&mut self, done: f64) -> ControlFlow<()>
    where
        V: Visitor<S>,
    {
        let found = self.others.iter().copied().chain([(self.weight, self.found)]);
        let solutions = found
            .fold(0u64, |sum, (weight, number)| sum.saturating_add(weight.saturating_mul(number)));
        self.visitor.beat(Beat { nodes: self.nodes, solutions, done })
    }

    /// Counts several nodes.
    #[inline(always)]
    pub fn enter_many<S: ?Sized>(&mut self, depth: usize, number: u64) -> ControlFlow<()>
    where
        V: Visitor<S>,
    {
        let before = self.nodes;
        self.profile[depth] = self.profile[depth].wrapping_add(number);
        self.nodes = self.nodes.wrapping_add(number);
        let beats = (before ^ self.nodes) & BEAT > 0;
        if beats { self.beat(0.0) } else { ControlFlow::Continue(()) }
    }

    /// Counts a solution of the usual weight.
    #[inline(always)]
    pub fn find(&mut self) {
        self.find_many(1);
    }

    /// Counts several solutions of the usual weight.
    #[inline(always)]
    pub fn find_many(&mut self, number: u64) {
        self.found = self.found.wrapping_add(number);
    }

    /// Counts solutions of another weight.
    pub fn find_weighing(&mut self, weight: u64, number: u64) {
        match self.others.iter_mut().find(|(other, _)| *other == weight) {
            Some((_, found)) => *found += number,
            None => self.others.push((weight, number)),
        }
    }

    /// The nodes of all depths.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The tally so far.
    pub fn tally(self) -> Tally {
        let mut tally = Tally::default();
        for (weight, number) in self.others.into_iter().chain([(self.weight, self.found)]) {
            tally.find(weight, number);
        }
        for (depth, &nodes) in self.profile.iter().enumerate() {
            tally.enter(depth, nodes);
        }
        tally
    }

    /// The tally of a unit, unless its search was broken off.
    pub fn finish(self, ended: ControlFlow<()>) -> Result<Tally, Halt> {
        Halt::on_break(ended)?;
        Ok(self.tally())
    }
}
