//! Layers in a [`crate::engine::CheckpointStore`], so that a sweep that was killed goes on.
//!
//! - `keeper`: the files of a count, what each says it is of, and when a layer is worth a file;
//! - `depot`: a layer as frames, and read back, with all that it says checked; what does not fit in
//!   memory, part by part.

mod depot;
mod keeper;
#[cfg(test)]
mod tests;

pub use depot::Depot;
pub use keeper::Record;
pub use keeper::{Cut, Keeper, Saved, Spot};
