//! Layers in a [`crate::engine::CheckpointStore`]: as checkpoints of a sweep that stays in memory,
//! and as the buckets of one that does not.

mod buckets;
mod checkpoints;
mod frames;

pub use buckets::{
    BUCKETS, DISK_BITS, DISK_PARTITIONS, bucket_sample, empty_partitions, layer_file, read_bucket,
    remove_layers, run_file, write_bucket,
};
pub use checkpoints::Checkpoints;
