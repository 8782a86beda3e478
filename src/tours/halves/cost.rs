//! What a count is expected to cost, before it is run.

use super::degrees::{Base3, Packed, SlotMap};
use super::matching::places;
use super::plan::{HalfPlan, Plan};
use super::sweep::Live;

/// States that are expected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StateEstimate {
    /// Groups of states in all layers, exactly: what is worked out for a group is worked out
    /// so often.
    pub groups: f64,
    /// Places for states in all layers, exactly: no layer has more states.
    pub places: f64,
    /// Places of the largest two layers next to each other, and what is kept besides.
    pub largest: f64,
    /// Bytes of sets of degrees, and of the indexes of two layers.
    pub besides: f64,
}

/// States of so many places: seen, 0.12 on 8×8 to 0.4 on small tori and open boards.
const FILLED: f64 = 0.25;
/// The same in the largest layers.
const FILLED_LARGEST: f64 = 0.4;
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
    /// The states of all layers.
    pub fn states(&self) -> f64 {
        self.places * FILLED
    }

    /// The states of the two largest layers.
    pub fn largest_states(&self) -> f64 {
        self.largest * FILLED_LARGEST
    }

    /// The bytes at the peak.
    pub fn bytes(&self) -> f64 {
        TABLES + self.largest_states() * BYTES + self.besides
    }

    /// The seconds that one thread is expected to take, if numbers fit in words.
    pub fn seconds(&self) -> f64 {
        PREPARATION + self.groups * SECONDS[0] + self.states() * SECONDS[1]
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
            estimate.places += layers.iter().map(|layer| layer.1).sum::<f64>();
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
        estimate
    }

    /// Where nothing is known but the states that all layers could have: of these, so many
    /// have a place.
    pub fn by_price(price: f64, slots: usize) -> StateEstimate {
        let places = price * PLACES;
        let groups = places * GROUPS;
        let besides = 2.0 * Base3::bound(slots) as f64 * INDEX[0] + groups * 8.0;
        StateEstimate { groups, places, largest: places / 6.0, besides }
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
            places: total(|slice| slice.places),
            besides: largest.besides + common as f64,
            ..*largest
        }
    }
}

/// Places where live degrees are not known: of so many states that layers could have one has a
/// place.
const PLACES: f64 = 0.1;
/// Groups in as many places.
const GROUPS: f64 = 0.004;

/// The groups and places of each layer.
fn layers(half: &HalfPlan, live: &[Packed]) -> Vec<(f64, f64)> {
    let base = Base3::new(half.slots);
    let of = |(live, mirror): (&Packed, &Option<SlotMap>)| {
        let (mut groups, mut sum) = (0.0, 0.0);
        live.each(|number| {
            groups += 1.0;
            sum += places(base.degrees(number).pairs()) as f64;
        });
        let share = if mirror.is_some() { 0.5 } else { 1.0 };
        (groups * share, sum * share)
    };
    live.iter().zip(&half.mirrors).map(of).collect()
}
