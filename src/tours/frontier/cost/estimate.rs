//! `SweepEstimate`: the predicted cost of a sweep, layer by layer.
//!
//! In the middle of a long strip, all admissible states of a layer (see `bound.rs`) occur. Near the
//! beginning few vertices are eliminated to generate them; near the end few are left to complete
//! them. Both effects are measured in choices: the logarithms of the mean number of successors of
//! an admissible state are summed from the beginning and compared with the logarithm of the number
//! of states. If the ratio is at least [`ENOUGH`], all states occur; below, the number is reduced
//! by a power that grows with the deficit. The same applies from the end backwards, with
//! predecessors. A mirror halves the layers.

use super::bound::layer_bounds;
use crate::board::Graph;
use crate::method::SweepEstimate;
use crate::tours::frontier::numbers::{DOUBLE_BITS, RESIDUES, WORD_BITS};
use crate::tours::frontier::plan::Goal;
use crate::tours::frontier::state::Key;
use crate::tours::frontier::vertex_order::EliminationOrder;

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

#[cfg(test)]
mod tests {
    use super::SUCCESSORS;
    use crate::board::{Board, Piece};
    use crate::engine::Run;
    use crate::tours::Kind::{self, Closed, Open};
    use crate::tours::{FrontierCount, TourQuestion};

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
}
