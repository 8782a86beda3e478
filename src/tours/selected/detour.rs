//! `Detour`: tours through given moves, as all closed tours of another graph.
//!
//! A move that every tour has to use is replaced by a path of two moves over a vertex of its own: who
//! visits that vertex uses both. Open tours become closed ones by a vertex more, the apex, which is
//! joined to each square where one may begin or end; an end that is given is joined to the apex over
//! a vertex of its own. So the closed tours of the new graph are the wanted ones, each once, and no
//! method needs to know.

use crate::board::Graph;
use crate::convention::Convention;
use crate::count::Count;
use crate::tours::kind::{Ends, Kind};

/// What was done to a graph, and how its tours are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detour {
    squares: usize,
    /// What joins the ends of open tours.
    apex: u32,
    kind: Kind,
    ends: Ends,
}

impl Detour {
    /// The graph whose closed tours are the tours of `graph` through all these moves.
    ///
    /// # Panics
    /// If one of them is no edge of the graph.
    pub(in crate::tours) fn of(
        graph: &Graph,
        kind: Kind,
        ends: Ends,
        moves: &[[u32; 2]],
    ) -> (Graph, Detour) {
        let squares = graph.len();
        let given = |a: usize, b: usize| moves.contains(&[a as u32, b as u32]);
        let mut edges: Vec<(usize, usize)> = graph.edges().filter(|&(a, b)| !given(a, b)).collect();
        for (&[a, b], over) in moves.iter().zip(squares..) {
            let (a, b) = (a as usize, b as usize);
            assert!(graph.joins(a, b), "{a}-{b} is no move");
            edges.extend([(a, over), (b, over)]);
        }
        let apex = squares + moves.len();
        if kind == Kind::Open {
            let over = |edges: &mut Vec<(usize, usize)>, end: u32, over: usize| {
                edges.extend([(end as usize, over), (apex, over)]);
            };
            match ends {
                Ends::Free => edges.extend((0..squares).map(|square| (square, apex))),
                Ends::From(s) => {
                    over(&mut edges, s, apex + 1);
                    let others = (0..squares).filter(|&square| square != s as usize);
                    edges.extend(others.map(|square| (square, apex)));
                }
                Ends::Between(s, e) => {
                    over(&mut edges, s, apex + 1);
                    over(&mut edges, e, apex + 2);
                }
            }
        }
        let vertices = match (kind, ends) {
            (Kind::Closed, _) => apex,
            (Kind::Open, Ends::Free) => apex + 1,
            (Kind::Open, Ends::From(_)) => apex + 2,
            (Kind::Open, Ends::Between(..)) => apex + 3,
        };
        let graph = Graph::from_edges(vertices, &edges).expect("the edges join its vertices");
        (graph, Detour { squares, apex: apex as u32, kind, ends })
    }

    /// The kind that was asked for.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The ends that were asked for.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// The counts, from the number of closed tours of the new graph.
    pub(in crate::tours) fn counts(&self, tours: Count) -> Vec<(Convention, Count)> {
        match (self.kind, self.ends) {
            (Kind::Open, Ends::From(_) | Ends::Between(..)) => vec![(Convention::Directed, tours)],
            (Kind::Open, Ends::Free) => {
                vec![(Convention::Directed, tours.clone() * 2), (Convention::Undirected, tours)]
            }
            (Kind::Closed, _) => {
                vec![(Convention::Undirected, tours.clone()), (Convention::Directed, tours * 2)]
            }
        }
    }

    /// The squares of a tour, from a closed tour of the new graph: an open one from its smaller end
    /// or from the end that is given, a closed one from square 0 towards its smaller neighbour.
    pub fn read(&self, closed: &[u32]) -> Vec<u32> {
        let is_square = |v: &&u32| (**v as usize) < self.squares;
        let first = match self.kind {
            Kind::Open => self.apex,
            Kind::Closed => 0,
        };
        let place = closed.iter().position(|&v| v == first).unwrap_or_default();
        let around = closed[place..].iter().chain(&closed[..place]);
        let mut squares: Vec<u32> = around.filter(is_square).copied().collect();
        let last = squares.len().saturating_sub(1);
        match (self.kind, self.ends) {
            (Kind::Open, Ends::From(s) | Ends::Between(s, _)) if squares[0] != s => {
                squares.reverse();
            }
            (Kind::Open, Ends::Free) if squares[last] < squares[0] => squares.reverse(),
            (Kind::Closed, _) if last > 0 && squares[last] < squares[1] => squares[1..].reverse(),
            _ => {}
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::Detour;
    use crate::board::Graph;
    use crate::tours::kind::{Ends, Kind};

    /// A square with a diagonal: 0-1-2-3-0 and 0-2.
    fn graph() -> Graph {
        Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]).unwrap()
    }

    #[test]
    fn a_move_that_is_used_lies_over_a_vertex_of_its_own() {
        let (graph, detour) = Detour::of(&graph(), Kind::Closed, Ends::Free, &[[1, 2]]);
        assert_eq!((graph.len(), graph.neighbours(4)), (5, &[1, 2][..]));
        assert!(!graph.joins(1, 2));
        assert_eq!(detour.read(&[3, 0, 1, 4, 2]), [0, 1, 2, 3]);
        assert_eq!(detour.read(&[2, 4, 1, 0, 3]), [0, 1, 2, 3]);
    }

    #[test]
    fn open_tours_close_over_the_apex() {
        let read = |ends, closed: &[u32]| {
            let (graph, detour) = Detour::of(&graph(), Kind::Open, ends, &[[1, 2]]);
            assert_eq!(graph.len(), closed.len());
            let steps = closed.iter().zip(closed.iter().cycle().skip(1));
            for (&a, &b) in steps {
                assert!(graph.joins(a as usize, b as usize), "{a}-{b}");
            }
            detour.read(closed)
        };
        // 3 0 1 2, over 4 between 1 and 2, and 5.
        assert_eq!(read(Ends::Free, &[0, 1, 4, 2, 5, 3]), [2, 1, 0, 3]);
        assert_eq!(read(Ends::From(3), &[0, 1, 4, 2, 5, 6, 3]), [3, 0, 1, 2]);
        assert_eq!(read(Ends::Between(2, 3), &[0, 1, 4, 2, 6, 5, 7, 3]), [2, 1, 0, 3]);
    }
}
