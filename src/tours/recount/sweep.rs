//! Units of linking, counted by a frontier sweep of a reduced graph.
//!
//! A unit of linking is all tours through some edges. A vertex with both of its edges loses all
//! others. An edge whose vertices both need another one is subdivided by a vertex: a tour that
//! visits it uses the whole edge. The ends of an open tour are joined over one more vertex, so each
//! undirected tour becomes one closed one. The result is the number of closed tours of a graph,
//! which the frontier method counts without any code of the search, and for large units faster.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::board::Graph;
use crate::engine::{Beat, Enumeration, Halt, Tally, Unit, Visitor};
use crate::tours::frontier::FrontierCount;
use crate::tours::question::{Kind, TourQuestion};

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
