//! The second way to count the units of the searches, to check recorded results.
//!
//! The path grows along lists of neighbours, and after each step every unvisited square is
//! examined, not only those near the head. The exits of a square are its free neighbours, the head,
//! and for closed tours the square to which the tour returns. A square without exits is lost. A
//! square with one exit must be the last of an open tour, and there is only one last square; in a
//! closed tour every square needs two exits. Nothing of the search's bit sets and rules is used, so
//! an error in a rule is detected.
//!
//! A unit of linking is all tours through some edges. A vertex with both of its edges loses all
//! others. An edge whose vertices both need another one is subdivided by a vertex: a tour that
//! visits it uses the whole edge. The ends of an open tour are joined over one more vertex, so each
//! undirected tour becomes one closed one. The result is the number of closed tours of a graph,
//! which the frontier method counts without any code of the search, and for large units faster.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use super::frontier::FrontierCount;
use super::question::{Ends, Kind, TourQuestion};
use crate::board::Graph;
use crate::engine::{Beat, Counter, Enumeration, Halt, Tally, Unit, Visitor};

/// Counts the tours that extend a unit: its first squares, for closed tours preceded by the last
/// square.
pub(in crate::tours) fn by_steps<S: ?Sized>(
    question: &TourQuestion,
    unit: &Unit,
    visitor: &mut impl Visitor<S>,
) -> Result<Tally, Halt> {
    let graph = question.graph();
    let (end, squares) = match (question.kind(), question.ends(), &unit.path[..]) {
        (Kind::Closed, _, [end, squares @ ..]) => (Some(*end), squares),
        (_, Ends::Between(_, end), squares) => (Some(end), squares),
        (_, _, squares) => (None, squares),
    };
    let mut free = vec![true; graph.len()];
    squares.iter().for_each(|&square| free[square as usize] = false);
    let path = squares.iter().map(|&square| square as u8).collect();
    let counter = Counter::new(visitor, graph.len(), unit.weight);
    let mut walk = Walk { shown: PhantomData, graph, end, free, path, counter };
    let ended = walk.extend();
    walk.counter.finish(ended)
}

struct Walk<'a, V, S: ?Sized> {
    /// The type of the visitor's solutions; here the visitor only receives beats.
    shown: PhantomData<S>,
    graph: &'a Graph,
    /// The last square, if it is known; it is free until the tour arrives there.
    end: Option<u32>,
    free: Vec<bool>,
    path: Vec<u8>,
    counter: Counter<'a, V>,
}

impl<V: Visitor<S>, S: ?Sized> Walk<'_, V, S> {
    fn extend(&mut self) -> ControlFlow<()> {
        self.counter.enter(self.path.len())?;
        if self.path.len() == self.graph.len() {
            self.counter.find();
            return ControlFlow::Continue(());
        }
        if self.is_dead() {
            return ControlFlow::Continue(());
        }
        let head = self.head();
        let graph = self.graph;
        for &next in graph.neighbours(head) {
            let early = Some(next) == self.end && self.path.len() + 1 < graph.len();
            if self.free[next as usize] && !early {
                self.free[next as usize] = false;
                self.path.push(next as u8);
                self.extend()?;
                self.path.pop();
                self.free[next as usize] = true;
            }
        }
        ControlFlow::Continue(())
    }

    fn head(&self) -> usize {
        usize::from(*self.path.last().expect("a unit has a first square"))
    }

    /// True if some square can no longer be visited.
    fn is_dead(&self) -> bool {
        let head = self.head();
        let mut single = 0;
        for square in (0..self.graph.len()).filter(|&square| self.free[square]) {
            let near = self.graph.neighbours(square);
            let ways = near.iter().filter(|&&n| self.free[n as usize] || n as usize == head);
            match ways.count() {
                0 => return true,
                1 => single += 1,
                _ => {}
            }
        }
        // The last square needs one exit; in a closed tour it is fixed, and all others need two.
        single > 1
            || single == 1
                && self.end.is_some_and(|end| {
                    let near = self.graph.neighbours(end as usize);
                    near.iter().filter(|&&n| self.free[n as usize] || n as usize == head).count()
                        > 1
                })
    }
}

/// Counts the tours of a unit: its edges, two vertices each, for open tours preceded by the ends.
pub(in crate::tours) fn by_sweep<S: ?Sized>(
    question: &TourQuestion,
    unit: &Unit,
    visitor: &mut impl Visitor<S>,
) -> Result<Tally, Halt> {
    let mut edges = unit.path.chunks_exact(2).map(|edge| [edge[0] as usize, edge[1] as usize]);
    let ends = if question.kind() == Kind::Open { edges.next() } else { None };
    let graph = left_by(question.graph(), ends, &edges.collect::<Vec<_>>());
    let label = question.label();
    let name = format!("unit {} of {}", unit.id, label.board);
    let closed = TourQuestion::of_graph(graph.map_err(Halt::Failed)?, &name, Kind::Closed);
    let sweep = FrontierCount::new(closed).map_err(Halt::Failed)?.threads(1);
    let whole = Unit { id: unit.id, path: Vec::new(), weight: unit.weight, share: 1.0 };
    sweep.run(&whole, &mut Beats { visitor, shown: PhantomData })
}

/// The graph whose closed tours correspond to the tours through the edges, with these ends.
fn left_by(
    graph: &Graph,
    ends: Option<[usize; 2]>,
    edges: &[[usize; 2]],
) -> Result<Graph, crate::error::Error> {
    let mut size = graph.len();
    let mut add_vertex = || {
        size += 1;
        size - 1
    };
    let mut had = vec![0; graph.len()];
    edges.iter().chain(&ends).flatten().for_each(|&vertex| had[vertex] += 1);
    let is_free = |vertex: usize| had[vertex] < 2;
    let mut left = Vec::new();
    for vertex in (0..graph.len()).filter(|&vertex| is_free(vertex)) {
        let near = graph.neighbours(vertex).iter().map(|&other| other as usize);
        let later = near.filter(|&other| vertex < other && is_free(other));
        left.extend(later.map(|other| (vertex, other)));
    }
    left.retain(|&(a, b)| !edges.contains(&[a, b]));
    let in_two = |middle: usize, [a, b]: [usize; 2]| [(a, middle), (middle, b)];
    for &[a, b] in edges {
        if is_free(a) && is_free(b) {
            left.extend(in_two(add_vertex(), [a, b]));
        } else {
            left.push((a, b));
        }
    }
    left.extend(ends.into_iter().flat_map(|ends| in_two(add_vertex(), ends)));
    Graph::from_edges(size, &left)
}

/// Forwards the beats of a sweep, which shows no tour.
struct Beats<'v, V, S: ?Sized> {
    visitor: &'v mut V,
    shown: PhantomData<S>,
}

impl<V: Visitor<S>, S: ?Sized> Visitor<[u8]> for Beats<'_, V, S> {
    fn solution(&mut self, _: &[u8]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.visitor.beat(beat)
    }
}

#[cfg(test)]
mod tests {
    use super::left_by;
    use crate::board::Graph;

    #[test]
    fn the_reduced_graph_forces_edges() {
        // A square with both diagonals: 0 and 1 keep their two edges, 2-3 is no longer possible.
        let every = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let graph = Graph::from_edges(4, &every).unwrap();
        let left = left_by(&graph, None, &[[0, 1], [0, 2]]).unwrap();
        assert_eq!(left.neighbours(0), [1, 2], "both its edges are known");
        assert_eq!(left.neighbours(1), [0, 2, 3]);
        // A single edge is subdivided; the ends are joined over another vertex.
        let left = left_by(&graph, Some([0, 3]), &[[1, 2]]).unwrap();
        assert_eq!(
            (left.len(), left.neighbours(4), left.neighbours(5)),
            (6, &[1, 2][..], &[0, 3][..])
        );
        assert_eq!(left.neighbours(1), [0, 3, 4]);
        assert_eq!(left.neighbours(0), [1, 2, 3, 5]);
    }
}
