//! `SweepState`: a sweep between two steps.

use super::block::{BlockBudget, add};
use super::entry::{Entry, Spread};
use super::layer::Layer;
use crate::method::LayerReport;
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
    /// Tours completed so far.
    pub total: E::Value,
    /// Successors made so far.
    pub transitions: u64,
    /// The most bytes in blocks so far.
    pub bytes: u64,
}

impl<E: Entry> SweepState<E> {
    /// What there is to tell before a step is taken: the layer before is done.
    pub fn report(&self) -> LayerReport {
        LayerReport {
            layer: self.at.saturating_sub(1),
            states: self.profile.last().copied().unwrap_or(0),
            done: 1.0,
            states_so_far: self.profile.iter().sum(),
            transitions: self.transitions,
            bytes: self.bytes,
            ..LayerReport::default()
        }
    }

    /// The states that the next layer is expected to have.
    pub fn expected(&self) -> usize {
        (self.layer.len() as f64 * self.growth.max(0.3)) as usize
    }

    /// The most states of this layer, the next and those before, so many.
    pub fn peak(&self, before: usize) -> usize {
        let first = self.profile.len().saturating_sub(before);
        let peak = self.profile[first..].iter().max().map_or(0, |&peak| peak as usize);
        peak.max(self.expected())
    }

    /// The one state before the first step.
    pub fn start<A: Arithmetic<Value = E::Value>>(arithmetic: A) -> Self {
        let mut layer = Layer::empty(Spread { salt: 1, bits: 0 });
        layer.partitions[0].push(vec![(E::Key::START, arithmetic.one())]);
        let (profile, total) = (Vec::new(), A::ZERO);
        SweepState { at: 0, layer, growth: 2.0, profile, total, transitions: 0, bytes: 0 }
    }

    /// The same in partitions by so many bits.
    pub fn spread(self, bits: u32) -> SweepState<E> {
        let Layer { partitions, spread: from } = self.layer;
        let spread = Spread { bits, ..from };
        let budget = BlockBudget::new(0);
        let mut layer = Layer::<E>::empty(spread);
        // Each block is given back as soon as it is read.
        for entry in partitions.into_iter().flatten().flatten() {
            let partition = spread.partition(entry.0.mixed(spread.salt));
            add(&mut layer.partitions[partition], entry, &mut Vec::new(), &budget);
        }
        let SweepState { at, growth, profile, total, transitions, bytes, .. } = self;
        SweepState { at, layer, growth, profile, total, transitions, bytes }
    }
}
