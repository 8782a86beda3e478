//! `Swept` and `Ended`: what a sweep came to, or why it came to nothing.

use crate::method::LayerReport;

/// What a sweep counted.
#[derive(Clone, Debug)]
pub struct Swept<V> {
    pub total: V,
    /// The states of each layer.
    pub profile: Vec<u64>,
}

/// Why a sweep ended before its time.
#[derive(Debug)]
pub enum Ended {
    /// It was asked to.
    Stopped,
    /// A number did not fit in the arithmetic.
    Overflow,
    /// The layer did not fit in memory.
    Memory(LayerReport),
}
