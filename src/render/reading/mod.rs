//! `SolutionsRead`: solutions from what listings write, in any format, told by its content.
//!
//! ```text
//! bytes ──► binary: PackedSolutions
//!       ──► rows of cells: lines, csv, json, jsonl ──┐
//!       ──► boards, drawn with numbers or signs ─────┴──► squares of a question
//! ```
//!
//! A binary listing says what it is about. Of the others it is told, or seen: drawn boards have
//! the size that they have, names that fill a rectangle are those of its squares, and rows of
//! columns are placements.

mod blocks;
mod problem;
mod read;
mod rows;
mod seen;

pub use read::SolutionsRead;
