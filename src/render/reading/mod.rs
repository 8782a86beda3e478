//! `SolutionsRead`: reads solutions from listings in any format, recognised by content.
//!
//! ```text
//! bytes ──► binary: PackedSolutions
//!       ──► rows of cells: lines, csv, json, jsonl ──┐
//!       ──► boards, drawn with numbers or signs ─────┴──► squares of a question
//! ```
//!
//! A binary listing contains its question. For other formats the question is given, or inferred:
//! drawn boards show their size, names that fill a rectangle are its squares, and rows of columns
//! are placements.

mod blocks;
mod read;
mod rows;

pub use read::SolutionsRead;
