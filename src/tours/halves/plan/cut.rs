//! The graph of a sweep; and the cut: where the halves meet, and which symmetries the sweep uses.
//!
//! The cost of a half depends on the size of its frontier, as in any sweep. So the elimination
//! orders of `frontier` are tried, each with all its cuts, of two kinds:
//!
//! - by a *flip*: a symmetry maps the first vertices to vertices that are neither eliminated nor
//!   adjacent to eliminated ones at the end of the upper half. Then the lower half is the image of
//!   the upper half at its end, or some steps earlier, and is not swept.
//! - into *both* halves: the upper half takes the first vertices of the order. The lower half takes
//!   the last ones, backwards, up to those that are adjacent to the upper half.

use crate::board::{Board, Graph, Permutation, Symmetries};
use crate::tours::frontier::elimination_orders;
use crate::tours::question::{Ends, Kind};

/// The graph, with an additional vertex, the apex, for open tours.
///
/// The apex joins the two ends of an open tour, which becomes a cycle. If the ends are free, the
/// apex is adjacent to every square. If one end is given, every cycle takes its edge to the apex.
/// If both ends are given, the apex has these two edges only.
#[derive(Clone, Debug)]
pub struct AugmentedGraph {
    near: Vec<Vec<u32>>,
    apex: Option<u32>,
    /// Squares whose edge to the apex is forced.
    forced: Vec<u32>,
    /// True for white vertices, if the graph is connected and bipartite. The apex has no colour if
    /// it has a white and a black neighbour in every tour.
    white: Option<Vec<bool>>,
}

impl AugmentedGraph {
    /// The graph whose Hamiltonian cycles are the tours of this kind with these ends.
    pub fn new(graph: &Graph, kind: Kind, ends: Ends) -> AugmentedGraph {
        let size = graph.len();
        let mut near: Vec<Vec<u32>> = (0..size).map(|v| graph.neighbours(v).to_vec()).collect();
        let white = graph.colours().filter(|_| graph.components().len() == 1);
        if kind == Kind::Closed {
            return AugmentedGraph { near, apex: None, forced: Vec::new(), white };
        }
        let apex = size as u32;
        let (forced, free) = match ends {
            Ends::Free => (Vec::new(), true),
            Ends::From(end) => (vec![end], true),
            Ends::Between(a, b) => (vec![a, b], false),
        };
        let whites = white.iter().flatten().filter(|&&white| white).count();
        let is_even = 2 * whites == size;
        // If a colour has one more square than the other, both ends have that colour. If both have
        // equally many, the ends have different colours.
        let colour = white.as_ref().and_then(|white| match forced[..] {
            [end] if is_even => Some(!white[end as usize]),
            _ => (whites.abs_diff(size - whites) == 1).then_some(2 * whites > size),
        });
        let may_end = |&v: &u32| {
            let own = white.as_ref().map(|white| white[v as usize]);
            free && !forced.contains(&v) && colour.is_none_or(|colour| own == Some(colour))
        };
        let joined: Vec<u32> = (0..apex).filter(may_end).collect();
        let white = white.and_then(|mut white| {
            let mut ends = joined.iter().chain(&forced).map(|&v| white[v as usize]);
            let colour = ends.next()?;
            if ends.any(|end| end != colour) {
                return is_even.then_some(white);
            }
            // The apex has the opposite colour of its neighbours.
            white.push(!colour);
            Some(white)
        });
        joined.iter().for_each(|&v| near[v as usize].push(apex));
        near.push(joined);
        AugmentedGraph { near, apex: Some(apex), forced, white }
    }

    /// The number of vertices, including the apex.
    pub fn len(&self) -> usize {
        self.near.len()
    }

    /// The neighbours by edges that are not forced.
    pub fn near(&self, v: u32) -> &[u32] {
        &self.near[v as usize]
    }

    /// The apex of open tours. It is never eliminated.
    pub fn apex(&self) -> Option<u32> {
        self.apex
    }

    /// The colours of all vertices, true for white, if the graph is connected and bipartite. The
    /// apex is omitted if it has a neighbour of each colour in every tour.
    pub fn white(&self) -> Option<&[bool]> {
        self.white.as_deref()
    }

    /// True if every tour takes the edge from this square to the apex.
    pub fn is_forced(&self, v: u32) -> bool {
        self.forced.contains(&v)
    }
}

/// The number of symmetries that are tried as flips.
const FLIPS: usize = 64;

/// The cost factor of a flip that uses an earlier layer of the upper half, which must be kept.
const UNEVEN: f64 = 1.5;

#[derive(Clone, Debug)]
pub enum CutKind {
    /// The first `upper` vertices are the upper half. The image of the first `lower` vertices is
    /// the lower half.
    Flip {
        flip: Permutation,
        /// The number of vertices whose image is the lower half.
        lower: usize,
        /// The number of vertices of the upper half, at least `lower`.
        upper: usize,
    },
    /// The first `upper` vertices are the upper half. The lower half is swept, too.
    Both { upper: usize },
}

/// An elimination order and a cut of it.
#[derive(Clone, Debug)]
pub struct GraphCut {
    pub order: Vec<u32>,
    /// An involutory symmetry that maps many layers to themselves.
    pub mirror: Option<Permutation>,
    pub kind: CutKind,
    /// The estimated cost of both sweeps and the meeting: possible states.
    pub cost: f64,
}

impl GraphCut {
    /// True if the mirror maps the first vertices to themselves.
    pub fn is_own_image(&self, first: usize) -> bool {
        let vertices = &self.order[..first];
        self.mirror
            .as_ref()
            .is_some_and(|mirror| vertices.iter().all(|&v| vertices.contains(&mirror[v as usize])))
    }
}

/// The cheapest cut whose halves and interface have at most `slots` slots.
pub fn best_cut(
    augmented: &AugmentedGraph,
    graph: &Graph,
    symmetries: &Symmetries,
    board: Option<&Board>,
    slots: usize,
) -> Option<GraphCut> {
    let apex = usize::from(augmented.apex().is_some());
    let mut best: Option<GraphCut> = None;
    let mut consider = |cut: GraphCut| {
        if cut.cost.is_finite() && best.as_ref().is_none_or(|best| cut.cost < best.cost) {
            best = Some(cut);
        }
    };
    let flips = || symmetries.elements().iter().skip(1).take(FLIPS);
    for found in elimination_orders(graph, symmetries, board) {
        let (order, mirror) = (found.vertices, found.mirror);
        let costs = Costs::new(graph, &order, mirror.as_ref(), apex, slots);
        for flip in flips() {
            for (kind, cost) in by_flip(graph, &order, flip, &costs) {
                consider(GraphCut { order: order.clone(), mirror: mirror.clone(), kind, cost });
            }
        }
        for (kind, cost) in into_both(graph, &order, &costs, apex, slots) {
            consider(GraphCut { order: order.clone(), mirror: mirror.clone(), kind, cost });
        }
    }
    best
}

/// The number of possible states of a layer with this many cells.
fn states_on(cells: usize) -> f64 {
    // An additional cell is bare, inner, or paired with an earlier one.
    let step = |(before, last): (f64, f64), n: usize| (last, 2.0 * last + (n - 1) as f64 * before);
    (1..=cells).fold((0.0, 1.0), step).1
}

/// The cost of each prefix of an order.
struct Costs {
    /// By number of vertices: the sum over all layers so far; infinite if a layer needs too many
    /// slots.
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

    /// The cost of a meeting with this many cells and edges between them.
    fn of_meeting(&self, cells: usize, edges: usize) -> f64 {
        let cells = cells + self.apex;
        if cells > self.slots { f64::INFINITY } else { states_on(cells) * (1 + edges) as f64 }
    }
}

/// All cuts by this flip, with their costs.
fn by_flip(graph: &Graph, order: &[u32], flip: &Permutation, costs: &Costs) -> Vec<(CutKind, f64)> {
    let size = order.len();
    let mut position = vec![0; size];
    order.iter().enumerate().for_each(|(at, &v)| position[v as usize] = at);
    // The upper half ends before the first vertex that is in the lower half or adjacent to it.
    let mut limit = size;
    let mut kinds = Vec::new();
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
        let cost = costs.sums[upper] + costs.of_meeting(size - lower - upper, edges);
        let cost = if lower == upper { cost } else { cost * UNEVEN };
        kinds.push((CutKind::Flip { flip: flip.clone(), lower, upper }, cost));
    }
    kinds
}

/// The number of edges between vertices of neither half.
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

/// The vertices after the first ones of an order, from last to first: those adjacent to the first
/// ones, and the others.
pub fn beyond(graph: &Graph, order: &[u32], first: usize) -> (Vec<u32>, Vec<u32>) {
    let mut touched = vec![false; order.len()];
    for &v in &order[..first] {
        graph.neighbours(v as usize).iter().for_each(|&w| touched[w as usize] = true);
    }
    order[first..].iter().rev().partition(|&&v| touched[v as usize])
}

/// All cuts into two swept halves, with their costs.
fn into_both(
    graph: &Graph,
    order: &[u32],
    costs: &Costs,
    apex: usize,
    slots: usize,
) -> Vec<(CutKind, f64)> {
    let size = order.len();
    let mut kinds = Vec::new();
    for upper in 1..size {
        if costs.sums[upper].is_infinite() {
            break;
        }
        let (middle, rest) = beyond(graph, order, upper);
        // If there is no lower half, the upper one must be too small for a cycle.
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
        let cost = costs.sums[upper] + other.sums[rest.len()];
        kinds.push((CutKind::Both { upper }, cost + costs.of_meeting(middle.len(), edges)));
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::{Costs, CutKind, GraphCut, by_flip, into_both};
    use crate::board::{Board, Graph, Permutation, Piece};
    use crate::engine::Random;
    use crate::tours::frontier::elimination_orders;
    use crate::tours::halves::counting::Counting;
    use crate::tours::halves::plan::{AugmentedGraph, Plan};
    use crate::tours::halves::samples::{Sample, counted};
    use crate::tours::{Kind, TourQuestion};
    use std::collections::BTreeSet;

    fn is_involution(p: &Permutation) -> bool {
        p.iter().enumerate().all(|(v, &to)| p[to as usize] as usize == v)
    }

    /// All cuts of a question's graph with at most `slots` slots, at any cost. The mirrors
    /// alternate between all involutory symmetries, the identity included.
    fn all_cuts(
        question: &TourQuestion,
        augmented: &AugmentedGraph,
        slots: usize,
    ) -> Vec<GraphCut> {
        let (graph, symmetries) = (question.graph(), question.symmetries());
        let apex = usize::from(augmented.apex().is_some());
        let mirrors = symmetries.elements().iter().filter(|p| is_involution(p)).cloned();
        let mirrors: Vec<_> = mirrors.map(Some).collect();
        let mut cuts = Vec::new();
        for found in elimination_orders(graph, symmetries, question.shape()) {
            let order = found.vertices;
            let costs = Costs::new(graph, &order, None, apex, slots);
            let flips = symmetries.elements().iter().skip(1);
            let kinds = flips.flat_map(|flip| by_flip(graph, &order, flip, &costs));
            let kinds = kinds.chain(into_both(graph, &order, &costs, apex, slots));
            for (kind, cost) in kinds.filter(|(_, cost)| cost.is_finite()) {
                // One mirror for each cut, because all combinations would be too many.
                let mirror = mirrors[cuts.len() % mirrors.len()].clone();
                cuts.push(GraphCut { order: order.clone(), mirror, kind, cost });
            }
        }
        cuts
    }

    /// The number of tours according to a plan.
    fn tours_by(plan: Plan) -> String {
        let sample = Sample::of(plan);
        counted(&Counting { bits: 64, ..sample.counting() }).0
    }

    /// The flips are involutory or not, preserve the mirror or not, and use the last layer or an
    /// earlier one.
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
            let augmented = AugmentedGraph::new(question.graph(), question.kind(), question.ends());
            for cut in all_cuts(&question, &augmented, 8) {
                let plan = Plan::of(&augmented, question.graph(), &cut);
                assert_eq!(tours_by(plan), tours, "{:?} {cut:?}", question.label());
                match cut.kind {
                    CutKind::Flip { flip, .. } => turned += usize::from(!is_involution(&flip)),
                    CutKind::Both { .. } => both += 1,
                }
            }
        }
        assert!(turned > 9 && both > 9, "{turned} turned, {both} of both");
    }

    /// Random graphs of two halves with five independent vertices between them, and a flip of order
    /// four. The orbits of groups that meet have four elements; pairing each group with its partner
    /// would be wrong.
    #[test]
    fn a_flip_of_order_four_has_orbits_of_four_groups() {
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
            let augmented = AugmentedGraph::new(question.graph(), question.kind(), question.ends());
            let order: Vec<u32> = (0..4).chain(8..13).chain(4..8).collect();
            let by = |kind| {
                let (order, mirror, cost) = (order.clone(), None, 0.0);
                let plan =
                    Plan::of(&augmented, question.graph(), &GraphCut { order, mirror, kind, cost });
                (tours_by(plan.clone()), plan)
            };
            let (both, _) = by(CutKind::Both { upper: 4 });
            let (turned, plan) = by(CutKind::Flip { flip: flip.clone(), lower: 4, upper: 4 });
            assert_eq!(turned, both, "{seed}");
            // A vertex between the halves may enter late; those graphs do not test this case.
            let is_last = plan.interface.layer == plan.upper.last();
            tours += usize::from(is_last && both != "0");
        }
        assert!(tours > 9, "{tours}");
    }
}
