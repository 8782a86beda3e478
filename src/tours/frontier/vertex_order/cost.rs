//! The estimated cost of an order: the states of its layers, by the number of frontier cells.

use super::elimination::EliminationOrder;
use crate::board::{Graph, Permutation};

/// How fast the number of states falls off away from the middle.
const STEEPNESS: f64 = 25.0;
/// The number of frontier cells that the narrow key holds, and the additional cost factor of a
/// wider one.
const NARROW: usize = 16;
const WIDE_COST: f64 = 8.0;

/// The number of ways in which `cells` cells can be bare, inner, or paired ends: an upper bound on
/// the states of a layer for closed tours.
fn states_on(cells: usize) -> f64 {
    // One more cell is bare, inner, or paired with one of those before it.
    let mut ways = vec![1.0, 2.0];
    for n in 2..=cells {
        let next = 2.0 * ways[n - 1] + (n - 1) as f64 * ways[n - 2];
        ways.push(next);
    }
    ways[cells]
}

/// The cost of layers.
pub(super) struct LayerCosts {
    /// By the number of frontier cells.
    states: Vec<f64>,
    /// By the number of eliminated vertices.
    shares: Vec<f64>,
}

impl LayerCosts {
    /// Most states of a frontier occur in the middle of a sweep: before, too few vertices are
    /// eliminated to generate them; after, too few are left to complete them, and the rules drop
    /// them. (The model is fitted to sweeps of 7×7 and 8×8.)
    fn new(vertices: usize) -> LayerCosts {
        let share = |done: usize| {
            let off = done as f64 / vertices.max(1) as f64 - 0.53;
            (-STEEPNESS * off * off).exp()
        };
        let cost = |cells| states_on(cells) * if cells > NARROW { WIDE_COST } else { 1.0 };
        LayerCosts {
            states: (0..=vertices.min(200)).map(cost).collect(),
            shares: (0..=vertices).map(share).collect(),
        }
    }

    /// The cost of a layer after `done` vertices with `cells` frontier cells.
    pub(super) fn of(&self, done: usize, cells: usize) -> f64 {
        self.states.get(cells).copied().unwrap_or(f64::MAX) * self.shares[done]
    }
}

/// Computes the cost of orders of one graph.
pub(super) struct CostModel<'a> {
    pub near: Vec<&'a [u32]>,
    pub layer_costs: LayerCosts,
}

impl<'a> CostModel<'a> {
    pub(super) fn new(graph: &'a Graph) -> Self {
        CostModel {
            near: (0..graph.len()).map(|v| graph.neighbours(v)).collect(),
            layer_costs: LayerCosts::new(graph.len()),
        }
    }

    pub(super) fn cost(
        &self,
        vertices: Vec<u32>,
        mirror: Option<&Permutation>,
    ) -> EliminationOrder {
        let mut touched = vec![false; self.near.len()];
        let mut done = vec![false; self.near.len()];
        let (mut cells, mut width, mut lopsided) = (0usize, 0usize, 0usize);
        let mut cost = 0.0;
        for (at, &v) in vertices.iter().enumerate() {
            let v = v as usize;
            if !std::mem::replace(&mut touched[v], true) {
                cells += 1;
            }
            width = width.max(cells);
            for &w in self.near[v] {
                cells += usize::from(!std::mem::replace(&mut touched[w as usize], true));
            }
            done[v] = true;
            cells -= 1;
            width = width.max(cells);
            let mut halved = 1.0;
            if let Some(mirror) = mirror {
                let image = mirror[v] as usize;
                match () {
                    () if image == v => {}
                    () if done[image] => lopsided -= 1,
                    () => lopsided += 1,
                }
                if lopsided == 0 {
                    halved = 0.5;
                }
            }
            cost += self.layer_costs.of(at + 1, cells) * halved;
        }
        if width > NARROW {
            cost *= WIDE_COST;
        }
        EliminationOrder { vertices, mirror: mirror.cloned(), flip: 0, width, cost }
    }
}
