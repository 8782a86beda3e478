//! The quotient of a graph by a symmetry of order two: a vertex for each pair of images.
//!
//! A tour that the symmetry keeps is determined by one edge of each pair of images. It corresponds
//! to a closed tour or a path of the folded graph:
//!
//! - if the symmetry keeps the direction of a closed tour, the tour follows a closed tour of the
//!   folded graph twice, once on either side;
//! - if it reverses a closed tour, it keeps two places of the tour, each a vertex or an edge
//!   between two images: between them is a path;
//! - an open tour is reversed, has one such place in the middle, and is a path from there.
//!
//! A path whose ends are among some vertices is a closed tour with an additional vertex that is
//! joined to them. If each end has its own set of vertices, there are two additional vertices, and
//! one between them without other neighbours, so that every tour goes from one to the other.

use crate::board::{Graph, Permutation};
use crate::tours::question::{Kind, TourQuestion};

/// The folded graph.
pub struct Folded {
    /// The number of pairs and of fixed vertices.
    vertices: usize,
    /// The edges between them, smaller end first.
    edges: Vec<[u32; 2]>,
    /// Edges that two pairs of edges map to: one pair along each side, one across.
    double: Vec<[u32; 2]>,
    /// Edges that only one pair maps to, across.
    across: Vec<[u32; 2]>,
    /// Pairs whose two vertices are joined by an edge.
    joined: Vec<u32>,
    /// Fixed vertices.
    fixed: Vec<u32>,
}

/// A graph whose closed tours each represent a number of tours that depends on its edges.
pub struct Part {
    /// The graph.
    pub graph: Graph,
    /// Edges that affect the number, smaller end first.
    pub edges: Vec<[u32; 2]>,
    /// The number of tours represented by a closed tour with this number of these edges.
    pub multiplicity: fn(u32) -> Multiplicity,
}

impl Part {
    /// False if no tour represents any: a vertex has degree at most one, or a required edge does
    /// not exist.
    pub fn can_represent(&self) -> bool {
        let has_edges = !self.edges.is_empty() || (self.multiplicity)(0) != Multiplicity::Nothing;
        has_edges && (0..self.graph.len()).all(|v| self.graph.degree(v) >= 2)
    }

    /// The question about its closed tours.
    pub fn question(&self, of: &TourQuestion) -> TourQuestion {
        let name = format!("{}, folded", of.label().board);
        TourQuestion::of_graph(self.graph.clone(), &name, Kind::Closed)
    }
}

/// A number of represented tours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiplicity {
    /// None.
    Nothing,
    /// Two to the power of this.
    Power(u32),
}

/// Each of the edges has two independent versions.
fn either(edges: u32) -> Multiplicity {
    Multiplicity::Power(edges)
}

/// Each of the edges has two versions, but only half of the combinations end on the other side
/// after one round.
fn half(edges: u32) -> Multiplicity {
    edges.checked_sub(1).map_or(Multiplicity::Nothing, Multiplicity::Power)
}

/// Only an odd number of edges across ends on the other side.
fn odd(edges: u32) -> Multiplicity {
    if edges.is_multiple_of(2) { Multiplicity::Nothing } else { Multiplicity::Power(0) }
}

impl Folded {
    /// Folds by this symmetry, which must be its own inverse.
    pub fn new(graph: &Graph, symmetry: &Permutation) -> Folded {
        let image = |v: u32| symmetry[v as usize];
        let first = |v: &u32| *v <= image(*v);
        let firsts: Vec<u32> = (0..graph.len() as u32).filter(first).collect();
        let stays = |v: u32| image(v) == v;
        let mut folded = Folded {
            vertices: firsts.len(),
            edges: Vec::new(),
            double: Vec::new(),
            across: Vec::new(),
            joined: Vec::new(),
            fixed: Vec::new(),
        };
        for (at, &v) in firsts.iter().enumerate() {
            let at = at as u32;
            if stays(v) {
                folded.fixed.push(at);
            }
            if graph.joins(v as usize, image(v) as usize) {
                folded.joined.push(at);
            }
            for (other, &w) in (0..).zip(&firsts[at as usize + 1..]) {
                let edge = [at, at + 1 + other];
                let along = graph.joins(v as usize, w as usize);
                let across = graph.joins(v as usize, image(w) as usize);
                let one = stays(v) || stays(w);
                match (along, across) {
                    (false, false) => continue,
                    (true, true) if !one => folded.double.push(edge),
                    (false, true) => folded.across.push(edge),
                    _ => {}
                }
                folded.edges.push(edge);
            }
        }
        folded
    }

    /// The closed tours whose direction is kept.
    pub fn kept(&self) -> Vec<Part> {
        if !self.fixed.is_empty() {
            return Vec::new();
        }
        let single = self.edges.iter().filter(|edge| !self.double.contains(edge)).copied();
        vec![
            self.part(self.edges.clone(), self.double.clone(), half, &[]),
            self.part(single.collect(), self.across.clone(), odd, &[]),
        ]
    }

    /// The tours that are reversed.
    pub fn reversed(&self, kind: Kind) -> Vec<Part> {
        let all: Vec<u32> = (0..self.vertices as u32).collect();
        let outside = match (kind, &self.fixed[..]) {
            (Kind::Closed, []) => vec![self.joined.clone()],
            (Kind::Closed, [u]) => vec![vec![*u], self.joined.clone()],
            (Kind::Closed, [u, v]) => vec![vec![*u, *v]],
            (Kind::Open, []) => vec![self.joined.clone(), all],
            (Kind::Open, [u]) => vec![vec![*u], all],
            _ => return Vec::new(),
        };
        vec![self.part(self.edges.clone(), self.double.clone(), either, &outside)]
    }

    /// Adds an outside vertex that is joined to these, or one for each of two lists.
    fn part(
        &self,
        mut edges: Vec<[u32; 2]>,
        matter: Vec<[u32; 2]>,
        multiplicity: fn(u32) -> Multiplicity,
        outside: &[Vec<u32>],
    ) -> Part {
        let mut vertices = self.vertices as u32;
        for near in outside {
            edges.extend(near.iter().map(|&v| [v, vertices]));
            vertices += 1;
        }
        if outside.len() == 2 {
            edges.extend([[vertices - 2, vertices], [vertices - 1, vertices]]);
            vertices += 1;
        }
        let pairs: Vec<(usize, usize)> =
            edges.iter().map(|&[a, b]| (a as usize, b as usize)).collect();
        let graph = Graph::from_edges(vertices as usize, &pairs);
        Part { graph: graph.expect("no loops, no other vertices"), edges: matter, multiplicity }
    }
}
