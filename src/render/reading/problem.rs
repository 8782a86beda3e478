//! What cannot be read, with its line; and how a question is made of what can.

use crate::error::Error;
use crate::question::Question;

/// Makes a question about tours from the text of a board that was seen.
pub(super) type Tours<'a> = &'a dyn Fn(&str) -> Result<Question, Error>;

/// What a remedy says for whatever cannot be read.
const REMEDY: &str = "give a listing as text, lines, csv, json, jsonl or binary, and its board";

pub(super) fn wrong(file: &str, line: usize, problem: impl Into<String>) -> Error {
    Error::FileText { file: file.into(), line, at: 1, problem: problem.into(), remedy: REMEDY }
}
