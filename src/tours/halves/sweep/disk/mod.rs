//! Layers in a [`crate::engine::CheckpointStore`], from which a stopped sweep resumes.
//!
//! - `checkpoint_files`: the files of a count, their keys, and the policy that decides when to save
//!   a layer;
//! - `spill_files`: layers in files, with all checks when they are loaded; layers that do not fit
//!   in memory, part by part.

mod checkpoint_files;
mod spill_files;
#[cfg(test)]
mod tests;

pub use checkpoint_files::{
    CheckpointFiles, Cut, SavePolicy, SavedLayer, SweepPosition, SweepResult,
};
pub use spill_files::SpillFiles;
