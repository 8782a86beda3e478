//! `Visited`: a tour in the search's representation at the moment of the visit.

use crate::board::{Bits, Wide};
use crate::tours::batch::Links;

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

/// The links of the tour that a search shows, updated by the edges that changed. It must receive
/// every visit of a unit.
#[derive(Debug)]
pub struct LinksOf {
    links: Links,
    /// The edges of the last visit.
    edges: Vec<[u8; 2]>,
    /// The index of an edge at square 0 among them.
    at_zero: usize,
}

impl LinksOf {
    /// Before the first visit.
    pub fn new() -> LinksOf {
        LinksOf { links: [0; 256], edges: Vec::new(), at_zero: 0 }
    }

    /// The links of a tour, the square before the first one, and the first one: in the order of
    /// [`Visited::squares_into`], or from `start`, if it is given and an end.
    #[inline]
    pub fn follow(&mut self, tour: &Visited, start: Option<u8>) -> (&Links, u8, u8) {
        let edges = tour.edges_and_virtual();
        let mut same = tour.unchanged_with_virtual();
        if self.edges.len() != edges.len() || same == 0 {
            self.links = [0; 256];
            self.edges.clear();
            self.edges.resize(edges.len(), [0; 2]);
            same = 0;
        }
        for (old, &[a, b]) in self.edges[same..].iter_mut().zip(&edges[same..]) {
            let [c, d] = std::mem::replace(old, [a, b]);
            self.links[usize::from(c)] ^= d;
            self.links[usize::from(d)] ^= c;
            self.links[usize::from(a)] ^= b;
            self.links[usize::from(b)] ^= a;
        }
        let [s, e] = edges.first().copied().unwrap_or_default();
        let (before, here) = match (tour.is_closed(), start) {
            (true, _) => (self.beside_zero(same), 0),
            (false, Some(start)) => (s ^ e ^ start, start),
            (false, None) => (s.max(e), s.min(e)),
        };
        (&self.links, before, here)
    }

    /// The larger neighbour of square 0 on a closed tour.
    fn beside_zero(&mut self, same: usize) -> u8 {
        if self.at_zero >= same {
            let place = self.edges.iter().position(|edge| edge.contains(&0));
            self.at_zero = place.expect("a closed tour visits square 0");
        }
        let [a, b] = self.edges[self.at_zero];
        (a ^ b).max(a ^ b ^ self.links[0])
    }
}
