//! `Swept` and `Ended`: the result of a sweep, or why there is none.

use crate::method::LayerReport;

/// The result of a sweep.
#[derive(Clone, Debug)]
pub struct Swept<V> {
    pub total: V,
    /// The states of each layer.
    pub profile: Vec<u64>,
}

/// Why a sweep ended early.
#[derive(Debug)]
pub enum Ended {
    /// It was stopped.
    Stopped,
    /// A number did not fit in the arithmetic.
    Overflow,
    /// The layer did not fit in memory.
    Memory(LayerReport),
}
