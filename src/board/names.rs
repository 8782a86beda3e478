//! Names of squares: `c3` on boards of two axes, `(0,2,1)` on all others.
//!
//! As on a chessboard, the letter is the column and the number the row, counted from the
//! bottom; the columns after z are aa, ab, …. Coordinates in brackets count from 0, in the
//! order of the axes.

use super::board::Board;
use crate::error::Error;

const REMEDY: &str = "write a letter and a number, as c3, or row,column from 0, as 5,2";

impl Board {
    /// The name of a cell.
    pub fn square_name(&self, cell: usize) -> String {
        let at = self.coordinates(cell);
        match (&at[..], self.axes()) {
            (&[row, column], [rows, _]) => {
                let mut letters = Vec::new();
                let mut left = column + 1;
                while left > 0 {
                    letters.push((b'a' + ((left - 1) % 26) as u8) as char);
                    left = (left - 1) / 26;
                }
                let letters: String = letters.into_iter().rev().collect();
                format!("{letters}{}", rows.length - row)
            }
            _ => {
                let numbers: Vec<_> = at.iter().map(usize::to_string).collect();
                format!("({})", numbers.join(","))
            }
        }
    }

    /// The cell of a name, or of its coordinates from 0 parted by commas, in brackets or not.
    ///
    /// # Errors
    /// [`Error::Text`] with the first character that is wrong.
    pub fn square(&self, name: &str) -> Result<usize, Error> {
        let wrong = |at: usize, problem: String| Error::Text {
            what: "square",
            text: name.into(),
            at: name[..at].chars().count() + 1,
            problem,
            remedy: REMEDY,
        };
        let at = if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.chess_coordinates(name)
        } else {
            self.numbers(name)
        };
        let at = at.map_err(|(at, problem)| wrong(at, problem))?;
        self.cell(&at).ok_or_else(|| wrong(0, format!("{self} has no such square")))
    }

    fn chess_coordinates(&self, name: &str) -> Result<Vec<usize>, (usize, String)> {
        let &[rows, _] = self.axes() else {
            return Err((0, "letters name the squares of boards of two axes only".into()));
        };
        let split = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
        let digit = |c: char| usize::from(c.to_ascii_lowercase() as u8 - b'a') + 1;
        let column = name[..split].chars().try_fold(0usize, |sum, c| {
            sum.checked_mul(26).and_then(|sum| sum.checked_add(digit(c)))
        });
        let number = &name[split..];
        let row = number.parse::<usize>().ok().filter(|_| number.starts_with(|c: char| c != '+'));
        let row = row.ok_or((split, "the number of a row is missing".to_string()))?;
        let row = rows.length.checked_sub(row).filter(|&row| row < rows.length);
        match (row, column) {
            (Some(row), Some(column)) => Ok(vec![row, column - 1]),
            _ => Err((if row.is_none() { split } else { 0 }, format!("{self} ends before it"))),
        }
    }

    fn numbers(&self, name: &str) -> Result<Vec<usize>, (usize, String)> {
        let inner = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let mut at = usize::from(inner.is_some());
        let mut coordinates = Vec::new();
        for part in inner.unwrap_or(name).split(',') {
            let number = part.parse::<usize>().ok().filter(|_| !part.starts_with('+'));
            coordinates.push(number.ok_or((at, "a coordinate is no number".to_string()))?);
            at += part.len() + 1;
        }
        if coordinates.len() != self.rank() {
            let (given, rank) = (coordinates.len(), self.rank());
            return Err((0, format!("{given} coordinates on a board of {rank} axes")));
        }
        Ok(coordinates)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn names_are_those_of_the_chessboard() {
        let chess = board("8x8");
        assert_eq!(chess.square_name(0), "a8");
        assert_eq!(chess.square_name(63), "h1");
        assert_eq!(chess.square("a1").unwrap(), 56);
        assert_eq!(chess.square("0,1").unwrap(), 1);
        assert_eq!(board("2x30").square_name(29), "ad2");
        assert_eq!(board("2x3x4").square_name(23), "(1,2,3)");
    }

    #[test]
    fn every_name_is_read_back() {
        for text in ["8x8", "3x30", "2x800", "2x3x4", "7", "torus:3x3", ".../.#./..."] {
            let board = board(text);
            for cell in 0..board.len() {
                assert_eq!(board.square(&board.square_name(cell)).unwrap(), cell, "{text}");
            }
        }
    }

    #[test]
    fn says_where_a_name_is_wrong() {
        for (on, name, at, problem) in [
            ("8x8", "a9", 2, "ends before it"),
            ("8x8", "a0", 2, "ends before it"),
            ("8x8", "i1", 1, "no such square"),
            ("8x8", "c", 2, "number of a row"),
            ("8x8", "", 1, "no number"),
            ("8x8", "1,x", 3, "no number"),
            ("8x8", "1", 1, "1 coordinates"),
            ("2x3x4", "a1", 1, "two axes"),
            (".../.#./...", "b2", 1, "no such square"),
        ] {
            let error = board(on).square(name).unwrap_err().to_string();
            assert!(error.contains(&format!("at character {at};")), "{name}: {error}");
            assert!(error.contains(problem), "{name}: {error}");
        }
    }
}
