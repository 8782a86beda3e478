//! `Descent`: the placements that extend some first queens.

use std::ops::ControlFlow;

use super::board::Board;
use super::maps::{MAX_SIDE, Square};
use super::open::{Counts, Demand, Open};
use crate::engine::{Counter, Visitor};

/// Queens, and the line that gets the next one.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub open: Open,
    kind: usize,
    line: usize,
    /// The squares of the line that were not tried yet.
    squares: u32,
}

/// The state of a search.
pub(super) struct Descent<'a, V> {
    board: &'a Board,
    /// Nodes are queens placed, by their number on the board.
    pub counter: Counter<'a, V>,
}

impl Level {
    fn of(open: Open) -> Level {
        Level { open, kind: 0, line: 0, squares: 0 }
    }

    /// The squares of the line.
    pub fn choices(&self, board: &Board) -> Vec<Square> {
        let squares = (0..board.torus.0).filter(|at| self.squares >> at & 1 != 0);
        squares.map(|at| board.torus.square(self.kind, self.line, at)).collect()
    }
}

impl<'a, V: Visitor<[u8]>> Descent<'a, V> {
    pub fn new(board: &'a Board, visitor: &'a mut V) -> Descent<'a, V> {
        Descent { board, counter: Counter::new(visitor, MAX_SIDE, 1) }
    }

    /// Places the queen in the middle row, if its column is allowed.
    pub fn start(&mut self, column: usize) -> ControlFlow<(), Option<Level>> {
        let Some((open, counts)) = self.board.start(column) else {
            return ControlFlow::Continue(None);
        };
        let mut level = Level::of(open);
        let goes_on = self.settle(&mut level, counts)?;
        ControlFlow::Continue(goes_on.then_some(level))
    }

    pub fn with(&mut self, level: &Level, square: Square) -> ControlFlow<(), Option<Level>> {
        let mut next = *level;
        let goes_on = self.follow(level, &mut next, square)?;
        ControlFlow::Continue(goes_on.then_some(next))
    }

    #[inline(always)]
    fn follow(&mut self, level: &Level, next: &mut Level, square: Square) -> ControlFlow<(), bool> {
        let left = self.board.left_by(square);
        let counts = next.open.become_with(&level.open, self.board.torus, square, left);
        self.settle(next, counts)
    }

    /// Places all forced queens, then chooses the line to try next; true if one is left to be
    /// tried.
    #[inline(always)]
    fn settle(&mut self, level: &mut Level, mut counts: Counts) -> ControlFlow<(), bool> {
        let (torus, open) = (self.board.torus, &mut level.open);
        loop {
            self.counter.enter(open.queens)?;
            if open.queens == torus.0 {
                self.arrive(open);
                return ControlFlow::Continue(false);
            }
            match open.demand(torus, counts) {
                Demand::Nothing => return ControlFlow::Continue(false),
                Demand::Queen(square) => {
                    counts = open.place(torus, square, self.board.left_by(square));
                }
                Demand::Choice(kind, line, squares) => {
                    (level.kind, level.line, level.squares) = (kind, line, squares);
                    return ControlFlow::Continue(true);
                }
            }
        }
    }

    #[inline(never)]
    fn arrive(&mut self, open: &Open) {
        let columns = &open.columns[..self.board.torus.0];
        if let Some((size, classes)) = self.board.classes.weigh(columns) {
            self.counter.find_weighing(size, classes);
        }
    }

    /// Everything below a level.
    pub fn run(&mut self, root: Level) -> ControlFlow<()> {
        let mut levels = vec![root; MAX_SIDE + 1];
        let mut depth = 0;
        loop {
            let (above, below) = levels.split_at_mut(depth + 1);
            let (level, next) = (&mut above[depth], &mut below[0]);
            if level.squares == 0 {
                if depth == 0 {
                    return ControlFlow::Continue(());
                }
                depth -= 1;
                continue;
            }
            let at = level.squares.trailing_zeros() as usize;
            level.squares &= level.squares - 1;
            let square = self.board.torus.square(level.kind, level.line, at);
            if self.follow(level, next, square)? {
                depth += 1;
            }
        }
    }
}
