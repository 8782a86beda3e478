//! `Step`: a vertex is eliminated, or an edge of the frontier decided upon.
//!
//! What may be chosen, and what becomes of the degrees, depends on the degrees alone. So a
//! step is a few choices, each of which can be followed in both directions: forwards to find
//! what is reached, backwards to find what a target is made of.

use crate::tours::halves::degrees::{Degrees, below};
use crate::tours::halves::matching::Act;

/// Which edges are taken. Slots name the cells that they are in before the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// None: an eliminated vertex has its two already.
    Nothing,
    /// The vertex is an end, and takes the edge to its successor.
    Pass,
    /// The vertex is an end, and takes the edge to another cell.
    Last(u32),
    /// The vertex is bare, and takes the edges to its successor and another cell.
    Fork(u32),
    /// Two cells are joined, by an edge or through the vertex, which is bare.
    Pair(u32, u32),
}

impl Choice {
    /// The cells that have one edge more afterwards, vertex and successor aside.
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
    /// True if a cell that is new takes over the slot: its successor.
    succeeded: bool,
}

/// One step of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The slots of cells that come in bare, a successor aside.
    fresh: u32,
    vertex: Option<Vertex>,
    choices: Vec<Choice>,
    /// Of each choice, how many of the edges that it takes are told apart.
    weights: Vec<u8>,
}

impl Step {
    /// The vertex in a slot is eliminated, with its edges to the cells in other slots and to
    /// a successor, if it has one.
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

    /// The edge between two cells is taken or, unless it is forced, not.
    pub fn edge(fresh: u32, a: u32, b: u32, forced: bool) -> Step {
        let mut choices = vec![Choice::Pair(a, b)];
        choices.extend((!forced).then_some(Choice::Nothing));
        Step::of(fresh, None, choices)
    }

    /// Cells come in, and nothing else happens.
    pub fn enter(fresh: u32) -> Step {
        Step::of(fresh, None, vec![Choice::Nothing])
    }

    fn of(fresh: u32, vertex: Option<Vertex>, choices: Vec<Choice>) -> Step {
        Step { fresh, vertex, weights: vec![0; choices.len()], choices }
    }

    /// Tells so many of the edges apart that each choice takes.
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

    /// True if a vertex is eliminated.
    pub fn eliminates(&self) -> bool {
        self.vertex.is_some()
    }

    /// The slots whose degrees it may change.
    pub fn touched(&self) -> u32 {
        let vertex = self.vertex.map_or(0, |vertex| 1 << vertex.slot);
        self.choices.iter().fold(self.fresh | vertex, |set, choice| set | choice.joined())
    }

    /// What degrees become by each choice that they allow.
    #[inline(always)]
    pub fn successors(&self, before: Degrees, mut give: impl FnMut(Degrees)) {
        self.branches(before, |_, after, _| give(after));
    }

    /// The same with the number of the choice, and two cells that are joined to one path: an
    /// eliminated vertex that is bare stands between them, or is one of them where a successor
    /// takes its place.
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
                // What is in the slot now: an end, a bare cell, or nothing.
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

    /// What degrees come from, with what happens to the matching on the way: the reverse of
    /// [`Step::successors`]. Where the last path would be closed to a cycle, nothing comes.
    #[inline(always)]
    pub fn sources(&self, after: Degrees, mut give: impl FnMut(Degrees, Act)) {
        self.weighed_sources(after, |before, act, _| give(before, act));
    }

    /// The same with how many of the edges that are taken are told apart.
    #[inline(always)]
    pub fn weighed_sources(&self, after: Degrees, mut give: impl FnMut(Degrees, Act, u8)) {
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
            if let Some(act) = self.act(choice, before, after) {
                give(before, act, weight);
            }
        }
    }

    /// What happens to the matching; none if the only path were closed.
    #[inline(always)]
    fn act(&self, choice: Choice, before: Degrees, after: Degrees) -> Option<Act> {
        let ends = before.ends;
        let is_end = |slot: u32| ends >> slot & 1 != 0;
        let here = self.vertex.map_or(0, |vertex| vertex.slot);
        let sorted =
            |set: u32, a: u32, b: u32| (below(set, a.min(b)) as u8, below(set, a.max(b)) as u8);
        let moved = |from: u32, to: u32| {
            let (i, j) = (below(ends, from) as u8, below(after.ends, to) as u8);
            // An end that keeps its place among the ends: nothing changes.
            if i == j { Act::Same } else { Act::Move(i, j) }
        };
        let inserted = |a: u32, b: u32| {
            let (i, j) = sorted(after.ends, a, b);
            Act::Insert(i, j)
        };
        let contracted = |a: u32, b: u32| {
            let (i, j) = sorted(ends, a, b);
            (before.pairs() > 1).then_some(Act::Contract(i, j))
        };
        Some(match choice {
            Choice::Nothing | Choice::Pass => Act::Same,
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
    fn sources_are_the_reverse_of_successors() {
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
                // What is not in yet counts as inner.
                if d.inner & step.fresh == step.fresh {
                    step.successors(d, |after| {
                        // The last path is never closed.
                        let closes = after.ends.count_ones() + 2 == d.ends.count_ones();
                        if !closes || d.pairs() > 1 {
                            there.insert((number, base.number(after)));
                        }
                    });
                }
                step.sources(d, |before, act| {
                    assert_eq!(act.pairs_before(d.pairs()), before.pairs(), "{act:?}");
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
