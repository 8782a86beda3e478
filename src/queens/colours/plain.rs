//! The plain count of the placements of one row set: the second way, and the fallback after a
//! counter overflowed.

use std::ops::ControlFlow;

use super::batch::{Found, Layer, Symmetry};
use super::class::{Board, Class, Sets};

/// Outer boards between two beats.
const PAUSE: u32 = 1 << 8;

/// The placements with these odd and even rows on white squares, by weight.
pub(super) fn count(
    layer: &Layer,
    odd_rows: u32,
    even_rows: u32,
    pause: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Found> {
    let mut found = Found::default();
    let symmetry = Symmetry::new(layer.side, odd_rows);
    let ([even, odd], [top, bottom]) = (layer.classes.white, layer.classes.black);
    if !symmetry.takes_even(even_rows) {
        return ControlFlow::Continue(found);
    }
    let (odd_left, even_left) = (odd.all_rows() ^ odd_rows, even.all_rows() ^ even_rows);
    let white = pairs(layer.side, [odd, even], [odd_rows, even_rows], pause)?;
    let black = pairs(layer.side, [top, bottom], [even_left, odd_left], pause)?;
    // Both are indexed by even columns, then odd ones; black boards have the complements.
    let sets = [(even.columns, even_rows), (odd.columns, odd_rows)];
    let [evens, odds] = sets.map(|(columns, rows)| Sets::new(columns, rows.count_ones()));
    let width = odds.len();
    for (row, &even_columns) in evens.all.iter().enumerate() {
        if !symmetry.takes_even(even_columns) {
            continue;
        }
        let ties = symmetry.ties_even(even_columns);
        for (at, &odd_columns) in odds.all.iter().enumerate() {
            let (white, black) = (white.of(row, at, width), black.of_others(row, at, width));
            if white != 0 && black != 0 && symmetry.takes_odd(odd_columns) {
                let weight = symmetry.weight(odd_columns, symmetry.ties_even(even_rows), ties);
                let sum = u128::from(white) * u128::from(black);
                found[weight as usize] += sum * u128::from(weight > 0);
            }
        }
    }
    ControlFlow::Continue(found)
}

/// The number of pairs of boards of a colour that do not attack each other, by even columns, then
/// odd ones.
struct Pairs(Vec<u32>);

impl Pairs {
    fn of(&self, row: usize, at: usize, width: usize) -> u32 {
        self.0[row * width + at]
    }

    /// The number for the complements, which count down.
    fn of_others(&self, row: usize, at: usize, width: usize) -> u32 {
        self.0[self.0.len() - 1 - (row * width + at)]
    }
}

/// The pairs of a board of the first class, in odd columns, and one of the second, in even columns.
fn pairs(
    side: u32,
    [first, second]: [Class; 2],
    [rows, others]: [u32; 2],
    pause: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Pairs> {
    let odds = Sets::new(first.columns, rows.count_ones());
    let evens = Sets::new(second.columns, others.count_ones());
    let mut outer = Vec::new();
    let (rows, others) = (first.rows_of(rows, side), second.rows_of(others, side));
    first.each(&rows, Board::default(), &mut |board| outer.push(board));
    let mut counts = vec![0u32; odds.len() * evens.len()];
    for (at, board) in (0..).zip(outer) {
        if PAUSE.min(at) == PAUSE && at % PAUSE == 0 {
            pause()?;
        }
        let number = usize::from(odds.number(board.columns));
        let bare = Board { columns: 0, ..board };
        second.each(&others, bare, &mut |inner| {
            counts[usize::from(evens.number(inner.columns)) * odds.len() + number] += 1;
        });
    }
    ControlFlow::Continue(Pairs(counts))
}
