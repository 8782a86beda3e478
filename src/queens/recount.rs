//! The second way to count the units of the search: directly from the rules, without masks.
//!
//! Every placement that extends a unit's queens is built square by square and checked against the
//! earlier queens; [`Placement`] decides whether a complete one is the least of its class. Nothing
//! of the search's frame is used, so an error in the frame is detected.

use std::ops::ControlFlow;

use super::placement::Placement;
use crate::engine::{Counter, Halt, Tally, Visitor};

/// Counts the placements of `side` queens that begin with the columns of `path`: one of each class
/// with its size, or all of them with weight 1.
pub(super) fn recount(
    side: usize,
    reduced: bool,
    path: &[u32],
    visitor: &mut impl Visitor<[u8]>,
) -> Result<Tally, Halt> {
    let mut columns = path.iter().map(|&column| column as u8).collect();
    let mut counter = Counter::new(visitor, side, 1);
    let ended = place(side, reduced, &mut columns, &mut counter);
    counter.finish(ended)
}

fn place<V: Visitor<[u8]>>(
    side: usize,
    reduced: bool,
    columns: &mut Vec<u8>,
    counter: &mut Counter<'_, V>,
) -> ControlFlow<()> {
    let row = columns.len();
    counter.enter(row)?;
    if row == side {
        let placement = Placement::check(columns).expect("no queen attacks another");
        match (reduced, placement.is_fundamental()) {
            (false, _) => counter.find(),
            (true, true) => counter.find_weighing(placement.class_size(), 1),
            (true, false) => return ControlFlow::Continue(()),
        }
        return counter.visitor.solution(columns);
    }
    for column in 0..side as u8 {
        let attacked = columns.iter().enumerate().any(|(above, &other)| {
            other == column || usize::from(other.abs_diff(column)) == row - above
        });
        if !attacked {
            columns.push(column);
            place(side, reduced, columns, counter)?;
            columns.pop();
        }
    }
    ControlFlow::Continue(())
}
