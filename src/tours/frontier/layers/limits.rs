//! `Limits`: the resources of a sweep.

/// The resources of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes for states.
    pub memory: u64,
}
