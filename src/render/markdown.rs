//! Answers as a Markdown table, one row for each convention; solutions as rows of a table.

use std::io::{Result, Write};

use super::frame::Frame;
use super::grid::{Grid, markdown_cell};
use super::rows::{COLUMNS, rows};
use crate::solve::Answer;

/// The columns of an answer's rows that are shown, by number.
const SHOWN: [usize; 9] = [0, 1, 2, 3, 4, 5, 10, 11, 12];

pub(super) static FRAME: Frame = Frame {
    head: |columns| format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len())),
    first: "| ",
    next: "| ",
    apart: Some(" | "),
    before_code: " | ",
    close: " |\n",
    foot: "",
    empty: "",
    name: markdown_cell,
};

/// Writes answers as a table.
///
/// # Errors
/// Those of the writer.
pub fn markdown<'a>(
    answers: impl IntoIterator<Item = &'a Answer>,
    out: &mut impl Write,
) -> Result<()> {
    let shown = |row: &Vec<String>| SHOWN.map(|column| row[column].clone()).to_vec();
    let rows = answers.into_iter().flat_map(rows).map(|row| shown(&row)).collect();
    let header = SHOWN.map(|column| COLUMNS[column]);
    Grid::new(&header, &[0, 1, 2, 3, 4, 7, 8]).rows(rows).markdown(out)
}
