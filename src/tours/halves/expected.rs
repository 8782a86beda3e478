//! `expected`: the states that a layer is expected to have, before it is made.
//!
//! The live degrees are known, and so the groups of each layer; of the matchings of a group some
//! have a state. Those of a layer follow from the layer before: a matching is missed if what it
//! would be made of was missed in every source. Sources overlap more than independent ones would,
//! as what one of them lacks others lack as well. Groups are alike by their paths, by the cells
//! that are done, and by the apex of open tours; some groups of each layer are looked at.

use super::degrees::{Degrees, Packed};
use super::drawn::drawn;
use super::matching::places;
use super::plan::HalfPlan;
use super::sweep::own_bytes;

/// What states are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Words of 64 bits, and residues of 31 bits for what words do not hold.
    Words,
    /// Residues of 31 bits alone: less memory, and as many sweeps or more.
    Residues,
}

/// Bytes of a number, by [`Numbers`].
pub const NUMBER: [f64; 2] = [8.0, 4.0];
/// Bytes of a rank.
pub const RANK: f64 = 4.0;
/// Groups of a layer with as many paths that are looked at.
const LOOKED_AT: usize = 1 << 9;
/// What sources add to the one that reaches most, of what independent ones would: fitted to
/// knight's tours that have been counted, in the plane and not, so that each is told within 1.5.
const APART: f64 = 0.58;
/// No place is reached for certain.
const CERTAIN: f64 = 1.0 - 1e-9;

/// What is expected of a layer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected {
    /// Groups that are made.
    pub groups: f64,
    /// States.
    pub states: f64,
    /// Their bytes, by [`Numbers`].
    pub stored: [f64; 2],
}

impl Expected {
    /// Of two layers together.
    pub fn and(self, other: Expected) -> Expected {
        Expected {
            groups: self.groups + other.groups,
            states: self.states + other.states,
            stored: [0, 1].map(|at| self.stored[at] + other.stored[at]),
        }
    }
}

/// The part of the matchings of groups that has a state.
#[derive(Clone, Debug)]
pub struct Filled {
    slots: usize,
    apex: Option<u8>,
    /// By kind of groups, places and those that have a state.
    kinds: Vec<[f64; 2]>,
    /// By paths.
    paths: Vec<[f64; 2]>,
    /// By paths, bytes that a thread has for itself to make such a group, with words.
    own: Vec<f64>,
}

impl Filled {
    fn none(half: &HalfPlan, layer: usize) -> Filled {
        let (slots, apex) = (half.slots, half.apex(layer));
        let paths = slots / 2 + 1;
        let kinds = vec![[0.0; 2]; 3 * paths * (slots + 1)];
        Filled { slots, apex, kinds, paths: vec![[0.0; 2]; paths], own: vec![0.0; paths] }
    }

    fn kind(&self, d: Degrees) -> usize {
        let apex = self.apex.map_or(0, |apex| (d.ends >> apex & 1) + 2 * (d.inner >> apex & 1));
        (d.pairs() * (self.slots + 1) + d.inner.count_ones() as usize) * 3 + apex as usize
    }

    /// So many groups are like that of these degrees.
    fn add(&mut self, d: Degrees, groups: f64, part: f64) {
        let room = places(d.pairs()) as f64 * groups;
        let kind = self.kind(d);
        for [all, some] in [&mut self.kinds[kind], &mut self.paths[d.pairs()]] {
            *all += room;
            *some += room * part;
        }
    }

    /// How many groups have so many pairs.
    pub fn groups(&self, pairs: usize) -> f64 {
        self.paths.get(pairs).map_or(0.0, |all| all[0] / places(pairs) as f64)
    }

    /// The bytes that so many threads have for themselves, if each makes one of the largest groups.
    pub fn of_threads(&self, threads: usize) -> f64 {
        let mut left = threads as f64;
        let of = |pairs: usize| {
            let some = self.groups(pairs).min(left);
            left -= some;
            some * self.own[pairs]
        };
        (0..self.own.len()).rev().map(of).sum()
    }

    /// Of the group of these degrees; if none of its kind was looked at, as of others with as
    /// many paths.
    pub fn of(&self, d: Degrees) -> f64 {
        let [own, others] = [self.kinds[self.kind(d)], self.paths[d.pairs()]];
        let [all, some] = if own[0] > 0.0 { own } else { others };
        if all > 0.0 { some / all } else { 0.0 }
    }
}

/// The negative logarithm of the part of the matchings of so many paths that is missed by a
/// source of which this part is filled.
fn reached(filled: f64, from: usize, to: usize) -> f64 {
    // Of two paths that are joined there are two ways to each place for every other path; a path
    // that begins is in one of so many matchings.
    let (ways, part) = match to as f64 {
        to if from > to as usize => (2.0 * to, filled),
        to if from < to as usize => (1.0, filled / (2.0 * to - 1.0)),
        _ => (1.0, filled),
    };
    -ways * (1.0 - part.min(CERTAIN)).ln()
}

/// What is expected of each layer, and the part of its matchings that has a state.
pub fn layers(half: &HalfPlan, live: &[Packed]) -> (Vec<Expected>, Vec<Filled>) {
    let mut first = Filled::none(half, 0);
    first.add(Degrees::vacant(half.slots), 1.0, 1.0);
    let mut filled = vec![first];
    let mut layers = vec![Expected { groups: 1.0, states: 1.0, stored: [0.0; 2] }];
    for (at, two) in live.windows(2).enumerate() {
        let [before, after] = two else { unreachable!("windows of two") };
        let (sources, mut made) = (&filled[at], Filled::none(half, at + 1));
        let mut all = Expected { groups: after.count() as f64, ..Expected::default() };
        for (d, groups) in drawn(half, at + 1, after, LOOKED_AT) {
            let (mut sum, mut most, mut given, mut largest) = (0.0, 0.0f64, 0.0, 0.0f64);
            half.steps[at].sources(d, |source, _| {
                if half.stored(at, source).is_some_and(|stored| before.has(stored.number)) {
                    let part = sources.of(source);
                    let by = reached(part, source.pairs(), d.pairs());
                    (sum, most) = (sum + by, most.max(by));
                    let states = places(source.pairs()) as f64 * part;
                    (given, largest) = (given + states, largest.max(states));
                }
            });
            let part = 1.0 - (-(most + APART * (sum - most))).exp();
            made.add(d, groups, part);
            let own = own_bytes(half.slots, d.pairs(), [given, largest]);
            made.own[d.pairs()] = own.max(made.own[d.pairs()]);
            let room = places(d.pairs()) as f64 * groups;
            all.states += room * part;
            for (stored, number) in all.stored.iter_mut().zip(NUMBER) {
                // All places, or ranks and numbers of those that are filled.
                *stored += room * number.min(part * (RANK + number));
            }
        }
        filled.push(made);
        layers.push(all);
    }
    (layers, filled)
}

#[cfg(test)]
mod tests {
    use super::{Degrees, Filled, layers, own_bytes};
    use crate::tours::Kind;
    use crate::tours::halves::count::Counting;
    use crate::tours::halves::matching::Maps;
    use crate::tours::halves::samples::{all_live, counting, plan};

    /// Those of a layer, and what a group of it is expected to have.
    #[test]
    fn states_are_about_as_many_as_expected() {
        for (board, kind) in [
            ("6x8", Kind::Closed),
            ("7x8", Kind::Closed),
            ("6x12", Kind::Closed),
            ("5x20", Kind::Closed),
            ("torus:5x6", Kind::Closed),
            ("6x8", Kind::Open),
            ("5x12", Kind::Open),
        ] {
            let plan = plan(board, kind);
            let (live, maps) = (all_live(&plan), Maps::new(4));
            let counting = Counting { bits: 64, ..counting(&plan, &live, &maps) };
            let (_, seen) = counting.count(&mut |_| true).unwrap();
            let (expected, filled) = layers(&plan.upper, &live.upper);
            let states = |layer: usize| expected[layer].states;
            let within =
                |told: f64, seen: f64, times: f64| told < seen * times && seen < told * times;
            let (told, all) = ((0..expected.len()).map(states).sum(), seen.iter().sum::<u64>());
            assert!(within(told, all as f64, 1.3), "{board}, {kind:?}: {told} for {all}");
            let largest = *seen.iter().max().unwrap() as f64;
            let told = (0..expected.len()).map(states).fold(0.0, f64::max);
            assert!(within(told, largest, 1.4), "{board}, {kind:?}: {told} for {largest}");
            let empty = Filled::none(&plan.upper, plan.upper.last());
            let last = plan.upper.numbers(plan.upper.last());
            live.upper.last().unwrap().each(|number| {
                let (here, none) = (filled.last().unwrap(), empty.of(last.degrees(number)));
                assert!((0.0..=1.0).contains(&here.of(last.degrees(number))) && none == 0.0);
            });
        }
    }

    /// Each thread has one of the largest groups, and the one with most paths has one thread.
    #[test]
    fn threads_have_the_largest_groups() {
        let plan = plan("6x8", Kind::Closed);
        let mut filled = Filled::none(&plan.upper, plan.upper.last());
        let with = |pairs: usize| Degrees { ends: (1 << (2 * pairs)) - 1, inner: 0 };
        for (pairs, groups) in [(2, 50.0), (3, 4.0), (4, 1.0)] {
            filled.add(with(pairs), groups, 0.5);
            filled.own[pairs] = 10f64.powi(pairs as i32);
        }
        let told = [0, 1, 3, 8, 99].map(|threads| filled.of_threads(threads));
        assert_eq!(told, [0.0, 10_000.0, 12_000.0, 14_300.0, 19_000.0]);
    }

    /// An array for few pairs, a list for what is given to many, twelve bytes for a state.
    #[test]
    fn what_a_thread_has_follows_from_what_is_given() {
        assert_eq!(own_bytes(12, 3, [100.0, 20.0]), 16.0 * 8.0 + 15.0 * 12.0 + 20.0 * 8.0);
        assert_eq!(own_bytes(18, 9, [1000.0, 20.0]), 24_000.0 + 12_000.0 + 160.0);
    }
}
