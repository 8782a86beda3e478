//! `SweepState`: a sweep between two steps.

use super::entry::{Entry, Spread};
use super::layer::Layer;
use crate::tours::frontier::numbers::Arithmetic;
use crate::tours::frontier::state::Key;

/// A sweep between two steps.
pub struct SweepState<E: Entry> {
    /// The layer's number, that of the step to come.
    pub at: usize,
    pub layer: Layer<E>,
    /// How many times the states of the layer before.
    pub growth: f64,
    /// The states of the layers before.
    pub profile: Vec<u64>,
}

impl<E: Entry> SweepState<E> {
    /// The states that the next layer is expected to have.
    pub fn expected(&self) -> usize {
        (self.layer.len() as f64 * self.growth.max(0.3)) as usize
    }

    /// The one state before the first step.
    pub fn start<A: Arithmetic<Value = E::Value>>(arithmetic: A) -> Self {
        let mut layer = Layer::empty(Spread { salt: 1, bits: 0 });
        layer.partitions[0].push(vec![(E::Key::START, arithmetic.one())]);
        SweepState { at: 0, layer, growth: 2.0, profile: Vec::new() }
    }
}
