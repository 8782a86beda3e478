//! `Root`: the tours through some chosen edges, one set for each orbit of choices.
//!
//! The group of the question acts on its tours. Choosing which edges of the tour meet an orbit of
//! vertices splits the tours into sets that the group permutes. One set of each orbit is searched,
//! with the size of the orbit as its weight; the remaining group is the stabiliser of the choice.
//! Further choices break the stabilisers, until hardly any tour is found twice. For open tours the
//! first choice is the unordered pair of ends, which also covers reversal.
//!
//! The chosen edges are placed without the edges that they force, so a root consists of its edges
//! only; the kernel takes forced edges when it runs.

use std::collections::BTreeSet;

use super::endgame::LAST_EDGES;
use super::state::{Adjacency, State};
use crate::board::{Bits, Permutation};

/// An edge, the smaller vertex first.
pub(super) type Edge = [u32; 2];

/// The tours that contain the given edges.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// The ends of an open tour.
    pub ends: Option<Edge>,
    /// Edges in the order of their choice.
    pub edges: Vec<Edge>,
    /// The number of tours that one tour of this root stands for.
    pub weight: u64,
    /// The symmetries that keep `ends` and `edges`, including the identity.
    pub group: Vec<Permutation>,
}

/// A number of choices at an orbit that breaks a group well: few of them keep a symmetry, and the
/// parts are not yet too many to be units.
const ENOUGH_CHOICES: usize = 128;

/// The most choices into which an orbit is split at a time.
const MAX_CHOICES: usize = 1 << 13;

/// The state of a root, or `None` if it has no tour.
pub(super) fn state<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    root: &Root,
) -> Option<State<B, N, P>> {
    let ends = root.ends.map(|[s, e]| (s as usize, e as usize));
    let mut state = State::start(adjacency, ends)?;
    let fits = |&[a, b]: &Edge| state.add_edge(adjacency, a as usize, b as usize);
    root.edges.iter().all(fits).then_some(state)
}

/// Splits a root at an orbit of vertices under its group, one part for each orbit of choices, or at
/// a single vertex if no orbit is small enough; `None` if this gains nothing.
pub(super) fn broken<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    root: &Root,
) -> Option<Vec<Root>> {
    if root.group.len() < 2 {
        return None;
    }
    let state: State<B, N, P> = state(adjacency, root)?;
    let orbits = vertex_orbits(adjacency.vertices, &root.group);
    let choices = |orbit: &Vec<usize>| {
        let each = orbit.iter().map(|&v| state.choices(adjacency, v));
        each.fold(1, usize::saturating_mul)
    };
    let is_moved = |orbit: &Vec<usize>| {
        let v = orbit[0];
        let near = adjacency.of_vertex(v) & state.words.open;
        orbit.len() > 1 || root.group.iter().any(|g| near.iter().any(|w| g[w] as usize != w))
    };
    // The most choices below the limit, or else the fewest beyond.
    let best = orbits
        .iter()
        .filter(|orbit| is_moved(orbit))
        .map(|orbit| (choices(orbit), orbit))
        .filter(|&(count, _)| count > 1 && count <= MAX_CHOICES)
        .min_by_key(|&(count, orbit)| {
            (count > ENOUGH_CHOICES, count.abs_diff(ENOUGH_CHOICES), orbit[0])
        });
    if let Some((_, orbit)) = best {
        return split_at::<B, N, P>(adjacency, root, orbit);
    }
    // A vertex that few symmetries move: give those up and continue with its stabiliser.
    let stabiliser = |v: usize| root.group.iter().filter(move |g| g[v] as usize == v);
    let vertex = orbits.iter().map(|orbit| orbit[0]).filter(|&v| state.words.open.contains(v));
    let vertex = vertex.filter(|&v| stabiliser(v).count() < root.group.len());
    let vertex = vertex.max_by_key(|&v| (stabiliser(v).count(), std::cmp::Reverse(v)))?;
    let smaller = Root { group: stabiliser(vertex).cloned().collect(), ..root.clone() };
    if smaller.group.len() < 2 {
        return None;
    }
    broken::<B, N, P>(adjacency, &smaller).or(Some(vec![smaller]))
}

/// One part for each orbit of the choices at `vertices`, which must be a union of orbits of the
/// root's group. `None` if a part would have too few edges left for the kernel.
pub(super) fn split_at<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    root: &Root,
    vertices: &[usize],
) -> Option<Vec<Root>> {
    let state: State<B, N, P> = state(adjacency, root)?;
    let placed = root.edges.len() + usize::from(root.ends.is_some());
    if placed + 2 * vertices.len() + LAST_EDGES >= adjacency.vertices {
        return None;
    }
    let mut all = Vec::new();
    enumerate(adjacency, state, vertices, &mut Vec::new(), &mut all);
    let mut parts = Vec::new();
    for edges in all {
        let image = |g: &Permutation| sorted(edges.iter().map(|e| e.map(|v| g[v as usize])));
        let own = sorted(edges.iter().copied());
        let images: Vec<Vec<Edge>> = root.group.iter().map(image).collect();
        if images.iter().any(|image| *image < own) {
            continue;
        }
        let keeps = |&(_, image): &(&Permutation, &Vec<Edge>)| *image == own;
        let kept = root.group.iter().zip(&images).filter(keeps);
        let group: Vec<Permutation> = kept.map(|(g, _)| g.clone()).collect();
        let orbit = (root.group.len() / group.len()) as u64;
        let edges = [&root.edges[..], &edges[..]].concat();
        parts.push(Root { ends: root.ends, edges, weight: root.weight * orbit, group });
    }
    Some(parts)
}

/// Every choice of the tour's edges at `vertices` that is not refuted immediately.
fn enumerate<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    state: State<B, N, P>,
    vertices: &[usize],
    edges: &mut Vec<Edge>,
    all: &mut Vec<Vec<Edge>>,
) {
    let open = vertices.iter().position(|&v| state.words.open.contains(v));
    let Some(next) = open else {
        all.push(edges.clone());
        return;
    };
    let v = vertices[next];
    // A bare vertex takes its two edges one after the other, in ascending order.
    let twice = state.words.bare.contains(v);
    let usable = state.words.usable(adjacency, &state.mates, v);
    for first in usable.iter() {
        let mut one = state;
        let [a, b] = [v.min(first), v.max(first)];
        if !one.add_edge(adjacency, v, first) {
            continue;
        }
        edges.push([a as u32, b as u32]);
        if !twice {
            go_on(adjacency, one, &vertices[next + 1..], edges, all);
        } else {
            let usable = one.words.usable(adjacency, &one.mates, v) & !B::all_below(first);
            for second in usable.iter() {
                let mut two = one;
                if two.add_edge(adjacency, v, second) {
                    edges.push([v.min(second) as u32, v.max(second) as u32]);
                    go_on(adjacency, two, &vertices[next + 1..], edges, all);
                    edges.pop();
                }
            }
        }
        edges.pop();
    }
}

fn go_on<B: Bits, const N: usize, const P: usize>(
    adjacency: &Adjacency<B, N>,
    state: State<B, N, P>,
    vertices: &[usize],
    edges: &mut Vec<Edge>,
    all: &mut Vec<Vec<Edge>>,
) {
    let mut forced = state;
    if forced.settle(adjacency).is_some() {
        enumerate(adjacency, state, vertices, edges, all);
    }
}

fn sorted(edges: impl Iterator<Item = Edge>) -> Vec<Edge> {
    let mut edges: Vec<Edge> = edges.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    edges.sort_unstable();
    edges
}

/// The orbits of the vertices, each ascending.
pub(super) fn vertex_orbits(vertices: usize, group: &[Permutation]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; vertices];
    let mut orbits = Vec::new();
    for v in 0..vertices {
        if !seen[v] {
            let orbit: BTreeSet<usize> = group.iter().map(|g| g[v] as usize).collect();
            orbit.iter().for_each(|&w| seen[w] = true);
            orbits.push(orbit.into_iter().collect());
        }
    }
    orbits
}
