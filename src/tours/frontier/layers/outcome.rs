//! `Swept` and `Ended`: what a sweep came to, or why it came to nothing.

use super::entry::Entry;
use super::sweep_state::SweepState;
use crate::error::Error;
use crate::method::LayerReport;

/// What a sweep counted.
#[derive(Clone, Debug)]
pub struct Swept<V> {
    pub total: V,
    /// The states of each layer.
    pub profile: Vec<u64>,
}

impl<V> Swept<V> {
    pub fn of<E: Entry<Value = V>>(reached: SweepState<E>) -> Swept<V> {
        Swept { total: reached.total, profile: reached.profile }
    }
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
    /// A layer could not be saved.
    Failed(Error),
}
