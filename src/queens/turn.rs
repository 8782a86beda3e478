//! `Turn`: the rotations of the board that can keep a placement.

use std::fmt;

/// A rotation of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// By 180 degrees.
    Half,
    /// By 90 degrees.
    Quarter,
}

impl Turn {
    /// Both, with their words in the canonical text of questions.
    pub const NAMES: [(&'static str, Turn); 2] = [("half", Turn::Half), ("quarter", Turn::Quarter)];

    /// The image of a queen, on a board whose last row and column have this number.
    pub(super) fn image(self, (row, column): (usize, usize), last: usize) -> (usize, usize) {
        match self {
            Turn::Half => (last - row, last - column),
            Turn::Quarter => (column, last - row),
        }
    }

    /// The order of the rotation.
    pub(super) fn order(self) -> usize {
        match self {
            Turn::Half => 2,
            Turn::Quarter => 4,
        }
    }

    /// True if the turn maps the queens in these columns, row by row, to themselves; a column
    /// outside the board is a row without a queen.
    pub fn keeps(self, columns: &[u8]) -> bool {
        let mut queens =
            columns.iter().enumerate().filter(|(_, c)| usize::from(**c) < columns.len());
        queens.all(|(row, &column)| {
            let (row, column) = self.image((row, usize::from(column)), columns.len() - 1);
            usize::from(columns[row]) == column
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Turn::NAMES.iter().find(|(_, turn)| turn == self);
        f.pad(named.map_or("", |(name, _)| name))
    }
}
