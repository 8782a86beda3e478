//! Drawn boards: `.` is a cell and `#` a hole, row by row.
//!
//! On one line the rows are parted by `/` and the planes by `//`. Of files see `map.rs`.

use super::board::{Axis, Board};
use crate::error::Error;

const REMEDY: &str = "draw . for a cell and # for a hole, every row as long as the first";

/// One row with what stands before it: 1 for the next row, 2 for the next plane, ….
pub(super) struct Row<T> {
    pub cells: Vec<T>,
    pub before: usize,
    /// The line and the character where it begins, from 1.
    pub line: usize,
    pub at: usize,
}

/// The first error in a drawing; line and character count from 1.
pub(super) struct Wrong {
    pub line: usize,
    pub at: usize,
    pub problem: String,
}

impl Board {
    /// Reads a drawing in one line: `../.#` is three cells of the 2×2 square. The drawing starts
    /// `offset` characters into `text`.
    ///
    /// # Errors
    /// [`Error::BoardText`] with the first wrong character.
    pub(super) fn from_drawing(
        text: &str,
        offset: usize,
        wraps: impl Fn(usize, usize) -> bool,
    ) -> Result<Board, Error> {
        let wrong = |at: usize, problem: String| Error::BoardText {
            text: text.into(),
            at,
            problem,
            remedy: REMEDY,
        };
        let mut rows = vec![Row { cells: Vec::new(), before: 1, line: 1, at: offset + 1 }];
        let mut slashes = 0;
        for (i, character) in text.chars().enumerate().skip(offset) {
            if character == '/' {
                slashes += 1;
                continue;
            }
            if slashes > 0 {
                rows.push(Row { cells: Vec::new(), before: slashes, line: 1, at: i + 1 });
                slashes = 0;
            }
            if !matches!(character, '.' | '#') {
                return Err(wrong(i + 1, format!("'{character}' is neither . nor #")));
            }
            rows.last_mut().expect("there is one row from the start").cells.push(character == '.');
        }
        if slashes > 0 {
            let at = text.chars().count() + 1;
            rows.push(Row { cells: Vec::new(), before: slashes, line: 1, at });
        }
        build(&rows, wraps).map_err(|refused| match refused {
            Ok(Wrong { at, problem, .. }) => wrong(at, problem),
            Err(error) => error,
        })
    }

    /// Reads every site of a board with the given axes, row by row; slashes may be anywhere. The
    /// sites start `offset` characters into `text`.
    ///
    /// # Errors
    /// [`Error::BoardText`] with the first wrong character, [`Error::BoardTooLarge`].
    pub(super) fn from_sites(text: &str, offset: usize, axes: Vec<Axis>) -> Result<Board, Error> {
        let wrong = |at: usize, problem: String| Error::BoardText {
            text: text.into(),
            at: at + 1,
            problem,
            remedy: "after the sides draw every site, . for a cell and # for a hole",
        };
        let board = Board::new(axes)?;
        let sites = board.sites();
        let mut cells = Vec::new();
        for (i, character) in text.chars().enumerate().skip(offset) {
            match character {
                '/' => continue,
                '.' | '#' if cells.len() < sites => cells.push(character == '.'),
                '.' | '#' => return Err(wrong(i, format!("more than {sites} sites are drawn"))),
                other => return Err(wrong(i, format!("'{other}' is neither . nor #"))),
            }
        }
        if cells.len() < sites {
            let problem = format!("{} sites are drawn of {sites}", cells.len());
            return Err(wrong(text.chars().count(), problem));
        }
        if !cells.contains(&true) {
            return Err(wrong(offset, "there is no cell".into()));
        }
        let site = |at: &[usize]| board.cell(at).expect("the box has no hole yet");
        Ok(board.without(|at| !cells[site(at)]))
    }

    /// The drawing in one line.
    pub(super) fn drawing(&self) -> String {
        let axes = self.axes();
        let mut text = String::new();
        let mut at = vec![0; axes.len()];
        for _ in 0..self.sites() {
            text.push(if self.cell(&at).is_some() { '.' } else { '#' });
            // One more slash for each further axis that restarts.
            for (place, axis) in at.iter_mut().zip(axes).rev() {
                *place += 1;
                if *place < axis.length {
                    break;
                }
                *place = 0;
                text.push('/');
            }
        }
        text.trim_end_matches('/').into()
    }
}

/// The board of rows whose cells are true.
///
/// # Errors
/// The first place that is wrong, or [`Error::BoardTooLarge`].
pub(super) fn build(
    rows: &[Row<bool>],
    wraps: impl Fn(usize, usize) -> bool,
) -> Result<Board, Result<Wrong, Error>> {
    let wrong = |row: &Row<bool>, i: usize, problem: String| {
        Err(Ok(Wrong { line: row.line, at: row.at + i, problem }))
    };
    let Some(first) = rows.first() else {
        return Err(Ok(Wrong { line: 1, at: 1, problem: "nothing is drawn".into() }));
    };
    for row in rows {
        if row.cells.len() != first.cells.len() {
            let at = row.cells.len().min(first.cells.len());
            let (long, expected) = (row.cells.len(), first.cells.len());
            return wrong(row, at, format!("a row of {long} where the first has {expected}"));
        }
    }
    let mut lengths = vec![first.cells.len()];
    // The rows of a plane, of a solid, …: each number divides the next.
    let mut blocks = Vec::new();
    let deepest = rows.iter().map(|row| row.before).max().unwrap_or(1);
    for level in 2..=deepest {
        let ends = rows.iter().skip(1).position(|row| row.before >= level);
        let block = ends.map_or(rows.len(), |i| i + 1);
        let inner = blocks.last().copied().unwrap_or(1);
        lengths.push(block / inner);
        blocks.push(block);
    }
    lengths.push(rows.len() / blocks.last().copied().unwrap_or(1));
    for (i, row) in rows.iter().enumerate().skip(1) {
        let expected = 1 + blocks.iter().filter(|&&block| i.is_multiple_of(block)).count();
        if row.before != expected {
            return wrong(row, 0, "the planes before and after differ in their rows".into());
        }
    }
    let last = &rows[rows.len() - 1];
    if !rows.len().is_multiple_of(blocks.last().copied().unwrap_or(1)) {
        return wrong(last, 0, "rows are missing in the last plane".into());
    }
    if rows.iter().all(|row| !row.cells.contains(&true)) {
        return wrong(first, 0, "there is no cell".into());
    }
    lengths.reverse();
    let rank = lengths.len();
    let axis = |(i, &length)| Axis { length, wraps: wraps(i, rank) };
    let board = Board::new(lengths.iter().enumerate().map(axis).collect()).map_err(Err)?;
    let drawn: Vec<bool> = rows.iter().flat_map(|row| row.cells.iter().copied()).collect();
    if !drawn.contains(&false) {
        return Ok(board);
    }
    let site = |at: &[usize]| at.iter().zip(&lengths).fold(0, |site, (i, n)| site * n + i);
    Ok(board.without(|at| !drawn[site(at)]))
}
