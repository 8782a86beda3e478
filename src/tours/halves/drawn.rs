//! Some groups of a layer that stand for all of it: of the few with many paths, which have most
//! states, as many as of the many with few paths.

use super::degrees::{Degrees, Packed};
use super::plan::HalfPlan;

/// Of so many groups one is drawn, at least and at most so many.
const ONE_IN: usize = 1 << 8;
const LEAST: usize = 1 << 12;
const MOST: usize = 1 << 18;

/// Groups of a layer, up to about so many with each number of paths, and for how many groups each
/// stands.
pub fn drawn(half: &HalfPlan, layer: usize, live: &Packed, each: usize) -> Vec<(Degrees, f64)> {
    let (numbers, all, slots) = (half.numbers(layer), live.count(), half.slots);
    let stride = (all / (all / ONE_IN).clamp(LEAST, MOST)).max(1);
    let mut by_pairs = vec![(stride, Vec::new()); slots / 2 + 1];
    for number in live.one_in(stride) {
        let d = numbers.degrees(number);
        by_pairs[d.pairs()].1.push(d);
    }
    if stride > 1 {
        // Often none of these is drawn, so all are found.
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

/// All degrees in which at most two slots have no end.
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
    use super::{LEAST, drawn, mostly_ends};
    use crate::tours::Kind;
    use crate::tours::halves::degrees::Degrees;
    use crate::tours::halves::samples::{all_live, plan};

    #[test]
    fn those_with_most_paths_are_all_there() {
        for (slots, degrees) in [(2, 5), (3, 6), (4, 1 + 6 * 4), (5, 10), (18, 1 + 153 * 4)] {
            let mut all: Vec<(u32, u32)> =
                mostly_ends(slots).map(|Degrees { ends, inner }| (ends, inner)).collect();
            assert!(
                all.iter().all(|(ends, inner)| ends & inner == 0 && (ends | inner) >> slots == 0)
            );
            assert!(
                mostly_ends(slots).all(|d| d.pairs() == slots / 2 || 2 * d.pairs() + 2 == slots)
            );
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), degrees, "{slots}");
        }
    }

    /// By pairs, they stand for about as many groups as there are.
    #[test]
    fn they_stand_for_all_groups() {
        let plan = plan("7x8", Kind::Open);
        let (live, mut large) = (all_live(&plan), 0);
        for (layer, live) in live.upper.iter().enumerate() {
            let (half, pairs) = (&plan.upper, plan.upper.slots / 2 + 1);
            let (mut seen, mut told) = (vec![0.0; pairs], vec![0.0; pairs]);
            live.each(|number| seen[half.numbers(layer).degrees(number).pairs()] += 1.0);
            for (d, groups) in drawn(half, layer, live, 1 << 6) {
                told[d.pairs()] += groups;
            }
            large += usize::from(live.count() > 2 * LEAST);
            for (at, (told, seen)) in told.iter().zip(&seen).enumerate() {
                let off: f64 = (told - seen) / f64::max(1.0, *seen);
                let few = 1.0 / (seen / live.count() as f64 * LEAST as f64).sqrt();
                assert!(off.abs() <= 4.0 * few, "{layer}, {at}: {told} for {seen}");
            }
            let most = seen.iter().rposition(|&groups| groups > 0.0).unwrap();
            assert!(told[most] > 0.0, "{layer}");
        }
        assert!(large > 3, "{large}");
    }
}
