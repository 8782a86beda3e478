//! A greedy order, for graphs without a board that are too large for the beam.

use super::cost::CostModel;
use crate::board::Graph;

/// A wider frontier is infeasible; the remaining vertices are then taken by number.
const HOPELESS: usize = 1 << 9;

/// A limit on evaluations over all starts, in vertices.
const BUDGET: usize = 1 << 18;

/// The order that always takes the vertex that adds the fewest cells to the frontier, and among
/// equals the one that has waited longest; the best result of several starts.
pub(super) fn greedy(graph: &Graph) -> Vec<u32> {
    let model = CostModel::new(graph);
    let mut starts: Vec<usize> = (0..graph.len()).collect();
    starts.sort_by_key(|&v| graph.degree(v));
    starts.truncate((BUDGET / (16 * graph.len() * graph.len()).max(1)).clamp(1, 16));
    let orders = starts.into_iter().map(|start| {
        let mut touched = vec![false; graph.len()];
        let mut done = vec![false; graph.len()];
        let mut order = Vec::with_capacity(graph.len());
        // In the order of arrival.
        let mut frontier: Vec<usize> = Vec::new();
        let mut next = Some(start);
        while let Some(v) = next {
            if frontier.len() > HOPELESS {
                order.extend((0..graph.len() as u32).filter(|&w| !done[w as usize]));
                break;
            }
            order.push(v as u32);
            done[v] = true;
            touched[v] = true;
            frontier.retain(|&w| w != v);
            let is_new = |&&w: &&u32| !touched[w as usize];
            let new: Vec<u32> = graph.neighbours(v).iter().filter(is_new).copied().collect();
            for w in new {
                touched[w as usize] = true;
                frontier.push(w as usize);
            }
            let cost = |&v: &usize| {
                let is_new = |&&w: &&u32| !touched[w as usize];
                graph.neighbours(v).iter().filter(is_new).count()
            };
            let elsewhere = || done.iter().position(|&done| !done);
            next = frontier.iter().copied().min_by_key(cost).or_else(elsewhere);
        }
        model.cost(order, None)
    });
    let best = orders.min_by(|a, b| a.cost.total_cmp(&b.cost));
    best.map_or_else(Vec::new, |order| order.vertices)
}
