//! `Order`: in which order the vertices are eliminated, chosen for few classes.
//!
//! The classes of a layer grow by about a constant factor with each cell of the frontier,
//! the vertices left that have an eliminated neighbour; an order that is symmetric under
//! an involution of the graph at a layer halves it there. So an order is good if the sum
//! over the layers of all classes on so many cells, halved where symmetric, is small.
//!
//! Several orders are priced. A beam search over prefix sets wins on most boards. On long
//! ones an order that goes slice by slice along one axis (around a circle from both sides
//! at once) takes the cells of each slice in the same pattern: mirror pairs, whose order
//! and orientation are searched. A greedy order serves graphs that are too large for the
//! beam and have no board. Every order is right; only its price differs.

use super::beam;
use crate::board::{Board, Graph, Permutation, Symmetries};

/// Evaluations that the search for a pattern may spend, in vertices.
const BUDGET: usize = 1 << 18;
/// How much fewer classes the layers far from the middle have.
const STEEPNESS: f64 = 25.0;
/// The cells of the frontier that the narrow key holds, and what a wider one costs more.
const NARROW: usize = 16;
const WIDE_COST: f64 = 8.0;
/// An order by slices has fewer classes than its price says, against one that the beam
/// finds at the same price: the rest of the board is compact and starves cells earlier.
/// (Sweeps of 6×8, 7×8 and 8×8 by both orders; 8×8 has as many classes by rows for 1.4
/// times the price, and 0.6 times as many in its largest layer.)
const REGULAR: f64 = 0.6;
/// What a prefix set of the beam costs in the measure of prices.
const BEAM_COST: f64 = 1000.0;
/// A price that no order brings into reach.
const HOPELESS: f64 = 1e15;
/// Prefix sets that the beam keeps of each length, tried one after the other.
const BEAMS: [usize; 2] = [20, 200];
/// Mirrors that are tried, in the beam and for each direction.
const MIRRORS: usize = 4;

/// A vertex order and what it has of symmetry.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub vertices: Vec<u32>,
    /// An automorphism of order two under which many prefixes are symmetric.
    pub mirror: Option<Permutation>,
    /// The first so many vertices are the image of the last so many under an automorphism
    /// of order two: an open tour with both ends among the first ones is the image of one
    /// with both among the last.
    pub flip: usize,
    /// The most cells in the frontier at once, the vertex being eliminated included.
    pub width: usize,
    /// The sum over the layers of [`classes_on`], halved where symmetric.
    pub price: f64,
}

/// The number of ways in which `cells` cells can be bare, inner, or paired ends: the most
/// classes that a layer of a closed sweep can have.
pub(super) fn classes_on(cells: usize) -> f64 {
    // One more cell is bare or inner, or is paired with one of those before it.
    let mut ways = vec![1.0, 2.0];
    for n in 2..=cells {
        let next = 2.0 * ways[n - 1] + (n - 1) as f64 * ways[n - 2];
        ways.push(next);
    }
    ways[cells]
}

impl Order {
    /// Chooses an order. The mirror is one of `symmetries`, which are automorphisms of the
    /// graph that keep whatever else is asked.
    pub(super) fn choose(graph: &Graph, symmetries: &Symmetries, board: Option<&Board>) -> Order {
        let pricing = Pricing::new(graph);
        let involutions: Vec<&Permutation> =
            symmetries.elements().iter().filter(|p| is_involution(p)).collect();
        let cheaper = |a: Order, b: Order| if b.price < a.price { b } else { a };
        let natural = pricing.price((0..graph.len() as u32).collect(), None);
        let mut best = cheaper(natural, pricing.price(greedy(graph), None));
        if let Some(board) = board.filter(|board| board.len() == graph.len()) {
            for axis in 0..board.rank() {
                let slices = slices(board, axis);
                best = cheaper(best, pattern(&pricing, &slices, None));
                let keeps = |p: &&&Permutation| keeps_slices(p, &slices);
                for mirror in involutions.iter().filter(keeps).take(MIRRORS) {
                    best = cheaper(best, pattern(&pricing, &slices, Some(mirror)));
                }
            }
        }
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
}

fn is_involution(p: &Permutation) -> bool {
    let twice = |v: usize| p[p[v] as usize] as usize;
    (0..p.len()).all(|v| twice(v) == v) && (0..p.len()).any(|v| p[v] as usize != v)
}

/// The longest prefix that an involution maps onto the suffix of the same length, if the
/// mirror keeps both: a class and its mirror image must have the same to expect of them.
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

/// The cells of a board by their coordinate along `axis`; around a circle alternately
/// from both sides, so that the frontier has two fronts and not one and a fixed seam.
fn slices(board: &Board, axis: usize) -> Vec<Vec<u32>> {
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

fn keeps_slices(p: &Permutation, slices: &[Vec<u32>]) -> bool {
    slices.iter().all(|slice| slice.iter().all(|&v| slice.contains(&p[v as usize])))
}

/// The best pattern within slices that the budget finds: the same one in every slice.
fn pattern(pricing: &Pricing<'_>, slices: &[Vec<u32>], mirror: Option<&Permutation>) -> Order {
    let mut order = bare_pattern(pricing, slices, mirror);
    order.price *= REGULAR;
    order
}

fn bare_pattern(pricing: &Pricing<'_>, slices: &[Vec<u32>], mirror: Option<&Permutation>) -> Order {
    let longest = slices.iter().max_by_key(|slice| slice.len()).map_or(&[][..], |slice| slice);
    // The mirror's orbits in one slice, as places in it.
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
    let mut best = pricing.price(order(&orbits), mirror);
    if !regular {
        return best;
    }
    let tries = BUDGET / pricing.near.len().max(1);
    let mut consider = |orbits: &[Vec<usize>]| {
        let next = pricing.price(order(orbits), mirror);
        let better = next.price < best.price;
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
    // Too many: exchanges and turns of orbits, as long as they help.
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

/// The order that always takes the vertex that brings the fewest new cells into the
/// frontier, the one that has waited longest among equals; the best of several starts.
fn greedy(graph: &Graph) -> Vec<u32> {
    let pricing = Pricing::new(graph);
    let mut starts: Vec<usize> = (0..graph.len()).collect();
    starts.sort_by_key(|&v| graph.degree(v));
    starts.truncate((BUDGET / (16 * graph.len() * graph.len()).max(1)).clamp(1, 16));
    let orders = starts.into_iter().map(|start| {
        let mut touched = vec![false; graph.len()];
        let mut done = vec![false; graph.len()];
        let mut order = Vec::with_capacity(graph.len());
        // In the order in which they came.
        let mut frontier: Vec<usize> = Vec::new();
        let mut next = Some(start);
        while let Some(v) = next {
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
        pricing.price(order, None)
    });
    let best = orders.min_by(|a, b| a.price.total_cmp(&b.price));
    best.map_or_else(Vec::new, |order| order.vertices)
}

/// What a layer is taken to cost.
pub(super) struct Prices {
    /// By the cells of the frontier.
    classes: Vec<f64>,
    /// By the eliminated vertices.
    shares: Vec<f64>,
}

impl Prices {
    /// Of all the classes on a frontier most occur in the middle of a sweep: before, too
    /// few vertices have been eliminated to make them, after, too few are left to complete
    /// them, and the rules drop those. (The model was fitted to sweeps of 7×7 and 8×8.)
    fn new(vertices: usize) -> Prices {
        let share = |done: usize| {
            let off = done as f64 / vertices.max(1) as f64 - 0.53;
            (-STEEPNESS * off * off).exp()
        };
        let price = |cells| classes_on(cells) * if cells > NARROW { WIDE_COST } else { 1.0 };
        Prices {
            classes: (0..=vertices.min(200)).map(price).collect(),
            shares: (0..=vertices).map(share).collect(),
        }
    }

    /// The price of a layer after `done` vertices with `cells` cells in the frontier.
    pub(super) fn of(&self, done: usize, cells: usize) -> f64 {
        self.classes.get(cells).copied().unwrap_or(f64::MAX) * self.shares[done]
    }
}

/// Prices orders of one graph.
struct Pricing<'a> {
    near: Vec<&'a [u32]>,
    prices: Prices,
}

impl<'a> Pricing<'a> {
    fn new(graph: &'a Graph) -> Self {
        Pricing {
            near: (0..graph.len()).map(|v| graph.neighbours(v)).collect(),
            prices: Prices::new(graph.len()),
        }
    }

    fn price(&self, vertices: Vec<u32>, mirror: Option<&Permutation>) -> Order {
        let mut touched = vec![false; self.near.len()];
        let mut done = vec![false; self.near.len()];
        let (mut cells, mut width, mut lopsided) = (0usize, 0usize, 0usize);
        let mut price = 0.0;
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
            price += self.prices.of(at + 1, cells) * halved;
        }
        if width > NARROW {
            price *= WIDE_COST;
        }
        Order { vertices, mirror: mirror.cloned(), flip: 0, width, price }
    }
}
