//! `Limits`: what a sweep may use.

/// What a sweep may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes for states.
    pub memory: u64,
}
