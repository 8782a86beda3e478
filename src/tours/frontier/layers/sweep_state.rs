//! `SweepState`: a sweep between two steps.

use super::entry::{Entry, Spread};
use super::layer::Layer;
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::state::Key;

/// A sweep between two steps.
pub struct SweepState<E: Entry> {
    /// The layer's number, which is that of the next step.
    pub at: usize,
    pub layer: Layer<E>,
    /// The ratio of its states to those of the layer before.
    pub growth: f64,
    /// The number of states of each earlier layer.
    pub profile: Vec<u64>,
}

impl<E: Entry> SweepState<E> {
    /// The predicted number of states of the next layer.
    pub fn expected(&self) -> usize {
        (self.layer.len() as f64 * self.growth.max(0.3)) as usize
    }

    /// The single state before the first step.
    pub fn start<A: Arithmetic<Value = E::Value>>(arithmetic: A) -> Self {
        let mut layer = Layer::empty(Spread { salt: 1, bits: 0 });
        layer.partitions[0].push(vec![(E::Key::START, arithmetic.one())]);
        SweepState { at: 0, layer, growth: 2.0, profile: Vec::new() }
    }
}
