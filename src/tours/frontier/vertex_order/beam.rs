//! Beam search for a vertex order: repeatedly extends the best prefixes of each length.
//!
//! Two orders of the same set of vertices differ only in their cost so far, so only the cheaper one
//! is kept. Among the sets of one length, those with the least cost so far plus the cost of their
//! own layer are kept. The search finds orders beyond any rule for rectangles: on 7×7 they need a
//! third of the states of the best order by rows.
//!
//! With a mirror, images are taken in pairs, so that every prefix in the beam is symmetric.

use std::collections::HashMap;

use super::cost::LayerCosts;
use crate::board::{Bits, Graph, Permutation, Wide};

/// The largest graph: beyond it, the search would take seconds.
pub(super) const MOST_VERTICES: usize = <Wide<4> as Bits>::CAPACITY;

/// A set of vertices and the order that leads to it.
#[derive(Clone)]
struct Prefix<B> {
    done: B,
    frontier: B,
    cost: f64,
    /// The cost so far plus the cost of its own layer.
    rank: f64,
    /// Identifies the set: the sum of one random number for each vertex.
    key: u64,
    step: Step,
}

/// The last step that led to a prefix.
#[derive(Clone, Copy, Default)]
struct Step {
    /// The length and the index of the prefix before it.
    parent: (usize, usize),
    /// The vertices that were added.
    added: [Option<u32>; 2],
}

/// An order for a connected graph, symmetric if a mirror is given. `width` is the number of
/// prefixes kept for each length.
pub(super) fn search(
    graph: &Graph,
    layer_costs: &LayerCosts,
    mirror: Option<&Permutation>,
    width: usize,
) -> Option<Vec<u32>> {
    match graph.len() {
        0..=64 => Beam::<u64>::new(graph, layer_costs, mirror).run(width),
        65..=128 => Beam::<u128>::new(graph, layer_costs, mirror).run(width),
        129..=MOST_VERTICES => Beam::<Wide<4>>::new(graph, layer_costs, mirror).run(width),
        _ => None,
    }
}

struct Beam<'a, B> {
    near: Vec<B>,
    /// The image of each vertex; the vertex itself without a mirror.
    image: Vec<usize>,
    halved: f64,
    layer_costs: &'a LayerCosts,
}

impl<'a, B: Bits> Beam<'a, B> {
    fn new(graph: &Graph, layer_costs: &'a LayerCosts, mirror: Option<&Permutation>) -> Self {
        let set = |v| graph.neighbours(v).iter().fold(B::EMPTY, |set, &w| set.with(w as usize));
        let image = |v: usize| mirror.map_or(v, |p| p[v] as usize);
        Beam {
            near: (0..graph.len()).map(set).collect(),
            image: (0..graph.len()).map(image).collect(),
            halved: if mirror.is_some() { 0.5 } else { 1.0 },
            layer_costs,
        }
    }

    fn cost(&self, done: B, frontier: B) -> f64 {
        self.layer_costs.of(done.len(), frontier.len())
    }

    fn run(&self, width: usize) -> Option<Vec<u32>> {
        let vertices = self.near.len();
        let mut layers: Vec<Vec<Prefix<B>>> = vec![Vec::new(); vertices + 1];
        let mut places: Vec<HashMap<u64, usize>> = vec![HashMap::new(); vertices + 1];
        layers[0].push(Prefix {
            done: B::EMPTY,
            frontier: B::EMPTY,
            cost: 0.0,
            rank: 0.0,
            key: 0,
            step: Step::default(),
        });
        // Of prefixes that have been extended only the steps are kept.
        let mut steps: Vec<Vec<Step>> = Vec::with_capacity(vertices);
        for length in 0..vertices {
            let mut kept = std::mem::take(&mut layers[length]);
            let by_rank =
                |a: &Prefix<B>, b: &Prefix<B>| a.rank.total_cmp(&b.rank).then(a.key.cmp(&b.key));
            if kept.len() > width {
                kept.select_nth_unstable_by(width, by_rank);
                kept.truncate(width);
            }
            kept.sort_unstable_by(by_rank);
            for (place, prefix) in kept.iter().enumerate() {
                for v in self.choices(prefix).iter().filter(|&v| v <= self.image[v]) {
                    let mut next = self.extended(prefix, v);
                    next.step.parent = (length, place);
                    let longer = next.done.len();
                    let known = *places[longer].entry(next.key).or_insert(layers[longer].len());
                    match layers[longer].get_mut(known) {
                        None => layers[longer].push(next),
                        Some(other) if next.cost < other.cost => *other = next,
                        Some(_) => {}
                    }
                }
            }
            steps.push(kept.iter().map(|prefix| prefix.step).collect());
            places[length] = HashMap::new();
        }
        self.path(layers.last()?, &steps)
    }

    /// The vertices of the frontier and their neighbours, or all remaining vertices if the frontier
    /// is empty.
    fn choices(&self, prefix: &Prefix<B>) -> B {
        let near = prefix.frontier.iter().fold(prefix.frontier, |set, v| set | self.near[v]);
        let near = near & !prefix.done;
        if near.is_empty() { B::all_below(self.near.len()) & !prefix.done } else { near }
    }

    /// The prefix extended by `v`, and then by its image.
    fn extended(&self, prefix: &Prefix<B>, v: usize) -> Prefix<B> {
        let mut next = prefix.clone();
        let image = self.image[v];
        next.step.added = [Some(v as u32), (image != v).then_some(image as u32)];
        for w in next.step.added.into_iter().flatten().map(|w| w as usize) {
            // The layer between a vertex and its image is not symmetric.
            let share = if w == image { self.halved } else { 1.0 };
            next.done = next.done.with(w);
            next.frontier = (next.frontier | self.near[w]) & !next.done;
            let layer = self.cost(next.done, next.frontier);
            next.cost += share * layer;
            next.rank = next.cost + layer;
            next.key = next.key.wrapping_add(random(w));
        }
        next
    }

    /// The cheapest complete order in `ends`; `steps` lead to shorter prefixes.
    fn path(&self, ends: &[Prefix<B>], steps: &[Vec<Step>]) -> Option<Vec<u32>> {
        let mut at = ends.iter().min_by(|a, b| a.cost.total_cmp(&b.cost))?.step;
        let mut order = Vec::with_capacity(self.near.len());
        while at.added != [None; 2] {
            order.extend(at.added.iter().rev().flatten());
            at = steps[at.parent.0][at.parent.1];
        }
        order.reverse();
        Some(order)
    }
}

/// A pseudo-random number for each vertex.
fn random(v: usize) -> u64 {
    let x = (v as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ (x >> 7)
}
