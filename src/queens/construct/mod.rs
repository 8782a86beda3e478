//! One placement, fast: by a pattern for boards of any size, at random by exchanging queens,
//! and around queens that stand already.

mod complete;
mod exchange;
mod pattern;

pub use complete::{Completion, complete, complete_watched};
pub use exchange::at_random;
pub use pattern::pattern;

use super::question::fits;
use crate::error::Error;

/// The most rows of a board that one placement is made for.
pub const MOST_ROWS: usize = 1_000_000;

/// Refuses a board of more rows.
fn fits_one(side: usize) -> Result<(), Error> {
    fits(side, MOST_ROWS, "queens", "construction")
}
