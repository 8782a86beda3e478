//! Layers in a [`crate::engine::CheckpointStore`]: as checkpoints of a sweep that stays in memory,
//! and as the buckets of one that does not.

mod buckets;
mod checkpoints;
mod frames;
mod kept_layer;
#[cfg(test)]
mod tests;

pub use buckets::{
    BUCKETS, Bucket, Buckets, DISK_BITS, DISK_PARTITIONS, empty_partitions, least_on_disk,
};
pub use checkpoints::Checkpoints;
pub use kept_layer::KeptLayer;
