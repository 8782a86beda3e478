//! What a count is expected to cost, before it is run.

use super::degrees::{Numbering, Packed};
use super::expected::{Expected, NUMBER, Numbers, RANK, layers};
use super::matching::Maps;
use super::plan::Plan;
use super::sweep::Live;

/// The part of the memory that states may have, of what sets of degrees leave: some are copied.
pub const FOR_STATES: f64 = 0.9;

/// States that are expected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StateEstimate {
    /// Groups of states in all layers, exactly: what is worked out for a group is worked out
    /// so often.
    pub groups: f64,
    /// States in all layers.
    pub states: f64,
    /// Those of them that are made pass by pass, each of which takes longer.
    pub in_passes: f64,
    /// States that are in memory together.
    pub largest: f64,
    /// Bytes that these take, by [`Numbers`].
    pub stored: [f64; 2],
    /// Bytes of tables, of sets of degrees, of the indexes of a stage's layers, and of what is
    /// `own` to threads.
    pub besides: f64,
    /// Bytes that threads have for themselves while they make groups, with words.
    own: f64,
}

/// What halves in passes are expected to take.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// Groups of states, those that are made in several passes as often.
    pub groups: f64,
    /// States.
    pub states: f64,
    /// Those of them that are made pass by pass.
    pub in_passes: f64,
    /// Bytes of residues at the peak.
    pub bytes: f64,
}

impl Costs {
    /// One half after the other.
    pub fn and(self, other: Costs) -> Costs {
        Costs {
            groups: self.groups + other.groups,
            states: self.states + other.states,
            in_passes: self.in_passes + other.in_passes,
            bytes: self.bytes.max(other.bytes),
        }
    }

    /// Seconds of one thread.
    pub fn seconds(&self) -> f64 {
        self.groups * SECONDS[0] + self.states * SECONDS[1] + self.in_passes * MORE_IN_PASSES
    }
}

/// The part of a layer that is there at a time, where it is swept in parts.
const PART: f64 = 0.25;
/// Bytes of a thread's blocks that are hardly begun; fewer where there are not so many states.
const BEGUN: f64 = 24e6;
/// The part of the largest layers that is in memory in any case.
const SPILLED: f64 = 0.45;
/// Seconds for a group and for a state, on one core.
const SECONDS: [f64; 2] = [3e-7, 5.5e-9];
/// Seconds more for a state in passes.
const MORE_IN_PASSES: f64 = 4e-9;
/// Seconds for a plan.
const PREPARATION: f64 = 0.01;
/// Bytes for a number in an index, and for a group.
const INDEX: [f64; 2] = [0.25, 24.0];

impl StateEstimate {
    /// The bytes at the peak.
    pub fn bytes(&self, numbers: Numbers) -> f64 {
        self.stored[numbers as usize] + self.besides
    }

    /// What takes less than so many bytes: words, else residues.
    pub fn within(&self, bytes: f64) -> Option<Numbers> {
        [Numbers::Words, Numbers::Residues].into_iter().find(|&way| self.bytes(way) < bytes)
    }

    /// The bytes at the peak with what takes less than so many, or with what takes least.
    pub fn peak(&self, limit: f64) -> f64 {
        self.bytes(self.within(limit).unwrap_or(Numbers::Residues))
    }

    /// The least memory if what does not fit is put down elsewhere.
    pub fn least(&self, numbers: Numbers) -> f64 {
        self.besides + self.stored[numbers as usize] * SPILLED
    }

    /// What is put down elsewhere where so many bytes do not hold it.
    pub fn spilled_in(&self, bytes: f64) -> Numbers {
        if self.least(Numbers::Words) <= bytes { Numbers::Words } else { Numbers::Residues }
    }

    /// The same where all is done so many times.
    pub fn times(self, times: f64) -> StateEstimate {
        let [groups, states, in_passes] =
            [self.groups, self.states, self.in_passes].map(|one| one * times);
        StateEstimate { groups, states, in_passes, ..self }
    }

    /// The seconds that one thread is expected to take.
    pub fn seconds(&self) -> f64 {
        PREPARATION
            + self.groups * SECONDS[0]
            + self.states * SECONDS[1]
            + self.in_passes * MORE_IN_PASSES
    }

    /// Of a plan whose live degrees are known, for so many threads.
    pub fn of(plan: &Plan, live: &Live, threads: usize) -> StateEstimate {
        let mut estimate = StateEstimate::default();
        let (mut kept, mut all) = (Expected::default(), Vec::new());
        let halves =
            [(Some(&plan.upper), Some(&live.upper)), (plan.lower.as_ref(), live.lower.as_ref())];
        for (half, live) in halves {
            let (Some(half), Some(live)) = (half, live) else { continue };
            let (layers, filled) = layers(half, live);
            all.extend(filled);
            estimate.groups += layers.iter().map(|layer| layer.groups).sum::<f64>();
            estimate.states += layers.iter().map(|layer| layer.states).sum::<f64>();
            let joint = plan.joint.layer;
            let keep = (plan.lower.is_none() && joint < half.last()).then_some(joint);
            let mut stage = half.stage(0, keep);
            let mut index = 0.0f64;
            while !stage.is_empty() {
                let table: f64 = (stage.start..=stage.end).map(|at| table(half.numbers(at))).sum();
                let layers = &layers[stage.start..=stage.end];
                // What meets itself does so in parts, and its last layer is never whole.
                let is_met = plan.meets_itself() && stage.end == half.last();
                estimate.hold(kept, layers, if is_met { met } else { held });
                let groups: f64 = layers.iter().map(|layer| layer.groups).sum();
                index = index.max(table + groups * INDEX[1]);
                stage = half.stage(stage.end, keep);
            }
            kept = kept.and(layers[half.last()]);
            let sets: usize = live.iter().map(Packed::bytes).sum();
            estimate.besides += index + sets as f64;
            if let Some(layer) = keep {
                estimate.keep(layers[layer]);
            }
        }
        let groups = |pairs: usize| all.iter().map(|layer| layer.groups(pairs)).sum();
        estimate.own = all.iter().map(|layer| layer.of_threads(threads)).fold(0.0, f64::max);
        estimate.besides += Maps::expected_bytes(plan.slots(), groups) + estimate.own;
        estimate.stored = estimate.stored.map(|bytes| bytes + bytes.min(BEGUN * threads as f64));
        estimate
    }

    /// The same where a state takes so many times the bytes that it takes with a residue; of one,
    /// the same.
    pub fn larger(self, times: f64) -> StateEstimate {
        if times == 1.0 {
            return self;
        }
        let stored = [f64::INFINITY, self.stored[1] * times];
        // A word is two residues.
        let own = self.own * (times / 2.0).max(1.0);
        StateEstimate { stored, own, besides: self.besides + own - self.own, ..self }
    }

    /// The same in passes, which are expected to cost so much, with states so many times larger.
    pub fn in_passes(self, costs: &Costs, larger: f64) -> StateEstimate {
        let ([words, residues], bytes) = (self.stored, costs.bytes * larger);
        StateEstimate {
            groups: costs.groups,
            states: costs.states,
            in_passes: costs.in_passes,
            largest: self.largest * bytes / residues,
            stored: [words, bytes],
            ..self
        }
    }

    /// The layers of a stage are there, and something besides.
    fn hold(&mut self, kept: Expected, stage: &[Expected], together: fn(&[f64]) -> f64) {
        let larger = |of: &dyn Fn(&Expected) -> f64| {
            of(&kept) + together(&stage.iter().map(of).collect::<Vec<f64>>())
        };
        self.largest = self.largest.max(larger(&|layer| layer.states));
        self.stored = [0, 1].map(|at| self.stored[at].max(larger(&|layer| layer.stored[at])));
    }

    /// Besides what is in memory together, this is.
    fn keep(&mut self, layer: Expected) {
        self.largest += layer.states;
        self.stored = [0, 1].map(|at| self.stored[at] + layer.stored[at]);
    }

    /// Where nothing is known but the states that all layers could have.
    pub fn by_price(plan: &Plan) -> StateEstimate {
        let states = plan.price * STATES;
        let groups = states * GROUPS;
        let besides = Maps::expected_bytes(plan.slots(), |_| groups)
            + 2.0 * largest_table(plan)
            + groups * 8.0;
        let largest = states / 7.0;
        let stored = NUMBER.map(|number| largest * (RANK + number) * HELD);
        StateEstimate { groups, states, in_passes: 0.0, largest, stored, besides, own: 0.0 }
    }

    /// Of all slices, by the largest and some others, where one is counted after the other, with
    /// so many bytes that all have in common.
    pub fn of_slices(
        largest: &StateEstimate,
        some: &[StateEstimate],
        slices: usize,
        common: usize,
    ) -> StateEstimate {
        let times = slices as f64 / some.len().max(1) as f64;
        let total = |of: fn(&StateEstimate) -> f64| some.iter().map(of).sum::<f64>() * times;
        // The one with most places need not be the one that takes most memory.
        let bytes = |slice: &StateEstimate| slice.bytes(Numbers::Residues);
        let most = some.iter().fold(largest, |a, b| if bytes(b) > bytes(a) { b } else { a });
        StateEstimate {
            groups: total(|slice| slice.groups),
            states: total(|slice| slice.states),
            in_passes: total(|slice| slice.in_passes),
            besides: most.besides + common as f64,
            ..*most
        }
    }
}

/// What is there of the layers of a stage, one behind the other, which are swept part by part: the
/// larger of the first and the last layer, and of the others a part.
pub fn held(layers: &[f64]) -> f64 {
    let [first, .., last] = layers else { return 0.0 };
    let most = first.max(*last);
    most + (layers.iter().sum::<f64>() - most) * PART
}

/// The same of a stage of whose last layer, too, only a part is there.
fn met(layers: &[f64]) -> f64 {
    layers[0] + layers[1..].iter().sum::<f64>() * PART
}

/// The bytes of an index besides those for its groups.
fn table(numbers: &Numbering) -> f64 {
    numbers.len() as f64 * INDEX[0]
}

/// The same of the largest index.
pub fn largest_table(plan: &Plan) -> f64 {
    plan.most_numbers() as f64 * INDEX[0]
}

/// States where live degrees are not known, of those that all layers could have.
const STATES: f64 = 0.045;
/// What is in memory at a time, of the largest two layers.
const HELD: f64 = 0.45;
/// Groups of so many states.
const GROUPS: f64 = 0.009;
