//! Published counts with their sources, looked up by question and compared with answers.
//!
//! The table `counts.csv` is only compared with; no method uses it. `unasked.csv` lists the
//! published counts whose questions cannot be expressed yet, each with the reason, and
//! `erroneous.csv` the misprints. `scripts/normalise_published.py` makes all three.

mod misprint;
mod record;
mod row;
mod table;

pub use misprint::Misprint;
pub use row::Published;
pub use table::{Check, Table};
