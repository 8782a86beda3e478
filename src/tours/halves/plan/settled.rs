//! `Settled`: slots whose degrees a sweep knows some time before the halves meet.
//!
//! What the halves meet in can be cut by the degrees of a few cells: the tours of which these
//! cells have such degrees in the upper half are counted by a sweep of what leads there. Cells
//! that no later step touches rule out most of what comes before, so these come first.
//!
//! A part must be its own image under what layers are halved by. Where the last steps of a
//! half are not symmetric, their cells are left alone: what the others have is what the last
//! symmetric layer had.

use super::half::HalfPlan;
use super::whole::{Joint, Plan};
use crate::tours::halves::degrees::{Degrees, SlotMap};

/// Slots of the upper half to cut by, and the symmetries that a part has to keep.
#[derive(Debug)]
pub struct Settled<'a> {
    /// Slots in groups that are their own images, those that are settled first come first.
    pub groups: Vec<Vec<usize>>,
    mirror: Option<&'a SlotMap>,
    flip: Option<&'a Joint>,
}

impl Settled<'_> {
    /// What the symmetries make of degrees, as far as the groups are concerned.
    pub fn images(&self, d: Degrees) -> impl Iterator<Item = Degrees> {
        let mirrored = self.mirror.map(|mirror| mirror.degrees(d));
        let flipped = self.flip.and_then(|joint| joint.partner(d));
        mirrored.into_iter().chain(flipped)
    }
}

/// The steps of a half up to where it meets the other.
#[derive(Clone, Copy)]
struct Course<'a> {
    half: &'a HalfPlan,
    layer: usize,
}

impl<'a> Course<'a> {
    /// The last layer that is its own image, if there are any.
    fn symmetric(self) -> Option<(usize, &'a SlotMap)> {
        let layers = self.half.mirrors[..=self.layer].iter().enumerate().rev();
        layers.filter_map(|(layer, mirror)| Some((layer, &mirror.as_ref()?.slots))).next()
    }

    /// The slots that are touched after that.
    fn unsettled(self) -> u32 {
        let from = self.symmetric().map_or(self.layer, |(layer, _)| layer);
        self.half.steps[from..self.layer].iter().fold(0, |set, step| set | step.touched())
    }

    /// The last elimination, and the last step of all, that touch a slot.
    fn settles(self, slot: usize) -> [usize; 2] {
        let steps = self.half.steps[..self.layer].iter().enumerate();
        let touching = steps.filter(|(_, step)| step.touched() >> slot & 1 != 0);
        touching.fold([0, 0], |[elimination, _], (at, step)| {
            [if step.eliminates() { at + 1 } else { elimination }, at + 1]
        })
    }
}

impl Plan {
    /// True if the last layer of the upper half meets itself.
    pub fn meets_itself(&self) -> bool {
        let Plan { upper, lower, joint, .. } = self;
        lower.is_none() && joint.layer == upper.last() && joint.is_involution()
    }

    /// The most slots that a half has.
    pub fn slots(&self) -> usize {
        let lower = self.lower.as_ref().map_or(0, |half| half.slots);
        lower.max(self.upper.slots)
    }

    /// What a count can be cut by.
    pub fn settled(&self) -> Settled<'_> {
        let upper = Course { half: &self.upper, layer: self.upper.last() };
        let lower =
            Course { half: self.lower.as_ref().unwrap_or(&self.upper), layer: self.joint.layer };
        let mirrors = upper.symmetric().zip(lower.symmetric());
        let (unsettled, unsettled_below) = (upper.unsettled(), lower.unsettled());
        let below = |slot: usize| self.joint.below(slot);
        let free = |slot: usize| {
            let Some(other) = below(slot) else { return false };
            let keeps_mirror = mirrors.is_none_or(|((_, above), (_, mirror))| {
                above.of(slot).and_then(below) == mirror.of(other)
            });
            unsettled >> slot & 1 == 0 && unsettled_below >> other & 1 == 0 && keeps_mirror
        };
        let mirror = mirrors.map(|((_, mirror), _)| mirror);
        let flip = self.meets_itself().then_some(&self.joint);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for slot in 0..self.upper.slots {
            if groups.iter().any(|group| group.contains(&slot)) {
                continue;
            }
            let mut group = vec![slot];
            let mut at = 0;
            while let Some(&slot) = group.get(at) {
                let images = [
                    mirror.and_then(|mirror| mirror.of(slot)),
                    flip.and_then(|joint| joint.below(slot)),
                ];
                let new = images.into_iter().flatten().filter(|image| !group.contains(image));
                let new: Vec<usize> = new.collect();
                group.extend(new);
                at += 1;
            }
            group.sort_unstable();
            group.dedup();
            groups.push(group);
        }
        groups.retain(|group| group.iter().all(|&slot| free(slot)));
        let settles = |slot: usize| {
            let other = lower.settles(below(slot).expect("the slot is in both halves"));
            let own = upper.settles(slot);
            [own[0] + other[0], own[1] + other[1]]
        };
        groups.sort_by_cached_key(|group| group.iter().map(|&slot| settles(slot)).max());
        Settled { groups, mirror, flip }
    }
}
