//! `Limits`: what a sweep may use.

/// What a sweep may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes for states.
    pub memory: u64,
    /// Layers go to disk from the first one on that is expected to take more bytes than
    /// this with the next; there must be a store.
    pub spill_from: u64,
}
