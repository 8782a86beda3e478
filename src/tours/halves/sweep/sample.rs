//! `sampled`: a sample of the groups of a layer.

use crate::tours::halves::degrees::{Degrees, Packed};
use crate::tours::halves::plan::HalfPlan;

/// One group of `ONE_IN` is sampled, but at least `LEAST` and at most `MOST` groups.
const ONE_IN: usize = 1 << 8;
const LEAST: usize = 1 << 12;
const MOST: usize = 1 << 18;

/// A sample of a layer's groups, each with the number of groups that it represents. For each number
/// of paths up to `each` groups are sampled, because the few groups with many paths hold most
/// states.
pub fn sampled(half: &HalfPlan, layer: usize, live: &Packed, each: usize) -> Vec<(Degrees, f64)> {
    let (numbers, all, slots) = (half.numbers(layer), live.count(), half.slots);
    let stride = (all / (all / ONE_IN).clamp(LEAST, MOST)).max(1);
    let mut by_pairs = vec![(stride, Vec::new()); slots / 2 + 1];
    for number in live.one_in(stride) {
        let d = numbers.degrees(number);
        by_pairs[d.pairs()].1.push(d);
    }
    if stride > 1 {
        // A sample often misses these rare groups, so all of them are taken.
        by_pairs[(slots - 2).div_ceil(2)..].fill((1, Vec::new()));
        let lives = |&d: &Degrees| numbers.find(d).is_some_and(|number| live.has(number));
        mostly_ends(slots).filter(lives).for_each(|d| by_pairs[d.pairs()].1.push(d));
    }
    let mut some = Vec::new();
    for (stride, groups) in by_pairs {
        let own = groups.iter().step_by(groups.len().div_ceil(each).max(1));
        let weight = (stride * groups.len()) as f64 / own.len() as f64;
        some.extend(own.map(|&d| (d, weight)));
    }
    some
}

/// All degrees in which at most two slots are not ends.
fn mostly_ends(slots: usize) -> impl Iterator<Item = Degrees> {
    let all = Degrees::vacant(slots).inner;
    let two = (0..slots).flat_map(move |i| (i..slots).map(move |j| 1u32 << i | 1 << j));
    let others =
        two.chain([0]).filter(move |others| (all & !others).count_ones().is_multiple_of(2));
    others.flat_map(move |others| {
        let first = others & others.wrapping_neg();
        let inner = [0, first, others & !first, others];
        let ways = 1 << others.count_ones();
        inner.into_iter().take(ways).map(move |inner| Degrees { ends: all & !others, inner })
    })
}

#[cfg(test)]
mod tests {
    use super::{Degrees, mostly_ends, sampled};
    use crate::tours::Kind;
    use crate::tours::halves::samples::Sample;

    #[test]
    fn sampled_groups_represent_all() {
        for (slots, degrees) in [(2, 5), (3, 6), (4, 1 + 6 * 4), (5, 10), (18, 1 + 153 * 4)] {
            let mut all: Vec<(u32, u32)> =
                mostly_ends(slots).map(|Degrees { ends, inner }| (ends, inner)).collect();
            assert!(all.iter().all(|(e, inner)| e & inner == 0 && (e | inner) >> slots == 0));
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), degrees, "{slots}");
        }
        let sample = Sample::new("7x8", Kind::Open);
        let half = &sample.plan.upper;
        for (layer, live) in sample.live.upper.iter().enumerate() {
            let predicted: f64 =
                sampled(half, layer, live, 1 << 6).iter().map(|(_, groups)| groups).sum();
            let all = live.count() as f64;
            assert!((predicted / all - 1.0).abs() < 0.1, "{layer}: {predicted} of {all}");
        }
    }
}
