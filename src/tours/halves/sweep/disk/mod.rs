//! Layers in a [`crate::engine::CheckpointStore`], from which a stopped sweep resumes.
//!
//! - `layer_frames`: blocks as frames, with all checks when they are loaded;
//! - `checkpoint_files`: the files of a count, and their keys;
//! - `spill_files`: layers that do not fit in memory, part by part; when a layer is saved.

mod checkpoint_files;
mod layer_frames;
mod spill_files;
#[cfg(test)]
mod tests;

pub use checkpoint_files::{CheckpointFiles, Cut, SavedLayer, SweepResult};
pub use spill_files::{Place, SavePolicy, SpillFiles, SpillWhen};
