//! Chooses a vertex order with few states.
//!
//! The states of a layer grow by about a constant factor with each cell of the frontier, the
//! remaining vertices with an eliminated neighbour. If a layer is symmetric under an involution of
//! the graph, its states are halved. A good order therefore has a small sum, over the layers, of
//! the number of states on the frontier, halved where symmetric.
//!
//! Several orders are compared. On most boards a beam search over prefixes wins. On long boards it
//! is an order by slices along one axis (around a circle from both sides alternately) that uses the
//! same pattern in every slice: mirror pairs, whose order and orientation are searched. A greedy
//! order is for graphs without a board that are too large for the beam. Every order gives the right
//! count; only the cost differs.

use super::beam;
use super::cost::CostModel;
use super::elimination::EliminationOrder;
use super::greedy::greedy;
use super::pattern::{keeps_slices, pattern, slices};
use crate::board::{Board, Graph, Permutation, Symmetries};

/// The cost of examining a prefix in the beam, in units of an order's cost.
const BEAM_COST: f64 = 1000.0;
/// A cost that no order makes feasible.
const HOPELESS: f64 = 1e15;
/// Prefixes kept for each length, tried one after the other.
const BEAMS: [usize; 2] = [20, 200];
/// Mirrors that are tried, in the beam and for each direction.
const MIRRORS: usize = 4;

/// Chooses an order, in a few hundredths of a second for a chessboard. The mirror is one of
/// `symmetries`, automorphisms of the graph that preserve the question.
pub fn best_order(
    graph: &Graph,
    symmetries: &Symmetries,
    board: Option<&Board>,
) -> EliminationOrder {
    let model = CostModel::new(graph);
    let involutions = involutions(symmetries);
    let mut best = quick_order(graph, symmetries, board);
    for width in BEAMS {
        // A beam search must not take longer than the sweep, and is pointless if the sweep stays
        // infeasible.
        let worth = BEAM_COST * (width * graph.len()) as f64;
        if best.cost < worth || best.cost > HOPELESS {
            break;
        }
        let mirrors = involutions.iter().take(MIRRORS).map(|&mirror| Some(mirror));
        for mirror in std::iter::once(None).chain(mirrors) {
            if let Some(order) = beam::search(graph, &model.layer_costs, mirror, width) {
                best = cheaper(best, model.cost(order, mirror));
            }
        }
    }
    best.flip = flip(&best.vertices, best.mirror.as_ref(), &involutions);
    best
}

/// The best order that needs no search; at best as cheap as that of [`best_order`].
pub fn quick_order(
    graph: &Graph,
    symmetries: &Symmetries,
    board: Option<&Board>,
) -> EliminationOrder {
    let mut orders = elimination_orders(graph, symmetries, board).into_iter();
    let first = orders.next().expect("there is always the natural order");
    orders.fold(first, cheaper)
}

/// All orders that need no search: by number, greedy ones, and by the slices of a board.
pub fn elimination_orders(
    graph: &Graph,
    symmetries: &Symmetries,
    board: Option<&Board>,
) -> Vec<EliminationOrder> {
    let model = CostModel::new(graph);
    let natural = model.cost((0..graph.len() as u32).collect(), None);
    let mut orders = vec![natural, model.cost(greedy(graph), None)];
    let Some(board) = board.filter(|board| board.len() == graph.len()) else { return orders };
    let involutions = involutions(symmetries);
    for axis in 0..board.rank() {
        let slices = slices(board, axis);
        orders.push(pattern(&model, &slices, None));
        let keeps = |p: &&&Permutation| keeps_slices(p, &slices);
        let mirrors = involutions.iter().filter(keeps).take(MIRRORS);
        orders.extend(mirrors.map(|mirror| pattern(&model, &slices, Some(mirror))));
    }
    orders
}

fn cheaper(a: EliminationOrder, b: EliminationOrder) -> EliminationOrder {
    if b.cost < a.cost { b } else { a }
}

fn involutions(symmetries: &Symmetries) -> Vec<&Permutation> {
    symmetries.elements().iter().filter(|p| is_involution(p)).collect()
}

fn is_involution(p: &Permutation) -> bool {
    let twice = |v: usize| p[p[v] as usize] as usize;
    (0..p.len()).all(|v| twice(v) == v) && (0..p.len()).any(|v| p[v] as usize != v)
}

/// The length of the longest prefix that an involution maps to the suffix of the same length, where
/// the mirror keeps both: a state and its mirror image must have equal completions.
fn flip(vertices: &[u32], mirror: Option<&Permutation>, involutions: &[&Permutation]) -> usize {
    let len = vertices.len();
    let mut position = vec![0; len];
    vertices.iter().enumerate().for_each(|(at, &v)| position[v as usize] = at);
    // True for each length of a prefix that the mirror keeps.
    let mut kept = vec![true; len + 1];
    if let Some(mirror) = mirror {
        let mut furthest = 0;
        for (at, &v) in vertices.iter().enumerate() {
            furthest = furthest.max(position[mirror[v as usize] as usize]);
            kept[at + 1] = furthest <= at;
        }
    }
    let longest = |p: &&Permutation| {
        let mut longest = 0;
        // The least position of an image of the prefix.
        let mut least = len;
        for (at, &v) in vertices.iter().enumerate().take(len / 2) {
            least = least.min(position[p[v as usize] as usize]);
            if least == len - 1 - at && kept[at + 1] && kept[len - 1 - at] {
                longest = at + 1;
            }
        }
        longest
    };
    involutions.iter().map(longest).max().unwrap_or(0)
}
