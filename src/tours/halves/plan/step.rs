//! `Step`: eliminates a vertex, or decides an edge of the frontier.
//!
//! The degrees alone determine the choices and the degrees that follow. So a step is a short list
//! of choices. It is evaluated forwards to find reachable degrees, and backwards to find the
//! sources of a target.

use crate::tours::halves::degrees::{Degrees, below};
use crate::tours::halves::matching::PairingOp;

/// The edges that are taken. A slot stands for its cell before the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// No edge. An eliminated vertex already has two.
    Nothing,
    /// The vertex is an end, and takes the edge to its successor.
    Pass,
    /// The vertex is an end, and takes the edge to another cell.
    Last(u32),
    /// The vertex is bare, and takes the edges to its successor and to another cell.
    Fork(u32),
    /// Two cells are joined, by an edge or through the bare vertex.
    Pair(u32, u32),
}

impl Choice {
    /// The cells that gain an edge, except for vertex and successor.
    #[inline(always)]
    fn joined(self) -> u32 {
        match self {
            Choice::Nothing | Choice::Pass => 0,
            Choice::Last(a) | Choice::Fork(a) => 1 << a,
            Choice::Pair(a, b) => 1 << a | 1 << b,
        }
    }
}

/// The vertex that a step eliminates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Vertex {
    slot: u32,
    /// True if a new cell, the successor, takes over the slot.
    succeeded: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The slots of cells that enter bare, without a successor.
    fresh: u32,
    vertex: Option<Vertex>,
    choices: Vec<Choice>,
    /// By choice: how many of its edges are marked.
    weights: Vec<u8>,
}

impl Step {
    /// Eliminates the vertex in `slot`, with its edges to the cells in `near` and to a successor.
    pub fn eliminate(fresh: u32, slot: u32, succeeded: bool, near: &[u32]) -> Step {
        let mut choices = vec![Choice::Nothing];
        choices.extend(succeeded.then_some(Choice::Pass));
        choices.extend(near.iter().map(|&a| Choice::Last(a)));
        if succeeded {
            choices.extend(near.iter().map(|&a| Choice::Fork(a)));
        }
        for (at, &a) in near.iter().enumerate() {
            choices.extend(near[at + 1..].iter().map(|&b| Choice::Pair(a, b)));
        }
        Step::of(fresh, Some(Vertex { slot, succeeded }), choices)
    }

    /// Takes the edge between two cells or, unless it is forced, leaves it out.
    pub fn edge(fresh: u32, a: u32, b: u32, forced: bool) -> Step {
        let mut choices = vec![Choice::Pair(a, b)];
        choices.extend((!forced).then_some(Choice::Nothing));
        Step::of(fresh, None, choices)
    }

    /// Cells enter; nothing else changes.
    pub fn enter(fresh: u32) -> Step {
        Step::of(fresh, None, vec![Choice::Nothing])
    }

    fn of(fresh: u32, vertex: Option<Vertex>, choices: Vec<Choice>) -> Step {
        Step { fresh, vertex, weights: vec![0; choices.len()], choices }
    }

    /// Sets the number of marked edges of each choice.
    pub fn weigh(&mut self, weights: impl Iterator<Item = u8>) {
        self.weights.iter_mut().zip(weights).for_each(|(weight, new)| *weight = new);
    }

    /// The same step with its slots renamed.
    pub fn renamed(&self, name: &[u32]) -> Step {
        let new = |slot: u32| name[slot as usize];
        let fresh = (0..32).filter(|slot| self.fresh >> slot & 1 != 0);
        let choice = |&choice: &Choice| match choice {
            Choice::Last(a) => Choice::Last(new(a)),
            Choice::Fork(a) => Choice::Fork(new(a)),
            Choice::Pair(a, b) => Choice::Pair(new(a), new(b)),
            other => other,
        };
        Step {
            fresh: fresh.fold(0, |set, slot| set | 1 << new(slot)),
            vertex: self.vertex.map(|vertex| Vertex { slot: new(vertex.slot), ..vertex }),
            choices: self.choices.iter().map(choice).collect(),
            weights: self.weights.clone(),
        }
    }

    pub fn eliminates(&self) -> bool {
        self.vertex.is_some()
    }

    /// The slots whose degrees the step may change.
    pub fn touched(&self) -> u32 {
        let vertex = self.vertex.map_or(0, |vertex| 1 << vertex.slot);
        self.choices.iter().fold(self.fresh | vertex, |set, choice| set | choice.joined())
    }

    /// Gives the degrees after each possible choice.
    #[inline(always)]
    pub fn successors(&self, before: Degrees, mut give: impl FnMut(Degrees)) {
        self.branches(before, |_, after, _| give(after));
    }

    /// Gives the number of each possible choice, the degrees after it, and the two cells whose
    /// paths it joins. They are joined through an eliminated bare vertex, or one of them is that
    /// vertex and its successor takes its place.
    #[inline(always)]
    pub fn branches(
        &self,
        before: Degrees,
        mut give: impl FnMut(usize, Degrees, Option<[u32; 2]>),
    ) {
        let d = Degrees { inner: before.inner & !self.fresh, ..before };
        for (number, &choice) in self.choices.iter().enumerate() {
            let joined = choice.joined();
            if d.inner & joined != 0 {
                continue;
            }
            let mut ends = d.ends ^ joined;
            let mut inner = d.inner | d.ends & joined;
            let mut at = 0;
            if let Some(Vertex { slot, succeeded }) = self.vertex {
                at = slot;
                let here = 1 << slot;
                let (is_end, is_inner) = (d.ends & here != 0, d.inner & here != 0);
                let allowed = match choice {
                    Choice::Nothing => is_inner,
                    Choice::Pass | Choice::Last(_) => is_end,
                    Choice::Fork(_) | Choice::Pair(..) => !is_end && !is_inner,
                };
                if !allowed {
                    continue;
                }
                // The slot now holds an end, a bare cell, or no cell.
                (ends, inner) = (ends & !here, inner & !here);
                match choice {
                    Choice::Pass | Choice::Fork(_) => ends |= here,
                    _ if !succeeded => inner |= here,
                    _ => {}
                }
            }
            let cells = match choice {
                Choice::Nothing | Choice::Pass => None,
                Choice::Last(a) | Choice::Fork(a) => Some([at, a]),
                Choice::Pair(a, b) => Some([a, b]),
            };
            give(number, Degrees { ends, inner }, cells);
        }
    }

    /// The reverse of [`Step::successors`]: gives the degrees of each source and the operation on
    /// its matchings. A choice that would close the last path is omitted.
    #[inline(always)]
    pub fn sources(&self, after: Degrees, mut give: impl FnMut(Degrees, PairingOp)) {
        self.weighted_sources(after, |before, op, _| give(before, op));
    }

    /// Like [`Step::sources`], with the number of marked edges of each choice.
    #[inline(always)]
    pub fn weighted_sources(&self, after: Degrees, mut give: impl FnMut(Degrees, PairingOp, u8)) {
        for (&choice, &weight) in self.choices.iter().zip(&self.weights) {
            let joined = choice.joined();
            if joined & !(after.ends | after.inner) != 0 {
                continue;
            }
            let mut ends = after.ends & !joined | after.inner & joined;
            let mut inner = after.inner & !joined;
            if let Some(Vertex { slot, succeeded }) = self.vertex {
                let here = 1 << slot;
                let is_there = match choice {
                    Choice::Pass | Choice::Fork(_) => after.ends & here != 0,
                    _ if succeeded => (after.ends | after.inner) & here == 0,
                    _ => after.inner & here != 0,
                };
                if !is_there {
                    continue;
                }
                (ends, inner) = (ends & !here, inner & !here);
                match choice {
                    Choice::Nothing => inner |= here,
                    Choice::Pass | Choice::Last(_) => ends |= here,
                    Choice::Fork(_) | Choice::Pair(..) => {}
                }
            }
            if (ends | inner) & self.fresh != 0 {
                continue;
            }
            let before = Degrees { ends, inner: inner | self.fresh };
            if let Some(op) = self.op(choice, before, after) {
                give(before, op, weight);
            }
        }
    }

    /// The operation on matchings; none if it would close the only path.
    #[inline(always)]
    fn op(&self, choice: Choice, before: Degrees, after: Degrees) -> Option<PairingOp> {
        let ends = before.ends;
        let is_end = |slot: u32| ends >> slot & 1 != 0;
        let here = self.vertex.map_or(0, |vertex| vertex.slot);
        let sorted =
            |set: u32, a: u32, b: u32| (below(set, a.min(b)) as u8, below(set, a.max(b)) as u8);
        let moved = |from: u32, to: u32| {
            let (i, j) = (below(ends, from) as u8, below(after.ends, to) as u8);
            // The rank of the end among the ends is unchanged.
            if i == j { PairingOp::Same } else { PairingOp::Move(i, j) }
        };
        let inserted = |a: u32, b: u32| {
            let (i, j) = sorted(after.ends, a, b);
            PairingOp::Insert(i, j)
        };
        let contracted = |a: u32, b: u32| {
            let (i, j) = sorted(ends, a, b);
            (before.pairs() > 1).then_some(PairingOp::Contract(i, j))
        };
        Some(match choice {
            Choice::Nothing | Choice::Pass => PairingOp::Same,
            Choice::Last(a) if is_end(a) => return contracted(here, a),
            Choice::Last(a) => moved(here, a),
            Choice::Fork(a) if is_end(a) => moved(a, here),
            Choice::Fork(a) => inserted(here, a),
            Choice::Pair(a, b) => match (is_end(a), is_end(b)) {
                (false, false) => inserted(a, b),
                (true, false) => moved(a, b),
                (false, true) => moved(b, a),
                (true, true) => return contracted(a, b),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Step;
    use crate::tours::halves::degrees::Numbering;

    #[test]
    fn sources_reverse_successors() {
        let base = Numbering::all(5);
        for step in [
            Step::eliminate(0b00010, 0, true, &[1, 2, 4]),
            Step::eliminate(0b00001, 0, false, &[1, 2, 3, 4]),
            Step::eliminate(0, 3, true, &[]),
            Step::edge(0, 1, 3, false),
            Step::edge(0b100, 2, 4, true),
            Step::enter(0b11000),
        ] {
            let (mut there, mut back) = (BTreeSet::new(), BTreeSet::new());
            for number in 0..base.len() {
                let d = base.degrees(number);
                // A cell that has not entered counts as inner.
                if d.inner & step.fresh == step.fresh {
                    step.successors(d, |after| {
                        // The last path is never closed.
                        let closes = after.ends.count_ones() + 2 == d.ends.count_ones();
                        if !closes || d.pairs() > 1 {
                            there.insert((number, base.number(after)));
                        }
                    });
                }
                step.sources(d, |before, op| {
                    assert_eq!(op.pairs_before(d.pairs()), before.pairs(), "{op:?}");
                    back.insert((base.number(before), number));
                });
            }
            let ends = |number: usize| base.degrees(number).ends.count_ones();
            let odd = |&(from, _): &(usize, usize)| !ends(from).is_multiple_of(2);
            there.retain(|way| !odd(way));
            back.retain(|way| !odd(way));
            assert_eq!(there, back, "{step:?}");
        }
    }
}
