//! `GadgetGraph`: a graph whose closed tours correspond to tours through given moves, by
//! alternating moves or along arcs.
//!
//! A move that every tour must use is replaced by a path of two edges over a new vertex: visiting
//! that vertex uses both. For alternating moves, a square is placed between two new vertices that
//! are its only neighbours, one for the moves of each kind: a visit of the square enters by one
//! kind and leaves by the other. Open tours become closed ones by one more vertex, the apex, which
//! is joined to each square that may be an end; a fixed end is joined to the apex over a new
//! vertex. So the closed tours of the new graph are the wanted tours, each once, and methods need
//! no special support.
//!
//! In a directed graph each vertex is likewise placed between two vertices, one for incoming and
//! one for outgoing arcs. An arc joins the outgoing vertex of its source to the incoming vertex of
//! its target, so a tour that enters a vertex also leaves it. The apex has such a pair, too.

use super::selection::{Alternating, Selection};
use crate::board::Graph;
use crate::convention::Convention;
use crate::count::Count;
use crate::tours::kind::{Ends, Kind};

/// The construction of the gadget graph, and how to read its tours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GadgetGraph {
    squares: usize,
    /// Joins the ends of open tours.
    apex: u32,
    kind: Kind,
    ends: Ends,
    /// True for a directed graph.
    directed: bool,
}

impl GadgetGraph {
    /// The graph whose closed tours correspond to the tours along the arcs, each once.
    fn along(squares: usize, arcs: &[[u32; 2]], kind: Kind, ends: Ends) -> (Graph, GadgetGraph) {
        let (arrival, departure) = (|v: usize| squares + 2 * v, |v: usize| squares + 2 * v + 1);
        let between = |v| [(v, arrival(v)), (v, departure(v))];
        let mut edges: Vec<_> = (0..squares).flat_map(between).collect();
        edges.extend(arcs.iter().map(|&[a, b]| (departure(a as usize), arrival(b as usize))));
        // The apex is one more vertex, with arcs to each first square and from each last one.
        let apex = 3 * squares + 2;
        if kind == Kind::Open {
            let (first, last) = (3 * squares, 3 * squares + 1);
            edges.extend([(apex, first), (apex, last)]);
            let begins = |v: &usize| match ends {
                Ends::Free => true,
                Ends::From(s) | Ends::Between(s, _) => *v == s as usize,
            };
            let finishes = |v: &usize| match ends {
                Ends::Free | Ends::From(_) => true,
                Ends::Between(_, e) => *v == e as usize,
            };
            edges.extend((0..squares).filter(begins).map(|v| (first, arrival(v))));
            edges.extend((0..squares).filter(finishes).map(|v| (last, departure(v))));
        }
        let vertices = if kind == Kind::Open { apex + 1 } else { 3 * squares };
        let graph = Graph::from_edges(vertices, &edges).expect("the edges join its vertices");
        (graph, GadgetGraph { squares, apex: apex as u32, kind, ends, directed: true })
    }

    /// The graph whose closed tours correspond to the tours of `graph` through all moves of the
    /// selection, or by its alternating moves.
    ///
    /// # Panics
    /// If a move that must be used is not an edge of the graph.
    pub(in crate::tours) fn of(
        graph: &Graph,
        kind: Kind,
        ends: Ends,
        selection: &Selection,
    ) -> (Graph, GadgetGraph) {
        let Selection { through, alternating, arcs, .. } = selection;
        let squares = graph.len();
        if let Some(arcs) = arcs {
            return GadgetGraph::along(squares, arcs, kind, ends);
        }
        // The vertex by which a move of either kind leaves a square.
        let door = |square: usize, other: bool| match alternating {
            None => square,
            Some(_) => squares + 2 * square + usize::from(other),
        };
        let is_other = |a: usize, b: usize| {
            let first = |of: &Alternating| of.moves.binary_search(&[a as u32, b as u32]).is_ok();
            alternating.as_ref().is_some_and(|of| !first(of))
        };
        let doors = |square| match alternating {
            None => vec![square],
            Some(_) => vec![door(square, false), door(square, true)],
        };
        let mut edges = Vec::new();
        let mut over = squares;
        if alternating.is_some() {
            edges.extend((0..squares).flat_map(|v| doors(v).into_iter().map(move |d| (v, d))));
            over *= 3;
        }
        for &[a, b] in through {
            assert!(graph.joins(a as usize, b as usize), "{a}-{b} is not a move");
        }
        for (a, b) in graph.edges() {
            let other = is_other(a, b);
            let (from, to) = (door(a, other), door(b, other));
            match through.iter().position(|&given| given == [a as u32, b as u32]) {
                None => edges.push((from, to)),
                Some(place) => edges.extend([(from, over + place), (to, over + place)]),
            }
        }
        let apex = over + through.len();
        // The vertex over which a fixed end is joined, and the squares of the other end.
        let mut join = |end: u32, over: usize| {
            edges.extend(doors(end as usize).into_iter().map(|door| (door, over)));
            edges.push((apex, over));
        };
        let (vertices, others): (usize, Vec<usize>) = match (kind, ends) {
            (Kind::Closed, _) => (apex, Vec::new()),
            (Kind::Open, Ends::Free) => (apex + 1, (0..squares).collect()),
            (Kind::Open, Ends::From(s)) => {
                join(s, apex + 1);
                (apex + 2, (0..squares).filter(|&square| square != s as usize).collect())
            }
            (Kind::Open, Ends::Between(s, e)) => {
                join(s, apex + 1);
                join(e, apex + 2);
                (apex + 3, Vec::new())
            }
        };
        edges.extend(others.into_iter().flat_map(doors).map(|door| (door, apex)));
        let graph = Graph::from_edges(vertices, &edges).expect("the edges join its vertices");
        (graph, GadgetGraph { squares, apex: apex as u32, kind, ends, directed: false })
    }

    /// True for a directed graph: a tour then has one direction.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// The kind of the original tours.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The ends of the original tours.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// The counts, from the number of closed tours of the gadget graph.
    pub(in crate::tours) fn counts(&self, tours: Count) -> Vec<(Convention, Count)> {
        match (self.kind, self.ends) {
            _ if self.directed => vec![(Convention::Directed, tours)],
            (Kind::Open, Ends::From(_) | Ends::Between(..)) => vec![(Convention::Directed, tours)],
            (Kind::Open, Ends::Free) => {
                vec![(Convention::Directed, tours.clone() * 2), (Convention::Undirected, tours)]
            }
            (Kind::Closed, _) => {
                vec![(Convention::Undirected, tours.clone()), (Convention::Directed, tours * 2)]
            }
        }
    }

    /// The squares of a tour, from a closed tour of the gadget graph. An open tour is read from its
    /// smaller end or from the fixed one, a closed one from square 0 towards its smaller neighbour;
    /// along arcs, from its first square or from square 0.
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
            // It leaves the apex, or square 0, to one of its two neighbours.
            _ if self.directed => {
                let next = closed[(place + 1) % closed.len().max(1)] as usize;
                match self.kind {
                    Kind::Open if next != 3 * self.squares => squares.reverse(),
                    Kind::Closed if next != self.squares + 1 => squares[1..].reverse(),
                    _ => {}
                }
            }
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
    use super::{Alternating, GadgetGraph, Selection};
    use crate::board::Graph;
    use crate::tours::kind::{Ends, Kind};

    fn through(moves: &[[u32; 2]]) -> Selection {
        Selection { through: moves.to_vec(), ..Selection::default() }
    }

    /// A square with a diagonal: 0-1-2-3-0 and 0-2.
    fn graph() -> Graph {
        Graph::from_edges(4, &[(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]).unwrap()
    }

    #[test]
    fn required_moves_are_subdivided() {
        let (graph, gadget) =
            GadgetGraph::of(&graph(), Kind::Closed, Ends::Free, &through(&[[1, 2]]));
        assert_eq!((graph.len(), graph.neighbours(4)), (5, &[1, 2][..]));
        assert!(!graph.joins(1, 2));
        assert_eq!(gadget.read(&[3, 0, 1, 4, 2]), [0, 1, 2, 3]);
        assert_eq!(gadget.read(&[2, 4, 1, 0, 3]), [0, 1, 2, 3]);
    }

    #[test]
    fn open_tours_close_at_the_apex() {
        let read = |ends, closed: &[u32]| {
            let (graph, gadget) = GadgetGraph::of(&graph(), Kind::Open, ends, &through(&[[1, 2]]));
            assert_eq!(graph.len(), closed.len());
            let steps = closed.iter().zip(closed.iter().cycle().skip(1));
            for (&a, &b) in steps {
                assert!(graph.joins(a as usize, b as usize), "{a}-{b}");
            }
            gadget.read(closed)
        };
        // 3 0 1 2, over 4 between 1 and 2, and 5.
        assert_eq!(read(Ends::Free, &[0, 1, 4, 2, 5, 3]), [2, 1, 0, 3]);
        assert_eq!(read(Ends::From(3), &[0, 1, 4, 2, 5, 6, 3]), [3, 0, 1, 2]);
        assert_eq!(read(Ends::Between(2, 3), &[0, 1, 4, 2, 6, 5, 7, 3]), [2, 1, 0, 3]);
    }

    #[test]
    fn tours_along_arcs_are_read_in_their_direction() {
        let arcs = vec![[0, 2], [1, 0], [2, 1]];
        let selection = Selection { arcs: Some(arcs), ..Selection::default() };
        let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)]).unwrap();
        let read = |kind, ends, closed: &[u32]| {
            let (graph, gadget) = GadgetGraph::of(&triangle, kind, ends, &selection);
            assert_eq!(graph.len(), closed.len());
            for (&a, &b) in closed.iter().zip(closed.iter().cycle().skip(1)) {
                assert!(graph.joins(a as usize, b as usize), "{a}-{b}");
            }
            gadget.read(closed)
        };
        let cycle = [3, 0, 4, 7, 2, 8, 5, 1, 6];
        let turned: Vec<u32> = cycle.iter().rev().copied().collect();
        assert_eq!(read(Kind::Closed, Ends::Free, &cycle), [0, 2, 1]);
        assert_eq!(read(Kind::Closed, Ends::Free, &turned), [0, 2, 1]);
        let path = [9, 3, 0, 4, 7, 2, 8, 5, 1, 6, 10, 11];
        let turned: Vec<u32> = path.iter().rev().copied().collect();
        for ends in [Ends::Free, Ends::From(0), Ends::Between(0, 1)] {
            assert_eq!(read(Kind::Open, ends, &path), [0, 2, 1]);
            assert_eq!(read(Kind::Open, ends, &turned), [0, 2, 1]);
        }
    }

    #[test]
    fn alternating_squares_have_a_vertex_for_each_kind() {
        let of = Alternating { part: "first".into(), moves: vec![[0, 1], [2, 3]] };
        let selection = Selection { alternating: Some(of), ..Selection::default() };
        let (turns, gadget) = GadgetGraph::of(&graph(), Kind::Closed, Ends::Free, &selection);
        assert_eq!((turns.len(), turns.neighbours(1)), (12, &[6, 7][..]));
        // Moves of the first kind join 0 and 1, moves of the other kind 1 and 2, and 0 and 2.
        assert!(turns.joins(4, 6) && turns.joins(7, 9) && turns.joins(5, 9));
        assert!(!turns.joins(4, 7) && !turns.joins(5, 7) && !turns.joins(4, 8));
        assert_eq!(gadget.read(&[6, 1, 7, 9, 2, 8, 10, 3, 11, 5, 0, 4]), [0, 1, 2, 3]);
    }
}
