//! What a count is expected to cost, before it is run.

use super::degrees::{Base3, Packed};
use super::matching::places;
use super::plan::{HalfPlan, Plan};
use super::sweep::Live;

/// States that are expected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StateEstimate {
    /// Groups of states in all layers, exactly: what is worked out for a group is worked out
    /// so often.
    pub groups: f64,
    /// States in all layers.
    pub states: f64,
    /// States of the largest two layers next to each other, and what is kept besides.
    pub largest: f64,
    /// Bytes of sets of degrees, and of the indexes of two layers.
    pub besides: f64,
}

/// More states come to the same place than by chance alone: so many are seen of those that chance
/// would leave, in all layers and in the largest.
const SEEN: [f64; 2] = [0.6, 0.65];
/// Bytes of a state.
const BYTES: f64 = 12.0;
/// Bytes of tables.
const TABLES: f64 = 30e6;
/// Seconds for a group and for a state, on one core.
const SECONDS: [f64; 2] = [4e-7, 3e-8];
/// Seconds for a plan.
const PREPARATION: f64 = 0.01;
/// Bytes for a number in an index, and for a group.
const INDEX: [f64; 2] = [0.25, 24.0];

impl StateEstimate {
    /// The bytes at the peak.
    pub fn bytes(&self) -> f64 {
        TABLES + self.largest * BYTES + self.besides
    }

    /// The seconds that one thread is expected to take, if numbers fit in words.
    pub fn seconds(&self) -> f64 {
        PREPARATION + self.groups * SECONDS[0] + self.states * SECONDS[1]
    }

    /// Of a plan whose live degrees are known.
    pub fn of(plan: &Plan, live: &Live) -> StateEstimate {
        let mut estimate = StateEstimate::default();
        let mut kept = 0.0;
        let halves =
            [(Some(&plan.upper), Some(&live.upper)), (plan.lower.as_ref(), live.lower.as_ref())];
        for (half, live) in halves {
            let (Some(half), Some(live)) = (half, live) else { continue };
            let layers = layers(half, live);
            estimate.groups += layers.iter().map(|layer| layer.0).sum::<f64>();
            estimate.states += layers.iter().map(|layer| layer.1).sum::<f64>();
            let two = layers.windows(2).map(|two| two[0].1 + two[1].1).fold(0.0, f64::max);
            estimate.largest = estimate.largest.max(kept + two);
            kept += layers.last().map_or(0.0, |layer| layer.1);
            let most = layers.windows(2).map(|two| two[0].0 + two[1].0).fold(0.0, f64::max);
            let index = 2.0 * Base3::bound(half.slots) as f64 * INDEX[0] + most * INDEX[1];
            let sets: usize = live.iter().map(Packed::bytes).sum();
            estimate.besides += index + sets as f64;
        }
        if plan.lower.is_none() && plan.joint.layer < plan.upper.last() {
            estimate.largest += layers(&plan.upper, &live.upper)[plan.joint.layer].1;
        }
        estimate.states *= SEEN[0];
        estimate.largest *= SEEN[1];
        estimate
    }

    /// Where nothing is known but the states that all layers could have.
    pub fn by_price(price: f64, slots: usize) -> StateEstimate {
        let states = price * STATES;
        let groups = states * GROUPS;
        let besides = 2.0 * Base3::bound(slots) as f64 * INDEX[0] + groups * 8.0;
        StateEstimate { groups, states, largest: states / 7.0, besides }
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

/// States where live degrees are not known, of those that all layers could have.
const STATES: f64 = 0.045;
/// Groups of so many states.
const GROUPS: f64 = 0.009;

/// Groups of a layer that are looked at.
const LOOKED_AT: usize = 1 << 13;

/// The groups of each layer, and the states that are expected.
///
/// What the states of a layer lead to falls into the places of the next one as if by chance: of P
/// places T of them reach P (1 - e^(-T/P)). This is done by the number of pairs, as groups of few
/// pairs are soon full and those of many never.
fn layers(half: &HalfPlan, live: &[Packed]) -> Vec<(f64, f64)> {
    let base = Base3::new(half.slots);
    // By pairs, the part of all places that has a state: of the one vacant state all.
    let mut filled = vec![1.0; half.slots / 2 + 1];
    let mut layers = vec![(1.0, 1.0)];
    for (at, two) in live.windows(2).enumerate() {
        let [before, after] = two else { unreachable!("windows of two") };
        let count = after.count();
        let stride = (count / LOOKED_AT).max(1);
        let (mut room, mut given) = (vec![0.0; filled.len()], vec![0.0; filled.len()]);
        let mut next = 0;
        after.each(|number| {
            next += 1;
            if next % stride != 0 {
                return;
            }
            let d = base.degrees(number);
            room[d.pairs()] += places(d.pairs()) as f64;
            half.steps[at].sources(d, |source, _| {
                let pairs = source.pairs();
                if before.has(base.number(source)) {
                    given[d.pairs()] += places(pairs) as f64 * filled[pairs];
                }
            });
        });
        let full = |(room, given): (&f64, &f64)| {
            if *room > 0.0 { 1.0 - (-given / room).exp() } else { 0.0 }
        };
        filled = room.iter().zip(&given).map(full).collect();
        let states: f64 = room.iter().zip(&filled).map(|(room, filled)| room * filled).sum();
        let share = if half.mirrors[at + 1].is_some() { 0.5 } else { 1.0 };
        layers.push((count as f64 * share, states * stride as f64 * share));
    }
    layers
}
