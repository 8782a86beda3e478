//! The second way to count the units of the search: directly from the rules, without masks.
//!
//! Every placement that extends a unit's queens is built square by square and checked against the
//! earlier queens; [`Placement`] decides whether a complete one is the least of its class. Nothing
//! of the search's frame is used, so an error in the frame is detected.

use std::ops::ControlFlow;

use super::placement::Placement;
use crate::engine::{BEAT, Beat, Halt, Tally, Visitor};

/// Counts the placements of `side` queens that begin with the columns of `path`: one of each class
/// with its size, or all of them with weight 1.
pub(super) fn recount(
    side: usize,
    reduced: bool,
    path: &[u32],
    visitor: &mut impl Visitor<[u8]>,
) -> Result<Tally, Halt> {
    let columns = path.iter().map(|&column| column as u8).collect();
    let mut count = Count { side, reduced, columns, tally: Tally::default(), nodes: 0, visitor };
    Halt::on_break(count.place())?;
    Ok(count.tally)
}

struct Count<'v, V> {
    side: usize,
    reduced: bool,
    columns: Vec<u8>,
    tally: Tally,
    nodes: u64,
    visitor: &'v mut V,
}

impl<V: Visitor<[u8]>> Count<'_, V> {
    fn place(&mut self) -> ControlFlow<()> {
        let row = self.columns.len();
        self.tally.enter(row, 1);
        self.nodes += 1;
        if self.nodes.is_multiple_of(BEAT) {
            let solutions = u64::try_from(&self.tally.weighted()).unwrap_or(u64::MAX);
            self.visitor.beat(Beat { nodes: self.nodes, solutions, done: 0.0 })?;
        }
        if row == self.side {
            let placement = Placement::check(&self.columns).expect("no queen attacks another");
            match (self.reduced, placement.is_fundamental()) {
                (false, _) => self.tally.find(1, 1u64),
                (true, true) => self.tally.find(placement.class_size(), 1u64),
                (true, false) => return ControlFlow::Continue(()),
            }
            return self.visitor.solution(&self.columns);
        }
        for column in 0..self.side as u8 {
            let attacked = self.columns.iter().enumerate().any(|(above, &other)| {
                other == column || usize::from(other.abs_diff(column)) == row - above
            });
            if !attacked {
                self.columns.push(column);
                self.place()?;
                self.columns.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
