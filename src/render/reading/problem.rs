//! Errors of unreadable input, with the line; and construction of an inferred question.

use crate::error::Error;
use crate::question::Question;

/// Makes a question about tours from the text of an inferred board.
pub(super) type Tours<'a> = &'a dyn Fn(&str) -> Result<Question, Error>;

/// The remedy for any unreadable input.
const REMEDY: &str = "give a listing as text, lines, csv, json, jsonl or binary, and its board";

pub(super) fn wrong(file: &str, line: usize, problem: impl Into<String>) -> Error {
    Error::FileText { file: file.into(), line, at: 1, problem: problem.into(), remedy: REMEDY }
}
