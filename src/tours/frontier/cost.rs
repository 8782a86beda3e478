//! The cost of a sweep: upper bounds and predictions for its layers.
//!
//! In the middle of a long strip, all admissible states of a layer occur. Near the
//! beginning few vertices are eliminated to generate them; near the end few are left to complete
//! them. Both effects are measured in choices: the logarithms of the mean number of successors of
//! an admissible state are summed from the beginning and compared with the logarithm of the number
//! of states. If the ratio is at least [`ENOUGH`], all states occur; below, the number is reduced
//! by a power that grows with the deficit. The same applies from the end backwards, with
//! predecessors. A mirror halves the layers.
//!
//! The possible degrees of a cell of the frontier are known in advance: at most as many moves as
//! eliminated neighbours, and at most as many missing moves as remaining neighbours. On a bipartite
//! graph the eliminated cells also determine the difference between the moves of white and of black
//! frontier cells, since every move joins both colours. States that satisfy both conditions, the
//! *admissible* ones, are counted by a sum over the cells, and so are the choices that lead from
//! one admissible state to another. The conditions ignore the graph before and beyond the frontier.
//! In the middle of a long strip all admissible states occur; near both ends there are too many.

use super::numbers::{DOUBLE_BITS, RESIDUES, WORD_BITS};
use super::plan::{Goal, quota};
use super::state::Key;
use super::transition::FreeTerminals;
use super::vertex_order::EliminationOrder;
use crate::board::Graph;
use crate::method::SweepEstimate;

/// The power of a layer's states that is missing before and after it if there are no choices, per
/// unit of [`ENOUGH`]. These and the two constants below are fitted to all layers of sweeps of
/// knight's boards.
const BEFORE: f64 = 0.2;
const AFTER: f64 = 0.15;
/// The ratio of choices to states at which all states occur.
const ENOUGH: f64 = 1.8;
const BEND: f64 = 1.3;
/// The peak memory of a sweep with unmerged successors, relative to the two largest layers
/// (measured: 1.6 to 2.1).
const SUCCESSORS: f64 = 1.75;

/// The prediction for a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerEstimate {
    pub states: f64,
    /// Successors of each state, at least one; they determine the time.
    pub choices: f64,
}

/// The predictions for all layers that are expanded.
pub fn layer_estimates(graph: &Graph, order: &EliminationOrder, goal: &Goal) -> Vec<LayerEstimate> {
    let bounds = layer_bounds(graph, order, goal);
    let mut states: Vec<f64> = bounds.iter().map(|layer| layer.states.max(1.0)).collect();
    states.push(1.0);
    let choices = |layer: usize, of: usize| (bounds[layer].choices / states[of]).max(1.0);
    let mut layers: Vec<LayerEstimate> = Vec::with_capacity(bounds.len());
    let mut made = 0.0;
    for (layer, &all) in states[..bounds.len()].iter().enumerate() {
        let choices = choices(layer, layer);
        layers.push(LayerEstimate { states: all * occurring(all, made, BEFORE), choices });
        made += choices.ln();
    }
    let halved = if order.mirror.is_some() { 0.5 } else { 1.0 };
    let mut left = 0.0;
    for (at, layer) in layers.iter_mut().enumerate().rev() {
        left += choices(at, at + 1).ln();
        let occurring = occurring(states[at], left, AFTER);
        layer.states = (halved * layer.states * occurring).max(1.0);
    }
    layers
}

/// The fraction of `states` states that occurs with this number of choices on one side.
fn occurring(states: f64, choices: f64, factor: f64) -> f64 {
    let needed = states.ln();
    if needed <= 0.0 {
        return 1.0;
    }
    (-factor * needed * (ENOUGH - choices / needed).max(0.0).powf(BEND)).exp()
}

impl SweepEstimate {
    /// The estimate for these layers, whose numbers have at most `bits` bits, for a sweep that may
    /// use `memory` bytes.
    pub fn of(layers: &[LayerEstimate], width: usize, bits: u64, memory: u64) -> SweepEstimate {
        let each = || layers.iter().map(|layer| layer.states);
        let pairs = each().zip(each().skip(1)).map(|(a, b)| a + b);
        let pair = pairs.chain(each()).fold(0.0, f64::max);
        let wide = pair * wide_bytes(width, bits) as f64;
        // At most the available memory, if that suffices.
        let bytes = (wide * SUCCESSORS).min(wide.max(memory as f64));
        let largest = each().fold(0.0, f64::max);
        SweepEstimate { width, states: each().sum(), largest, bytes }
    }
}

/// The bytes of a state and its number in the first arithmetic that a series tries.
fn wide_bytes(width: usize, bits: u64) -> usize {
    fn entry<K: Key>(bits: u64) -> usize {
        match bits {
            bits if bits <= WORD_BITS => size_of::<(K, u64)>(),
            bits if bits <= DOUBLE_BITS => size_of::<(K, u128)>(),
            _ => size_of::<(K, [u64; RESIDUES])>(),
        }
    }
    if width > <u64 as Key>::SLOTS { entry::<u128>(bits) } else { entry::<u64>(bits) }
}

/// A remaining cell, as a state sees it.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The numbers of eliminated and of remaining neighbours.
    done: usize,
    left: usize,
    white: bool,
    /// The number of moves of a tour there: one at a fixed end, otherwise two.
    moves: usize,
    /// True for a neighbour of the vertex that is eliminated next.
    near: bool,
}

impl Cell {
    /// True if `degree` moves are possible when `done` neighbours are eliminated.
    fn can(&self, degree: usize, done: usize) -> bool {
        let left = self.done + self.left - done;
        degree <= done.min(self.moves) && self.moves - degree <= left
    }
}

/// How many ends of an open tour are eliminated, white and black.
type Terminals = (usize, usize);

/// The data for all bounds, with the vertices eliminated so far.
struct Elimination<'a> {
    graph: &'a Graph,
    order: &'a EliminationOrder,
    fixed: &'a [u32],
    coloured: bool,
    white: Vec<bool>,
    /// Terminals whose place is not fixed.
    free: Terminals,
    done: Vec<bool>,
    /// The remaining cells with an eliminated neighbour.
    frontier: Vec<u32>,
    at: usize,
    /// Fixed ends that are eliminated.
    gone: Terminals,
    /// White vertices eliminated less black ones.
    balance: i64,
}

/// The bound of each layer that a sweep in this order expands.
pub fn layer_bounds(graph: &Graph, order: &EliminationOrder, goal: &Goal) -> Vec<LayerEstimate> {
    let mut elimination = Elimination::new(graph, order, goal);
    order.vertices.iter().map(|&v| elimination.take(v)).collect()
}

impl<'a> Elimination<'a> {
    fn new(graph: &'a Graph, order: &'a EliminationOrder, goal: &'a Goal) -> Self {
        let colours = graph.colours();
        let coloured = colours.is_some();
        let white: Vec<bool> = colours
            .map_or(vec![true; graph.len()], |dark| dark.iter().map(|&dark| !dark).collect());
        let FreeTerminals { white: whites, black } = quota(goal.kind, &white);
        let mut free: Terminals = (whites as usize, black as usize);
        for &end in &goal.fixed {
            let of_colour = if white[end as usize] { &mut free.0 } else { &mut free.1 };
            *of_colour = of_colour.saturating_sub(1);
        }
        Elimination {
            graph,
            order,
            fixed: &goal.fixed,
            coloured,
            white,
            free,
            done: vec![false; graph.len()],
            frontier: Vec::new(),
            at: 0,
            gone: (0, 0),
            balance: 0,
        }
    }

    /// The bound of the layer before `v` is eliminated.
    fn take(&mut self, v: u32) -> LayerEstimate {
        let own = self.cell(v, v);
        let cells: Vec<Cell> = self.frontier.iter().map(|&w| self.cell(w, v)).collect();
        let all = Ways::of(&cells, self.coloured, false);
        self.frontier.retain(|&w| w != v);
        for &w in self.graph.neighbours(v as usize) {
            if !self.done[w as usize] && !self.frontier.contains(&w) {
                self.frontier.push(w);
            }
        }
        let others: Vec<Cell> = self.frontier.iter().map(|&w| self.cell(w, v)).collect();
        let rest = Ways::of(&others, self.coloured, true);
        let mut bound = LayerEstimate { states: 0.0, choices: 0.0 };
        for ends in self.ends(self.at) {
            let balance = self.demand(ends);
            bound.states += all.sum(balance, 0, 0, ends.0 + ends.1);
            for degree in (0..=own.moves).filter(|&degree| own.can(degree, own.done)) {
                let balance = balance - degree as i64 * sign(own.white, self.coloured);
                let mut chosen = Vec::new();
                if own.moves == 2 {
                    chosen.push(2 - degree);
                }
                // The vertex is an end itself, a fixed one or a free one.
                if degree < 2 && (own.moves == 1 || self.may_end(ends, own.white)) {
                    chosen.push(1 - degree);
                }
                for chosen in chosen {
                    let paired = usize::from(degree == 1);
                    bound.choices += rest.sum(balance, chosen, paired, ends.0 + ends.1);
                }
            }
        }
        self.eliminate(v);
        bound
    }

    fn eliminate(&mut self, v: u32) {
        let white = self.white[v as usize];
        self.done[v as usize] = true;
        self.at += 1;
        self.balance += if white { 1 } else { -1 };
        if self.fixed.contains(&v) {
            if white { self.gone.0 += 1 } else { self.gone.1 += 1 }
        }
    }

    fn cell(&self, w: u32, v: u32) -> Cell {
        let near = self.graph.neighbours(w as usize);
        let done = near.iter().filter(|&&u| self.done[u as usize]).count();
        Cell {
            done,
            left: near.len() - done,
            white: self.white[w as usize],
            moves: if self.fixed.contains(&w) { 1 } else { 2 },
            near: near.contains(&v),
        }
    }

    /// The numbers of ends that can be eliminated in a layer. Under a flip, not both are among the
    /// first vertices.
    fn ends(&self, layer: usize) -> Vec<Terminals> {
        let all = (0..=self.free.0).flat_map(|i| (0..=self.free.1).map(move |j| (i, j)));
        let all = all.map(|(i, j)| (self.gone.0 + i, self.gone.1 + j));
        all.filter(|(i, j)| i + j < 2 || layer > self.order.flip).collect()
    }

    /// True if the next vertex may be an end in addition to these.
    fn may_end(&self, ends: Terminals, white: bool) -> bool {
        let next = if white { (ends.0 + 1, ends.1) } else { (ends.0, ends.1 + 1) };
        self.ends(self.at + 1).contains(&next)
    }

    /// The moves of white cells on the frontier minus those of black ones.
    fn demand(&self, ends: Terminals) -> i64 {
        if self.coloured { ends.0 as i64 - ends.1 as i64 - 2 * self.balance } else { 0 }
    }
}

/// The contribution of a cell's move to the balance of colours.
fn sign(white: bool, coloured: bool) -> i64 {
    match (coloured, white) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => -1,
    }
}

/// The ways to choose the degrees of the cells, by their sums.
struct Ways {
    cells: usize,
    /// By cells with one move, balance of colours, and moves of the next vertex.
    ways: Vec<f64>,
}

impl Ways {
    /// With `choosing`, a neighbour of the next vertex may get another move, after which the cells
    /// must be admissible, too.
    fn of(cells: &[Cell], coloured: bool, choosing: bool) -> Ways {
        let mut table = Ways { cells: cells.len(), ways: Vec::new() };
        table.ways.resize((cells.len() + 1) * (4 * cells.len() + 1) * 3, 0.0);
        let start = table.place(0, 0, 0);
        table.ways[start] = 1.0;
        for (taken, cell) in cells.iter().enumerate() {
            let after = cell.done + usize::from(choosing && cell.near);
            let sign = sign(cell.white, coloured);
            let mut next = vec![0.0; table.ways.len()];
            let reach = 2 * taken as i64;
            for singles in 0..=taken {
                for balance in -reach..=reach {
                    for chosen in 0..3 {
                        let ways = table.ways[table.place(singles, balance, chosen)];
                        if ways == 0.0 {
                            continue;
                        }
                        for degree in (0..3).filter(|&degree| cell.can(degree, cell.done)) {
                            let singles = singles + usize::from(degree == 1);
                            let balance = balance + sign * degree as i64;
                            if cell.can(degree, after) {
                                next[table.place(singles, balance, chosen)] += ways;
                            }
                            if after > cell.done && chosen < 2 && cell.can(degree + 1, after) {
                                next[table.place(singles, balance, chosen + 1)] += ways;
                            }
                        }
                    }
                }
            }
            table.ways = next;
        }
        table
    }

    fn place(&self, singles: usize, balance: i64, chosen: usize) -> usize {
        let column = (balance + 2 * self.cells as i64) as usize;
        (singles * (4 * self.cells + 1) + column) * 3 + chosen
    }

    /// The states with this balance in which the next vertex makes `chosen` moves. `paired` is the
    /// number of ends that it adds, and `open` the number of paths whose other end is eliminated.
    fn sum(&self, balance: i64, chosen: usize, paired: usize, open: usize) -> f64 {
        if balance.unsigned_abs() as usize > 2 * self.cells {
            return 0.0;
        }
        let ways = |singles| self.ways[self.place(singles, balance, chosen)];
        (0..=self.cells).map(|singles| ways(singles) * pairings(singles + paired, open)).sum()
    }
}

/// The number of ways to pair all but `open` of `ends` ends.
fn pairings(ends: usize, open: usize) -> f64 {
    if ends < open || !(ends - open).is_multiple_of(2) {
        return 0.0;
    }
    let chosen = match open {
        0 => 1.0,
        1 => ends as f64,
        _ => (ends * (ends - 1) / 2) as f64,
    };
    (1..ends - open).step_by(2).map(|odd| odd as f64).product::<f64>() * chosen
}

#[cfg(test)]
mod tests {
    use super::{LayerEstimate, SUCCESSORS, layer_bounds, pairings};
    use crate::board::{Board, Graph, Piece};
    use crate::engine::Run;
    use crate::tours::Kind::{Closed, Open};
    use crate::tours::frontier::plan::Goal;
    use crate::tours::frontier::vertex_order::EliminationOrder;
    use crate::tours::{FrontierCount, Kind, TourQuestion};

    fn count(board: &str, piece: &str, kind: Kind) -> FrontierCount {
        let board: Board = board.parse().unwrap();
        let piece = Piece::named(piece, board.rank()).unwrap();
        FrontierCount::new(TourQuestion::new(&board, &piece, kind)).unwrap()
    }

    fn within(factor: f64, predicted: f64, seen: f64, of: &str) {
        let off = predicted / seen;
        assert!(
            (1.0 / factor..=factor).contains(&off),
            "{of}: {predicted:.3e} predicted, {seen:.3e} seen"
        );
    }

    #[test]
    fn predicted_states_are_near_the_actual_ones() {
        for (board, piece, kind, factor) in [
            ("6x8", "knight", Closed, 2.0),
            ("5x8", "knight", Open, 2.0),
            ("5x10", "knight", Open, 2.0),
            ("5x12", "knight", Closed, 2.0),
            ("5x20", "knight", Closed, 2.0),
            ("3x30", "knight", Closed, 2.0),
            ("3x30", "knight", Open, 2.0),
            ("cylinder:5x6", "knight", Closed, 2.0),
            ("cylinder:4x8", "knight", Open, 2.0),
            ("4x20", "king", Closed, 2.0),
            ("6x6", "king", Open, 2.0),
            ("torus:4x6", "knight", Closed, 4.0),
            ("2x4x4", "knight", Closed, 4.0),
        ] {
            let count = count(board, piece, kind);
            let predicted = count.estimate();
            let tally = Run::new(&count.threads(2)).threads(1).execute().unwrap().tally;
            let largest = *tally.profile().iter().max().unwrap();
            within(factor, predicted.states, tally.nodes() as f64, board);
            within(factor, predicted.largest, largest as f64, board);
        }
    }

    #[test]
    fn predictions_of_large_sweeps_are_near_measurements() {
        // The states of all layers and of the largest one, and bytes; see docs/frontier.md.
        for (board, kind, memory, states, largest, bytes) in [
            ("8x8", Closed, 6u64 << 30, 729_694_085u64, 62_812_585u64, 2_970_000_000u64),
            ("8x8", Open, 18 << 30, 11_330_386_652, 809_167_822, 18_100_000_000),
            ("7x8", Open, 6 << 30, 250_872_636, 44_941_565, 2_500_000_000),
            ("7x8", Closed, 6 << 30, 15_328_073, 2_804_842, 140_000_000),
            ("7x12", Closed, 6 << 30, 115_079_178, 5_001_592, 0),
            ("6x20", Closed, 6 << 30, 18_636_155, 333_365, 0),
            ("5x40", Closed, 6 << 30, 1_228_046, 9_897, 0),
        ] {
            let predicted = count(board, "knight", kind).memory(memory).estimate();
            within(2.0, predicted.states, states as f64, board);
            within(2.0, predicted.largest, largest as f64, board);
            if bytes > 0 {
                within(2.0, predicted.bytes, bytes as f64, board);
            }
        }
    }

    #[test]
    fn a_state_takes_the_bytes_of_its_key_and_number() {
        let predicted =
            |board: &str, memory| count(board, "knight", Closed).memory(memory).estimate();
        for (board, bytes) in [
            // Words of 64 bits, of 128, residues by four; the wide key.
            ("8x8", 16.0),
            ("6x20", 32.0),
            ("6x40", 40.0),
            ("9x10", 32.0),
        ] {
            let predicted = predicted(board, 1 << 50);
            let layers = predicted.bytes / bytes / SUCCESSORS / predicted.largest;
            assert!((1.5..=2.0).contains(&layers), "{board}: {layers}");
        }
        // Two layers if memory is short; the available memory if it suffices.
        let (plenty, short) = (predicted("8x8", 1 << 50), predicted("8x8", 1 << 30));
        assert!((short.bytes * SUCCESSORS / plenty.bytes - 1.0).abs() < 1e-9, "{}", short.bytes);
        let some = predicted("8x8", 2_400_000_000);
        assert!((some.bytes / 2.16e9 - 1.0).abs() < 1e-9, "{}", some.bytes);
    }

    #[test]
    fn a_board_without_tours_costs_nothing() {
        let predicted = count("7x7", "knight", Closed).estimate();
        assert_eq!((predicted.states, predicted.bytes), (0.0, 0.0));
    }

    fn taken(board: &str, piece: &str, kind: Kind, fixed: &[u32]) -> (Vec<LayerEstimate>, Graph) {
        let board: Board = board.parse().unwrap();
        let graph = Graph::of(&board, &Piece::named(piece, board.rank()).unwrap());
        let vertices = (0..graph.len() as u32).collect();
        let order = EliminationOrder { vertices, mirror: None, flip: 0, width: 0, cost: 0.0 };
        (layer_bounds(&graph, &order, &Goal { kind, fixed: fixed.to_vec() }), graph)
    }

    #[test]
    fn pairs_are_counted_as_they_are_made() {
        assert_eq!([0, 2, 4, 6].map(|ends| pairings(ends, 0)), [1.0, 1.0, 3.0, 15.0]);
        assert_eq!([1, 3, 5].map(|ends| pairings(ends, 1)), [1.0, 3.0, 15.0]);
        assert_eq!([2, 4, 1, 3].map(|ends| pairings(ends, 2)), [1.0, 6.0, 0.0, 0.0]);
    }

    /// Counts by enumerating the degrees on the frontier and the moves of the next vertex.
    fn naive(graph: &Graph, at: usize) -> LayerEstimate {
        let dark = graph.colours();
        let left_of = |w: usize, at: usize| {
            graph.neighbours(w).iter().filter(move |&&u| u as usize >= at).count()
        };
        let can = |w: usize, degree: usize, at: usize| {
            let left = left_of(w, at);
            degree <= graph.degree(w) - left && degree + left >= 2
        };
        let near: Vec<usize> =
            graph.neighbours(at).iter().map(|&w| w as usize).filter(|&w| w > at).collect();
        let whole = graph.len() - at;
        let mut bound = LayerEstimate { states: 0.0, choices: 0.0 };
        for code in 0..3usize.pow(whole as u32) {
            let degrees: Vec<usize> = (0..whole).map(|i| code / 3usize.pow(i as u32) % 3).collect();
            let touched = |w: usize| graph.degree(w) > left_of(w, at);
            if !(at..graph.len()).all(|w| match touched(w) {
                true => can(w, degrees[w - at], at),
                false => degrees[w - at] == 0,
            }) {
                continue;
            }
            if let Some(dark) = &dark {
                let sign = |w: usize| if dark[w] { -1 } else { 1 };
                let moves: i64 = (at..graph.len()).map(|w| sign(w) * degrees[w - at] as i64).sum();
                let gone: i64 = (0..at).map(|w| 2 * sign(w)).sum();
                if moves + gone != 0 {
                    continue;
                }
            }
            let pairs = pairings(degrees.iter().filter(|&&degree| degree == 1).count(), 0);
            bound.states += pairs;
            for chosen in 0..1usize << near.len() {
                let is_chosen = |w: &usize| {
                    near.iter().position(|n| n == w).is_some_and(|i| chosen >> i & 1 != 0)
                };
                let makes = chosen.count_ones() as usize == 2 - degrees[0];
                let fits = |w: usize| {
                    let degree = degrees[w - at] + usize::from(is_chosen(&w));
                    let stays = !touched(w) && !near.contains(&w);
                    degree <= 2 && (stays || can(w, degree, at + 1))
                };
                if makes && (at + 1..graph.len()).all(fits) {
                    bound.choices += pairs;
                }
            }
        }
        bound
    }

    #[test]
    fn admissible_states_and_choices_agree_with_a_naive_count() {
        for (board, piece) in
            [("3x4", "knight"), ("3x3", "king"), ("3x4", "wazir"), ("2x5", "king")]
        {
            let (bounds, graph) = taken(board, piece, Kind::Closed, &[]);
            for (at, bound) in bounds.iter().enumerate() {
                assert_eq!(*bound, naive(&graph, at), "{board} {piece} {at}");
            }
        }
    }

    #[test]
    fn free_ends_add_states_and_fixed_ends_remove_some() {
        let all = |kind, fixed: &[u32]| {
            let (bounds, _) = taken("4x4", "king", kind, fixed);
            bounds.iter().map(|layer| layer.states).sum::<f64>()
        };
        let (closed, open) = (all(Kind::Closed, &[]), all(Kind::Open, &[]));
        let (one, two) = (all(Kind::Open, &[5]), all(Kind::Open, &[5, 10]));
        assert!(closed < one && one < open && two < one, "{closed} {two} {one} {open}");
    }
}
