//! `SlotSymmetries`: what maps the classes of a partition to themselves, and the slots that can tell
//! the classes of a meeting apart.

use super::half::HalfPlan;
use super::whole::{Joint, Plan};
use crate::tours::halves::degrees::{Degrees, SlotMap};

/// Mirrors of layers, and the joint of a layer that meets itself.
#[derive(Debug)]
pub struct SlotSymmetries<'a> {
    pub mirrors: Vec<&'a SlotMap>,
    pub joint: Option<&'a Joint>,
}

impl SlotSymmetries<'_> {
    /// The images of degrees.
    pub fn images(&self, d: Degrees) -> impl Iterator<Item = Degrees> {
        let mirrored = self.mirrors.iter().map(move |mirror| mirror.degrees(d));
        mirrored.chain(self.joint.and_then(|joint| joint.partner(d)))
    }

    /// The slots that are free, each with all of its images; not those with an image that is not.
    pub fn orbits(&self, slots: usize, is_free: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for slot in 0..slots {
            if orbits.iter().any(|orbit| orbit.contains(&slot)) {
                continue;
            }
            let (mut orbit, mut at, mut is_whole) = (vec![slot], 0, true);
            while let Some(&slot) = orbit.get(at) {
                let mirrored = self.mirrors.iter().map(|mirror| mirror.of(slot));
                for image in mirrored.chain(self.joint.map(|joint| joint.below(slot))) {
                    is_whole &= image.is_some();
                    orbit.extend(image.filter(|image| !orbit.contains(image)));
                }
                at += 1;
            }
            orbit.sort_unstable();
            if is_whole && orbit.iter().all(|&slot| is_free(slot)) {
                orbits.push(orbit);
            }
        }
        orbits
    }
}

/// The steps of a half up to where it meets the other.
#[derive(Clone, Copy)]
struct UpTo<'a> {
    half: &'a HalfPlan,
    layer: usize,
}

impl<'a> UpTo<'a> {
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

    /// The symmetries of what meets, and orbits of slots that no step touches after the last layer
    /// with a mirror, those first that are settled first.
    pub fn settled(&self) -> (SlotSymmetries<'_>, Vec<Vec<usize>>) {
        let upper = UpTo { half: &self.upper, layer: self.upper.last() };
        let lower =
            UpTo { half: self.lower.as_ref().unwrap_or(&self.upper), layer: self.joint.layer };
        let mirrors = upper.symmetric().zip(lower.symmetric());
        let (unsettled, unsettled_below) = (upper.unsettled(), lower.unsettled());
        let below = |slot: usize| self.joint.below(slot);
        let is_free = |slot: usize| {
            let Some(other) = below(slot) else { return false };
            let keeps_mirror = mirrors.is_none_or(|((_, above), (_, mirror))| {
                above.of(slot).and_then(below) == mirror.of(other)
            });
            unsettled >> slot & 1 == 0 && unsettled_below >> other & 1 == 0 && keeps_mirror
        };
        let symmetries = SlotSymmetries {
            mirrors: mirrors.map(|((_, mirror), _)| mirror).into_iter().collect(),
            joint: self.meets_itself().then_some(&self.joint),
        };
        let mut orbits = symmetries.orbits(self.upper.slots, is_free);
        let settles = |slot: usize| {
            let other = lower.settles(below(slot).expect("the slot is in both halves"));
            let own = upper.settles(slot);
            [own[0] + other[0], own[1] + other[1]]
        };
        orbits.sort_by_cached_key(|orbit| orbit.iter().map(|&slot| settles(slot)).max());
        (symmetries, orbits)
    }
}
