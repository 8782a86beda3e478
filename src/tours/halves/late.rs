//! `Choice`: halves at once or, where their layers do not fit, in passes by late cells.
//!
//! All gates are tried, with the cells that stay longest, and every layer to add up in; of what
//! is expected to fit that is taken which is expected to take the least time.

use std::ops::Range;

use super::cost::{Costs, held_by_pass, largest_table};
use super::degrees::{Degrees, Packed};
use super::drawn::drawn;
use super::expected::{Expected, Filled, layers};
use super::matching::places;
use super::plan::{HalfPlan, Plan};
use super::sweep::{Gate, Live, MOST_PASSES, Passes, least_images, pattern};

/// Late cells at most: there is a table of all their degrees.
const CELLS: usize = 4;
/// Passes that are tried.
const PASSES: [usize; 11] = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, MOST_PASSES];
/// What all passes begin from takes one part of so many of the memory at most.
const SHARED: f64 = 8.0;
/// Groups of a layer with as many paths that are looked at.
const LOOKED_AT: usize = 1 << 6;

/// How both halves are swept, and what that is expected to take.
#[derive(Debug)]
pub struct Choice {
    /// The passes of each half, unless all of it fits at once.
    pub passes: [Option<Passes>; 2],
    /// What it takes.
    pub costs: Costs,
}

impl Choice {
    /// The bytes that passes take besides states: two more indexes, and sets of their own.
    pub fn besides(plan: &Plan, live: &Live) -> f64 {
        2.0 * largest_table(plan) + live.bytes() as f64
    }

    /// Halves that take so many bytes at most, at once or in passes; none if these do not serve.
    pub fn within(bytes: [f64; 2], plan: &Plan, live: &Live) -> Option<Choice> {
        let besides = Choice::besides(plan, live);
        let Plan { upper, lower, joint, .. } = plan;
        let keep = (lower.is_none() && joint.layer < upper.last()).then_some(joint.layer);
        let upper = Planned::new(upper, &live.upper, keep, [0.0, besides]);
        let first = upper.within(bytes)?;
        let Some((lower, live)) = lower.as_ref().zip(live.lower.as_ref()) else {
            return Some(Choice { passes: [first.passes, None], costs: first.costs });
        };
        let kept = upper.bytes(upper.half.last());
        let second = Planned::new(lower, live, None, [kept, besides]).within(bytes)?;
        let costs = first.costs.and(second.costs);
        Some(Choice { passes: [first.passes, second.passes], costs })
    }
}

/// A group that is looked at, and for how many groups and states it stands.
#[derive(Clone, Copy)]
struct Look {
    d: Degrees,
    groups: f64,
    states: f64,
}

/// Some groups of a layer.
fn looked_at(half: &HalfPlan, layer: usize, live: &Packed, filled: &Filled) -> Vec<Look> {
    let expected = |(d, groups): (Degrees, f64)| {
        let states = groups * places(d.pairs()) as f64 * filled.of(d);
        Look { d, groups, states }
    };
    drawn(half, layer, live, LOOKED_AT).into_iter().map(expected).collect()
}

/// Slots of cells that stay longest behind a layer, few and more.
fn late(half: &HalfPlan, layer: usize) -> Vec<Vec<usize>> {
    let leaves = |slot: usize| {
        let cell = half.cell(layer, slot)?;
        Some((layer..=half.last()).find(|&at| half.place(at, cell).is_none()).unwrap_or(usize::MAX))
    };
    let mut orbits: Vec<(usize, Vec<usize>)> = Vec::new();
    for slot in 0..half.slots {
        let image = half.mirrors[layer].as_ref().map_or(Some(slot), |mirror| mirror.slots.of(slot));
        let (Some(leaves), Some(image)) = (leaves(slot), image) else { continue };
        if image == slot {
            orbits.push((leaves, vec![slot]));
        } else if image > slot {
            orbits.push((leaves, vec![slot, image]));
        }
    }
    orbits.sort_by_key(|(leaves, _)| std::cmp::Reverse(*leaves));
    let mut all: Vec<Vec<usize>> = Vec::new();
    // The cells of the last layer never leave: those before them are tried as well.
    for first in 0..orbits.len() {
        let mut slots: Vec<usize> = Vec::new();
        for (_, orbit) in &orbits[first..] {
            if slots.len() + orbit.len() > CELLS {
                break;
            }
            slots.extend(orbit);
            all.push(slots.clone());
        }
    }
    all
}

/// A gate with about so many passes; none if there are not so many patterns.
fn gate(
    half: &HalfPlan,
    layer: usize,
    slots: Vec<usize>,
    some: &[Look],
    count: usize,
) -> Option<Gate> {
    let mirror = half.mirrors[layer].as_ref();
    let least = least_images(&slots, |d| mirror.map(|mirror| mirror.slots.degrees(d)).into_iter());
    let mut weights = vec![0.0; least.len()];
    some.iter().for_each(|look| weights[least[pattern(&slots, look.d)]] += look.states);
    let weighty = weights.iter().filter(|&&weight| weight > 0.0).count();
    if weighty < count {
        return None;
    }
    let share = weights.iter().sum::<f64>() / count as f64;
    // One pattern after the other, so that those of a pass have most digits in common.
    let (mut pass, mut weight) = (vec![0; least.len()], 0.0f64);
    for at in 0..least.len() {
        if least[at] == at {
            let number = ((weight + weights[at] / 2.0) / share) as usize;
            pass[at] = number.min(count - 1) as u8;
            weight += weights[at];
        } else {
            pass[at] = pass[least[at]];
        }
    }
    Some(Gate { layer, slots, pass, count })
}

/// By layer, what each pass has of it.
fn shares(passes: &Passes, some: &[Vec<Look>]) -> Vec<Vec<Share>> {
    let share = |(layer, some): (usize, &Vec<Look>)| {
        let mut shares = vec![Share::default(); passes.count()];
        let all = |of: fn(&Look) -> f64| some.iter().map(of).sum::<f64>().max(1.0);
        let [all_groups, all_states] = [all(|look| look.groups), all(|look| look.states)];
        for &Look { d, groups, states } in some {
            let mut left = passes.of(layer, d);
            while left != 0 {
                let share = &mut shares[left.trailing_zeros() as usize];
                share.groups += groups / all_groups;
                share.states += states / all_states;
                left &= left - 1;
            }
        }
        shares
    };
    some[..passes.sum()].iter().enumerate().map(share).collect()
}

/// How a half is swept.
struct Way {
    passes: Option<Passes>,
    costs: Costs,
}

/// What a pass has of the groups of a layer, and of their states.
#[derive(Clone, Copy, Default)]
struct Share {
    groups: f64,
    states: f64,
}

/// A half that may be swept in passes.
struct Planned<'a> {
    half: &'a HalfPlan,
    live: &'a [Packed],
    /// A layer that is kept, the bytes of what was before the half, and what passes take besides.
    keep: Option<usize>,
    kept: f64,
    besides: f64,
    expected: Vec<Expected>,
    filled: Vec<Filled>,
}

impl<'a> Planned<'a> {
    fn new(
        half: &'a HalfPlan,
        live: &'a [Packed],
        keep: Option<usize>,
        [kept, besides]: [f64; 2],
    ) -> Planned<'a> {
        let (expected, filled) = layers(half, live);
        Planned { half, live, keep, kept, besides, expected, filled }
    }

    /// The bytes of a layer.
    fn bytes(&self, layer: usize) -> f64 {
        self.expected[layer].stored[1]
    }

    /// At once, if that takes so many bytes at most, or else in passes that take so many.
    fn within(&self, [at_once, most]: [f64; 2]) -> Option<Way> {
        let Planned { half, live, .. } = *self;
        let costs = self.costs(&[], 0);
        if costs.bytes <= at_once {
            return Some(Way { passes: None, costs });
        }
        let all = live.iter().zip(&self.filled).enumerate();
        let look =
            |(layer, (live, filled)): (usize, (_, &Filled))| looked_at(half, layer, live, filled);
        let some: Vec<Vec<_>> = all.map(look).collect();
        let last = self.keep.unwrap_or(half.last());
        let mut best: Option<Way> = None;
        for layer in serving(half, 1..last) {
            for slots in late(half, layer) {
                for count in PASSES {
                    let gate = gate(half, layer, slots.clone(), &some[layer], count);
                    let Some(gate) = gate else { break };
                    let passes = Passes::new(half, &gate, last);
                    let shares = shares(&passes, &some);
                    let passes = passes.sharing(self.shared(&shares, most));
                    for sum in serving(half, layer + 1..last) {
                        let costs = self.costs(&shares[..sum], passes.shared());
                        let least = best.as_ref().map_or(f64::INFINITY, |b| b.costs.seconds());
                        if costs.bytes <= most && costs.seconds() < least {
                            let passes = Some(passes.clone().until(sum));
                            best = Some(Way { passes, costs });
                        }
                    }
                }
            }
        }
        best
    }

    /// The last layer that passes may begin from: all of them have all of it and of those before,
    /// and it is small.
    fn shared(&self, shares: &[Vec<Share>], most: f64) -> usize {
        let is_whole = |shares: &&Vec<Share>| shares.iter().all(|share| share.groups > 0.999);
        let whole = shares.iter().take_while(is_whole).count();
        let small = |&layer: &usize| SHARED * self.bytes(layer) < most;
        serving(self.half, 1..whole).filter(small).last().unwrap_or(0)
    }

    /// What it takes, if passes have such shares of the first layers and add up behind them; up
    /// to a layer that they share all is done once.
    fn costs(&self, shares: &[Vec<Share>], shared: usize) -> Costs {
        let Planned { half, keep, kept, ref expected, .. } = *self;
        let sum = shares.len();
        let (mut groups, mut states, mut in_passes) = (0.0, 0.0, 0.0);
        for (layer, all) in expected.iter().enumerate() {
            match shares.get(layer).filter(|_| layer > shared) {
                Some(shares) => {
                    let here = all.states * shares.iter().map(|share| share.states).sum::<f64>();
                    groups += all.groups * shares.iter().map(|share| share.groups).sum::<f64>();
                    (states, in_passes) = (states + here, in_passes + here);
                }
                None => (groups, states) = (groups + all.groups, states + all.states),
            }
        }
        let mut most = 0.0f64;
        let mut stage = half.stage(0, keep);
        while !stage.is_empty() {
            let in_passes = stage.start < sum;
            let was_kept = keep.filter(|&keep| keep < stage.start);
            let mut besides = kept + was_kept.map_or(0.0, |layer| self.bytes(layer));
            if in_passes {
                // What the passes before have added up, and what all begin from.
                let begun = if stage.start > shared { self.bytes(shared) } else { 0.0 };
                besides += self.bytes(sum) + begun + self.besides;
            }
            for pass in 0..if in_passes { shares[0].len() } else { 1 } {
                let share =
                    |layer: usize| shares.get(layer).map_or(1.0, |shares| shares[pass].states);
                let here = (stage.start..=stage.end).map(|layer| self.bytes(layer) * share(layer));
                most = most.max(besides + held_by_pass(&here.collect::<Vec<f64>>()));
            }
            stage = half.stage(stage.end, keep);
        }
        Costs { groups, states, in_passes, bytes: most }
    }
}

/// Layers that may be a gate, or have passes add up in them: with a mirror, if any has one.
fn serving(half: &HalfPlan, layers: Range<usize>) -> impl Iterator<Item = usize> {
    let is_mirrored = half.mirrors.iter().any(Option::is_some);
    layers.filter(move |&layer| !is_mirrored || half.mirrors[layer].is_some())
}

#[cfg(test)]
mod tests {
    use super::{Choice, Passes, gate, late, looked_at, serving};
    use crate::tours::Kind;
    use crate::tours::halves::expected::layers;
    use crate::tours::halves::matching::Maps;
    use crate::tours::halves::samples::{all_live, crew, plan};
    use crate::tours::halves::sweep::{HalfSweep, Layer, PART_STATES, Pool, Slices, Words, live};

    /// What fits is swept at once, what does not in passes that take less memory: of slices, as
    /// the last layers of the whole are among the widest.
    #[test]
    fn passes_are_chosen_for_what_does_not_fit() {
        let mut chosen = 0;
        for (board, count) in [("7x8", 12), ("8x8", 66), ("8x10", 24)] {
            let (plan, crew) = (plan(board, Kind::Closed), crew(2));
            let all = all_live(&plan);
            let slices = Slices::new(&plan, &all.met, count);
            let parts = slices.shares().len();
            for slice in (0..parts).step_by(parts / 4) {
                let wants = |d| slices.part_of(d) == slice;
                let live = live(&plan, &all, wants, crew, &mut || true).unwrap();
                let whole = Choice::within([f64::INFINITY; 2], &plan, &live).unwrap();
                assert!(whole.passes.iter().all(Option::is_none));
                let same = Choice::within([whole.costs.bytes; 2], &plan, &live).unwrap();
                let [same, whole] = [same.costs, whole.costs];
                assert_eq!((same.states, same.bytes), (whole.states, whole.bytes));
                for part in [0.9, 0.7, 0.5] {
                    let bytes = whole.bytes * part + Choice::besides(&plan, &live);
                    let Some(less) = Choice::within([bytes; 2], &plan, &live) else { break };
                    let costs = less.costs;
                    assert!(costs.bytes <= bytes && costs.states > 0.999 * whole.states, "{board}");
                    chosen += usize::from(less.passes.iter().any(Option::is_some));
                }
                assert!(Choice::within([1.0; 2], &plan, &live).is_none());
            }
        }
        assert!(chosen > 2, "{chosen}");
    }

    /// The states of a layer by their group, without those that are zero.
    fn listed(layer: &Layer<'_, u64>) -> Vec<(usize, u32, u64)> {
        let of = |place: usize| {
            let (ranks, numbers) = layer.states(place);
            let states = ranks.iter().zip(numbers).filter(|(_, n)| **n != 0);
            states.map(|(&rank, &number)| (place, rank, number)).collect::<Vec<_>>()
        };
        (0..layer.spans.len()).flat_map(of).collect()
    }

    /// Through every gate, with cells that stay long and others, in few passes and many, and
    /// added up near and far, the last layer is the same.
    #[test]
    fn passes_add_up_to_the_whole() {
        let mut shares = 0;
        for (board, kind) in [
            ("5x6", Kind::Closed),
            ("4x8", Kind::Open),
            ("5x5", Kind::Open),
            ("cylinder:6x6", Kind::Closed),
            ("3x7", Kind::Open),
        ] {
            let plan = plan(board, kind);
            let live = all_live(&plan);
            let (half, live) = (&plan.upper, &live.upper);
            let maps = Maps::new(3);
            let swept = |passes: Option<&Passes>, part_states| {
                let sweep =
                    HalfSweep { plan: half, live, maps: &maps, crew: crew(2), part_states, passes };
                let pool = Pool::new(1 << 30);
                let done = sweep.run(Words, &pool, None, None, None, &mut |_, _| true).unwrap();
                listed(&done.last)
            };
            let whole = swept(None, PART_STATES);
            let (_, filled) = layers(half, live);
            let mut done = 0;
            for layer in serving(half, 1..half.last()) {
                let some = looked_at(half, layer, &live[layer], &filled[layer]);
                for (at, slots) in late(half, layer).into_iter().enumerate().step_by(3) {
                    for count in [2, 30] {
                        let Some(gate) = gate(half, layer, slots.clone(), &some, count) else {
                            break;
                        };
                        let sums: Vec<_> = serving(half, layer + 1..half.last()).collect();
                        let Some(&sum) = sums.get(at % sums.len().max(1)) else { break };
                        let passes = Passes::new(half, &gate, sum);
                        // What not all passes have the whole of is not shared, whatever is said.
                        let shared = serving(half, 1..sum).nth(at % 7).unwrap_or(0);
                        let begin_alike = (0..=shared).all(|layer| {
                            let numbers = half.numbers(layer);
                            let (mut alike, all) = (true, (1 << passes.count()) - 1);
                            live[layer].each(|number| {
                                alike &= passes.of(layer, numbers.degrees(number)) == all;
                            });
                            alike
                        });
                        shares += usize::from(shared > 0 && begin_alike);
                        let passes = passes.sharing(shared);
                        let part_states = if at % 2 == 0 { PART_STATES } else { 1 };
                        let found = swept(Some(&passes), part_states);
                        assert!(found == whole, "{board}: {gate:?} {sum}");
                        done += 1;
                    }
                }
            }
            assert!(done > 9, "{board}: {done}");
        }
        assert!(shares > 9, "{shares} begin alike");
    }
}
