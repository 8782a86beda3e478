//! Orders by slices along one axis of a board, with the same pattern in every slice.

use super::cost::CostModel;
use super::elimination::EliminationOrder;
use crate::board::{Board, Permutation};

/// A limit on evaluations in the search for a pattern, in vertices.
const BUDGET: usize = 1 << 18;
/// The ratio of states for an order by slices to those for an order of the beam with the same
/// estimated cost: the rest of the board is compact and starves cells earlier. (Measured in sweeps
/// of 6×8, 7×8 and 8×8 by both orders; on 8×8 the order by rows has as many states for 1.4 times
/// the cost, and 0.6 times as many in its largest layer.)
const REGULAR: f64 = 0.6;

/// The cells of a board by their coordinate along `axis`; around a circle alternately from both
/// sides, so that the frontier has two moving fronts instead of a front and a fixed seam.
pub(super) fn slices(board: &Board, axis: usize) -> Vec<Vec<u32>> {
    let length = board.axes()[axis].length;
    let mut slices = vec![Vec::new(); length];
    for cell in 0..board.len() {
        slices[board.coordinates(cell)[axis]].push(cell as u32);
    }
    if !board.axes()[axis].wraps {
        return slices;
    }
    let folded = (0..length).map(|i| if i % 2 == 0 { i / 2 } else { length - 1 - i / 2 });
    folded.map(|i| std::mem::take(&mut slices[i])).collect()
}

pub(super) fn keeps_slices(p: &Permutation, slices: &[Vec<u32>]) -> bool {
    slices.iter().all(|slice| slice.iter().all(|&v| slice.contains(&p[v as usize])))
}

/// The best pattern within slices that is found within the budget: the same in every slice.
pub(super) fn pattern(
    model: &CostModel<'_>,
    slices: &[Vec<u32>],
    mirror: Option<&Permutation>,
) -> EliminationOrder {
    let mut order = bare_pattern(model, slices, mirror);
    order.cost *= REGULAR;
    order
}

fn bare_pattern(
    model: &CostModel<'_>,
    slices: &[Vec<u32>],
    mirror: Option<&Permutation>,
) -> EliminationOrder {
    let longest = slices.iter().max_by_key(|slice| slice.len()).map_or(&[][..], |slice| slice);
    // The mirror's orbits in one slice, as indices.
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    for (place, &v) in longest.iter().enumerate() {
        let image = mirror.map_or(v, |p| p[v as usize]);
        let image = longest.iter().position(|&w| w == image).expect("the mirror keeps slices");
        match place.cmp(&image) {
            std::cmp::Ordering::Less => orbits.push(vec![place, image]),
            std::cmp::Ordering::Equal => orbits.push(vec![place]),
            std::cmp::Ordering::Greater => {}
        }
    }
    let regular = slices.iter().all(|slice| slice.len() == longest.len());
    let order = |orbits: &[Vec<usize>]| -> Vec<u32> {
        let places = || orbits.iter().flatten();
        if regular {
            return slices.iter().flat_map(|slice| places().map(|&at| slice[at])).collect();
        }
        slices.iter().flatten().copied().collect()
    };
    let mut best = model.cost(order(&orbits), mirror);
    if !regular {
        return best;
    }
    let tries = BUDGET / model.near.len().max(1);
    let mut consider = |orbits: &[Vec<usize>]| {
        let next = model.cost(order(orbits), mirror);
        let better = next.cost < best.cost;
        if better {
            best = next;
        }
        better
    };
    let pairs = orbits.iter().filter(|orbit| orbit.len() == 2).count();
    let all = (1..=orbits.len()).try_fold(1usize << pairs.min(40), |n, i| n.checked_mul(i));
    if all.is_some_and(|all| all <= tries) {
        every(&mut orbits, 0, &mut |orbits| {
            consider(orbits);
        });
        return best;
    }
    // Too many for a complete search: exchanges and reversals of orbits, while they improve.
    let mut left = tries;
    let mut better = true;
    while better && left > 0 {
        better = false;
        for i in 0..orbits.len() {
            for j in i..orbits.len() {
                let change = |orbits: &mut Vec<Vec<usize>>| {
                    if i == j { orbits[i].reverse() } else { orbits.swap(i, j) }
                };
                left = left.saturating_sub(1);
                if left == 0 {
                    return best;
                }
                change(&mut orbits);
                if consider(&orbits) {
                    better = true;
                } else {
                    change(&mut orbits);
                }
            }
        }
    }
    best
}

/// Calls `visit` with every order and orientation of the orbits from `fixed` on.
fn every(orbits: &mut Vec<Vec<usize>>, fixed: usize, visit: &mut impl FnMut(&[Vec<usize>])) {
    if fixed == orbits.len() {
        visit(orbits);
        return;
    }
    for other in fixed..orbits.len() {
        orbits.swap(fixed, other);
        for _ in 0..orbits[fixed].len() {
            every(orbits, fixed + 1, visit);
            orbits[fixed].reverse();
        }
        orbits.swap(fixed, other);
    }
}
