//! `Layer`: the states between two steps, and `SweepState`: a sweep between two steps.

use super::arithmetic::Arithmetic;
use super::context::LayerReport;
use super::entry::{Entry, Spread};
use super::state::Key;
use super::worker::{Block, BlockBudget, add};

/// States of one layer by partition; each is there once.
pub(super) struct Layer<E: Entry> {
    pub partitions: Vec<Vec<Block<E>>>,
    pub spread: Spread,
}

impl<E: Entry> Layer<E> {
    pub(super) fn empty(spread: Spread) -> Layer<E> {
        let mut partitions = Vec::new();
        partitions.resize_with(spread.partitions(), Vec::new);
        Layer { partitions, spread }
    }

    /// The states and their numbers.
    pub(super) fn entries(&self) -> impl Iterator<Item = (E::Key, E::Value)> {
        let spread = self.spread;
        let lists = self.partitions.iter().enumerate();
        lists.flat_map(move |(partition, blocks)| {
            blocks.iter().flatten().map(move |&packed| {
                let (tag, value) = E::unpack(packed);
                (E::key(tag, partition, spread), value)
            })
        })
    }

    pub(super) fn len(&self) -> usize {
        self.partitions.iter().flatten().map(Vec::len).sum()
    }

    /// The states with the `count` least hashes: the same on every run.
    pub(super) fn sample(&self, count: usize) -> Vec<E::Key> {
        let mut keys: Vec<E::Key> = Vec::new();
        for (partition, blocks) in self.partitions.iter().enumerate() {
            let key = |&packed| E::key(E::unpack(packed).0, partition, self.spread);
            keys.extend(blocks.iter().flatten().map(key));
            if keys.len() >= count {
                break;
            }
        }
        sorted_sample(keys, self.spread, count)
    }

    /// The blocks with their partitions; the last ones are taken first.
    pub(super) fn into_blocks(self) -> Vec<(usize, Block<E>)> {
        let partitions = self.partitions.into_iter().enumerate();
        let blocks =
            partitions.flat_map(|(at, blocks)| blocks.into_iter().map(move |block| (at, block)));
        blocks.collect()
    }
}

/// The keys with the `count` least hashes.
pub(super) fn sorted_sample<K: Key>(mut keys: Vec<K>, spread: Spread, count: usize) -> Vec<K> {
    keys.sort_unstable_by_key(|key| (key.mixed(spread.salt), *key));
    keys.truncate(count);
    keys
}

/// A sweep between two steps.
pub(super) struct SweepState<E: Entry> {
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
    pub(super) fn report(&self) -> LayerReport {
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
    pub(super) fn expected(&self) -> usize {
        (self.layer.len() as f64 * self.growth.max(0.3)) as usize
    }

    /// The most states of this layer, the next and those before, so many.
    pub(super) fn peak(&self, before: usize) -> usize {
        let first = self.profile.len().saturating_sub(before);
        let peak = self.profile[first..].iter().max().map_or(0, |&peak| peak as usize);
        peak.max(self.expected())
    }

    /// The one state before the first step.
    pub(super) fn start<A: Arithmetic<Value = E::Value>>(arithmetic: A) -> Self {
        let spread = Spread { salt: 1, bits: E::BITS.unwrap_or(0) };
        let mut layer = Layer::empty(spread);
        let hash = E::Key::START.mixed(spread.salt);
        let start = E::pack(E::tag(E::Key::START, hash), arithmetic.one(), &mut false);
        layer.partitions[spread.partition(hash)].push(vec![start]);
        let (profile, total) = (Vec::new(), A::ZERO);
        SweepState { at: 0, layer, growth: 2.0, profile, total, transitions: 0, bytes: 0 }
    }

    /// The same in another form with so many partition bits, where the form leaves them
    /// open; none if a number does not fit in it.
    pub(super) fn reformed<G>(self, bits: u32) -> Option<SweepState<G>>
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
