//! Published counts with their sources, looked up by question and compared with answers.
//!
//! The table `counts.csv` is only ever compared with: no method sees it. To add a source,
//! add rows; to make more of its rows askable, teach `row.rs` their conventions.

mod row;
mod table;

pub use row::Published;
pub use table::{Check, Table};
