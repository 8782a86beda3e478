//! The second way to count a unit: the placements around some queens, row by row.

use std::ops::ControlFlow;

use super::board::Board;
use super::maps::{KINDS, MAX_SIDE, Square};
use crate::engine::{Counter, Halt, Tally, Visitor};

/// Counts the placements around some queens that are the first of their classes, without bit sets,
/// forced queens and squares closed in advance.
pub(super) fn count(
    board: &Board,
    queens: &[Square],
    visitor: &mut impl Visitor<[u8]>,
) -> Result<Tally, Halt> {
    let taken = [[false; MAX_SIDE + 1]; KINDS];
    let counter = Counter::new(visitor, MAX_SIDE, 1);
    let mut plain = Plain { board, taken, columns: [0; MAX_SIDE + 1], counter };
    for &queen in queens {
        plain.set(queen, true);
    }
    let ended = plain.place(0, queens.len());
    plain.counter.finish(ended)
}

struct Plain<'a, V> {
    board: &'a Board,
    /// The lines of each kind that have a queen.
    taken: [[bool; MAX_SIDE + 1]; KINDS],
    columns: [u8; MAX_SIDE + 1],
    counter: Counter<'a, V>,
}

impl<V: Visitor<[u8]>> Plain<'_, V> {
    fn set(&mut self, queen: Square, here: bool) {
        for (taken, line) in self.taken.iter_mut().zip(self.board.torus.lines(queen)) {
            taken[line] = here;
        }
        self.columns[queen.0] = queen.1 as u8;
    }

    fn place(&mut self, row: usize, queens: usize) -> ControlFlow<()> {
        let torus = self.board.torus;
        if row == torus.0 {
            self.arrive();
            return ControlFlow::Continue(());
        }
        let [.., rows] = &self.taken;
        if rows[row] {
            return self.place(row + 1, queens);
        }
        self.counter.enter(queens)?;
        for column in 0..torus.0 {
            let lines = torus.lines((row, column));
            if self.taken.iter().zip(lines).all(|(taken, line)| !taken[line]) {
                self.set((row, column), true);
                self.place(row + 1, queens + 1)?;
                self.set((row, column), false);
            }
        }
        ControlFlow::Continue(())
    }

    fn arrive(&mut self) {
        let torus = self.board.torus;
        let columns = &self.columns[..torus.0];
        let forbidden = |&(row, column): &Square| {
            (0..torus.0).any(|at| {
                let there = torus.plus(at, row);
                usize::from(columns[there]) == torus.plus(usize::from(columns[at]), column)
            })
        };
        if self.board.forbidden.iter().any(forbidden) {
            return;
        }
        if let Some((size, classes)) = self.board.classes.weigh(columns) {
            self.counter.find_weighing(size, classes);
        }
    }
}
