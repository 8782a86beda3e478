//! `State`: a set of subpaths that are to become one tour, as sets of vertices.
//!
//! A vertex is *bare* (no edge yet), *outer* (the end of a subpath, one edge) or *inner* (both
//! edges). `open` contains the vertices that are not inner. The mate of an outer vertex is the
//! other end of its subpath, and a bare vertex is its own mate. An edge is *usable* between two
//! open vertices that are not mates. The *slack* of an open vertex is the number of its usable
//! edges minus the number that it still needs (two if bare, one if outer). It is stored for all
//! vertices together, bit-sliced: plane i holds bit i of every vertex's slack.
//!
//! Two rules follow, which are the only pruning of this search:
//! - slack below 0: no completion exists ([`Words::lose`] borrows out of the top plane);
//! - slack 0: every usable edge of the vertex belongs to every completion, so it is taken.
//!
//! (The words bare, outer, inner and mate are Knuth's, TAOCP pre-fascicle 8A; forcing by degree is
//! due to Selby and Martello.)

use super::endgame::LAST_EDGES;
use crate::board::{Bits, Graph};

/// The graph in the form of the kernel: a set of neighbours for each vertex.
#[derive(Clone, Debug)]
pub(super) struct Adjacency<B, const N: usize> {
    pub near: [B; N],
    pub vertices: usize,
}

impl<B: Bits, const N: usize> Adjacency<B, N> {
    /// The neighbour sets of a graph of at most `N` vertices.
    pub fn of(graph: &Graph) -> Adjacency<B, N> {
        debug_assert!(graph.len() <= N);
        let mut near = [B::EMPTY; N];
        for (v, set) in near.iter_mut().enumerate().take(graph.len()) {
            *set = graph.neighbours(v).iter().fold(B::EMPTY, |set, &w| set.with(w as usize));
        }
        Adjacency { near, vertices: graph.len() }
    }

    /// The neighbours of `v`. The mask keeps the index below `N`, a power of two, which removes the
    /// bounds check.
    #[inline(always)]
    pub fn of_vertex(&self, v: usize) -> B {
        self.near[v & (N - 1)]
    }
}

/// The other end of each vertex's subpath.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Mates<const N: usize>([u8; N]);

impl<const N: usize> Mates<N> {
    #[inline(always)]
    pub fn of(&self, v: usize) -> usize {
        self.0[v & (N - 1)] as usize
    }

    #[inline(always)]
    pub fn marry(&mut self, a: usize, z: usize) {
        self.0[a & (N - 1)] = z as u8;
        self.0[z & (N - 1)] = a as u8;
    }
}

/// The part of a state that a kernel holds in registers, with `P` planes of slack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words<B, const P: usize> {
    pub open: B,
    pub bare: B,
    pub slack: [B; P],
}

/// A set of disjoint subpaths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<B, const N: usize, const P: usize> {
    pub words: Words<B, P>,
    pub mates: Mates<N>,
}

impl<B: Bits, const N: usize, const P: usize> State<B, N, P> {
    /// A state without vertices, to initialise memory.
    pub fn blank() -> State<B, N, P> {
        let words = Words { open: B::EMPTY, bare: B::EMPTY, slack: [B::EMPTY; P] };
        State { words, mates: Mates([0; N]) }
    }

    /// All vertices bare. If `ends` are given, the two ends of an open tour count as already joined
    /// outside the graph: a closed tour through that virtual edge is an open one between them, and
    /// a real edge between them is not usable. `None` if a vertex has too few edges.
    pub fn start(
        adjacency: &Adjacency<B, N>,
        ends: Option<(usize, usize)>,
    ) -> Option<State<B, N, P>> {
        let all = B::all_below(adjacency.vertices);
        let mut words = Words { open: all, bare: all, slack: [B::EMPTY; P] };
        let mut mates = Mates([0; N]);
        for v in 0..adjacency.vertices {
            mates.marry(v, v);
        }
        if let Some((s, e)) = ends {
            words.bare = words.bare.without(s).without(e);
            mates.marry(s, e);
        }
        for v in 0..adjacency.vertices {
            let usable = words.usable(adjacency, &mates, v).len();
            let slack = usable.checked_sub(if words.bare.contains(v) { 2 } else { 1 })?;
            debug_assert!(slack >> P == 0, "the planes hold every slack");
            for (i, plane) in words.slack.iter_mut().enumerate() {
                if slack >> i & 1 != 0 {
                    *plane = plane.with(v);
                }
            }
        }
        Some(State { words, mates })
    }

    /// Places one edge without the edges that it forces; false if no completion is left or the edge
    /// is not usable.
    #[must_use]
    pub fn add_edge(&mut self, adjacency: &Adjacency<B, N>, a: usize, b: usize) -> bool {
        if !self.words.usable(adjacency, &self.mates, a).contains(b) {
            return false;
        }
        match (self.words.bare.contains(a), self.words.bare.contains(b)) {
            // Both need one edge less and have one usable edge less: no slack changes.
            (true, true) => {
                self.words.bare = self.words.bare.without(a).without(b);
                self.mates.marry(a, b);
                true
            }
            (true, false) => self.words.link(adjacency, &mut self.mates, Join::edge(b, a)),
            (false, _) => self.words.link(adjacency, &mut self.mates, Join::edge(a, b)),
        }
    }

    /// Takes all forced edges, while more than the last edges are left, and returns their number;
    /// `None` if no completion is left.
    pub fn settle(&mut self, adjacency: &Adjacency<B, N>) -> Option<usize> {
        let mut taken = 0;
        while self.edges_left() > LAST_EDGES {
            let forced = self.words.forced();
            if forced.is_empty() {
                break;
            }
            let join = self.words.forced_join(adjacency, &self.mates, forced.lowest());
            taken += 1 + join.over.bit(0);
            if !self.words.link(adjacency, &mut self.mates, join) {
                return None;
            }
        }
        Some(taken)
    }

    /// The number of edges still to be placed: one for each subpath, including bare vertices.
    pub fn edges_left(&self) -> usize {
        let bare = self.words.bare.len();
        bare + (self.words.open.len() - bare) / 2
    }

    /// The number of ways to choose the missing edges of `v`.
    pub fn choices(&self, adjacency: &Adjacency<B, N>, v: usize) -> usize {
        let usable = self.words.usable(adjacency, &self.mates, v).len();
        match (self.words.open.contains(v), self.words.bare.contains(v)) {
            (_, true) => usable * usable.saturating_sub(1) / 2,
            (true, false) => usable,
            (false, false) => 1,
        }
    }
}

/// The argument of [`Words::link`]: joins the subpaths that end in `p` and `q`, over the bare
/// vertex `v` or, if `v` is outer, directly (then `p` is `v` itself).
#[derive(Clone, Copy, Debug)]
pub(super) struct Join<B> {
    pub v: usize,
    pub p: usize,
    pub q: usize,
    /// All vertices if `v` is bare, none if it is outer.
    pub over: B,
    /// The other usable neighbours of a bare `v`, which lose it.
    pub left_out: B,
}

impl<B: Bits> Join<B> {
    /// The edge from the outer vertex `u` to `w`.
    #[inline(always)]
    pub fn edge(u: usize, w: usize) -> Join<B> {
        Join { v: u, p: u, q: w, over: B::EMPTY, left_out: B::EMPTY }
    }

    /// Both edges of the bare vertex `v`, if it has no others.
    #[inline(always)]
    pub fn both(v: usize, p: usize, q: usize) -> Join<B> {
        Join { v, p, q, over: !B::EMPTY, left_out: B::EMPTY }
    }

    /// The join for the first choice in `left`: the other end of an outer vertex's edge, or the
    /// edge that a bare vertex leaves out of its three `usable` ones.
    #[inline(always)]
    pub fn nth(vertex: usize, bare: bool, usable: B, left: B) -> Join<B> {
        let w = left.lowest();
        if !bare {
            return Join::edge(vertex, w);
        }
        let both = usable.without(w);
        let (p, q) = (both.lowest(), both.without_first().lowest());
        Join { left_out: B::single(w), ..Join::both(vertex, p, q) }
    }
}

impl<B: Bits, const P: usize> Words<B, P> {
    /// The vertices to which `v` can be joined.
    #[inline(always)]
    pub fn usable<const N: usize>(
        &self,
        adjacency: &Adjacency<B, N>,
        mates: &Mates<N>,
        v: usize,
    ) -> B {
        // A bare vertex is its own mate and not its own neighbour.
        adjacency.of_vertex(v) & self.open & !B::single(mates.of(v))
    }

    /// The vertices that need all of their usable edges.
    #[inline(always)]
    pub fn forced(&self) -> B {
        self.open & !self.slack.iter().fold(B::EMPTY, |any, &plane| any | plane)
    }

    /// The join that the forced vertex `v` requires.
    #[inline(always)]
    pub fn forced_join<const N: usize>(
        &self,
        adjacency: &Adjacency<B, N>,
        mates: &Mates<N>,
        v: usize,
    ) -> Join<B> {
        let usable = self.usable(adjacency, mates, v);
        let (first, second) = (usable.lowest(), usable.without_first().lowest());
        // Whether it is bare or outer is unpredictable, hence arithmetic instead of a branch.
        let bare = 0usize.wrapping_sub(self.bare.bit(v));
        let (p, q) = (v ^ ((v ^ first) & bare), first ^ ((first ^ second) & bare));
        Join { v, p, q, over: self.bare.all_if(v), left_out: B::EMPTY }
    }

    /// Takes one usable edge from each vertex of `losers`; false if one had none to lose.
    #[inline(always)]
    #[must_use]
    fn lose(&mut self, losers: B) -> bool {
        let mut borrow = losers;
        for plane in &mut self.slack {
            *plane = *plane ^ borrow;
            borrow = borrow & *plane;
        }
        borrow.is_empty()
    }

    /// Joins two subpaths, or returns false if no completion is left.
    ///
    /// Vertices that become inner lose their edges, and so do the neighbours at the other ends of
    /// these edges. The chosen edges, and those to the old mates, which were not usable before,
    /// must not be subtracted twice. The two far ends become mates and lose the edge between them:
    /// they become mates before the slacks change, and lose their edge last. In any other order the
    /// mask of a vertex that is both far end and neighbour would be wrong.
    #[inline(always)]
    #[must_use]
    pub fn link<const N: usize>(
        &mut self,
        adjacency: &Adjacency<B, N>,
        mates: &mut Mates<N>,
        join: Join<B>,
    ) -> bool {
        let Join { v, p, q, over, left_out } = join;
        let (a, z) = (mates.of(p), mates.of(q));
        if a == q {
            return false; // v would close a cycle that misses the rest
        }
        mates.marry(a, z);
        let (p_set, q_set, v_set) = (B::single(p), B::single(q), B::single(v));
        let (a_set, z_set) = (B::single(a), B::single(z));
        let p_turns_inner = !self.bare.all_if(p);
        let q_turns_inner = !self.bare.all_if(q);
        self.open =
            self.open & !((p_set & p_turns_inner) | (q_set & q_turns_inner) | (v_set & over));
        self.bare = self.bare & !(p_set | q_set | v_set);
        let chosen = q_set & !over;
        let of_p = adjacency.of_vertex(p) & self.open & !a_set & !chosen & p_turns_inner;
        let of_q = adjacency.of_vertex(q) & self.open & !z_set & q_turns_inner;
        let far_ends = (adjacency.of_vertex(a) & z_set) | (adjacency.of_vertex(z) & a_set);
        self.lose(of_p) & self.lose(of_q) & self.lose(left_out) & self.lose(far_ends)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

    use super::{Adjacency, Join, State};
    use crate::board::{Bits, Board, Graph, Piece};
    use crate::engine::Random;

    type Small = State<u64, 64, 6>;

    /// The slack of a vertex by definition, and from the planes.
    fn slacks(adjacency: &Adjacency<u64, 64>, state: &Small, v: usize) -> (usize, usize) {
        let needed = if state.words.bare.contains(v) { 2 } else { 1 };
        let usable = state.words.usable(adjacency, &state.mates, v).len();
        let planes = state.words.slack.iter().enumerate();
        (usable - needed, planes.map(|(i, plane)| plane.bit(v) << i).sum())
    }

    proptest! {
        /// After any joins the planes agree with the definition. A join that is refused leaves some
        /// vertex with too few usable edges, or closes a cycle.
        #[test]
        fn slack_agrees_with_its_definition(seed: u64, ends: bool, board in 0usize..4) {
            let board: Board = ["5x5", "4x6", "torus:4x4", "3x7"][board].parse().unwrap();
            let piece = ["knight", "king"][usize::from(seed % 3 == 0)];
            let graph = Graph::of(&board, &Piece::named(piece, 2).unwrap());
            let adjacency = Adjacency::<u64, 64>::of(&graph);
            let mut random = Random::new(seed);
            let ends = ends.then_some((1, graph.len() - 2));
            let Some(mut state) = Small::start(&adjacency, ends) else { return Ok(()) };
            while state.edges_left() > 3 {
                let open: Vec<usize> = state.words.open.iter().collect();
                for &v in &open {
                    let (defined, kept) = slacks(&adjacency, &state, v);
                    prop_assert_eq!(defined, kept, "vertex {} of {}", v, board);
                    prop_assert_eq!(state.mates.of(state.mates.of(v)), v);
                }
                let v = open[random.below(open.len())];
                let usable: Vec<usize> = state.words.usable(&adjacency, &state.mates, v).iter().collect();
                let Some(&w) = usable.get(random.below(usable.len().max(1))) else { break };
                let before = state;
                let alive = if state.words.bare.contains(v) && usable.len() == 3 {
                    let rest: u64 = usable.iter().filter(|&&x| x != w).fold(0, |s: u64, &x| s.with(x));
                    let join = Join::nth(v, true, rest.with(w), u64::single(w));
                    state.words.link(&adjacency, &mut state.mates, join)
                } else {
                    state.add_edge(&adjacency, v, w)
                };
                if !alive {
                    let stuck = state.words.open.iter().any(|v| {
                        let needed = if state.words.bare.contains(v) { 2 } else { 1 };
                        state.words.usable(&adjacency, &state.mates, v).len() < needed
                    });
                    prop_assert!(stuck || usable.len() == 3 && before.words.bare.contains(v));
                    break;
                }
            }
        }

        /// A settled state has no forced edges, and settling it again changes nothing.
        #[test]
        fn settling_is_idempotent(seed: u64) {
            let graph = Graph::of(&"6x6".parse().unwrap(), &Piece::knight(2));
            let adjacency = Adjacency::<u64, 64>::of(&graph);
            let mut random = Random::new(seed);
            let mut state = Small::start(&adjacency, None).unwrap();
            while state.settle(&adjacency).is_some() && state.edges_left() > 8 {
                prop_assert_eq!(state.words.forced(), 0);
                let again = state.settle(&adjacency);
                prop_assert_eq!(again, Some(0));
                let outer = state.words.open & !state.words.bare;
                let u = outer.iter().nth(random.below(outer.len())).unwrap();
                let usable = state.words.usable(&adjacency, &state.mates, u);
                let w = usable.iter().nth(random.below(usable.len())).unwrap();
                if !state.words.link(&adjacency, &mut state.mates, Join::edge(u, w)) {
                    break;
                }
            }
        }
    }
}
