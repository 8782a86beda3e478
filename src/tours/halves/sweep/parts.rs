//! `Parts`: the groups of a layer by the degrees of cells that the next steps leave alone.
//!
//! What these steps make of a part has the same degrees there, so parts are swept one after the
//! other: what a part was made of is not needed any more, and layers within a stage are never
//! there but for one part.

use std::ops::Range;

use super::patterns::By;
use crate::tours::halves::degrees::{Degrees, Numbering, Packed, SlotMap};
use crate::tours::halves::matching::places;
use crate::tours::halves::plan::{HalfPlan, Joint};

/// Parts at most: a set of them is a word.
pub const MOST: usize = 64;
/// Never too many: those of two slots that a mirror exchanges are six.
const FEW: usize = 6;
/// Slots that parts are told apart by at most.
const SLOTS: usize = 4;
/// Groups that are looked at to see how even parts are.
const LOOKED_AT: usize = 1 << 12;
/// No part of two has more of the whole, or the slot is no use.
const UNEVEN: f64 = 0.8;

/// One part of some.
#[derive(Clone, Copy, Debug)]
pub struct Within<'a> {
    /// All parts.
    pub parts: &'a Parts,
    /// Its number.
    pub part: usize,
}

impl Within<'_> {
    /// True if degrees are of this part.
    #[inline(always)]
    pub fn has(self, d: Degrees) -> bool {
        self.parts.part(d) == self.part
    }
}

/// Parts of the groups before, within and after a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    slots: Vec<usize>,
    /// By pattern, the part that it belongs to.
    of: Vec<u8>,
    count: usize,
}

impl Parts {
    /// All in one part.
    pub fn whole() -> Parts {
        Parts { slots: Vec::new(), of: vec![0], count: 1 }
    }

    /// So many parts, or fewer, of what is before these steps; the mirrors of the first layer and
    /// of the last take each part to itself, and so does the joint, if one is given.
    pub fn new(
        half: &HalfPlan,
        steps: Range<usize>,
        joint: Option<&Joint>,
        live: &Packed,
        wanted: usize,
    ) -> Parts {
        let touched = half.steps[steps.clone()].iter().fold(0, |set, step| set | step.touched());
        let mirrors = [&half.mirrors[steps.start], &half.mirrors[steps.end]];
        let symmetries = Symmetries {
            mirrors: mirrors.map(|mirror| mirror.as_ref().map(|mirror| &mirror.slots)),
            joint,
        };
        let some = looked_at(half.numbers(steps.start), live);
        Parts::grown(symmetries, half.slots, touched, &some, wanted)
    }

    /// So many parts, or fewer, by slots that are not touched.
    fn grown(
        symmetries: Symmetries<'_>,
        slots: usize,
        touched: u32,
        some: &[Degrees],
        wanted: usize,
    ) -> Parts {
        let mut orbits = symmetries.orbits(slots, touched);
        // The highest first: numbers that are near to each other are of one part then.
        orbits.sort_by_key(|orbit| std::cmp::Reverse(orbit[0]));
        let most = MOST.min((wanted.saturating_mul(3) / 2).max(FEW));
        let mut parts = Parts::whole();
        for orbit in orbits {
            if parts.count >= wanted || parts.slots.len() + orbit.len() > SLOTS {
                continue;
            }
            let slots: Vec<usize> = parts.slots.iter().copied().chain(orbit).collect();
            let finer = Parts::by(slots, symmetries);
            if finer.count <= most && finer.largest(some) < UNEVEN * parts.largest(some) {
                parts = finer;
            }
        }
        parts
    }

    /// Told apart by the degrees of these slots, and what symmetries make of them.
    fn by(slots: Vec<usize>, symmetries: Symmetries<'_>) -> Parts {
        let least = By::Degrees.least_images(&slots, |d| symmetries.images(d));
        let firsts: Vec<u32> =
            (0..least.len() as u32).filter(|&at| least[at as usize] == at).collect();
        let part = |first: &u32| firsts.binary_search(first).expect("the least of its images");
        let count = firsts.len();
        Parts { of: least.iter().map(|first| part(first) as u8).collect(), slots, count }
    }

    /// How many parts there are, at most 64.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The part of degrees.
    #[inline(always)]
    pub fn part(&self, d: Degrees) -> usize {
        usize::from(self.of[By::Degrees.pattern(&self.slots, d)])
    }

    /// What the largest part has of the places of a layer.
    pub fn share(&self, numbers: &Numbering, live: &Packed) -> f64 {
        if self.count == 1 { 1.0 } else { self.largest(&looked_at(numbers, live)) }
    }

    /// What the largest part has of the places of these groups.
    fn largest(&self, groups: &[Degrees]) -> f64 {
        let mut room = vec![0.0; self.count];
        groups.iter().for_each(|&d| room[self.part(d)] += places(d.pairs()) as f64);
        room.iter().copied().fold(0.0, f64::max) / room.iter().sum::<f64>().max(1.0)
    }
}

/// Some groups of a layer.
fn looked_at(numbers: &Numbering, live: &Packed) -> Vec<Degrees> {
    let stride = (live.count() / LOOKED_AT).max(1);
    live.one_in(stride).into_iter().map(|number| numbers.degrees(number)).collect()
}

/// What takes each part to itself.
#[derive(Clone, Copy)]
struct Symmetries<'a> {
    mirrors: [Option<&'a SlotMap>; 2],
    joint: Option<&'a Joint>,
}

impl Symmetries<'_> {
    /// What they make of degrees.
    fn images(self, d: Degrees) -> impl Iterator<Item = Degrees> {
        let mirrored = self.mirrors.into_iter().flatten().map(move |mirror| mirror.degrees(d));
        mirrored.chain(self.joint.and_then(|joint| joint.partner(d)))
    }

    /// Where they take the cell of a slot.
    fn targets(self, slot: usize) -> impl Iterator<Item = Option<usize>> {
        let mirrored = self.mirrors.into_iter().flatten().map(move |mirror| mirror.of(slot));
        mirrored.chain(self.joint.map(|joint| joint.below(slot)))
    }

    /// The slots that are not touched, each with all that they take it to; not those that they
    /// take to others.
    fn orbits(self, slots: usize, touched: u32) -> Vec<Vec<usize>> {
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for slot in 0..slots {
            if orbits.iter().any(|orbit| orbit.contains(&slot)) {
                continue;
            }
            let (mut orbit, mut at, mut is_whole) = (vec![slot], 0, true);
            while let Some(&slot) = orbit.get(at) {
                for target in self.targets(slot) {
                    is_whole &= target.is_some();
                    orbit.extend(target.filter(|target| !orbit.contains(target)));
                }
                at += 1;
            }
            if is_whole && orbit.iter().all(|slot| touched >> slot & 1 == 0) {
                orbits.push(orbit);
            }
        }
        orbits
    }
}
