//! Answers as text, JSON and CSV, to any `io::Write`; and the results files.
//!
//! Text is for people and says the convention of every number; JSON and CSV are stable and
//! documented in the README.

mod grid;
mod json;
mod listing;
mod results;
mod rows;
mod text;

pub use grid::grid;
pub use json::json;
pub use listing::{Form, Listing, Sheet};
pub use results::Results;
pub use rows::{COLUMNS, csv};
pub use text::{cost, text, verdict};
