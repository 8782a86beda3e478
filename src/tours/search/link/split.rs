//! The plan of a linking search: roots by symmetry, then units of similar cost.
//!
//! The roots depend on the question alone. They are split further by the kernel's own branchings,
//! the unit of largest estimated cost first. The nodes of the units and of the trunk above them
//! therefore sum to those of the whole search, wherever it is split. A unit's path is its edges,
//! two numbers each: for an open tour first the two ends, then the chosen edges.

use std::collections::BinaryHeap;

use super::choose::{Branching, Choice, SHOWN_LEVELS, choose};
use super::endgame::LAST_EDGES;
use super::root::{Edge, Root, broken, split_at, state};
use super::state::{Adjacency, Join, State};
use crate::board::{Bits, Graph, Permutation};
use crate::engine::{Part, Plan, Random, Tally, Unit};
use crate::tours::prune::{may_close, starts};
use crate::tours::question::{Ends, Kind, TourQuestion};
use crate::tours::search::visited::END;

/// The number of rounds of breaking stabilisers; after these few tours still have one.
const ROUNDS: usize = 3;

/// The roots of a question, with at least one edge placed in each, so that the kernel finds an end
/// to branch on.
pub(super) fn roots<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    question: &TourQuestion,
) -> Vec<Root> {
    let mut roots = first_choices(question);
    for _ in 0..ROUNDS {
        let broken = |root: Root| match broken::<B, N, P>(adjacency, &root) {
            Some(parts) => parts,
            None => vec![root],
        };
        roots = roots.into_iter().flat_map(broken).collect();
    }
    roots.into_iter().flat_map(|root| with_an_end::<B, N, P>(adjacency, root)).collect()
}

/// The first choice: the pair of ends of an open tour, nothing for a closed one.
pub(super) fn first_choices(question: &TourQuestion) -> Vec<Root> {
    let (graph, group) = (question.graph(), question.symmetries());
    if question.kind() == Kind::Closed {
        let all = Root { ends: None, edges: vec![], weight: 1, group: group.elements().to_vec() };
        return if may_close(graph) { vec![all] } else { Vec::new() };
    }
    let pairs = pairs(graph);
    let (pairs, directions) = match question.ends() {
        Ends::Free => (pairs, 2),
        Ends::From(s) => (pairs.into_iter().filter(|pair| pair.contains(&s)).collect(), 1),
        Ends::Between(s, e) => {
            let wanted = [s.min(e), s.max(e)];
            (pairs.into_iter().filter(|&pair| pair == wanted).collect::<Vec<Edge>>(), 1)
        }
    };
    let root = |pair: Edge| {
        let image = |g: &Permutation| {
            let [s, e] = pair.map(|v| g[v as usize]);
            [s.min(e), s.max(e)]
        };
        let images: Vec<Edge> = group.elements().iter().map(image).collect();
        if images.iter().any(|&image| image < pair) {
            return None;
        }
        let keeps = group.elements().iter().zip(&images).filter(|(_, image)| **image == pair);
        let kept: Vec<Permutation> = keeps.map(|(g, _)| g.clone()).collect();
        let orbit = (group.order() / kept.len()) as u64;
        Some(Root { ends: Some(pair), edges: vec![], weight: directions * orbit, group: kept })
    };
    pairs.into_iter().filter_map(root).collect()
}

/// The unordered pairs of vertices that an open tour can join: see [`starts`].
fn pairs(graph: &Graph) -> Vec<Edge> {
    let starts = starts(graph);
    let colours = graph.colours();
    let differ = |a: usize, b: usize| {
        // With two colour classes of equal size all vertices are starts, and each tour joins both
        // colours.
        let Some(colours) = &colours else { return true };
        colours[a] != colours[b] || starts.len() < graph.len()
    };
    let with = |(i, &a): (usize, &usize)| {
        let later = starts[i + 1..].iter().filter(move |&&b| differ(a, b));
        later.map(move |&b| [a as u32, b as u32]).collect::<Vec<_>>()
    };
    starts.iter().enumerate().flat_map(with).collect()
}

/// The root, or its parts by the edges of a first vertex if nothing is placed or forced.
fn with_an_end<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    root: Root,
) -> Vec<Root> {
    let Some(mut settled) = state::<B, N, P>(adjacency, &root) else { return Vec::new() };
    if settled.settle(adjacency).is_none() {
        return Vec::new();
    }
    if settled.words.open != settled.words.bare || settled.edges_left() <= LAST_EDGES {
        return vec![root];
    }
    let fewest =
        (0..adjacency.vertices).min_by_key(|&v| settled.choices(adjacency, v)).unwrap_or(0);
    let keeps = |g: &&Permutation| g[fewest] as usize == fewest;
    let group = root.group.iter().filter(keeps).cloned().collect();
    let root = Root { group, ..root };
    split_at::<B, N, P>(adjacency, &root, &[fewest]).unwrap_or_else(|| vec![root])
}

/// Units of smaller estimated cost are not split.
const LEAST_COST: f64 = 1024.0;

/// Estimates of sizes in nodes. A few random descents from one state can miss the largest part of
/// its tree, so the mean over all states with the same number of edges left is also used.
struct Sizes<'a, B, const N: usize, const P: usize> {
    adjacency: &'a Adjacency<B, N>,
    random: Random,
    /// By the edges left after forced ones: the sum of the descents, and their number.
    seen: Vec<(f64, f64)>,
}

impl<B: Bits, const N: usize, const P: usize> Sizes<'_, B, N, P> {
    /// The mean of some descents, which is recorded, and the edges left.
    fn look(&mut self, root: &Root, probes: usize) -> (f64, usize) {
        let Some(mut state) = state::<B, N, P>(self.adjacency, root) else { return (0.0, 0) };
        if state.settle(self.adjacency).is_none() {
            return (1.0, 0);
        }
        let left = state.edges_left();
        let sum: f64 =
            (0..probes).map(|_| 1.0 + probe(self.adjacency, state, &mut self.random)).sum();
        self.seen.resize(self.seen.len().max(left + 1), (0.0, 0.0));
        self.seen[left].0 += sum;
        self.seen[left].1 += probes as f64;
        (sum / probes as f64, left)
    }

    fn of(&mut self, root: &Root, probes: usize) -> f64 {
        let (own, left) = self.look(root, probes);
        let (sum, count) = self.seen.get(left).copied().unwrap_or_default();
        if count > 0.0 { f64::midpoint(own, sum / count) } else { own }
    }
}

/// A unit during planning.
struct Costed {
    root: Root,
    /// The estimated nodes.
    cost: f64,
}

/// Splits roots by the kernel's branchings until there are about `units` units of similar cost.
pub(super) fn plan<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    roots: &[Root],
    units: usize,
) -> Plan {
    let mut trunk = Tally::default();
    let mut sizes = Sizes::<B, N, P> { adjacency, random: Random::new(1975), seen: Vec::new() };
    for root in roots {
        sizes.look(root, 4);
    }
    let mut heap: BinaryHeap<Costed> = BinaryHeap::new();
    heap.extend(roots.iter().map(|root| Costed { cost: sizes.of(root, 1), root: root.clone() }));
    let mut finished = Vec::new();
    let total: f64 = heap.iter().map(|costed| costed.cost).sum();
    // A smaller unit would cost as much to hand out as to run.
    let enough = (total / units as f64).max(LEAST_COST);
    while let Some(costed) = heap.pop() {
        if costed.cost <= enough {
            finished.push(costed);
            break;
        }
        match children::<B, N, P>(adjacency, &costed.root) {
            None => finished.push(costed),
            Some((placed, parts)) => {
                trunk.enter(placed, 1);
                heap.extend(
                    parts.into_iter().map(|root| Costed { cost: sizes.of(&root, 2), root }),
                );
            }
        }
    }
    finished.extend(heap);
    finished.sort_by(|a, b| (a.root.ends, &a.root.edges).cmp(&(b.root.ends, &b.root.edges)));
    let total: f64 = finished.iter().map(|costed| costed.cost).sum();
    let unit = |(id, costed): (usize, Costed)| Unit {
        id,
        path: path(&costed.root),
        weight: costed.root.weight,
        share: costed.cost / total.max(1.0),
    };
    Plan { units: finished.into_iter().enumerate().map(unit).collect(), trunk }
}

/// The parts of a root by the kernel's next branching, and the number of edges placed before it;
/// `None` if the root is too near its end.
fn children<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    root: &Root,
) -> Option<(usize, Vec<Root>)> {
    let mut settled: State<B, N, P> = state(adjacency, root)?;
    settled.settle(adjacency)?;
    let chosen = root.edges.len() + usize::from(root.ends.is_some());
    if settled.words.open.len() <= super::cache::ZONE
        || chosen + 2 + LAST_EDGES >= adjacency.vertices
    {
        return None;
    }
    let part = |edges: &[Edge]| {
        let edges = [&root.edges[..], edges].concat();
        Root { ends: root.ends, edges, weight: root.weight, group: Vec::new() }
    };
    let parts = joins(adjacency, &settled).into_iter().map(|join| {
        let edge = |w: usize| [join.v.min(w) as u32, join.v.max(w) as u32];
        if join.over.is_empty() {
            part(&[edge(join.q)])
        } else {
            part(&[edge(join.p), edge(join.q)])
        }
    });
    Some((adjacency.vertices - settled.edges_left(), parts.collect()))
}

/// The joins into which the kernel branches at a settled state.
fn joins<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    state: &State<B, N, P>,
) -> Vec<Join<B>> {
    let (vertex, bare) = match choose(&state.words) {
        Choice::Outer(u) => (u, false),
        Choice::Bare(v) => (v, true),
    };
    let usable = state.words.usable(adjacency, &state.mates, vertex);
    usable.iter().map(|w| Join::nth(vertex, bare, usable, B::single(w))).collect()
}

/// One random descent: an unbiased estimate of the nodes below `state`.
pub(super) fn probe<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    mut state: State<B, N, P>,
    random: &mut Random,
) -> f64 {
    let (mut nodes, mut width) = (0.0, 1.0);
    if state.words.open == state.words.bare && state.settle(adjacency).is_some() {
        // No end to branch on yet: the roots make the kernel's first choice.
        if state.words.open == state.words.bare && state.edges_left() > LAST_EDGES {
            let fewest =
                (0..adjacency.vertices).min_by_key(|&v| state.choices(adjacency, v)).unwrap_or(0);
            let usable: Vec<usize> =
                state.words.usable(adjacency, &state.mates, fewest).iter().collect();
            width = state.choices(adjacency, fewest) as f64;
            let first = random.below(usable.len());
            let second = (first + 1 + random.below(usable.len() - 1)) % usable.len();
            let both = state.add_edge(adjacency, fewest, usable[first])
                && state.add_edge(adjacency, fewest, usable[second]);
            if !both {
                return nodes;
            }
        }
    }
    while state.settle(adjacency).is_some() && state.edges_left() > LAST_EDGES {
        nodes += width;
        let joins = joins(adjacency, &state);
        width *= joins.len() as f64;
        if !state.words.link(adjacency, &mut state.mates, joins[random.below(joins.len())]) {
            break;
        }
    }
    nodes
}

fn path(root: &Root) -> Vec<u32> {
    root.ends.iter().chain(&root.edges).flatten().copied().collect()
}

/// The root of a unit's path, for a kernel to start from.
pub(super) fn root_of(unit: &Unit, kind: Kind) -> Root {
    let mut edges = unit.path.chunks_exact(2).map(|edge| [edge[0], edge[1]]);
    let ends = if kind == Kind::Open { edges.next() } else { None };
    Root { ends, edges: edges.collect(), weight: unit.weight, group: Vec::new() }
}

/// True if the tour with these squares in order contains the edges of a unit's root.
#[cfg(test)]
pub fn is_in(unit: &Unit, kind: Kind, squares: &[u8]) -> bool {
    let Root { ends, edges, .. } = root_of(unit, kind);
    let mut place = [usize::MAX; 256];
    squares.iter().enumerate().for_each(|(i, &square)| place[usize::from(square)] = i);
    let last = squares.len() - 1;
    let joined = |[a, b]: Edge| {
        let apart = place[a as usize].abs_diff(place[b as usize]);
        apart == 1 || kind == Kind::Closed && apart == last
    };
    let ends_there = |[a, b]: Edge| place[a as usize].abs_diff(place[b as usize]) == last;
    ends.is_none_or(ends_there) && edges.into_iter().all(joined)
}

impl PartialEq for Costed {
    fn eq(&self, other: &Costed) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Costed {}

impl PartialOrd for Costed {
    fn partial_cmp(&self, other: &Costed) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Costed {
    fn cmp(&self, other: &Costed) -> std::cmp::Ordering {
        self.cost.total_cmp(&other.cost)
    }
}

/// The remaining choices on the stack, those of the first branching first.
pub(super) struct Parts<'a, B, const N: usize, const P: usize> {
    pub adjacency: &'a Adjacency<B, N>,
    pub stack: &'a mut [Branching<B, N, P>],
    /// The placed edges, those of the unit first.
    pub edges: &'a [[u8; 2]],
}

impl<B: Bits, const N: usize, const P: usize> Iterator for Parts<'_, B, N, P> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let can = |branching: &Branching<B, N, P>| {
            !branching.left.is_empty() && branching.before.is_none()
        };
        let at = self.stack.iter().position(can)?;
        let share = if at < SHOWN_LEVELS { width(self.adjacency, &self.stack[..=at]) } else { 0.0 };
        let Branching { state, left, vertex, bare, placed, .. } = &mut self.stack[at];
        // The last choice, so that the choices taken, given away and left stay in order.
        let choice = left.iter().last()?;
        *left = left.without(choice);
        let usable = state.words.usable(self.adjacency, &state.mates, *vertex);
        let Join { v, p, q, over, .. } = Join::nth(*vertex, *bare, usable, B::single(choice));
        let joined = [[v, q], [v, p]];
        let joined = &joined[..if over.is_empty() { 1 } else { 2 }];
        let edge = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
        let before = &self.edges[..*placed + self.adjacency.vertices - END];
        let edges = before.iter().map(|edge| edge.map(u32::from));
        let edges = edges.chain(joined.iter().map(|edge| edge.map(|v| v as u32)));
        Some(Part { path: edges.flat_map(edge).collect(), share })
    }
}

/// The fraction of the unit for one choice of the last of these branchings.
fn width<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    stack: &[Branching<B, N, P>],
) -> f64 {
    stack.iter().map(|branching| 1.0 / choices(adjacency, branching) as f64).product()
}

/// The finished fraction of the unit: at each branching, the choices before the current one, and
/// those given away.
pub(super) fn done<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    stack: &[Branching<B, N, P>],
) -> f64 {
    let (mut done, mut width) = (0.0, 1.0);
    for branching in &stack[..stack.len().min(SHOWN_LEVELS)] {
        let count = choices(adjacency, branching);
        width /= count as f64;
        done += width * (count - 1 - branching.left.len()) as f64;
    }
    done
}

fn choices<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    branching: &Branching<B, N, P>,
) -> usize {
    branching.state.words.usable(adjacency, &branching.state.mates, branching.vertex).len()
}
