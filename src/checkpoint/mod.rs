//! Checkpoints: files in which a unit that runs for hours saves its state.
//!
//! A journal records whole units. A method with one large unit saves states of its own in a
//! [`crate::engine::CheckpointStore`] and resumes from there. [`DirStore`] is such a store on disk.
//! Nothing is trusted that the checksums and the question do not confirm.

mod dir_store;
mod frames;
mod inspect;

pub use dir_store::{DirStore, LOCK};
pub use inspect::{CheckpointFile, FolderContents, inspect};
