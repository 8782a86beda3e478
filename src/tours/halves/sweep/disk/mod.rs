//! Layers in a [`crate::engine::CheckpointStore`], so that a sweep that was killed goes on.
//!
//! - `layers`: a layer as frames, and read back, with all that it says checked;
//! - `keeper`: the files of a count, and what each says it is of;
//! - `depot`: what does not fit in memory, part by part;
//! - `record`: what a sweep has told so far, and when a layer is worth being kept.

mod depot;
mod keeper;
mod layers;
mod record;
#[cfg(test)]
mod tests;

pub use depot::Depot;
pub use keeper::{Cut, Keeper, Saved, Spot};
pub use record::Record;
