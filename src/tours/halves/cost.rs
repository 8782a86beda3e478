//! What a count is expected to cost, before it is run.

use super::degrees::{Numbering, Packed};
use super::matching::{Maps, places};
use super::plan::{HalfPlan, Plan};
use super::sweep::Live;

/// What states are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Words of 64 bits, and residues of 31 bits for what words do not hold.
    Words,
    /// Residues of 31 bits alone: less memory, and as many sweeps or more.
    Residues,
}

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
    /// States that are in memory together.
    pub largest: f64,
    /// Bytes that these take, by [`Numbers`].
    pub stored: [f64; 2],
    /// Bytes of tables, of sets of degrees, and of the indexes of a stage's layers.
    pub besides: f64,
}

/// More states come to the same place than by chance alone: so many are seen of those that chance
/// would leave, in all layers and in the largest.
pub const SEEN: [f64; 2] = [0.65, 0.75];
/// The part of a layer that is there at a time, where it is swept in parts.
const PART: f64 = 0.25;
/// The part of the largest layers that is in memory in any case.
const SPILLED: f64 = 0.45;
/// Bytes of a number, by [`Numbers`].
const NUMBER: [f64; 2] = [8.0, 4.0];
/// Bytes of a rank.
const RANK: f64 = 4.0;
/// Seconds for a group and for a state, on one core.
pub const SECONDS: [f64; 2] = [4e-7, 3e-8];
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

    /// The seconds that one thread is expected to take, if numbers fit in words.
    pub fn seconds(&self) -> f64 {
        PREPARATION + self.groups * SECONDS[0] + self.states * SECONDS[1]
    }

    /// Of a plan whose live degrees are known.
    pub fn of(plan: &Plan, live: &Live) -> StateEstimate {
        let besides = Maps::expected_bytes(plan.slots());
        let mut estimate = StateEstimate { besides, ..StateEstimate::default() };
        let mut kept = Expected::default();
        let halves =
            [(Some(&plan.upper), Some(&live.upper)), (plan.lower.as_ref(), live.lower.as_ref())];
        for (half, live) in halves {
            let (Some(half), Some(live)) = (half, live) else { continue };
            let (layers, _) = layers(half, live);
            estimate.groups += layers.iter().map(|layer| layer.groups).sum::<f64>();
            estimate.states += layers.iter().map(|layer| layer.states).sum::<f64>();
            let joint = plan.joint.layer;
            let keep = (plan.lower.is_none() && joint < half.last()).then_some(joint);
            let mut stage = half.stage(0, keep);
            let mut index = 0.0f64;
            while !stage.is_empty() {
                let table: f64 = (stage.start..=stage.end).map(|at| table(half.numbers(at))).sum();
                let layers = &layers[stage.start..=stage.end];
                estimate.hold(kept, layers);
                let groups: f64 = layers.iter().map(|layer| layer.groups).sum();
                index = index.max(table + groups * INDEX[1]);
                stage = half.stage(stage.end, keep);
            }
            kept = kept.and(*layers.last().expect("the first layer"));
            let sets: usize = live.iter().map(Packed::bytes).sum();
            estimate.besides += index + sets as f64;
            if let Some(layer) = keep {
                estimate.keep(layers[layer]);
            }
        }
        estimate.states *= SEEN[0];
        estimate.largest *= SEEN[1];
        estimate
    }

    /// The same where a state takes so many times the bytes that it takes with a residue; of one,
    /// the same.
    pub fn larger(self, times: f64) -> StateEstimate {
        let [words, residues] = self.stored;
        let stored =
            if times == 1.0 { [words, residues] } else { [f64::INFINITY, residues * times] };
        StateEstimate { stored, ..self }
    }

    /// The same in passes, of which so many states and bytes are expected.
    pub fn in_passes(self, states: f64, bytes: f64) -> StateEstimate {
        let [words, residues] = self.stored;
        StateEstimate {
            groups: self.groups * states / self.states,
            states,
            largest: self.largest * bytes / residues,
            stored: [words, bytes],
            ..self
        }
    }

    /// The layers of a stage are there, and something besides.
    fn hold(&mut self, kept: Expected, stage: &[Expected]) {
        let larger = |of: &dyn Fn(&Expected) -> f64| {
            of(&kept) + held(&stage.iter().map(of).collect::<Vec<f64>>())
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
        let besides = Maps::expected_bytes(plan.slots()) + 2.0 * largest_table(plan) + groups * 8.0;
        let largest = states / 7.0;
        let stored = NUMBER.map(|number| largest * (RANK + number) * HELD);
        StateEstimate { groups, states, largest, stored, besides }
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
        StateEstimate {
            groups: total(|slice| slice.groups),
            states: total(|slice| slice.states),
            besides: largest.besides + common as f64,
            ..*largest
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

/// Groups of a layer that are looked at.
const LOOKED_AT: usize = 1 << 11;

/// What is expected of a layer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected {
    /// Groups that are made.
    pub groups: f64,
    /// States, of which fewer are seen.
    pub states: f64,
    /// Bytes of those that are seen, by [`Numbers`].
    pub stored: [f64; 2],
}

impl Expected {
    fn and(self, other: Expected) -> Expected {
        Expected {
            groups: self.groups + other.groups,
            states: self.states + other.states,
            stored: [0, 1].map(|at| self.stored[at] + other.stored[at]),
        }
    }
}

/// The groups of each layer, and the states that are expected; and by pairs, the part of the
/// places that has one.
///
/// What the states of a layer lead to falls into the places of the next one as if by chance: of P
/// places T of them reach P (1 - e^(-T/P)). This is done by the number of pairs, as groups of few
/// pairs are soon full and those of many never.
pub fn layers(half: &HalfPlan, live: &[Packed]) -> (Vec<Expected>, Vec<Vec<f64>>) {
    // By pairs, the part of all places that has a state: of the one vacant state all.
    let mut filled = vec![1.0; half.slots / 2 + 1];
    let mut by_layer = vec![filled.clone()];
    let mut layers = vec![Expected { groups: 1.0, states: 1.0, stored: [0.0; 2] }];
    for (at, two) in live.windows(2).enumerate() {
        let [before, after] = two else { unreachable!("windows of two") };
        let count = after.count();
        let stride = (count / LOOKED_AT).max(1);
        let (mut room, mut given) = (vec![0.0; filled.len()], vec![0.0; filled.len()]);
        for number in after.one_in(stride) {
            let d = half.numbers(at + 1).degrees(number);
            room[d.pairs()] += places(d.pairs()) as f64;
            half.steps[at].sources(d, |source, _| {
                let pairs = source.pairs();
                if half.stored(at, source).is_some_and(|stored| before.has(stored.number)) {
                    given[d.pairs()] += places(pairs) as f64 * filled[pairs];
                }
            });
        }
        let full = |(room, given): (&f64, &f64)| {
            if *room > 0.0 { 1.0 - (-given / room).exp() } else { 0.0 }
        };
        filled = room.iter().zip(&given).map(full).collect();
        by_layer.push(filled.clone());
        let all = |of: &dyn Fn(f64) -> f64| {
            let sum: f64 = room.iter().zip(&filled).map(|(room, &filled)| room * of(filled)).sum();
            sum * stride as f64
        };
        layers.push(Expected {
            groups: count as f64,
            states: all(&|filled| filled),
            // All places, or ranks and numbers of those that are filled.
            stored: NUMBER
                .map(|number| all(&|filled| number.min(SEEN[1] * filled * (RANK + number)))),
        });
    }
    (layers, by_layer)
}
