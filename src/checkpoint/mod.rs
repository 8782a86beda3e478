//! Checkpoints: files in which a unit that runs for hours keeps how far it is.
//!
//! A journal keeps whole units; a method whose one unit is large keeps states of its own on a
//! [`crate::engine::CheckpointStore`] and goes on from there. [`DirStore`] is such a store on
//! disk. Nothing is trusted that the checksums and the question do not confirm.

mod dir_store;
mod frames;
mod survey;

pub use dir_store::{DirStore, LOCK};
pub use survey::{Survey, SurveyedFile, survey};
