//! Published counts with their sources, looked up by question and compared with answers.
//!
//! The table `counts.csv` is only ever compared with: no method sees it. `unasked.csv` keeps the
//! published counts whose question cannot be asked yet, each with the reason, and `erroneous.csv`
//! what was printed and is wrong. `scripts/normalise_published.py` makes all three.

mod misprint;
mod record;
mod row;
mod table;

pub use misprint::Misprint;
pub use row::Published;
pub use table::{Check, Table};
