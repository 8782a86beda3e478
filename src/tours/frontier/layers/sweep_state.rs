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
        let spread = Spread { salt: 1, bits: E::BITS.unwrap_or(0) };
        let mut layer = Layer::empty(spread);
        let hash = E::Key::START.mixed(spread.salt);
        let start = E::pack(E::tag(E::Key::START, hash), arithmetic.one(), &mut false);
        layer.partitions[spread.partition(hash)].push(vec![start]);
        let (profile, total) = (Vec::new(), A::ZERO);
        SweepState { at: 0, layer, growth: 2.0, profile, total, transitions: 0, bytes: 0 }
    }

    /// The same in other entries with so many partition bits, where the entries leave them
    /// open; none if a number does not fit in one.
    pub fn repacked<G>(self, bits: u32) -> Option<SweepState<G>>
    where
        G: Entry<Key = E::Key, Value = E::Value>,
    {
        let Layer { partitions, spread: from } = self.layer;
        let spread = Spread { bits: G::BITS.unwrap_or(bits), ..from };
        let budget = BlockBudget::new(0);
        let mut layer = Layer::<G>::empty(spread);
        let mut overflow = false;
        for (partition, blocks) in partitions.into_iter().enumerate() {
            // Each block is given back as soon as it is read.
            for block in blocks {
                for packed in block {
                    let (tag, value) = E::unpack(packed);
                    let key = E::key(tag, partition, from);
                    let hash = key.mixed(spread.salt);
                    let entry = G::pack(G::tag(key, hash), value, &mut overflow);
                    add(
                        &mut layer.partitions[spread.partition(hash)],
                        entry,
                        &mut Vec::new(),
                        &budget,
                    );
                }
            }
        }
        let SweepState { at, growth, profile, total, transitions, bytes, .. } = self;
        let same = SweepState { at, layer, growth, profile, total, transitions, bytes };
        (!overflow).then_some(same)
    }
}
