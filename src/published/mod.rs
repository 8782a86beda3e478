//! Published counts with their sources, looked up by question and compared with answers.
//!
//! The table `counts.csv` is only ever compared with: no method sees it. To add a source,
//! add rows; to make more of its rows askable, teach `asked.rs` their conventions. `erroneous.csv` holds what
//! was printed and is wrong.

mod asked;
mod misprint;
mod row;
mod table;

pub use asked::Unasked;
pub use misprint::Misprint;
pub use row::Published;
pub use table::{Check, Table};
