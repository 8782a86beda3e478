//! Where the halves meet, and which symmetries serve.
//!
//! A half costs by the cells of its frontier, as any sweep does. So orders that are good for a
//! whole sweep are tried, and each with every cut that fits it:
//!
//! - by a *flip*: a symmetry takes the first vertices to others that are neither eliminated
//!   nor next to eliminated ones where the upper half ends. Then the lower half is an image of
//!   what the upper half was some steps before its end, or at its end, and is not swept.
//! - into *both* halves: the upper one takes the first vertices of the order, the lower one the
//!   last, backwards, up to those that have an edge to the first.

use super::net::Net;
use crate::board::{Board, Graph, Permutation, Symmetries};
use crate::tours::frontier::elimination_orders;

/// Symmetries that are tried as flips.
const FLIPS: usize = 64;

/// What a flip that serves some steps before the end costs more: that layer is kept.
const UNEVEN: f64 = 1.5;

/// How the halves meet.
#[derive(Clone, Debug)]
pub enum Way {
    /// The image of the first `lower` vertices is the lower half, the first `upper` ones are
    /// the upper half.
    Flip {
        /// The symmetry.
        flip: Permutation,
        /// The vertices that it is used for.
        lower: usize,
        /// Those of the upper half, at least as many.
        upper: usize,
    },
    /// The first `upper` vertices are the upper half, the lower one is swept, too.
    Both {
        /// The vertices of the upper half.
        upper: usize,
    },
}

/// An order of the vertices and a cut of it.
#[derive(Clone, Debug)]
pub struct Cut {
    /// In which order they are eliminated.
    pub order: Vec<u32>,
    /// A symmetry that is its own inverse, under which many layers are their own images.
    pub mirror: Option<Permutation>,
    /// How the halves meet.
    pub way: Way,
    /// What both sweeps are taken to cost.
    pub price: f64,
}

impl Cut {
    /// True if the mirror maps the first vertices to themselves.
    pub fn is_own_image(&self, first: usize) -> bool {
        let vertices = &self.order[..first];
        self.mirror
            .as_ref()
            .is_some_and(|mirror| vertices.iter().all(|&v| vertices.contains(&mirror[v as usize])))
    }
}

/// The cheapest cut whose halves and meeting have at most so many slots.
pub fn best_cut(
    net: &Net,
    graph: &Graph,
    symmetries: &Symmetries,
    board: Option<&Board>,
    slots: usize,
) -> Option<Cut> {
    let apex = usize::from(net.apex().is_some());
    let mut best: Option<Cut> = None;
    let mut consider = |cut: Cut| {
        if cut.price.is_finite() && best.as_ref().is_none_or(|best| cut.price < best.price) {
            best = Some(cut);
        }
    };
    let flips = || symmetries.elements().iter().skip(1).take(FLIPS);
    for found in elimination_orders(graph, symmetries, board) {
        let (order, mirror) = (found.vertices, found.mirror);
        let costs = Costs::new(graph, &order, mirror.as_ref(), apex, slots);
        for flip in flips() {
            for (way, price) in by_flip(graph, &order, flip, &costs) {
                consider(Cut { order: order.clone(), mirror: mirror.clone(), way, price });
            }
        }
        for (way, price) in into_both(graph, &order, &costs, apex, slots) {
            consider(Cut { order: order.clone(), mirror: mirror.clone(), way, price });
        }
    }
    best
}

/// The states that a layer of so many cells can have.
fn states_on(cells: usize) -> f64 {
    // One more cell is bare or inner, or is paired with one of those before it.
    let step = |(before, last): (f64, f64), n: usize| (last, 2.0 * last + (n - 1) as f64 * before);
    (1..=cells).fold((0.0, 1.0), step).1
}

/// The cost of each prefix of an order.
struct Costs {
    /// By vertices: the cost of all layers up to this one; infinite if there are too few slots.
    sums: Vec<f64>,
    apex: usize,
    slots: usize,
}

impl Costs {
    fn new(
        graph: &Graph,
        order: &[u32],
        mirror: Option<&Permutation>,
        apex: usize,
        slots: usize,
    ) -> Costs {
        let mut touched = vec![false; graph.len()];
        let mut done = vec![false; graph.len()];
        let (mut cells, mut alone, mut sum) = (apex, 0usize, 0.0);
        let mut sums = vec![0.0];
        for &v in order {
            let v = v as usize;
            cells += usize::from(!std::mem::replace(&mut touched[v], true));
            let mut most = cells;
            for &w in graph.neighbours(v) {
                cells += usize::from(!std::mem::replace(&mut touched[w as usize], true));
            }
            cells -= 1;
            most = most.max(cells);
            done[v] = true;
            let mut halved = 1.0;
            if let Some(mirror) = mirror {
                match mirror[v] as usize {
                    image if image == v => {}
                    image if done[image] => alone -= 1,
                    _ => alone += 1,
                }
                halved = if alone == 0 { 0.5 } else { 1.0 };
            }
            sum += if most > slots { f64::INFINITY } else { states_on(cells) * halved };
            sums.push(sum);
        }
        Costs { sums, apex, slots }
    }

    /// The cost of so many edges between so many cells where the halves meet.
    fn of_meeting(&self, cells: usize, edges: usize) -> f64 {
        let cells = cells + self.apex;
        if cells > self.slots { f64::INFINITY } else { states_on(cells) * (1 + edges) as f64 }
    }
}

/// Every cut by this symmetry.
fn by_flip(graph: &Graph, order: &[u32], flip: &Permutation, costs: &Costs) -> Vec<(Way, f64)> {
    let size = order.len();
    let mut position = vec![0; size];
    order.iter().enumerate().for_each(|(at, &v)| position[v as usize] = at);
    // The upper half may go up to the first vertex that is in the lower half or next to it.
    let mut limit = size;
    let mut ways = Vec::new();
    for (at, &v) in order.iter().enumerate() {
        let image = flip[v as usize] as usize;
        let near = graph.neighbours(image).iter().map(|&w| position[w as usize]);
        limit = near.fold(limit.min(position[image]), usize::min);
        let (lower, upper) = (at + 1, limit);
        if lower > upper {
            break;
        }
        let inside = middle_edges(graph, order, flip, [lower, upper]);
        let edges = if lower == upper { inside.div_ceil(2) } else { inside };
        let price = costs.sums[upper] + costs.of_meeting(size - lower - upper, edges);
        let price = if lower == upper { price } else { price * UNEVEN };
        ways.push((Way::Flip { flip: flip.clone(), lower, upper }, price));
    }
    ways
}

/// The edges inside the middle.
fn middle_edges(
    graph: &Graph,
    order: &[u32],
    flip: &Permutation,
    [lower, upper]: [usize; 2],
) -> usize {
    let mut inside = vec![true; order.len()];
    order[..upper].iter().for_each(|&v| inside[v as usize] = false);
    order[..lower].iter().for_each(|&v| inside[flip[v as usize] as usize] = false);
    graph.edges().filter(|&(a, b)| inside[a] && inside[b]).count()
}

/// The vertices that have an edge to the first ones of an order, and those that are left, the
/// last first.
pub fn beyond(graph: &Graph, order: &[u32], first: usize) -> (Vec<u32>, Vec<u32>) {
    let mut touched = vec![false; order.len()];
    for &v in &order[..first] {
        graph.neighbours(v as usize).iter().for_each(|&w| touched[w as usize] = true);
    }
    order[first..].iter().rev().partition(|&&v| touched[v as usize])
}

/// Every cut of which both halves are swept.
fn into_both(
    graph: &Graph,
    order: &[u32],
    costs: &Costs,
    apex: usize,
    slots: usize,
) -> Vec<(Way, f64)> {
    let size = order.len();
    let mut ways = Vec::new();
    for upper in 1..size {
        if costs.sums[upper].is_infinite() {
            break;
        }
        let (middle, rest) = beyond(graph, order, upper);
        // Without a lower half, a cycle must not fit into the upper one.
        if rest.is_empty() && 2 * upper >= size {
            break;
        }
        if middle.len() + apex > slots {
            continue;
        }
        let inside =
            |&(a, b): &(usize, usize)| middle.contains(&(a as u32)) && middle.contains(&(b as u32));
        let edges = graph.edges().filter(inside).count();
        let other = Costs::new(graph, &[&rest[..], &middle].concat(), None, apex, slots);
        let price = costs.sums[upper] + other.sums[rest.len()];
        ways.push((Way::Both { upper }, price + costs.of_meeting(middle.len(), edges)));
    }
    ways
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Costs, Cut, Way, by_flip, into_both, states_on};
    use crate::board::{Board, Graph, Permutation, Piece};
    use crate::engine::Random;
    use crate::tours::frontier::elimination_orders;
    use crate::tours::halves::counting::Counting;
    use crate::tours::halves::plan::{Net, Plan};
    use crate::tours::halves::samples::{Sample, counted};
    use crate::tours::{Kind, TourQuestion};

    #[test]
    fn states_are_bare_inner_or_paired() {
        // One cell: bare, inner. Two: four of these, and a pair. Three: eight, and six with one.
        assert_eq!([0, 1, 2, 3].map(states_on), [1.0, 2.0, 5.0, 14.0]);
    }

    fn is_involution(p: &Permutation) -> bool {
        p.iter().enumerate().all(|(v, &to)| p[to as usize] as usize == v)
    }

    /// The cuts of a question's graph with at most so many slots, whatever they cost, each with a
    /// symmetry that may be a mirror, or the one that changes nothing.
    fn all_cuts(question: &TourQuestion, net: &Net, slots: usize) -> Vec<Cut> {
        let (graph, symmetries) = (question.graph(), question.symmetries());
        let apex = usize::from(net.apex().is_some());
        let mirrors = symmetries.elements().iter().filter(|p| is_involution(p)).cloned();
        let mirrors: Vec<_> = mirrors.map(Some).collect();
        let mut cuts = Vec::new();
        for found in elimination_orders(graph, symmetries, question.shape()) {
            let order = found.vertices;
            let costs = Costs::new(graph, &order, None, apex, slots);
            let flips = symmetries.elements().iter().skip(1);
            let ways = flips.flat_map(|flip| by_flip(graph, &order, flip, &costs));
            let ways = ways.chain(into_both(graph, &order, &costs, apex, slots));
            for (way, price) in ways.filter(|(_, price)| price.is_finite()) {
                // One after the other, as all would be many.
                let mirror = mirrors[cuts.len() % mirrors.len()].clone();
                cuts.push(Cut { order: order.clone(), mirror, way, price });
            }
        }
        cuts
    }

    /// The tours by a plan.
    fn tours_by(plan: Plan) -> String {
        let sample = Sample::of(plan);
        counted(&Counting { bits: 64, ..sample.counting() }).0
    }

    /// By flips that are their own inverses and others, that keep the mirror or not, a row before
    /// the end or at it, and into both halves.
    #[test]
    fn every_cut_counts_the_same_tours() {
        let (mut turned, mut both) = (0, 0);
        let on = |board: &str, piece, kind| {
            let board: Board = board.parse().unwrap();
            TourQuestion::new(&board, &Piece::named(piece, 2).unwrap(), kind)
        };
        for (question, tours) in [
            (on("3x4", "king", Kind::Closed), "120"),
            (on("3x3", "rook", Kind::Closed), "48"),
            (on("3x3", "king", Kind::Closed), "16"),
            (on("3x3", "king", Kind::Open), "392"),
            (on("torus:4x3", "wazir", Kind::Closed), "126"),
        ] {
            let net = Net::new(question.graph(), question.kind(), question.ends());
            for cut in all_cuts(&question, &net, 8) {
                let plan = Plan::of(&net, question.graph(), &cut);
                assert_eq!(tours_by(plan), tours, "{:?} {cut:?}", question.label());
                match cut.way {
                    Way::Flip { flip, .. } => turned += usize::from(!is_involution(&flip)),
                    Way::Both { .. } => both += 1,
                }
            }
        }
        assert!(turned > 9 && both > 9, "{turned} turned, {both} of both");
    }

    /// Random graphs of two halves and five vertices between them, which have no edges among
    /// themselves, and a flip that is its own inverse only when it is done twice: of groups that
    /// meet there are orbits of four, where partners would have been taken for two and two.
    #[test]
    fn halves_do_not_meet_as_partners_by_a_flip_of_order_four() {
        let flip: Permutation = Box::new([4, 5, 6, 7, 1, 0, 3, 2, 9, 12, 8, 11, 10]);
        let mut tours = 0;
        for seed in 0..30 {
            let mut random = Random::new(seed);
            let mut edges = BTreeSet::new();
            let mut pairs = (0..4).flat_map(|a| (a + 1..4).chain(8..13).map(move |b| (a, b)));
            while let Some((mut a, mut b)) = pairs.find(|_| random.below(2) == 0) {
                while edges.insert((a.min(b), a.max(b))) {
                    (a, b) = (flip[a] as usize, flip[b] as usize);
                }
            }
            let edges: Vec<(usize, usize)> = edges.into_iter().collect();
            let graph = Graph::from_edges(13, &edges).unwrap();
            let question = TourQuestion::of_graph(graph, "two halves", Kind::Closed);
            let net = Net::new(question.graph(), question.kind(), question.ends());
            let order: Vec<u32> = (0..4).chain(8..13).chain(4..8).collect();
            let by = |way| {
                let (order, mirror, price) = (order.clone(), None, 0.0);
                let plan = Plan::of(&net, question.graph(), &Cut { order, mirror, way, price });
                (tours_by(plan.clone()), plan)
            };
            let (both, _) = by(Way::Both { upper: 4 });
            let (turned, plan) = by(Way::Flip { flip: flip.clone(), lower: 4, upper: 4 });
            assert_eq!(turned, both, "{seed}");
            // Not where a vertex between them comes in late.
            let is_last = plan.joint.layer == plan.upper.last();
            tours += usize::from(is_last && both != "0");
        }
        assert!(tours > 9, "{tours}");
    }
}
