//! `Visited`: a tour in the search's representation at the moment of the visit.

use crate::board::{Bits, Wide};

/// A tour at the moment it is found: its edges, in the order in which they were placed.
///
/// The order matters only in one respect: the first [`Visited::unchanged`] edges are those of the
/// previous visit, so derived data can be updated from the rest. The squares in order are computed
/// on demand, by a walk along the edges.
#[derive(Clone, Debug)]
pub struct Visited {
    /// The edges up to [`END`]; the virtual one between the ends of an open tour is first.
    pub(super) edges: Box<[[u8; 2]; CAPACITY]>,
    /// The index of the first edge that is a move.
    first: usize,
    /// The edges before this index are those of the last visit.
    pub(super) unchanged_to: usize,
    vertices: usize,
    closed: bool,
    backwards: bool,
}

/// The largest graph of the search.
pub const MAX_VERTICES: usize = Wide::<4>::CAPACITY;

/// The last edge's index is the one before this, for any graph: the kernel then compares the number
/// of remaining edges with a constant.
pub(super) const END: usize = MAX_VERTICES;

/// Space for entries that the kernel writes past the end.
pub(super) const CAPACITY: usize = 512;

impl Visited {
    /// A record without a tour, for a graph of `vertices` vertices.
    pub(super) fn new(vertices: usize, closed: bool) -> Visited {
        Visited {
            edges: Box::new([[0; 2]; CAPACITY]),
            first: END - vertices + usize::from(!closed),
            unchanged_to: 0,
            vertices,
            closed,
            backwards: false,
        }
    }

    /// The tour's edges, each once: n for a closed tour of n squares, n − 1 for an open one.
    #[inline(always)]
    pub fn edges(&self) -> &[[u8; 2]] {
        &self.edges[self.first..END]
    }

    /// The number of first edges that are unchanged since the previous visit.
    #[inline(always)]
    pub fn unchanged(&self) -> usize {
        self.unchanged_to.saturating_sub(self.first)
    }

    /// The edges, preceded by the virtual edge between the ends of an open tour.
    #[inline(always)]
    pub(super) fn edges_and_virtual(&self) -> &[[u8; 2]] {
        &self.edges[END - self.vertices..END]
    }

    /// The number of these that are unchanged since the previous visit.
    #[inline(always)]
    pub(super) fn unchanged_with_virtual(&self) -> usize {
        self.unchanged_to.saturating_sub(END - self.vertices)
    }

    /// True if the last square is joined to the first.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// True if the search walked along an open tour from its larger end. Path extension without
    /// symmetry finds each open tour twice, once from either end; linking finds it once.
    pub fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// Writes the squares in order: an open tour from its smaller end, a closed one from square 0
    /// towards its smaller neighbour, so equal tours give equal sequences.
    pub fn squares_into(&self, squares: &mut Vec<u8>) {
        squares.clear();
        if self.vertices == 1 {
            squares.push(0);
            return;
        }
        // The exclusive or of the two neighbours of each vertex on the tour.
        let mut links = [0u8; 256];
        let mut degree_one = [false; 256];
        for &[a, b] in self.edges() {
            links[usize::from(a)] ^= b;
            links[usize::from(b)] ^= a;
            degree_one[usize::from(a)] ^= true;
            degree_one[usize::from(b)] ^= true;
        }
        let (mut before, mut here) = if !self.closed {
            let first = degree_one.iter().position(|&odd| odd).expect("an open tour has ends");
            (0, first as u8)
        } else {
            let at_zero = self.edges().iter().filter(|edge| edge.contains(&0));
            let near = at_zero.map(|[a, b]| a ^ b).max().expect("a closed tour visits square 0");
            (near, 0)
        };
        for _ in 0..self.vertices {
            squares.push(here);
            (before, here) = (here, links[usize::from(here)] ^ before);
        }
    }

    /// The squares in order, as [`Visited::squares_into`] writes them.
    pub fn squares(&self) -> Vec<u8> {
        let mut squares = Vec::with_capacity(self.vertices);
        self.squares_into(&mut squares);
        squares
    }

    /// Stores a tour that was found as a sequence of squares.
    pub(super) fn set_path(&mut self, path: &[u8]) {
        self.unchanged_to = 0;
        self.backwards = !self.closed && path[path.len() - 1] < path[0];
        let moves = path.windows(2).map(|pair| [pair[0], pair[1]]);
        let ends = [path[path.len() - 1], path[0]];
        let home = self.closed.then_some(ends);
        // For an open tour this is the virtual edge; for a closed one it is overwritten.
        self.edges[END - self.vertices] = ends;
        for (slot, edge) in self.edges[self.first..].iter_mut().zip(moves.chain(home)) {
            *slot = edge;
        }
    }
}
