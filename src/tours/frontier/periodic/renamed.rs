//! `Renamed`: states with slots renamed to those before an equivalent step.

use crate::tours::frontier::plan::SweepPlan;
use crate::tours::frontier::state::{MAX_SLOTS, mirrored};
use crate::tours::frontier::transition::Backend;

/// Maps the slots before one step to those before an equivalent step.
pub fn renaming(plan: &SweepPlan, from: usize, to: usize) -> [u8; MAX_SLOTS] {
    let mut position = vec![0; plan.steps.len()];
    plan.steps.iter().enumerate().for_each(|(at, step)| position[step.vertex as usize] = at);
    let ordered = |at: usize| {
        let cells = plan.steps[at - 1].frontier.iter();
        let mut slots: Vec<(usize, u8)> =
            cells.map(|&(cell, slot)| (position[cell as usize] - at, slot)).collect();
        slots.sort_unstable();
        slots
    };
    // The bits of slots outside the frontier are the same in every key.
    let mut slots = std::array::from_fn(|slot| slot as u8);
    for ((distance, old), (same, new)) in ordered(from).into_iter().zip(ordered(to)) {
        debug_assert_eq!(distance, same, "the steps are equivalent");
        slots[usize::from(old)] = new;
    }
    slots
}

/// States with other names of their slots.
pub struct Renamed<B> {
    slots: [u8; MAX_SLOTS],
    /// The step before, whose mirror chooses between images.
    before: B,
}

impl<B: Backend> Renamed<B> {
    /// Renames from one step to an equivalent one.
    pub fn new(plan: &SweepPlan, from: usize, to: usize) -> Renamed<B> {
        Renamed { slots: renaming(plan, from, to), before: B::new(&plan.steps[to - 1], &[]) }
    }

    pub fn key(&self, key: B::Key) -> B::Key {
        self.before.pack(&mirrored(&self.before.unpack(key).0, &self.slots))
    }
}
