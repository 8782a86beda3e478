//! The vertex order, which determines the cost of a sweep.
//!
//! [`EliminationOrder`] is an order with its symmetry, and [`CostModel`] estimates its cost. A beam
//! search, patterns and a greedy rule find orders, and [`best_order`] chooses the cheapest.
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
//!
//! Two orders of the same set of vertices differ only in their cost so far, so only the cheaper one
//! is kept. Among the sets of one length, those with the least cost so far plus the cost of their
//! own layer are kept. The search finds orders beyond any rule for rectangles: on 7×7 they need a
//! third of the states of the best order by rows.
//!
//! With a mirror, images are taken in pairs, so that every prefix in the beam is symmetric.

use std::collections::HashMap;

use crate::board::{Bits, Board, Graph, Permutation, Symmetries, Wide};
use crate::tours::prune::near_sets;

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
            if let Some(order) = beam_search(graph, &model.layer_costs, mirror, width) {
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

/// A vertex order and its symmetry.
#[derive(Clone, Debug)]
pub struct EliminationOrder {
    pub vertices: Vec<u32>,
    /// An automorphism of order two under which many prefixes are symmetric.
    pub mirror: Option<Permutation>,
    /// The number of first vertices that an automorphism of order two maps to the last ones. An
    /// open tour with both ends among the first ones is the image of one with both among the last.
    pub flip: usize,
    /// The most cells in the frontier at a time, including the vertex being eliminated.
    pub width: usize,
    /// The cost: the sum over the layers of `cost::states_on`, halved where symmetric.
    pub cost: f64,
}

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

/// A wider frontier is infeasible; the remaining vertices are then taken by number.
const WIDEST: usize = 1 << 9;

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
            if frontier.len() > WIDEST {
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
fn beam_search(
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
        let image = |v: usize| mirror.map_or(v, |p| p[v] as usize);
        Beam {
            near: near_sets(graph),
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
