//! `Slices`: the meeting in parts that are counted one without the other.
//!
//! A part is what has ends in some of a few slots and none in the others, or certain degrees
//! there, whatever is elsewhere; symmetries take it to itself. Every pair of groups that meet is in
//! one part, so the parts' counts add up to the whole, and none needs anything of another. Most
//! groups have ends nearly everywhere, so these are told apart by more slots than the others. What
//! is told apart by slots that are settled early has little in common before it meets, so parts go
//! together by slots that are settled late.

use std::collections::BTreeMap;

use super::patterns::By;
use crate::tours::halves::degrees::{Degrees, Numbering, Packed};
use crate::tours::halves::matching::places;
use crate::tours::halves::plan::{Plan, Settled};

/// All parts of a meeting.
#[derive(Debug)]
pub struct Slices {
    by: By,
    slots: Vec<usize>,
    /// By pattern, the part that it belongs to.
    parts: Vec<u32>,
    /// What each part has of the places of all groups that meet, the largest first.
    shares: Vec<f64>,
}

impl Slices {
    /// About so many parts of what meets, some more where they would be uneven, and fewer
    /// where there are not so many. By ends there are fewer, with less in common before they meet;
    /// by degrees there are some for little memory.
    pub fn new(by: By, plan: &Plan, met: &Packed, count: usize) -> Slices {
        let settled = plan.settled();
        let numbers = plan.upper.numbers(plan.upper.last());
        let telling = |_| telling_first(by, &settled, met, numbers);
        let (mut slots, mut levels) = (Vec::new(), Vec::new());
        for group in Some(count).filter(|&count| count > 1).map_or_else(Vec::new, telling) {
            if slots.len() + group.len() <= by.most_slots() {
                slots.extend(group);
                levels.push(by.least_images(&slots, |d| settled.images(d)));
            }
        }
        let mut weights = vec![0.0; by.patterns(slots.len())];
        let least = |pattern: usize| levels.last().map_or(0, |least| least[pattern] as usize);
        met.each(|number| {
            let d = numbers.degrees(number);
            weights[least(by.pattern(&slots, d))] += places(d.pairs()) as f64;
        });
        let total: f64 = weights.iter().sum();
        let sum = |part: &[usize]| part.iter().map(|&pattern| weights[pattern]).sum::<f64>();
        let all = (0..weights.len()).filter(|&pattern| weights[pattern] > 0.0).collect();
        let mut parts = parted(&levels, all, sum, total / count as f64);
        parts.sort_by(|a, b| sum(b).total_cmp(&sum(a)));
        let mut part_of = vec![0; weights.len()];
        for (number, part) in parts.iter().enumerate() {
            part.iter().for_each(|&pattern| part_of[pattern] = number as u32);
        }
        let share = |part: &Vec<usize>| sum(part) / total.max(1.0);
        Slices {
            by,
            slots,
            parts: (0..part_of.len()).map(|pattern| part_of[least(pattern)]).collect(),
            shares: parts.iter().map(share).collect(),
        }
    }

    /// What each part has of all places.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The part that degrees of the upper half's last layer are in.
    pub fn part_of(&self, d: Degrees) -> usize {
        self.parts[self.by.pattern(&self.slots, d)] as usize
    }
}

/// The groups of slots, those last whose degrees are the same in all that meets: a part of a
/// meeting has the same ones where it was cut, and is cut again by others.
fn telling_first<'a>(
    by: By,
    settled: &'a Settled<'_>,
    met: &Packed,
    numbers: &Numbering,
) -> Vec<&'a Vec<usize>> {
    let least =
        |group: &'a Vec<usize>| (group, by.least_images(group, |d| settled.images(d)), None);
    let mut groups: Vec<_> = settled.groups.iter().map(least).collect();
    let mut tells = vec![false; groups.len()];
    met.each(|number| {
        let d = numbers.degrees(number);
        for ((group, least, first), tells) in groups.iter_mut().zip(&mut tells) {
            let pattern = least[by.pattern(group, d)];
            *tells |= *first.get_or_insert(pattern) != pattern;
        }
    });
    let mut all: Vec<_> = groups.into_iter().map(|(group, ..)| group).zip(tells).collect();
    all.sort_by_key(|&(_, tells)| !tells);
    all.into_iter().map(|(group, _)| group).collect()
}

/// Patterns in parts of no more than so much if that is possible: what weighs more is told
/// apart by the next level of slots, what weighs less goes together.
fn parted(
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
        let mut together = Vec::new();
        let mut weight = 0.0;
        for part in alike.into_values() {
            let more = sum(&part);
            if more > most {
                left.push((level + 1, part));
                continue;
            }
            if weight + more > most {
                done.push(std::mem::take(&mut together));
                weight = 0.0;
            }
            weight += more;
            together.extend(part);
        }
        done.push(together);
    }
    // What is impossible is a part, too: of nothing.
    done.retain(|part| !part.is_empty());
    if done.is_empty() { vec![Vec::new()] } else { done }
}

#[cfg(test)]
mod tests {
    use super::{By, Slices};
    use crate::tours::Kind;
    use crate::tours::halves::samples::{all_live, crew, plan};
    use crate::tours::halves::sweep::live;

    /// So that no slice is swept for what another one counts.
    #[test]
    fn a_flip_and_a_mirror_take_each_part_to_itself() {
        let (mut flipped, mut mirrored) = (0, 0);
        for (board, kind) in [
            ("6x6", Kind::Closed),
            ("6x8", Kind::Closed),
            ("4x6", Kind::Open),
            ("cylinder:4x6", Kind::Closed),
        ] {
            let plan = plan(board, kind);
            let (met, numbers) = (all_live(&plan).met, plan.upper.numbers(plan.upper.last()));
            let kinds = [By::Ends, By::Degrees];
            for (by, count) in kinds.into_iter().flat_map(|by| [2, 9, 40].map(|n| (by, n))) {
                let slices = Slices::new(by, &plan, &met, count);
                let several = usize::from(slices.shares().len() > 1);
                met.each(|number| {
                    let d = numbers.degrees(number);
                    let part = slices.part_of(d);
                    if plan.meets_itself() {
                        let partner = plan.joint.partner(d).unwrap();
                        assert_eq!(slices.part_of(partner), part, "{board}: {d:?}");
                        flipped += several;
                    }
                    if let Some(mirror) = &plan.upper.mirrors[plan.upper.last()] {
                        let image = mirror.slots.degrees(d);
                        assert_eq!(slices.part_of(image), part, "{board}: {d:?}");
                        mirrored += several;
                    }
                });
            }
        }
        assert!(flipped > 99 && mirrored > 99, "{flipped} {mirrored}");
    }

    /// The heaviest part stays one however many there are, and a part is cut again into parts that
    /// are as sound.
    #[test]
    fn a_part_is_cut_again() {
        let (plan, crew) = (plan("8x8", Kind::Closed), crew(2));
        let (all, by) = (all_live(&plan), By::Degrees);
        let [few, many, more] =
            [8, 1 << 20, 1 << 24].map(|count| Slices::new(by, &plan, &all.met, count));
        assert!(more.shares()[0] == many.shares()[0] && few.shares()[0] > many.shares()[0]);
        let live = live(&plan, &all, 0, |d| few.part_of(d) == 0, crew, &mut || true).unwrap();
        let own = Slices::new(by, &plan, &live.met, 3);
        assert!(own.shares().len() > 1);
        assert!((own.shares().iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let (mut seen, numbers) =
            (vec![0; own.shares().len()], plan.upper.numbers(plan.upper.last()));
        live.met.each(|number| {
            let d = numbers.degrees(number);
            seen[own.part_of(d)] += 1;
            assert_eq!(own.part_of(plan.joint.partner(d).unwrap()), own.part_of(d), "{d:?}");
        });
        assert!(seen.iter().all(|&groups| groups > 0), "{seen:?}");
    }
}
