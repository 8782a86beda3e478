//! The last rows of a board by levels: many placements that have reached the same row are continued
//! together, one in each lane of a vector.
//!
//! The descent of a unit fills the first level. Each level holds placements of one more row. A full
//! level is continued into the next one before it takes more, so all levels stay in the nearest
//! caches. A queen is placed only if each of the next rows keeps a free square, and near the end
//! each column, too: for sixteen placements together these checks cost little. A complete placement
//! is reconstructed from the chain of its parents.

mod pump;
mod states;
mod step;

pub(super) use pump::Levels;
pub(super) use step::{SIDES, Step, first_row};
