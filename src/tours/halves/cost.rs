//! What a count is expected to cost, before it is run.

use super::degrees::{Numbering, Packed};
use super::expected::{Expected, NUMBER, Numbers, RANK, layers};
use super::matching::Maps;
use super::plan::{HalfPlan, Plan};
use super::sweep::{Live, Pool, Stage, Turns};

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

/// The part of a layer that is there at a time, where passes sweep it in parts.
const PART: f64 = 0.25;
/// Bytes of a thread's lists of groups and what these are made of, and for a group.
const LISTS: f64 = 3e6;
const LISTED: f64 = 30.0;
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
            estimate.sweep(plan, (half, live), &layers, kept, threads);
            kept = kept.and(layers[half.last()]);
        }
        let groups = |pairs: usize| all.iter().map(|layer| layer.groups(pairs)).sum();
        let largest = all.iter().map(|layer| layer.of_threads(threads)).fold(0.0, f64::max);
        estimate.own += largest;
        estimate.besides += Maps::expected_bytes(plan.slots(), groups) + estimate.own;
        estimate
    }

    /// Adds a half, which is swept while the last layers of others are kept.
    fn sweep(
        &mut self,
        plan: &Plan,
        (half, live): (&HalfPlan, &[Packed]),
        layers: &[Expected],
        kept: Expected,
        threads: usize,
    ) {
        self.groups += layers.iter().map(|layer| layer.groups).sum::<f64>();
        self.states += layers.iter().map(|layer| layer.states).sum::<f64>();
        let joint = plan.joint.layer;
        let keep = (plan.lower.is_none() && joint < half.last()).then_some(joint);
        let joint = plan.meets_itself().then_some(&plan.joint);
        let stage =
            |first, states| Stage::expected((half, live), first, keep, joint, (states, threads));
        let (mut now, mut index) = (stage(0, 0.0), 0.0f64);
        while !now.steps.is_empty() {
            let (start, end) = (now.steps.start, now.steps.end);
            let table: f64 = (start..=end).map(|at| table(half.numbers(at))).sum();
            let share = now.share((half, live), start);
            let layers = &layers[start..=end];
            // What meets itself does so in parts, and its last layer is never whole.
            let is_met = joint.is_some() && end == half.last();
            let next = stage(end, layers[0].states);
            // Those of both ends, and of two layers between them.
            let parts = now.parts.count() + next.parts.count() + 2;
            let begun = [Pool::<u64>::begun(parts), Pool::<u32>::begun(parts)];
            let begun = begun.map(|bytes| bytes * threads as f64);
            self.hold(kept, layers, begun, |layers| held(layers, share, is_met));
            let groups: f64 = layers.iter().map(|layer| layer.groups).sum();
            index = index.max(table + groups * INDEX[1]);
            self.own = self.own.max(LISTS.min(groups * LISTED) * threads as f64);
            now = next;
        }
        let sets: usize = live.iter().map(Packed::bytes).sum();
        self.besides += index + (sets + Turns::bytes(half.mirrored(), half.slots)) as f64;
        if let Some(layer) = keep {
            self.keep(layers[layer]);
        }
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

    /// Of the layers of a stage so much is there, with blocks that are hardly begun, and something
    /// besides.
    fn hold(
        &mut self,
        kept: Expected,
        stage: &[Expected],
        begun: [f64; 2],
        held: impl Fn(&[f64]) -> f64,
    ) {
        let larger = |of: &dyn Fn(&Expected) -> f64| {
            of(&kept) + held(&stage.iter().map(of).collect::<Vec<f64>>())
        };
        self.largest = self.largest.max(larger(&|layer| layer.states));
        for (at, stored) in self.stored.iter_mut().enumerate() {
            let states = larger(&|layer| layer.stored[at]);
            *stored = stored.max(states + begun[at].min(states));
        }
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

/// What is there of the layers of a stage, one behind the other, which are swept part by part, the
/// largest part such a share of each: at the first part or at the last one. Of the last layer
/// only a part is there if that is met.
fn held(layers: &[f64], share: f64, is_met: bool) -> f64 {
    let [first, .., last] = layers else { return 0.0 };
    let step = layers.windows(2).map(|two| two[0] + two[1]).fold(0.0, f64::max);
    let at = |done: f64| {
        let made = if is_met { 0.0 } else { last * done };
        first * (1.0 - share - done) + made + share * step
    };
    at(0.0).max(at(1.0 - share))
}

/// What is there of the layers of a stage, which a pass sweeps part by part: the larger of the first
/// and the last layer, and of the others a part.
pub fn held_by_pass(layers: &[f64]) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::{Expected, StateEstimate, held};
    use crate::method::LayerReport;
    use crate::tours::Kind;
    use crate::tours::halves::count::Counting;
    use crate::tours::halves::expected::Numbers;
    use crate::tours::halves::matching::Maps;
    use crate::tours::halves::samples::{all_live, counting, crew, plan};

    /// Of four layers, a quarter at a time: the last step has the most.
    #[test]
    fn a_part_of_two_layers_is_there_and_what_is_left_or_made() {
        let layers = [100.0, 50.0, 60.0, 200.0];
        assert_eq!(held(&layers, 0.25, false), 0.75 * 200.0 + 0.25 * 260.0);
        assert_eq!(held(&layers, 0.25, true), 0.75 * 100.0 + 0.25 * 260.0);
        assert_eq!(held(&layers, 1.0, false), 260.0);
        assert_eq!(held(&[100.0, 10.0], 0.5, false), 50.0 + 0.5 * 110.0);
        assert_eq!(held(&[1.0], 1.0, false), 0.0);
    }

    /// Blocks that are hardly begun take no more than what the states take.
    #[test]
    fn what_has_begun_is_told_with_the_states() {
        let layer =
            |stored: f64| Expected { stored: [stored, stored / 2.0], ..Expected::default() };
        let mut estimate = StateEstimate::default();
        estimate.hold(layer(5.0), &[layer(40.0), layer(20.0)], [30.0, 50.0], |all| all[0]);
        assert_eq!(estimate.stored, [45.0 + 30.0, 22.5 + 22.5]);
    }

    /// The bytes of blocks are told within a factor of 1.5.
    #[test]
    fn about_as_many_bytes_are_there_as_told() {
        for (board, kind, threads) in
            [("7x8", Kind::Closed, 1), ("7x8", Kind::Closed, 3), ("6x8", Kind::Open, 2)]
        {
            let plan = plan(board, kind);
            let (live, maps) = (all_live(&plan), Maps::for_slots(plan.slots()));
            let all = counting(&plan, &live, &maps);
            let (crew, mut seen) = (crew(threads), 0);
            let mut watch = |report: &LayerReport| {
                seen = seen.max(report.bytes);
                true
            };
            Counting { crew, bits: 64, ..all }.count(&mut watch).unwrap();
            let estimate = StateEstimate::of(&plan, &live, threads);
            let (told, seen) = (estimate.stored[Numbers::Words as usize], seen as f64);
            assert!(told < 1.5 * seen && seen < 1.5 * told, "{board}, {kind:?}: {told} for {seen}");
        }
    }
}
