//! Names of squares: `c3` on boards of two axes, `c` on boards of one, `1-3-2` on all others.
//!
//! As on a chessboard, the letter is the column and the number is the row, counted from the bottom.
//! The columns after z are aa, ab, …. Coordinates count from 1 in the order of the axes, so `1-1`
//! is the top left square. Every board accepts both forms. The whole program uses this convention,
//! queens included.

use super::board::Board;
use crate::error::Error;

const REMEDY: &str = "write column and row as on a chessboard, from a1 at the bottom left, or \
                      row-column, from 1-1 at the top left";

const REMEDY_LINE: &str = "write its letter, from a, or its number, from 1";

const REMEDY_BEYOND: &str =
    "write a coordinate for each axis, from 1, in their order and with hyphens between them";

impl Board {
    /// The name of a cell.
    pub fn square_name(&self, cell: usize) -> String {
        let at = self.coordinates(cell);
        match (&at[..], self.axes()) {
            (&[row, column], [rows, _]) => chess_name(rows.length - row, column),
            (&[column], _) => letters(column),
            _ => {
                let numbers: Vec<_> = at.iter().map(|at| (at + 1).to_string()).collect();
                numbers.join("-")
            }
        }
    }

    /// The cell with this name, or with these coordinates from 1 joined by hyphens.
    ///
    /// # Errors
    /// [`Error::Text`] with the first wrong character.
    pub fn square(&self, name: &str) -> Result<usize, Error> {
        let wrong = |at: usize, problem: String| Error::Text {
            what: "square",
            text: name.into(),
            at: name[..at].chars().count() + 1,
            problem,
            remedy: match self.rank() {
                0 | 1 => REMEDY_LINE,
                2 => REMEDY,
                _ => REMEDY_BEYOND,
            },
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
        let split = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
        let digit = |c: char| usize::from(c.to_ascii_lowercase() as u8 - b'a') + 1;
        let column = name[..split].chars().try_fold(0usize, |sum, c| {
            sum.checked_mul(26).and_then(|sum| sum.checked_add(digit(c)))
        });
        let beyond = |at| (at, format!("{self} ends before it"));
        let column = column.ok_or(beyond(0))? - 1;
        let number = &name[split..];
        match self.axes() {
            [_] if number.is_empty() => Ok(vec![column]),
            [_] => Err((split, "a board of one axis has no rows".into())),
            [rows, _] => {
                let given = number.parse::<usize>().ok();
                let row = given.filter(|_| !number.starts_with('+'));
                let row = row.ok_or((split, "the number of a row is missing".to_string()))?;
                let row = rows.length.checked_sub(row).filter(|&row| row < rows.length);
                Ok(vec![row.ok_or(beyond(split))?, column])
            }
            _ => Err((0, "letters name the squares of boards of one or two axes only".into())),
        }
    }

    fn numbers(&self, name: &str) -> Result<Vec<usize>, (usize, String)> {
        let mut at = 0;
        let mut coordinates = Vec::new();
        for part in name.split('-') {
            let number = part.parse::<usize>().ok().filter(|_| !part.starts_with('+'));
            let number = number.ok_or((at, "a coordinate is not a number".to_string()))?;
            let from_0 = number.checked_sub(1);
            coordinates.push(from_0.ok_or((at, "coordinates count from 1".to_string()))?);
            at += part.len() + 1;
        }
        if coordinates.len() != self.rank() {
            let (given, rank) = (coordinates.len(), self.rank());
            return Err((0, format!("coordinates: {given}, where {self} needs {rank}")));
        }
        Ok(coordinates)
    }
}

/// The name of a square from a column, counted from 0, and the displayed number of its row.
pub fn chess_name(row: usize, column: usize) -> String {
    format!("{}{row}", letters(column))
}

/// The letters of a column: a to z, then aa, ab, ….
pub fn letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        letters.push((b'a' + ((left - 1) % 26) as u8) as char);
        left = (left - 1) / 26;
    }
    letters.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn names_follow_the_chessboard() {
        let chess = board("8x8");
        assert_eq!(chess.square_name(0), "a8");
        assert_eq!(chess.square_name(63), "h1");
        assert_eq!(chess.square("a1").unwrap(), 56);
        assert_eq!(chess.square("1-2").unwrap(), 1);
        assert_eq!(board("2x30").square_name(29), "ad2");
        assert_eq!(board("2x3x4").square_name(23), "2-3-4");
        assert_eq!((board("7").square_name(2), board("7").square("3").unwrap()), ("c".into(), 2));
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
    fn errors_name_the_place_in_a_name() {
        for (on, name, at, problem) in [
            ("8x8", "a9", 2, "ends before it"),
            ("8x8", "a0", 2, "ends before it"),
            ("8x8", "i1", 1, "no such square"),
            ("8x8", "c", 2, "number of a row"),
            ("8x8", "", 1, "not a number"),
            ("8x8", "1-x", 3, "not a number"),
            ("8x8", "1,2", 1, "not a number"),
            ("8x8", "1-0", 3, "from 1"),
            ("8x8", "9-1", 1, "no such square"),
            ("8x8", "1", 1, "coordinates: 1, where 8x8 needs 2"),
            ("2x3x4", "a1", 1, "two axes"),
            ("7", "a1", 2, "no rows"),
            (".../.#./...", "b2", 1, "no such square"),
        ] {
            let error = board(on).square(name).unwrap_err().to_string();
            assert!(error.contains(&format!(", character {at}:")), "{name}: {error}");
            assert!(error.contains(problem), "{name}: {error}");
        }
    }
}
