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
}

/// States of so many places: seen, 0.12 on 8×8 to 0.4 on small tori and open boards.
const FILLED: f64 = 0.25;
/// The same in the largest layers.
const FILLED_LARGEST: f64 = 0.4;
/// Bytes of a state.
const BYTES: f64 = 12.0;
/// Bytes for sets of degrees and tables.
const BESIDES: f64 = 30e6;
/// Seconds for a group and for a state, on one core.
const SECONDS: [f64; 2] = [4e-7, 3e-8];
/// Seconds for a plan.
const PREPARATION: f64 = 0.01;

impl StateEstimate {
    /// The states of all layers.
    pub fn states(&self) -> f64 {
        self.places * FILLED
    }

    /// The bytes at the peak.
    pub fn bytes(&self) -> f64 {
        BESIDES + self.largest * FILLED_LARGEST * BYTES + self.groups * 8.0
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
        }
        if plan.lower.is_none() && plan.joint.layer < plan.upper.last() {
            estimate.largest += layers(&plan.upper, &live.upper)[plan.joint.layer].1;
        }
        estimate
    }
}

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
