//! The last rows of a board by levels: many placements that have come to the same row are
//! continued together, one in each lane of a vector.
//!
//! The descent of a unit fills the first level. A level holds placements of one row more than the
//! one before it; once it is full they are continued into the next, before it takes more, so that
//! all levels stay in the nearest caches.
//! A queen is placed only where each of the next rows keeps a free square, and near the end each
//! of the columns, too: for sixteen placements that takes as long as a few of these questions for
//! one. A complete placement is told by the chain of those that it continues.

mod pump;
mod states;
mod step;

pub(super) use pump::Levels;
pub(super) use step::{SIDES, Step, first_row};
