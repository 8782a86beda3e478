//! Answers and solutions as text, JSON, CSV and other formats, written to any `io::Write`; and
//! results files.
//!
//! Text is for people and names the convention of every number. JSON and CSV are stable formats,
//! documented in docs/formats.md.
//!
//! ```text
//! Answer ────────────────────► answers: text · json · csv (rows) · markdown
//! any table ────► Grid ──────► text · csv · markdown
//! Question ──► Sheet ──► Listing ──► Boards (drawn) or Cells (in the Frame of a Format)
//!                                  or Framed (for a terminal)
//!                                  or PackedWriter ──► a file ──► PackedSolutions
//!                                  or Drawn (a sheet of pictures)
//! a listing in any format ──► SolutionsRead; a verify run as JSON ──► rows
//! ```

mod boards;
mod cells;
mod draft;
mod drawn;
mod format;
mod frame;
mod framed;
mod grid;
mod json;
mod listing;
mod packed;
mod reading;
mod results;
mod rows;
mod sheet;
#[cfg(test)]
mod tests;
mod text;
mod verified;

pub use drawn::picture;
pub use format::{Format, answers};
pub use grid::{Grid, grid};
pub use json::{answer_value, array, check_value, counts_value, json, question_value, signed};
pub use listing::Listing;
pub use packed::PackedSolutions;
pub use reading::SolutionsRead;
pub use results::Results;
pub use rows::{COLUMNS, csv};
pub use sheet::Sheet;
pub use text::{WIDTH, cost, histogram, notes, text, verdict, wrapped};
pub use verified::verified;
