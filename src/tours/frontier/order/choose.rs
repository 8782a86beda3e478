//! Chooses the order in which the vertices are eliminated, so that there are few states.
//!
//! The states of a layer grow by about a constant factor with each cell of the frontier,
//! the vertices left that have an eliminated neighbour; an order that is symmetric under
//! an involution of the graph at a layer halves it there. So an order is good if the sum
//! over the layers of all states on so many cells, halved where symmetric, is small.
//!
//! Several orders are priced. A beam search over prefix sets wins on most boards. On long
//! ones an order that goes slice by slice along one axis (around a circle from both sides
//! at once) takes the cells of each slice in the same pattern: mirror pairs, whose order
//! and orientation are searched. A greedy order serves graphs that are too large for the
//! beam and have no board. Every order is right; only its price differs.

use super::beam;
use super::elimination::EliminationOrder;
use super::greedy::greedy;
use super::pattern::{keeps_slices, pattern, slices};
use super::price::Pricing;
use crate::board::{Board, Graph, Permutation, Symmetries};

/// What a prefix set of the beam costs in the measure of prices.
const BEAM_COST: f64 = 1000.0;
/// A price that no order brings into reach.
const HOPELESS: f64 = 1e15;
/// Prefix sets that the beam keeps of each length, tried one after the other.
const BEAMS: [usize; 2] = [20, 200];
/// Mirrors that are tried, in the beam and for each direction.
const MIRRORS: usize = 4;

/// Chooses an order, in a few hundredths of a second for a chessboard. The mirror is
/// one of `symmetries`, which are automorphisms of the graph that keep whatever else is
/// asked.
pub fn best_order(
    graph: &Graph,
    symmetries: &Symmetries,
    board: Option<&Board>,
) -> EliminationOrder {
    let pricing = Pricing::new(graph);
    let involutions = involutions(symmetries);
    let mut best = quick_order(graph, symmetries, board);
    for width in BEAMS {
        // A beam that takes longer than the sweep is no help, and neither is one that
        // brings a sweep from a thousand years to a hundred.
        let worth = BEAM_COST * (width * graph.len()) as f64;
        if best.price < worth || best.price > HOPELESS {
            break;
        }
        let mirrors = involutions.iter().take(MIRRORS).map(|&mirror| Some(mirror));
        for mirror in std::iter::once(None).chain(mirrors) {
            if let Some(order) = beam::search(graph, &pricing.prices, mirror, width) {
                best = cheaper(best, pricing.price(order, mirror));
            }
        }
    }
    best.flip = flip(&best.vertices, best.mirror.as_ref(), &involutions);
    best
}

/// The best order that needs no search: dearer than [`best_order`]'s, or the same.
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
    let pricing = Pricing::new(graph);
    let natural = pricing.price((0..graph.len() as u32).collect(), None);
    let mut orders = vec![natural, pricing.price(greedy(graph), None)];
    let Some(board) = board.filter(|board| board.len() == graph.len()) else { return orders };
    let involutions = involutions(symmetries);
    for axis in 0..board.rank() {
        let slices = slices(board, axis);
        orders.push(pattern(&pricing, &slices, None));
        let keeps = |p: &&&Permutation| keeps_slices(p, &slices);
        let mirrors = involutions.iter().filter(keeps).take(MIRRORS);
        orders.extend(mirrors.map(|mirror| pattern(&pricing, &slices, Some(mirror))));
    }
    orders
}

fn cheaper(a: EliminationOrder, b: EliminationOrder) -> EliminationOrder {
    if b.price < a.price { b } else { a }
}

fn involutions(symmetries: &Symmetries) -> Vec<&Permutation> {
    symmetries.elements().iter().filter(|p| is_involution(p)).collect()
}

fn is_involution(p: &Permutation) -> bool {
    let twice = |v: usize| p[p[v] as usize] as usize;
    (0..p.len()).all(|v| twice(v) == v) && (0..p.len()).any(|v| p[v] as usize != v)
}

/// The longest prefix that an involution maps onto the suffix of the same length, if the
/// mirror keeps both: a state and its mirror image must have the same to expect of them.
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
        // The least position that an image of the prefix has.
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
