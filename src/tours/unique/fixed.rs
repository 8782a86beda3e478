//! The tours that a symmetry keeps, by a search that chooses whole orbits of edges.
//!
//! A tour that a group of symmetries keeps contains all images of each of its edges. So the search
//! joins subpaths, as `search/link` does, but by orbits of edges; there are few orbits, and for a
//! group of two the tree has about the square root of the full tree's nodes. It needs no slack
//! planes: a vertex with too few usable edges ends a branch, and the one with the fewest choices is
//! next.

use std::ops::ControlFlow;

use crate::board::{Bits, Permutation};
use crate::engine::BEAT;

/// The most vertices of a graph: a vertex number takes a byte.
pub(super) const MOST_VERTICES: usize = 256;

/// A report of the search.
pub(in crate::tours) enum SearchEvent<'l> {
    /// The two neighbours of each vertex on a tour.
    Tour(&'l [[u8; 2]]),
    /// A beat, with the nodes so far.
    Beat(u64),
}

/// A search and the receiver of its tours, which may end it with `Break`.
pub(in crate::tours) struct Search<'a, B, F> {
    pub near: &'a [B],
    /// The symmetries that keep the tours, including the identity.
    pub group: &'a [Permutation],
    /// The receiver of reports.
    pub report: F,
    /// The two neighbours of each vertex; valid where the state has these edges.
    pub links: Vec<[u8; 2]>,
    /// The pair that is joined by an edge that is not a move.
    pub ends: Option<[usize; 2]>,
    pub nodes: u64,
}

/// A set of subpaths that the group keeps.
#[derive(Clone)]
pub(in crate::tours) struct Subpaths<B> {
    /// The vertices that still need an edge, and those of them that need two.
    open: B,
    bare: B,
    /// The other end of each subpath; a bare vertex is its own mate.
    mates: Vec<u8>,
}

impl<B: Bits> Subpaths<B> {
    /// All vertices bare.
    pub fn start(vertices: usize) -> Subpaths<B> {
        let all = B::all_below(vertices);
        Subpaths { open: all, bare: all, mates: (0..vertices).map(|v| v as u8).collect() }
    }

    fn mate(&self, v: usize) -> usize {
        usize::from(self.mates[v])
    }

    /// The vertices to which `v` can be joined; its mate only by the very last edge.
    fn usable(&self, near: &[B], v: usize) -> B {
        let mate = B::single(self.mate(v));
        let last = self.open == B::single(v) | mate && !self.bare.contains(v);
        near[v] & self.open & if last { mate } else { !mate }
    }
}

impl<B: Bits, F: FnMut(SearchEvent<'_>) -> ControlFlow<()>> Search<'_, B, F> {
    /// Joins the ends of an open tour, if any, by an edge that is not a move. The group must keep
    /// the pair.
    pub fn join_ends(&mut self, state: &mut Subpaths<B>) {
        if let Some([a, b]) = self.ends {
            self.put(state, a, b);
        }
    }

    /// Visits every tour that contains the subpaths and is kept by the group.
    pub fn run(&mut self, state: &Subpaths<B>) -> ControlFlow<()> {
        if state.open.is_empty() {
            return (self.report)(SearchEvent::Tour(&self.links));
        }
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(BEAT) {
            (self.report)(SearchEvent::Beat(self.nodes))?;
        }
        let Some(vertex) = self.narrowest(state) else { return ControlFlow::Continue(()) };
        let usable = state.usable(self.near, vertex);
        if !state.bare.contains(vertex) {
            for w in usable.iter() {
                let mut next = state.clone();
                if self.put_orbit(&mut next, vertex, w) {
                    self.run(&next)?;
                }
            }
            return ControlFlow::Continue(());
        }
        for first in usable.iter() {
            for second in usable.iter().filter(|&second| second > first) {
                let mut next = state.clone();
                let both = self.put_orbit(&mut next, vertex, first)
                    && self.put_orbit(&mut next, vertex, second);
                // An image of the first edge may have been a third exit of the vertex.
                let [a, b] = self.links[vertex].map(usize::from);
                if both && [a.min(b), a.max(b)] == [first, second] {
                    self.run(&next)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The vertex with the fewest choices; `None` if one has too few.
    fn narrowest(&self, state: &Subpaths<B>) -> Option<usize> {
        let mut best = (usize::MAX, 0);
        for v in state.open.iter() {
            let usable = state.usable(self.near, v).len();
            let choices =
                if state.bare.contains(v) { usable * usable.saturating_sub(1) / 2 } else { usable };
            if choices == 0 {
                return None;
            }
            best = best.min((choices, v));
        }
        Some(best.1)
    }

    /// Places an edge and all its images; false if they are incompatible.
    fn put_orbit(&mut self, state: &mut Subpaths<B>, a: usize, b: usize) -> bool {
        for g in self.group {
            let (a, b) = (g[a] as usize, g[b] as usize);
            if !self.has(state, a, b) {
                let fits = state.open.contains(a)
                    && state.open.contains(b)
                    && state.usable(self.near, a).contains(b);
                if !fits {
                    return false;
                }
                self.put(state, a, b);
            }
        }
        true
    }

    /// True if the move is placed. The ends' first link is not a move, though on a graph of two
    /// vertices a move joins the same pair.
    fn has(&self, state: &Subpaths<B>, a: usize, b: usize) -> bool {
        let [first, second] = self.links[a].map(usize::from);
        let joined = self.ends.is_some_and(|ends| ends == [a, b] || ends == [b, a]);
        !joined && !state.bare.contains(a) && first == b || !state.open.contains(a) && second == b
    }

    fn put(&mut self, state: &mut Subpaths<B>, a: usize, b: usize) {
        let (far_a, far_b) = (state.mate(a), state.mate(b));
        state.mates[far_a] = far_b as u8;
        state.mates[far_b] = far_a as u8;
        for (v, w) in [(a, b), (b, a)] {
            if state.bare.contains(v) {
                state.bare = state.bare.without(v);
                self.links[v][0] = w as u8;
            } else {
                state.open = state.open.without(v);
                self.links[v][1] = w as u8;
            }
        }
    }
}
