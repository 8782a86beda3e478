//! Given queens, and squares where no queen is allowed.

use super::question::{Square, VariantQuestion, counted, name};
use crate::board::Bits;
use crate::error::Error;

impl VariantQuestion {
    /// Adds given queens. Set board and piece before.
    ///
    /// # Errors
    /// [`Error::Queens`] for a square outside the board, for a hole, and for two queens that attack
    /// each other.
    pub fn with_placed(mut self, squares: &[Square]) -> Result<VariantQuestion, Error> {
        self.on_board(squares)?;
        for (i, &one) in squares.iter().enumerate() {
            if squares[..i].contains(&one) {
                let problem = format!("{} has two queens", name(one, self.height));
                return Err(Error::Queens { problem, remedy: "name it once" });
            }
            for &other in &squares[..i] {
                if self.attacks(one)[other.0].contains(other.1) {
                    let [other, one] = [other, one].map(|square| name(square, self.height));
                    let problem = format!("{other} and {one} attack each other");
                    return Err(Error::Queens { problem, remedy: "move one of them" });
                }
            }
        }
        if let Some(&below) = squares.iter().find(|(row, _)| *row >= self.rows) {
            let below = name(below, self.height);
            let problem = format!("{below} is not in the first {}", counted(self.rows, "row"));
            return Err(Error::Queens { problem, remedy: "place it there" });
        }
        self.placed = squares.to_vec();
        self.placed.sort_unstable();
        self.check_holes()?;
        let queens = self.queens;
        self.with_queens(queens)
    }

    /// Refuses given queens on holes.
    fn check_holes(&self) -> Result<(), Error> {
        match self.placed.iter().find(|square| self.holes.contains(square)) {
            None => Ok(()),
            Some(&both) => {
                let problem = format!("{} has a queen and is a hole", name(both, self.height));
                Err(Error::Queens { problem, remedy: "name it once" })
            }
        }
    }

    /// Adds squares where no queen is allowed.
    ///
    /// # Errors
    /// [`Error::Queens`] for a square outside the board, and for a square with a given queen.
    pub fn with_holes(mut self, squares: &[Square]) -> Result<VariantQuestion, Error> {
        self.on_board(squares)?;
        self.holes = squares.to_vec();
        self.holes.sort_unstable();
        self.holes.dedup();
        self.check_holes()?;
        Ok(self)
    }

    fn on_board(&self, squares: &[Square]) -> Result<(), Error> {
        let (height, width) = (self.height, self.width);
        match squares.iter().find(|(row, column)| *row >= height || *column >= width) {
            None => Ok(()),
            Some(&outside) => Err(Error::Queens {
                problem: format!("{outside:?} is outside the {height}x{width} board"),
                remedy: "give rows and columns from 0",
            }),
        }
    }
}
