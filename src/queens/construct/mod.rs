//! Constructing one placement quickly: by a pattern for boards of any size, at random by exchanging
//! queens, and around given queens.

mod complete;
mod exchange;
mod pattern;

pub use complete::{Completion, complete, complete_watched};
pub use exchange::at_random;
pub use pattern::pattern;

use super::question::fits;
use crate::error::Error;

/// The largest board for which a placement is constructed.
pub const MOST_ROWS: usize = 1_000_000;

/// Refuses larger boards.
fn fits_one(side: usize) -> Result<(), Error> {
    fits(side, MOST_ROWS, "queens", "construction")
}
