//! Strategy *extend*: depth-first bitboard search by path extension.
//!
//! The path grows square by square from a start; [`choices`] gives the next squares that can still
//! lead to a tour. An open tour starts at one square of each orbit of the symmetries, and each tour
//! found has the size of the orbit as its weight. A closed tour is read at a square of least
//! degree, whose two neighbours on it are an unordered pair. One pair of each orbit under the
//! stabiliser is searched, from one neighbour over the square to the other, so each undirected tour
//! is found once.
//!
//! A unit is a part of a tour: for an open one the first squares, for a closed one the last square
//! followed by the first ones. (The local dead-end rule is old; Knuth, TAOCP pre-fascicle 8A,
//! surveys it.)

use std::ops::ControlFlow;

use super::visited::{MAX_VERTICES, Visited};
use crate::board::{Bits, Wide};
use crate::engine::{Counter, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::tours::prune::{Choices, choices, may_close, near_sets, starts};
use crate::tours::question::{Ends, Kind, TourQuestion};

/// The strategy for one question.
#[derive(Debug)]
pub(super) struct Extend<'a> {
    pub question: &'a TourQuestion,
}

impl Extend<'_> {
    /// The first parts of tours, one of each orbit: a start, or for closed tours `[b, s, a]` where
    /// the tour goes from b over s to a.
    fn roots(&self) -> Vec<Unit> {
        let graph = self.question.graph();
        let symmetries = self.question.symmetries();
        let roots: Vec<(Vec<u32>, u64)> = match self.question.kind() {
            Kind::Open => {
                let mut starts = starts(graph);
                if let Ends::From(s) | Ends::Between(s, _) = self.question.ends() {
                    // The group may exchange the ends; tours from the first end are all tours.
                    starts.retain(|&start| start == s as usize);
                    starts.into_iter().map(|start| (vec![start as u32], 1)).collect()
                } else {
                    let orbits = symmetries.orbits(starts, |p, start| p[start] as usize);
                    orbits.iter().map(|o| (vec![o.representative as u32], o.size)).collect()
                }
            }
            Kind::Closed if !may_close(graph) => Vec::new(),
            Kind::Closed => {
                let narrow = (0..graph.len()).min_by_key(|&v| graph.degree(v)).unwrap_or(0);
                let near = graph.neighbours(narrow);
                let pairs = near
                    .iter()
                    .enumerate()
                    .flat_map(|(i, &a)| near[i + 1..].iter().map(move |&b| (a, b)));
                let orbits = symmetries.stabiliser(narrow).orbits(pairs, |p, (a, b)| {
                    let (a, b) = (p[a as usize], p[b as usize]);
                    (a.min(b), a.max(b))
                });
                let narrow = narrow as u32;
                let piece = |(a, b)| vec![b, narrow, a];
                orbits.iter().map(|o| (piece(o.representative), o.size)).collect()
            }
        };
        let share = 1.0 / roots.len().max(1) as f64;
        let unit = |(id, (path, weight))| Unit { id, path, weight, share };
        roots.into_iter().enumerate().map(unit).collect()
    }

    fn kernel<B: Bits>(&self) -> Kernel<B> {
        let graph = self.question.graph();
        Kernel {
            near: near_sets(graph),
            kind: self.question.kind(),
            end: match self.question.ends() {
                Ends::Between(_, e) => B::single(e as usize),
                _ => B::EMPTY,
            },
        }
    }

    fn plan_at<B: Bits>(&self, units: usize) -> Plan {
        let kernel = self.kernel::<B>();
        let mut plan = Plan { units: self.roots(), trunk: Tally::default() };
        let mut grew = true;
        while grew && plan.units.len() < units {
            grew = false;
            for unit in std::mem::take(&mut plan.units) {
                grew |= kernel.grow(unit, &mut plan);
            }
        }
        for (id, unit) in plan.units.iter_mut().enumerate() {
            unit.id = id;
        }
        plan
    }

    fn run_at<B: Bits>(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<Visited>,
    ) -> Result<Tally, Halt> {
        let kernel = self.kernel::<B>();
        let squares = &unit.path[kernel.first()..];
        let mut path = [0; MAX_VERTICES];
        for (place, &square) in path.iter_mut().zip(squares) {
            *place = square as u8;
        }
        let mut walk = Walk {
            kernel: &kernel,
            unit,
            counter: Counter::new(visitor, MAX_VERTICES, unit.weight),
            visited: Visited::new(kernel.near.len(), self.question.kind() == Kind::Closed),
            path,
            prefix: Vec::new(),
        };
        let ended = match (1..=squares.len()).all(|depth| walk.wants(depth)) {
            true => walk.extend(kernel.state(&unit.path), squares.len()),
            false => ControlFlow::Continue(()),
        };
        walk.counter.finish(ended)
    }

    fn probe_at<B: Bits>(&self, probes: u32, random: &mut Random) -> f64 {
        let roots = self.roots();
        if roots.is_empty() {
            return 0.0;
        }
        let kernel = self.kernel::<B>();
        let mut sum = 0.0;
        for _ in 0..probes {
            let mut state = kernel.state(&roots[random.below(roots.len())].path);
            let mut width = roots.len() as f64;
            sum += width;
            while !state.is_last() {
                let Choices { moves, tight } = kernel.choices(&state);
                let Some(next) = moves.iter().nth(random.below(moves.len().max(1))) else { break };
                width *= moves.len() as f64;
                sum += width;
                state = state.enter(next, tight);
            }
        }
        sum / f64::from(probes)
    }
}

/// A partial path; see [`crate::tours::prune`] for the fields.
#[derive(Clone, Copy)]
struct PathState<B> {
    head: usize,
    free: B,
    end: B,
}

impl<B: Bits> PathState<B> {
    /// The state after the path has moved to `next`; another tight square, if any, becomes the end.
    #[inline(always)]
    fn enter(self, next: usize, tight: B) -> PathState<B> {
        PathState { head: next, free: self.free.without(next), end: self.end | tight.without(next) }
    }

    /// True if no choice is left: at most one more square.
    #[inline(always)]
    fn is_last(&self) -> bool {
        self.free.at_most_one()
    }
}

/// The graph in the form of the search.
struct Kernel<B> {
    near: Vec<B>,
    kind: Kind,
    /// The last square of an open tour, if the question fixes it.
    end: B,
}

impl<B: Bits> Kernel<B> {
    #[inline(always)]
    fn choices(&self, state: &PathState<B>) -> Choices<B> {
        choices(&self.near, state.head, state.free, state.end)
    }

    /// Where the visited squares begin on a unit's path: a closed unit's first square is its end
    /// and is visited last.
    fn first(&self) -> usize {
        usize::from(self.kind == Kind::Closed)
    }

    /// The state after a unit's path.
    fn state(&self, path: &[u32]) -> PathState<B> {
        let free = B::all_below(self.near.len());
        let (mut state, rest) = match (self.kind, path) {
            (Kind::Open, [start, rest @ ..]) => {
                let head = *start as usize;
                (PathState { head, free: free.without(head), end: self.end }, rest)
            }
            (Kind::Closed, [end, over, head, rest @ ..]) => {
                let head = *head as usize;
                let free = free.without(*over as usize).without(head);
                (PathState { head, free, end: B::single(*end as usize) }, rest)
            }
            _ => unreachable!("a plan's units begin with a root"),
        };
        for &next in rest {
            state = state.enter(next as usize, self.choices(&state).tight);
        }
        state
    }

    /// Replaces `unit` by its children in the plan; false if there is no choice and the unit itself
    /// was added.
    fn grow(&self, unit: Unit, plan: &mut Plan) -> bool {
        let state = self.state(&unit.path);
        if state.is_last() {
            plan.units.push(unit);
            return false;
        }
        plan.trunk.enter(unit.path.len() - self.first(), 1);
        let moves = self.choices(&state).moves;
        let share = unit.share / moves.len().max(1) as f64;
        plan.units.extend(moves.iter().map(|next| {
            let mut path = unit.path.clone();
            path.push(next as u32);
            Unit { path, share, ..unit }
        }));
        true
    }
}

/// One unit being searched.
struct Walk<'a, B, V> {
    kernel: &'a Kernel<B>,
    unit: &'a Unit,
    counter: Counter<'a, V>,
    visited: Visited,
    /// The visited squares in order; valid up to the depth of the search.
    path: [u8; MAX_VERTICES],
    /// The visited squares for visitors of prefixes.
    prefix: Vec<u32>,
}

impl<B: Bits, V: Visitor<Visited>> Walk<'_, B, V> {
    /// Visits every tour that extends the first `depth` squares of the path.
    fn extend(&mut self, state: PathState<B>, depth: usize) -> ControlFlow<()> {
        if self.counter.count(depth) {
            self.counter.beat(self.done())?;
        }
        if state.is_last() {
            return self.arrive(state, depth);
        }
        let choices = self.kernel.choices(&state);
        for next in choices.moves.iter() {
            self.path[depth] = next as u8;
            if !self.wants(depth + 1) {
                continue;
            }
            self.extend(state.enter(next, choices.tight), depth + 1)?;
        }
        ControlFlow::Continue(())
    }

    /// False if the visitor rejects the prefix of the first `depth` squares.
    #[inline(always)]
    fn wants(&mut self, depth: usize) -> bool {
        if !V::PREFIXES {
            return true;
        }
        self.prefix.clear();
        self.prefix.extend(self.path[..depth].iter().map(|&square| u32::from(square)));
        self.counter.visitor.enter(&self.prefix)
    }

    /// Completes the path by the last square, if a move leads there.
    fn arrive(&mut self, state: PathState<B>, mut depth: usize) -> ControlFlow<()> {
        if let Some(last) = state.free.first() {
            if !self.kernel.near[state.head].contains(last) {
                return ControlFlow::Continue(());
            }
            self.path[depth] = last as u8;
            depth += 1;
            if !self.wants(depth) {
                return ControlFlow::Continue(());
            }
        }
        self.counter.find();
        if !V::NEEDS_SOLUTIONS {
            return ControlFlow::Continue(());
        }
        self.visited.set_path(&self.path[..depth]);
        self.counter.visitor.solution(&self.visited)
    }

    /// The finished fraction of the unit: at each level, the moves before the current one. A few
    /// levels give it to a millionth.
    #[inline(never)]
    fn done(&self) -> f64 {
        let mut state = self.kernel.state(&self.unit.path);
        let (mut done, mut width) = (0.0, 1.0);
        for &square in &self.path[self.unit.path.len() - self.kernel.first()..] {
            if state.is_last() || width < 1e-6 {
                break;
            }
            let Choices { moves, tight } = self.kernel.choices(&state);
            let before = (moves & B::all_below(square as usize)).len();
            width /= moves.len().max(1) as f64;
            done += width * before as f64;
            state = state.enter(square as usize, tight);
        }
        done
    }
}

/// Calls a method that is generic over the width, with the narrowest width that fits the graph.
macro_rules! at_width {
    ($search:ident, $method:ident($($argument:expr),*)) => {
        match $search.question.graph().len() {
            0..=64 => $search.$method::<u64>($($argument),*),
            65..=128 => $search.$method::<u128>($($argument),*),
            _ => $search.$method::<Wide<4>>($($argument),*),
        }
    };
}

impl Extend<'_> {
    pub fn plan(&self, units: usize) -> Plan {
        at_width!(self, plan_at(units))
    }

    pub fn run(&self, unit: &Unit, visitor: &mut impl Visitor<Visited>) -> Result<Tally, Halt> {
        at_width!(self, run_at(unit, visitor))
    }

    pub fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        at_width!(self, probe_at(probes, random))
    }
}
