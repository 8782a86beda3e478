//! Infers the question from rows.

use super::problem::{Tours, wrong};
use super::rows::{Kind, Row, number};
use crate::error::Error;
use crate::question::{Queens, Question};

/// The question that the rows answer, as far as they show it.
pub(super) fn question(rows: &[Row], file: &str, tours: Tours<'_>) -> Result<Question, Error> {
    let first = &rows[0];
    let numbers = first.cells.iter().all(|cell| number(cell).is_some());
    match first.kind {
        Some(Kind::Columns) => return Ok(Question::Queens(Queens::new(first.cells.len())?)),
        // Columns of queens are at most the number of queens.
        None if numbers && are_columns(rows) => {
            return Ok(Question::Queens(Queens::new(first.cells.len())?));
        }
        _ if numbers => {
            return Err(wrong(
                file,
                first.line,
                "these are squares by their numbers, and nothing says of which board",
            ));
        }
        _ => {}
    }
    let (mut rows_seen, mut columns_seen) = (0, 0);
    for cell in &first.cells {
        let split = cell.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(0);
        let (letters, digits) = cell.split_at(split);
        let digit = |c: char| usize::from(c.to_ascii_lowercase() as u8 - b'a') + 1;
        let column =
            letters.chars().try_fold(0usize, |n, c| n.checked_mul(26)?.checked_add(digit(c)));
        let (Some(column), Some(row), false) = (column, number(digits), letters.is_empty()) else {
            let problem = format!("the squares do not fill a rectangle: \"{cell}\" is none of it");
            return Err(wrong(file, first.line, problem));
        };
        rows_seen = rows_seen.max(row as usize);
        columns_seen = columns_seen.max(column);
    }
    if rows_seen.saturating_mul(columns_seen) != first.cells.len() {
        let problem =
            "the squares do not fill a rectangle, and nothing says of which board they are";
        return Err(wrong(file, first.line, problem));
    }
    tours(&format!("{rows_seen}x{columns_seen}"))
}

fn are_columns(rows: &[Row]) -> bool {
    rows.iter().all(|row| {
        let side = row.cells.len();
        side == rows[0].cells.len()
            && row
                .cells
                .iter()
                .all(|cell| number(cell).is_some_and(|column| column as usize <= side))
    })
}
