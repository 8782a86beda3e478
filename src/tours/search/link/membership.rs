//! `Membership`: whether some unit of a plan visits a tour.
//!
//! Units are choices of a few edges, and many share their first edges. They form a tree, which is
//! descended along the edges of the tour, with a handful of choices at each node, instead of
//! testing every unit.

use super::root::Edge;
use super::split::root_of;
use crate::engine::Unit;
use crate::tours::question::Kind;

/// The units of a plan, by their edges in the order of choice.
#[derive(Debug, Default)]
pub struct Membership {
    /// By the ends of open tours, in ascending order; closed tours have a single root.
    roots: Vec<(Option<Edge>, usize)>,
    nodes: Vec<Node>,
}

#[derive(Debug, Default)]
struct Node {
    is_unit: bool,
    next: Vec<(Edge, usize)>,
}

impl Membership {
    pub fn new(units: &[Unit], kind: Kind) -> Membership {
        let mut all = Membership::default();
        for unit in units {
            let root = root_of(unit, kind);
            let place = all.roots.binary_search_by_key(&root.ends, |(ends, _)| *ends);
            let mut node = match place {
                Ok(place) => all.roots[place].1,
                Err(place) => {
                    all.roots.insert(place, (root.ends, all.nodes.len()));
                    all.add()
                }
            };
            for edge in root.edges {
                let known = all.nodes[node].next.iter().find(|(other, _)| *other == edge);
                node = match known {
                    Some(&(_, next)) => next,
                    None => {
                        let next = all.add();
                        all.nodes[node].next.push((edge, next));
                        next
                    }
                };
            }
            all.nodes[node].is_unit = true;
        }
        all
    }

    fn add(&mut self) -> usize {
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }

    /// True if a unit visits the tour with these edges and, if it is open, these ends, the smaller
    /// first.
    pub fn holds(&self, ends: Option<Edge>, has: &impl Fn(Edge) -> bool) -> bool {
        let place = self.roots.binary_search_by_key(&ends, |(ends, _)| *ends);
        place.is_ok_and(|place| self.is_below(self.roots[place].1, has))
    }

    fn is_below(&self, node: usize, has: &impl Fn(Edge) -> bool) -> bool {
        let Node { is_unit, next } = &self.nodes[node];
        *is_unit || next.iter().any(|&(edge, next)| has(edge) && self.is_below(next, has))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::Membership;
    use crate::board::{Board, Piece};
    use crate::engine::{Beat, Enumeration, Visitor};
    use crate::tours::question::{Kind, TourQuestion};
    use crate::tours::search::link::split::is_in;
    use crate::tours::search::{Strategy, TourSearch, Visited};

    /// A visitor that inspects tours until its closure returns `Break`.
    struct Inspecting<F>(F);

    impl<F: FnMut(&[u8]) -> bool> Visitor<Visited> for Inspecting<F> {
        fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
            if (self.0)(&tour.squares()) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        }

        fn beat(&mut self, _: Beat) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    #[test]
    fn membership_agrees_with_the_units() {
        for (board, kind) in [("6x6", Kind::Closed), ("5x5", Kind::Open), ("torus:4x4", Kind::Open)]
        {
            let board: Board = board.parse().unwrap();
            let question = TourQuestion::new(&board, &Piece::knight(2), kind);
            let search = TourSearch::new(question.clone()).unwrap().split(60);
            let units = search.plan().units;
            let tree = Membership::new(&units, kind);
            let every = TourSearch::by(question.without_symmetry(), Strategy::Link).unwrap();
            let (mut visited, mut all) = (0, 0);
            let look = |squares: &[u8]| {
                let mut edges: Vec<_> = squares.windows(2).map(|two| [two[0], two[1]]).collect();
                let [first, last] = [squares[0], squares[squares.len() - 1]];
                edges.extend((kind == Kind::Closed).then_some([last, first]));
                let ends = [first.min(last), first.max(last)].map(u32::from);
                let has = |[a, b]: [u32; 2]| {
                    let [a, b] = [a as u8, b as u8];
                    edges.contains(&[a, b]) || edges.contains(&[b, a])
                };
                let found = tree.holds((kind == Kind::Open).then_some(ends), &has);
                assert_eq!(found, units.iter().any(|unit| is_in(unit, kind, squares)));
                visited += usize::from(found);
                all += 1;
                all < 3000
            };
            let every = every.split(1);
            let mut visitor = Inspecting(look);
            for unit in &every.plan().units {
                let _ = every.run(unit, &mut visitor);
            }
            assert!(0 < visited && visited < all, "{board}: {visited} of {all}");
        }
    }
}
