//! `Partition`: classes of degree vectors by the contents of a few slots.
//!
//! Symmetries map each class to itself, so the classes are independent:
//!
//! - The steps of a stage leave some slots unchanged. All successors of a class have the same
//!   pattern in these slots, so a stage is swept class by class: see [`Partition::of_stage`].
//! - Two groups that meet are in the same class of the meeting. So the counts of the classes add up
//!   to the whole, and each class is a sweep of its own: see [`Partition::of_meeting`].

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::sample::sampled;
use crate::tours::halves::degrees::{Degrees, Numbering, Packed};
use crate::tours::halves::matching::matchings;
use crate::tours::halves::plan::{HalfPlan, Interface, Plan, SlotSymmetries};

/// The most classes of a stage: a set of them fits in a word.
pub const MOST: usize = 64;
/// The number of classes that a stage may always have: two slots that a mirror exchanges give six.
const FEW: usize = 6;
/// The most slots that define the classes of a stage.
const SLOTS: usize = 4;
/// The groups that are sampled to measure the classes of a stage, for each number of paths.
const SAMPLED: usize = 1 << 9;
/// Slots are added only if they reduce the largest class to at most this fraction.
const UNEVEN: f64 = 0.8;
/// If a class is as large as this many of the wanted classes, more slots are taken: those that make
/// the largest class smallest, as long as each reduces it to this fraction.
const LARGE: f64 = 64.0;
const MORE_SLOTS: usize = 10;
const LITTLE: f64 = 0.95;

/// The property of a slot that defines the classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Whether it is an end; a pattern is a number in base 2.
    Ends,
    /// Whether it is bare, an end, or inner; a pattern is a number in base 3.
    Degrees,
}

impl By {
    fn base(self) -> usize {
        match self {
            By::Ends => 2,
            By::Degrees => 3,
        }
    }

    /// The most slots; there is a table of all patterns.
    fn most_slots(self) -> usize {
        match self {
            By::Ends => 20,
            By::Degrees => 12,
        }
    }

    /// The pattern of some slots; the first slot is the lowest digit.
    #[inline(always)]
    fn pattern(self, slots: &[usize], d: Degrees) -> usize {
        let digit = |slot: usize| match self {
            By::Ends => (d.ends >> slot & 1) as usize,
            By::Degrees => (d.ends >> slot & 1) as usize + 2 * (d.inner >> slot & 1) as usize,
        };
        slots.iter().rev().fold(0, |number, &slot| self.base() * number + digit(slot))
    }

    /// By pattern: the least of its images. The set of slots is its own image.
    fn least_images(self, slots: &[usize], symmetries: &SlotSymmetries<'_>) -> Vec<u32> {
        let degrees = |pattern: usize| {
            let mut left = pattern;
            slots.iter().fold(Degrees::default(), |d, &slot| {
                let digit = left % self.base();
                left /= self.base();
                let bit = |wanted| u32::from(digit == wanted) << slot;
                Degrees { ends: d.ends | bit(1), inner: d.inner | bit(2) }
            })
        };
        let mut least = vec![u32::MAX; self.base().pow(slots.len() as u32)];
        for first in 0..least.len() {
            let mut found = vec![first];
            while let Some(number) = found.pop() {
                if least[number] == u32::MAX {
                    least[number] = first as u32;
                    let images = symmetries.images(degrees(number));
                    found.extend(images.map(|d| self.pattern(slots, d)));
                }
            }
        }
        least
    }
}

/// A partition of degree vectors into classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Partition {
    by: By,
    slots: Vec<usize>,
    /// By pattern of the slots.
    classes: Vec<u32>,
    count: usize,
    /// By class of a meeting: its fraction of all matchings.
    fractions: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    pub partition: &'a Partition,
    pub number: usize,
}

impl Class<'_> {
    #[inline(always)]
    pub fn has(self, d: Degrees) -> bool {
        self.partition.class(d) == self.number
    }
}

impl Partition {
    pub fn whole() -> Partition {
        Partition {
            by: By::Degrees,
            slots: Vec::new(),
            classes: vec![0],
            count: 1,
            fractions: Vec::new(),
        }
    }

    /// A partition into about `wanted` classes or fewer that holds for the layers before, within
    /// and after these steps. The mirrors of the first and the last layer map each class to itself,
    /// and so does the interface, if it is given.
    pub fn of_stage(
        half: &HalfPlan,
        steps: Range<usize>,
        interface: Option<&Interface>,
        live: &Packed,
        wanted: usize,
    ) -> Partition {
        let touched = half.steps[steps.clone()].iter().fold(0, |set, step| set | step.touched());
        let mirrors = [steps.start, steps.end].map(|layer| half.mirrors[layer].as_ref());
        let mirrors = mirrors.into_iter().flatten().map(|mirror| &mirror.slots).collect();
        let symmetries = SlotSymmetries { mirrors, interface };
        let mut orbits = symmetries.orbits(half.slots, |slot| touched >> slot & 1 == 0);
        // The highest slots come first, so that numbers of a class are near to each other.
        orbits.sort_by_key(|orbit| Reverse(orbit[0]));
        let sample = sampled(half, steps.start, live, SAMPLED);
        let most = MOST.min((wanted.saturating_mul(3) / 2).max(FEW));
        let mut partition = Partition::whole();
        let with = |partition: &Partition, orbit: &[usize]| {
            let slots = partition.slots.iter().chain(orbit).copied().collect();
            Partition::by_images(slots, &symmetries)
        };
        for orbit in &orbits {
            if partition.count >= wanted || partition.slots.len() + orbit.len() > SLOTS {
                continue;
            }
            let finer = with(&partition, orbit);
            if finer.count <= most && finer.largest(&sample) < UNEVEN * partition.largest(&sample) {
                partition = finer;
            }
        }
        if partition.largest(&sample) * wanted as f64 <= LARGE {
            return partition;
        }
        let mut even = Partition::whole();
        while let Some(finer) = orbits
            .iter()
            .filter(|orbit| !even.slots.contains(&orbit[0]))
            .filter(|orbit| even.slots.len() + orbit.len() <= MORE_SLOTS)
            .map(|orbit| with(&even, orbit).united(&sample))
            .min_by(|a, b| a.largest(&sample).total_cmp(&b.largest(&sample)))
            .filter(|finer| finer.largest(&sample) < LITTLE * even.largest(&sample))
        {
            even = finer;
        }
        if even.largest(&sample) < partition.largest(&sample) { even } else { partition }
    }

    /// Unites neighbouring classes with few matchings, so that at most [`MOST`] remain.
    fn united(self, sample: &[(Degrees, f64)]) -> Partition {
        let sizes = self.sizes(sample);
        // Two neighbours together exceed this.
        let most = 2.0 * sizes.iter().sum::<f64>() / (MOST - 2) as f64;
        let (mut at, mut size) = (0, 0.0);
        let united: Vec<u32> = sizes
            .iter()
            .map(|&more| {
                if size > 0.0 && size + more > most {
                    (at, size) = (at + 1, 0.0);
                }
                size += more;
                at
            })
            .collect();
        let classes = self.classes.iter().map(|&class| united[class as usize]).collect();
        Partition { classes, count: at as usize + 1, ..self }
    }

    /// One class for each orbit of patterns.
    fn by_images(slots: Vec<usize>, symmetries: &SlotSymmetries<'_>) -> Partition {
        let least = By::Degrees.least_images(&slots, symmetries);
        let firsts: Vec<u32> =
            (0..least.len() as u32).filter(|&at| least[at as usize] == at).collect();
        let class = |first: &u32| firsts.binary_search(first).expect("the least of its images");
        let classes = least.iter().map(|first| class(first) as u32).collect();
        Partition { slots, classes, count: firsts.len(), ..Partition::whole() }
    }

    /// A partition of the meeting into about `count` classes, the largest first. There are more if
    /// they would be uneven, and fewer if no finer partition exists. A partition by ends has fewer
    /// classes than one by degrees, and its classes have fewer states in common before the meeting.
    /// `most_slots` slots at most define the classes.
    ///
    /// Slots that are settled early come first, because they exclude most of the earlier states.
    /// Small classes are united along slots that are settled late.
    pub fn of_meeting(
        by: By,
        plan: &Plan,
        meeting: &Packed,
        count: usize,
        most_slots: usize,
    ) -> Partition {
        let (symmetries, settled) = plan.settled();
        let numbers = plan.upper.numbers(plan.upper.last());
        let (mut slots, mut levels) = (Vec::new(), Vec::new());
        for orbit in if count > 1 {
            varied_first(by, &symmetries, settled, meeting, numbers)
        } else {
            vec![]
        } {
            if slots.len() + orbit.len() <= most_slots.min(by.most_slots()) {
                slots.extend(orbit);
                levels.push(by.least_images(&slots, &symmetries));
            }
        }
        let mut weights = vec![0.0; by.base().pow(slots.len() as u32)];
        let least = |pattern: usize| levels.last().map_or(0, |least| least[pattern] as usize);
        meeting.each(|number| {
            let d = numbers.degrees(number);
            weights[least(by.pattern(&slots, d))] += matchings(d.pairs()) as f64;
        });
        let total: f64 = weights.iter().sum();
        let sum = |class: &[usize]| class.iter().map(|&pattern| weights[pattern]).sum::<f64>();
        let all = (0..weights.len()).filter(|&pattern| weights[pattern] > 0.0).collect();
        let mut parts = divided(&levels, all, sum, total / count as f64);
        parts.sort_by(|a, b| sum(b).total_cmp(&sum(a)));
        let mut class_of = vec![0; weights.len()];
        for (number, part) in parts.iter().enumerate() {
            part.iter().for_each(|&pattern| class_of[pattern] = number as u32);
        }
        let fraction = |part: &Vec<usize>| sum(part) / total.max(1.0);
        let classes = (0..class_of.len()).map(|pattern| class_of[least(pattern)]).collect();
        let fractions = parts.iter().map(fraction).collect();
        Partition { by, slots, classes, count: parts.len(), fractions }
    }

    /// By class of a meeting: its fraction of all matchings.
    pub fn fractions(&self) -> &[f64] {
        &self.fractions
    }

    /// The same, but where the first slot is bare the class is the next one: no symmetry keeps that.
    #[cfg(test)]
    pub fn not_closed(&self) -> Partition {
        let mut wrong = self.clone();
        for class in wrong.classes.iter_mut().step_by(3) {
            *class = (*class + 1) % self.count as u32;
        }
        wrong
    }

    pub fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    pub fn class(&self, d: Degrees) -> usize {
        self.classes[self.by.pattern(&self.slots, d)] as usize
    }

    /// The fraction of a layer's matchings that the largest class has.
    pub fn largest_of(&self, half: &HalfPlan, layer: usize, live: &Packed) -> f64 {
        if self.count == 1 { 1.0 } else { self.largest(&sampled(half, layer, live, SAMPLED)) }
    }

    /// By class: the matchings of the groups that a sample stands for.
    fn sizes(&self, sample: &[(Degrees, f64)]) -> Vec<f64> {
        let mut sizes = vec![0.0; self.count];
        for &(d, groups) in sample {
            sizes[self.class(d)] += matchings(d.pairs()) as f64 * groups;
        }
        sizes
    }

    fn largest(&self, sample: &[(Degrees, f64)]) -> f64 {
        let sizes = self.sizes(sample);
        sizes.iter().copied().fold(0.0, f64::max) / sizes.iter().sum::<f64>().max(1.0)
    }
}

/// Moves those orbits to the end that have the same pattern in all of the meeting. If a class of an
/// earlier partition is cut again, its own slots do not distinguish anything.
fn varied_first(
    by: By,
    symmetries: &SlotSymmetries<'_>,
    orbits: Vec<Vec<usize>>,
    meeting: &Packed,
    numbers: &Numbering,
) -> Vec<Vec<usize>> {
    let least = |orbit: &Vec<usize>| (by.least_images(orbit, symmetries), None);
    let mut patterns: Vec<(Vec<u32>, Option<u32>)> = orbits.iter().map(least).collect();
    let mut varies = vec![false; orbits.len()];
    meeting.each(|number| {
        let d = numbers.degrees(number);
        for ((orbit, (least, first)), varies) in orbits.iter().zip(&mut patterns).zip(&mut varies) {
            let pattern = least[by.pattern(orbit, d)];
            *varies |= *first.get_or_insert(pattern) != pattern;
        }
    });
    let mut all: Vec<_> = orbits.into_iter().zip(varies).collect();
    all.sort_by_key(|&(_, varies)| !varies);
    all.into_iter().map(|(orbit, _)| orbit).collect()
}

/// Collects patterns in classes of at most this weight, if possible. A heavier class is divided by
/// the next level of slots; lighter ones are united.
fn divided(
    levels: &[Vec<u32>],
    all: Vec<usize>,
    sum: impl Fn(&[usize]) -> f64,
    most: f64,
) -> Vec<Vec<usize>> {
    let mut done = Vec::new();
    let mut left = vec![(0, all)];
    while let Some((level, part)) = left.pop() {
        let Some(least) = levels.get(level).filter(|_| sum(&part) > most) else {
            done.push(part);
            continue;
        };
        let mut alike: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for pattern in part {
            alike.entry(least[pattern % least.len()]).or_default().push(pattern);
        }
        let mut united = Vec::new();
        let mut weight = 0.0;
        for part in alike.into_values() {
            let more = sum(&part);
            if more > most {
                left.push((level + 1, part));
                continue;
            }
            if weight + more > most {
                done.push(std::mem::take(&mut united));
                weight = 0.0;
            }
            weight += more;
            united.extend(part);
        }
        done.push(united);
    }
    // If no tour is possible, the meeting is empty and has one class.
    done.retain(|part| !part.is_empty());
    if done.is_empty() { vec![Vec::new()] } else { done }
}

#[cfg(test)]
mod tests {
    use super::{By, MOST, Partition};
    use crate::tours::Kind;
    use crate::tours::halves::samples::{all_live, plan};

    /// Otherwise a class would be swept for states that another one counts.
    #[test]
    fn symmetries_map_each_class_of_a_meeting_to_itself() {
        let (mut flipped, mut mirrored) = (0, 0);
        for (board, kind) in [
            ("6x6", Kind::Closed),
            ("6x8", Kind::Closed),
            ("4x6", Kind::Open),
            ("cylinder:4x6", Kind::Closed),
        ] {
            let plan = plan(board, kind);
            let (meeting, numbers) =
                (all_live(&plan).meeting, plan.upper.numbers(plan.upper.last()));
            let kinds = [By::Ends, By::Degrees];
            for (by, count) in kinds.into_iter().flat_map(|by| [2, 9, 40].map(|n| (by, n))) {
                let partition = Partition::of_meeting(by, &plan, &meeting, count, usize::MAX);
                let several = usize::from(partition.count() > 1);
                meeting.each(|number| {
                    let d = numbers.degrees(number);
                    let class = partition.class(d);
                    if plan.meets_itself() {
                        let partner = plan.interface.partner(d).unwrap();
                        assert_eq!(partition.class(partner), class, "{board}: {d:?}");
                        flipped += several;
                    }
                    if let Some(mirror) = &plan.upper.mirrors[plan.upper.last()] {
                        let image = mirror.slots.degrees(d);
                        assert_eq!(partition.class(image), class, "{board}: {d:?}");
                        mirrored += several;
                    }
                });
            }
        }
        assert!(flipped > 99 && mirrored > 99, "{flipped} {mirrored}");
    }

    /// Also if a large stage is divided by more slots.
    #[test]
    fn steps_and_mirrors_of_a_stage_keep_its_classes() {
        let mut finer = 0;
        for board in ["6x8", "7x8", "6x10"] {
            let plan = plan(board, Kind::Closed);
            let (half, live) = (&plan.upper, all_live(&plan).upper);
            for (first, live) in live.iter().enumerate().take(half.last()) {
                let steps = half.stage(first, None);
                let [coarse, fine] = [60, 1 << 20]
                    .map(|wanted| Partition::of_stage(half, steps.clone(), None, live, wanted));
                assert!(fine.count() <= MOST, "{board}: {}", fine.count());
                finer += usize::from(fine.slots.len() > coarse.slots.len());
                let numbers = half.numbers(first);
                live.each(|number| {
                    let d = numbers.degrees(number);
                    let class = fine.class(d);
                    if let Some(mirror) = &half.mirrors[first] {
                        assert_eq!(fine.class(mirror.slots.degrees(d)), class, "{board}: {d:?}");
                    }
                    half.steps[first].successors(d, |after| {
                        assert_eq!(fine.class(after), class, "{board}: {d:?}");
                    });
                });
            }
        }
        assert!(finer > 9, "{finer}");
    }
}
