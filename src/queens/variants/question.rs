//! `VariantQuestion`: the variants of the n-queens question.
//!
//! Fewer queens than rows, rectangles, amazons (queen and knight in one), a torus (rows, columns
//! and diagonals wrap), given queens, holes where no queen is allowed, the first rows only (a level
//! of the plain backtrack search, OEIS A319284), placements of the plane up to shifts around a
//! torus (A062164), one queen in each of some regions, queens that attack only their neighbours
//! along diagonals. Queens attack across holes.

use std::fmt;

use crate::board::{Bits, chess_name};
use crate::convention::{Convention, Label};
use crate::count::Count;
use crate::engine::Tally;
use crate::error::Error;
use crate::queens::placement::Turn;
use crate::queens::question::MAX_SIDE;

/// A square: row and column, from 0.
pub type Square = (usize, usize);

/// The question about one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantQuestion {
    pub(super) height: usize,
    pub(super) width: usize,
    /// The first rows, to which the queens are restricted.
    pub(super) rows: usize,
    pub(super) queens: usize,
    torus: bool,
    amazons: bool,
    reduced: bool,
    turn: Option<Turn>,
    shifts: bool,
    pub(super) placed: Vec<Square>,
    pub(super) holes: Vec<Square>,
    /// The region of each square, row by row; empty if there are no regions.
    pub(super) regions: Vec<u8>,
    pub(super) touching: bool,
}

impl VariantQuestion {
    /// As many queens as rows on the plane board.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond 64 rows.
    pub fn new(side: usize) -> Result<VariantQuestion, Error> {
        VariantQuestion::of_size(side, side)
    }

    /// As many queens as the shorter side, on a plane board.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond 64 rows or columns; [`Error::Queens`] for one of them
    /// without the other.
    pub fn of_size(rows: usize, columns: usize) -> Result<VariantQuestion, Error> {
        let (method, limit, remedy) = ("variants", MAX_SIDE, "give a smaller number");
        let sizes = [(rows, "rows"), (columns, "columns")];
        if let Some((size, unit)) = sizes.into_iter().find(|(size, _)| *size > limit) {
            let what = format!("the {rows}x{columns} board");
            return Err(Error::MethodTooSmall { what, size, unit, method, limit, remedy });
        }
        if rows != columns && rows.min(columns) == 0 {
            let problem = format!("{rows}x{columns}: a board without squares");
            return Err(Error::Queens {
                problem,
                remedy: "give it at least one row and one column",
            });
        }
        let (placed, holes) = (Vec::new(), Vec::new());
        Ok(VariantQuestion {
            height: rows,
            width: columns,
            rows,
            queens: rows.min(columns),
            torus: false,
            amazons: false,
            reduced: true,
            turn: None,
            shifts: false,
            placed,
            holes,
            regions: Vec::new(),
            touching: false,
        })
    }

    /// As many queens as these first rows, all of them in these rows.
    ///
    /// # Errors
    /// [`Error::Queens`] if the board has fewer rows, or if it is not square.
    pub fn in_first_rows(self, rows: usize) -> Result<VariantQuestion, Error> {
        self.is_square_for("first rows are")?;
        if rows > self.height {
            let problem = format!("the first {rows} of {}", counted(self.height, "row"));
            return Err(Error::Queens { problem, remedy: "ask for fewer rows" });
        }
        Ok(VariantQuestion { rows, queens: rows, ..self })
    }

    /// Counts placements of the plane up to shifts around the torus, rotations and reflections. A
    /// shift of a placement counts only if it is a placement of the plane again.
    ///
    /// # Errors
    /// [`Error::Queens`] unless the question is about as many queens as rows of the whole plane
    /// board.
    pub fn up_to_shifts(self) -> Result<VariantQuestion, Error> {
        if self.amazons || !self.is_full_plane() {
            let problem = format!("{self}: shifts apply only to queens on the plain board");
            return Err(Error::Queens { problem, remedy: "leave out the shifts, or the others" });
        }
        Ok(VariantQuestion { shifts: true, ..self })
    }

    /// Another number of queens in all, including the given ones.
    ///
    /// # Errors
    /// [`Error::Queens`] if there are more than rows or columns, or fewer than are given.
    pub fn with_queens(mut self, queens: usize) -> Result<VariantQuestion, Error> {
        if queens > self.rows {
            let problem = format!("{} on {}", counted(queens, "queen"), counted(self.rows, "row"));
            return Err(Error::Queens { problem, remedy: "a row holds at most one queen" });
        }
        if queens > self.width {
            let (all, columns) = (counted(queens, "queen"), counted(self.width, "column"));
            let problem = format!("{all} on {columns}");
            return Err(Error::Queens { problem, remedy: "a column holds at most one queen" });
        }
        if self.has_regions() && queens != self.queens {
            let problem = format!("{} in {} regions", counted(queens, "queen"), self.queens);
            return Err(Error::Queens { problem, remedy: "a region holds one queen" });
        }
        if queens < self.placed.len() {
            let are = if self.placed.len() == 1 { "is" } else { "are" };
            let (all, placed) = (counted(queens, "queen"), self.placed.len());
            let problem = format!("{all}, but {placed} {are} given");
            return Err(Error::Queens { problem, remedy: "ask for more, or place fewer" });
        }
        self.queens = queens;
        Ok(self)
    }

    /// Makes the board a torus.
    ///
    /// # Errors
    /// [`Error::Queens`] unless the board is square.
    pub fn on_torus(self) -> Result<VariantQuestion, Error> {
        self.is_square_for("a torus is")?;
        Ok(VariantQuestion { torus: true, ..self })
    }

    /// Amazons instead of queens.
    pub fn with_amazons(self) -> VariantQuestion {
        VariantQuestion { amazons: true, ..self }
    }

    /// Only those placements that the turn keeps.
    ///
    /// # Errors
    /// [`Error::Queens`] unless the board is square.
    pub fn kept_by(self, turn: Turn) -> Result<VariantQuestion, Error> {
        self.is_square_for("turns are")?;
        Ok(VariantQuestion { turn: Some(turn), ..self })
    }

    /// Drops the restriction to symmetric placements.
    pub fn without_turn(self) -> VariantQuestion {
        VariantQuestion { turn: None, ..self }
    }

    /// The first rows of a square board, which have as many placements as a rectangle without given
    /// queens and holes; other questions stay as they are.
    pub(crate) fn in_square(self) -> VariantQuestion {
        if self.height == self.width || !self.is_free() {
            return self;
        }
        let (side, rows) = (self.side(), self.height.min(self.width));
        VariantQuestion { height: side, width: side, rows, ..self }
    }

    /// Forbids the use of symmetry.
    pub fn without_symmetry(self) -> VariantQuestion {
        VariantQuestion { reduced: false, ..self }
    }

    /// Refuses options that are defined for square boards only.
    fn is_square_for(&self, what: &str) -> Result<(), Error> {
        if self.height == self.width {
            return Ok(());
        }
        let problem = format!("{self}: {what} only defined for square boards");
        Err(Error::Queens { problem, remedy: "give it as many rows as columns" })
    }

    /// The longer side of the board.
    pub fn side(&self) -> usize {
        self.height.max(self.width)
    }

    /// The rows of the board.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The columns of the board.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The default number of queens.
    pub fn usual_queens(&self) -> usize {
        self.rows.min(self.width)
    }

    /// The number of first rows to which the queens are restricted.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// True if placements are counted up to shifts around the torus.
    pub fn is_up_to_shifts(&self) -> bool {
        self.shifts
    }

    /// The number of queens, including the given ones.
    pub fn queens(&self) -> usize {
        self.queens
    }

    /// The given queens, by rows.
    pub fn placed(&self) -> &[Square] {
        &self.placed
    }

    /// The squares where no queen is allowed, by rows.
    pub fn holes(&self) -> &[Square] {
        &self.holes
    }

    /// True for amazons.
    pub fn is_amazons(&self) -> bool {
        self.amazons
    }

    /// True for a torus.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// True if only the piece may differ from the n-queens question.
    pub fn is_full_plane(&self) -> bool {
        self.turn.is_none() && !self.torus && !self.shifts && self.is_full()
    }

    /// The turn that must keep the placements, if any.
    pub fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// True for as many queens as rows of the plane board, with or without a turn.
    pub fn is_of_plain_queens(&self) -> bool {
        !self.torus && !self.amazons && !self.shifts && self.is_full()
    }

    /// True for as many queens as rows of a torus, without a turn.
    pub fn is_of_torus_queens(&self) -> bool {
        self.torus && !self.amazons && self.turn.is_none() && self.is_full()
    }

    fn is_full(&self) -> bool {
        self.queens == self.side() && self.is_free()
    }

    /// True if every square may hold a queen, none is given, and only lines restrict them.
    fn is_free(&self) -> bool {
        self.is_empty() && !self.has_regions() && !self.touching
    }

    /// True if every square may hold a queen, and none is given.
    fn is_empty(&self) -> bool {
        self.placed.is_empty() && self.holes.is_empty()
    }

    /// True if a theorem excludes any placement: a torus whose side is divisible by 2 or 3 has no
    /// placement of as many queens as rows (G. Pólya, "Über die 'doppelt-periodischen' Lösungen des
    /// n-Damen-Problems", 1918). Columns, columns plus rows and columns less rows would each take
    /// every value once; then their sums, or the sums of their squares, would disagree modulo the
    /// side.
    pub fn has_none(&self) -> bool {
        let side = self.side();
        let divisible = side > 0 && (side.is_multiple_of(2) || side.is_multiple_of(3));
        self.torus && !self.touching && self.queens == side && divisible
    }

    /// True if one placement of each class is visited: all shifts of the board are symmetries or
    /// are divided out, and every row has a queen.
    pub fn is_reduced(&self) -> bool {
        let shifts = self.torus || self.shifts;
        self.reduced && self.turn.is_none() && shifts && self.is_full() && self.height > 0
    }

    /// The squares of each row that a queen attacks, including its own.
    pub fn attacks(&self, square: Square) -> Vec<u64> {
        let mut attacked = attacks(self.side(), square, self.torus, self.amazons, self.touching);
        for (there, squares) in attacked.iter_mut().enumerate() {
            *squares |= self.same_region(square, there);
        }
        attacked
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        let is_whole = self.height != self.width && self.queens == self.usual_queens();
        let is_placed = self.is_empty() && (self.queens == self.side() || is_whole);
        let kind = if is_placed { "placement" } else { "completion" };
        let piece = if self.amazons { "amazon" } else { "queen" };
        Label { family: "queens", board: self.to_string(), piece: piece.into(), kind }
    }

    /// The counts by convention, from the tally of a search.
    pub fn counts(&self, tally: &Tally) -> Vec<(Convention, Count)> {
        let mut counts = vec![(Convention::All, tally.weighted())];
        if self.is_reduced() {
            counts.push((Convention::Fundamental, tally.visited()));
        }
        counts
    }
}

impl fmt::Display for VariantQuestion {
    /// `torus:8x8 k=5 with a1,c2 less d4`: only the parts that differ from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let torus = if self.torus { "torus:" } else { "" };
        write!(f, "{torus}{}x{}", self.height, self.width)?;
        if self.rows != self.height {
            write!(f, " first-rows={}", self.rows)?;
        }
        if self.queens != self.usual_queens() {
            write!(f, " k={}", self.queens)?;
        }
        if self.shifts {
            write!(f, " shifts")?;
        }
        if self.touching {
            write!(f, " touching")?;
        }
        if let Some(regions) = self.regions_text() {
            write!(f, " regions={regions}")?;
        }
        if let Some(turn) = self.turn {
            write!(f, " turn={turn}")?;
        }
        for (word, squares) in [("with", &self.placed), ("less", &self.holes)] {
            if !squares.is_empty() {
                let names: Vec<_> =
                    squares.iter().map(|&square| name(square, self.height)).collect();
                write!(f, " {word} {}", names.join(","))?;
            }
        }
        Ok(())
    }
}

/// "1 queen", "2 queens".
pub(super) fn counted(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// The name of a square of a board with `side` rows, as on a chessboard: see `board`.
pub fn name((row, column): Square, side: usize) -> String {
    chess_name(side.saturating_sub(row), column)
}

/// The squares of each row that a queen attacks, including its own.
pub(super) fn attacks(
    side: usize,
    (row, column): (usize, usize),
    torus: bool,
    amazons: bool,
    touching: bool,
) -> Vec<u64> {
    let attacked = |there: usize| {
        if there == row {
            return u64::all_below(side);
        }
        let mut mask = u64::single(column);
        let rows = if torus {
            vec![there + side - row, row + side - there]
        } else {
            vec![there.abs_diff(row)]
        };
        for rows in rows {
            let rows = if torus { rows % side } else { rows };
            let mut steps = if touching && rows != 1 { vec![] } else { vec![rows] };
            if amazons && (rows == 1 || rows == 2) {
                steps.push(3 - rows);
            }
            for step in steps {
                if torus {
                    mask = mask.with((column + step) % side);
                    mask = mask.with((column + side * step - step) % side);
                } else {
                    mask |= u64::single(column) << step | u64::single(column) >> step;
                }
            }
        }
        mask & u64::all_below(side)
    };
    (0..side).map(attacked).collect()
}

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

#[cfg(test)]
mod tests {
    use super::{VariantQuestion, name};

    #[test]
    fn squares_are_named_as_on_a_chessboard() {
        assert_eq!((name((7, 0), 8), name((0, 7), 8)), ("a1".into(), "h8".into()));
    }

    #[test]
    fn impossible_pieces_are_refused() {
        let eight = || VariantQuestion::new(8).unwrap();
        let text = |result: Result<VariantQuestion, crate::Error>| result.unwrap_err().to_string();
        assert!(text(eight().with_placed(&[(0, 0), (3, 3)])).contains("a8 and d5 attack"));
        assert!(text(eight().with_placed(&[(0, 8)])).contains("(0, 8) is outside the 8x8 board"));
        assert!(text(eight().with_queens(9)).contains("9 queens on 8 rows"));
        let three = eight().with_placed(&[(0, 0), (1, 2), (2, 4)]).unwrap();
        assert!(text(three.with_queens(2)).contains("3 are given"));
        assert!(text(eight().with_placed(&[(0, 0), (0, 0)])).contains("a8 has two queens"));
        assert!(text(eight().in_first_rows(9)).contains("the first 9 of 8 rows"));
        let two = || eight().in_first_rows(2).unwrap();
        assert!(text(two().with_queens(3)).contains("3 queens on 2 rows"));
        assert!(text(two().with_placed(&[(2, 0)])).contains("a6 is not in the first 2 rows"));
        assert!(text(two().up_to_shifts()).contains("only to queens on the plain board"));
        assert!(eight().with_amazons().up_to_shifts().is_err());
        assert_eq!(two().with_queens(1).unwrap().to_string(), "8x8 first-rows=2 k=1");
        let given = eight().with_placed(&[(0, 0)]).unwrap();
        assert!(text(given.with_holes(&[(0, 0)])).contains("a8 has a queen and is a hole"));
        let holed = eight().with_holes(&[(0, 0), (0, 0)]).unwrap();
        assert_eq!(holed.to_string(), "8x8 less a8");
        assert!(text(holed.with_placed(&[(0, 0)])).contains("and is a hole"));
        // A knight's move apart: amazons attack each other, queens do not.
        assert!(eight().with_amazons().with_placed(&[(0, 0), (1, 2)]).is_err());
        // Neighbours over the edges.
        assert!(eight().on_torus().unwrap().with_placed(&[(0, 0), (7, 7)]).is_err());
        assert_eq!(
            eight()
                .with_queens(5)
                .unwrap()
                .with_placed(&[(1, 2)])
                .unwrap()
                .with_holes(&[(0, 0)])
                .unwrap()
                .to_string(),
            "8x8 k=5 with c7 less a8"
        );
    }
}
