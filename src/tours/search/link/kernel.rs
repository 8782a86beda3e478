//! The search itself: takes what is forced, branches, and reads the last edges from tables.
//!
//! A state is two or three cache lines, so it is copied at a branching and never undone. All
//! branchings of a unit are in one loop with its own stack: forced and chosen joins use the same
//! code, and the state stays in registers between them.

use std::ops::ControlFlow;

use super::cache::{Cache, Key, ZONE, is_kept};
use super::choose::{Branching, SHOWN_LEVELS};
use super::choose::{Choice, choose};
use super::endgame::{BY_BARE, BY_EDGES, COMPLETIONS, LAST_EDGES};
use super::root::Root;
use super::split::{Parts, done};
use super::state::{Adjacency, Join, Mates, State, Words};
use crate::board::Bits;
use crate::engine::{BEAT, Beat, Tally, Visitor};
use crate::tours::search::visited::{CAPACITY, END, Visited};

/// The memory of a search, reused from unit to unit because it is expensive to initialise.
#[derive(Debug)]
pub(super) struct Workspace<B, const N: usize, const P: usize> {
    cache: Cache<B>,
    /// Each branching places an edge, so fewer than `N` are active at a time.
    stack: Box<[Branching<B, N, P>; N]>,
    /// The edges placed so far; valid up to the current level.
    visited: Visited,
    /// Branchings by the number of edges placed, without those in cached states.
    profile: Box<[u64; END]>,
}

/// The first beat of a unit comes after this number of nodes, each next one after twice as many, up
/// to [`LONGEST_PAUSE`], so that small units can be shared, too.
const FIRST_PAUSE: u64 = 1 << 8;

/// The nodes between beats of a long unit, about a millisecond: the longest wait of an idle thread
/// for a part of another unit.
const LONGEST_PAUSE: u64 = BEAT >> 9;

/// One unit being searched.
pub(super) struct Search<'a, B, V, const N: usize, const P: usize> {
    adjacency: &'a Adjacency<B, N>,
    visitor: &'a mut V,
    workspace: Workspace<B, N, P>,
    /// The number of placed edges that backtracking has not changed since the last visit.
    unchanged: usize,
    found: u64,
    nodes: u64,
    /// Nodes until the next beat, without those known from the cache, and nodes between beats.
    countdown: u64,
    pause: u64,
    /// The number of tours that a tour of this unit stands for.
    weight: u64,
}

impl<B: Bits, const N: usize, const P: usize> Workspace<B, N, P> {
    pub fn new(visited: Visited) -> Workspace<B, N, P> {
        let blank = Branching {
            state: State::blank(),
            left: B::EMPTY,
            vertex: 0,
            bare: false,
            placed: 0,
            before: None,
        };
        let stack = vec![blank; N].into_boxed_slice();
        Workspace {
            cache: Cache::new(),
            stack: stack.try_into().expect("it has N places"),
            visited,
            profile: Box::new([0; END]),
        }
    }
}

impl<'a, B: Bits, V: Visitor<Visited>, const N: usize, const P: usize> Search<'a, B, V, N, P> {
    /// A search on a workspace.
    pub fn new(
        adjacency: &'a Adjacency<B, N>,
        visitor: &'a mut V,
        mut workspace: Workspace<B, N, P>,
        weight: u64,
    ) -> Search<'a, B, V, N, P> {
        workspace.profile.fill(0);
        let (countdown, pause) = (FIRST_PAUSE, FIRST_PAUSE);
        Search {
            adjacency,
            visitor,
            workspace,
            unchanged: 0,
            found: 0,
            nodes: 0,
            countdown,
            pause,
            weight,
        }
    }

    /// The tally of what was visited, and the workspace.
    pub fn end(self) -> (Tally, Workspace<B, N, P>) {
        let mut tally = Tally::default();
        tally.find(self.weight, self.found);
        let vertices = self.adjacency.vertices;
        for (depth, &nodes) in self.workspace.profile[END - vertices..].iter().enumerate() {
            tally.enter(depth, nodes);
        }
        // The cache does not store the depths of nodes.
        tally.enter(vertices - LAST_EDGES, self.nodes - tally.nodes());
        (tally, self.workspace)
    }

    /// Records the edges of a root and returns the index of the next edge.
    pub fn show(&mut self, root: &Root) -> usize {
        let first = END - self.adjacency.vertices;
        let edges = root.ends.iter().chain(&root.edges);
        for (slot, edge) in self.workspace.visited.edges[first..].iter_mut().zip(edges) {
            *slot = edge.map(|v| v as u8);
        }
        first + root.edges.len() + usize::from(root.ends.is_some())
    }

    /// Visits every tour that completes `state`, whose edges before index `placed` are known.
    #[inline(always)]
    pub fn run(&mut self, state: &State<B, N, P>, mut placed: usize) -> ControlFlow<()> {
        let adjacency = self.adjacency;
        let mut level = 0;
        let State { mut words, mut mates } = *state;
        let mut alive = true;
        loop {
            let join = 'next: {
                if alive && placed >= END - LAST_EDGES {
                    self.finish(adjacency, &words, &mates, placed)?;
                } else if alive {
                    let forced = words.forced();
                    if !forced.is_empty() {
                        break 'next words.forced_join(adjacency, &mates, forced.lowest());
                    }
                    if let Some(before) = self.enter(&words, &mates, placed, level)? {
                        let choice = choose(&words);
                        let (vertex, bare) = match choice {
                            Choice::Outer(u) => (u, false),
                            Choice::Bare(v) => (v, true),
                        };
                        let usable = words.usable(adjacency, &mates, vertex);
                        let state = State { words, mates };
                        let left = usable.without_first();
                        self.workspace.stack[level & (N - 1)] =
                            Branching { state, left, vertex, bare, placed, before };
                        level = level.wrapping_add(1);
                        break 'next Join::nth(vertex, bare, usable, usable);
                    }
                }
                // Back to the last branching with a remaining choice.
                let branching = loop {
                    if level == 0 {
                        return ControlFlow::Continue(());
                    }
                    let branching = &mut self.workspace.stack[level.wrapping_sub(1) & (N - 1)];
                    if !branching.left.is_empty() {
                        break branching;
                    }
                    level = level.wrapping_sub(1);
                    if !V::NEEDS_SOLUTIONS {
                        let Branching { state, before, .. } = *branching;
                        self.leave(&state, before);
                    }
                };
                State { words, mates } = branching.state;
                placed = branching.placed;
                if V::NEEDS_SOLUTIONS {
                    self.unchanged = self.unchanged.min(placed);
                }
                let left = branching.left;
                branching.left = left.without_first();
                let uncached = V::NEEDS_SOLUTIONS || branching.before.is_none();
                if branching.left.is_empty() && level > SHOWN_LEVELS && uncached {
                    level = level.wrapping_sub(1);
                }
                let (vertex, bare) = (branching.vertex, branching.bare);
                let usable = if bare { words.usable(adjacency, &mates, vertex) } else { left };
                Join::nth(vertex, bare, usable, left)
            };
            placed = self.record(join, placed);
            alive = words.link(adjacency, &mut mates, join);
        }
    }

    /// Counts a node. `None` if the cache knows its tours already, otherwise the argument for
    /// [`Self::leave`].
    #[inline(always)]
    fn enter(
        &mut self,
        words: &Words<B, P>,
        mates: &Mates<N>,
        placed: usize,
        level: usize,
    ) -> ControlFlow<(), Option<Option<(u64, u64)>>> {
        let open = words.open.len();
        if !V::NEEDS_SOLUTIONS && is_kept(open) {
            if let Some((tours, nodes)) =
                self.workspace.cache.get(&self.workspace.cache.key(words, mates))
            {
                self.found = self.found.wrapping_add(tours);
                self.nodes = self.nodes.wrapping_add(nodes);
                return ControlFlow::Continue(None);
            }
            let before = (self.found, self.nodes);
            self.nodes = self.nodes.wrapping_add(1);
            return ControlFlow::Continue(Some(Some(before)));
        }
        if open > ZONE {
            let depth = &mut self.workspace.profile[placed & (END - 1)];
            *depth = depth.wrapping_add(1);
        }
        self.nodes = self.nodes.wrapping_add(1);
        self.countdown = self.countdown.wrapping_sub(1);
        if self.countdown == 0 {
            self.beat(level)?;
        }
        ControlFlow::Continue(Some(None))
    }

    /// Caches the results below a branching.
    #[inline(always)]
    fn leave(&mut self, state: &State<B, N, P>, before: Option<(u64, u64)>) {
        if let Some((found, nodes)) = before {
            let key: Key<B> = self.workspace.cache.key(&state.words, &state.mates);
            let (found, nodes) = (self.found.wrapping_sub(found), self.nodes.wrapping_sub(nodes));
            self.workspace.cache.put(&key, found, nodes);
        }
    }

    /// Records the edges of a join and returns the new index.
    #[inline(always)]
    fn record(&mut self, join: Join<B>, placed: usize) -> usize {
        // If there is no second edge, the second entry is overwritten later.
        self.workspace.visited.edges[placed & (CAPACITY - 1)] = [join.v as u8, join.q as u8];
        self.workspace.visited.edges[placed.wrapping_add(1) & (CAPACITY - 1)] =
            [join.v as u8, join.p as u8];
        placed.wrapping_add(1).wrapping_add(join.over.bit(0))
    }

    /// The completions of a state with three or four subpaths.
    #[inline(always)]
    fn finish(
        &mut self,
        adjacency: &Adjacency<B, N>,
        words: &Words<B, P>,
        mates: &Mates<N>,
        placed: usize,
    ) -> ControlFlow<()> {
        let outer = words.open & !words.bare;
        if placed > END - LAST_EDGES {
            let x = outer.lowest();
            let m = mates.of(x);
            return self.last_three(
                adjacency,
                x,
                m,
                words.open.without(x).without(m),
                mates,
                placed,
            );
        }
        // Any end is correct for the first of four edges; one with few choices is faster.
        let forced = outer & words.forced();
        let one = outer & words.slack[0] & !words.slack[1] & !words.slack[2];
        let best = if !forced.is_empty() {
            forced
        } else if !one.is_empty() {
            one
        } else {
            outer
        };
        let u = best.lowest();
        let x = mates.of(u);
        let rest = words.open.without(u).without(x);
        for y in (adjacency.of_vertex(u) & rest).iter() {
            let m = mates.of(y);
            if V::NEEDS_SOLUTIONS {
                self.workspace.visited.edges[placed & (CAPACITY - 1)] = [u as u8, y as u8];
                self.unchanged = self.unchanged.min(placed);
            }
            let rest = rest.without(y).without(m);
            self.last_three(adjacency, x, m, rest, mates, placed.wrapping_add(1))?;
        }
        ControlFlow::Continue(())
    }

    /// The completions of three subpaths: one from `x0` to `m0`, two more in `rest`.
    #[inline(always)]
    fn last_three(
        &mut self,
        adjacency: &Adjacency<B, N>,
        x0: usize,
        m0: usize,
        rest: B,
        mates: &Mates<N>,
        placed: usize,
    ) -> ControlFlow<()> {
        let x1 = rest.lowest();
        let m1 = mates.of(x1);
        let x2 = rest.without(x1).without(m1).lowest();
        let m2 = mates.of(x2);
        let pair = |set: B| set.bit(x2) | set.bit(m2) << 1;
        let row = |set: B| set.bit(x1) | set.bit(m1) << 1 | pair(set) << 2;
        let near = |v| adjacency.of_vertex(v);
        let edges = row(near(x0)) | row(near(m0)) << 4 | pair(near(x1)) << 8 | pair(near(m1)) << 10;
        let bare = usize::from(x1 == m1) | usize::from(x2 == m2) << 1;
        let mut completions = BY_EDGES[edges & 4095] & BY_BARE[bare & 3];
        self.found = self.found.wrapping_add(u64::from(completions.count_ones()));
        if V::NEEDS_SOLUTIONS {
            let ends = [x0, m0, x1, m1, x2, m2, 0, 0].map(|end| end as u8);
            self.unchanged = self.unchanged.min(placed);
            while completions != 0 {
                let c = completions.trailing_zeros() as usize & 7;
                completions &= completions - 1;
                for (i, [a, b]) in COMPLETIONS[c].into_iter().enumerate() {
                    self.workspace.visited.edges[placed.wrapping_add(i) & (CAPACITY - 1)] =
                        [ends[usize::from(a) & 7], ends[usize::from(b) & 7]];
                }
                self.workspace.visited.unchanged_to = self.unchanged;
                self.visitor.solution(&self.workspace.visited)?;
                self.unchanged = placed;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(never)]
    fn beat(&mut self, level: usize) -> ControlFlow<()> {
        self.pause = LONGEST_PAUSE.min(2 * self.pause);
        self.countdown = self.pause;
        let solutions = self.found.saturating_mul(self.weight);
        let stack = &mut self.workspace.stack[..level];
        let done = done(self.adjacency, stack);
        self.visitor.beat(Beat { nodes: self.nodes, solutions, done })?;
        let edges = &self.workspace.visited.edges[END - self.adjacency.vertices..];
        self.visitor.relieve(&mut Parts { adjacency: self.adjacency, stack, edges });
        ControlFlow::Continue(())
    }
}
