//! `Forecast`: the predicted states of each layer.
//!
//! The live degrees give the groups of each layer. The number of states in a group is estimated
//! layer by layer: a matching has no state if each source lacks the matching that it comes from.
//! Sources are not independent, because they tend to lack the same matchings; a fitted factor
//! accounts for that. Groups of a layer count as alike if they have the same number of paths, the
//! same number of inner cells and the same degree of the apex. A sample of each layer's groups is
//! evaluated.

use super::degrees::{Degrees, Packed};
use super::matching::matchings;
use super::plan::{HalfPlan, Plan};
use super::sweep::{Live, sampled, worker_bytes};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberType {
    /// Words of 64 bits, with residues of 31 bits for larger counts.
    Words,
    /// Residues of 31 bits only: less memory, and the same number of sweeps or more.
    Residues,
    Short,
    Narrow,
    /// Sixteen residues of 31 bits together.
    Points,
}

const RANK: f64 = 4.0;
const MARK: f64 = 1.0 / 8.0;

impl NumberType {
    pub const KINDS: usize = 5;
    const ALL: [NumberType; NumberType::KINDS] = [
        NumberType::Words,
        NumberType::Residues,
        NumberType::Short,
        NumberType::Narrow,
        NumberType::Points,
    ];
    /// The types for counts, the widest first.
    pub const COUNTED: &'static [NumberType] = NumberType::ALL.split_at(4).0;
    /// The types of residues, the widest first.
    pub const RESIDUES: &'static [NumberType] = NumberType::COUNTED.split_at(1).1;

    /// The bits of a number.
    pub fn width(self) -> u32 {
        [64, 31, 15, 7, 31][self as usize]
    }

    /// The bytes of a number.
    pub fn bytes(self) -> usize {
        [8, 4, 2, 1, 64][self as usize]
    }

    /// The type of residues of this many bits.
    pub fn of_width(bits: u32) -> Option<NumberType> {
        NumberType::RESIDUES.iter().copied().find(|numbers| numbers.width() == bits)
    }

    /// The approximate number of sweeps for a count of this many bits, by the bits of information
    /// of a prime.
    pub fn sweeps(self, bits: f64) -> f64 {
        let prime = [31.0, 31.0, 14.9, 6.4, 31.0][self as usize];
        match self {
            NumberType::Words => 1.0 + ((bits - 64.0) / prime).ceil().max(0.0),
            _ => (bits / prime).ceil().max(1.0),
        }
    }

    /// The bytes for each matching of a group with this occupancy, in the smallest form: an array
    /// of all numbers, a list of ranks and numbers, or a bitmap and numbers.
    pub fn stored(self, occupancy: f64) -> f64 {
        let number = self.bytes() as f64;
        let marked = if self == NumberType::Points { 1.0 } else { MARK } + occupancy * number;
        marked.min(occupancy * (RANK + number)).min(number)
    }
}

/// The sampled groups of a layer for each number of paths.
const SAMPLES: usize = 1 << 9;
/// The contribution of all sources but the largest, compared with independent sources. Fitted to
/// counted boards of knight's tours, planar and not, so that each state count is predicted within a
/// factor of 1.5.
const APART: f64 = 0.58;
const CERTAIN: f64 = 1.0 - 1e-9;
#[derive(Clone, Copy, Debug, Default)]
pub struct LayerForecast {
    pub groups: f64,
    pub states: f64,
    /// The bytes of the states, by [`NumberType`].
    pub stored: [f64; NumberType::KINDS],
}

/// The fraction of matchings that have a state, in the groups of a layer.
#[derive(Clone, Debug)]
struct Occupancy {
    slots: usize,
    apex: Option<u8>,
    /// By kind of group: all matchings, and those with a state.
    kinds: Vec<[f64; 2]>,
    /// By number of paths: all matchings, and those with a state.
    paths: Vec<[f64; 2]>,
    /// By number of paths: the most numbers that such a group is given, and that one source gives.
    given: Vec<[f64; 2]>,
}

impl Occupancy {
    fn none(half: &HalfPlan, layer: usize) -> Occupancy {
        let (slots, apex) = (half.slots, half.apex(layer));
        let paths = slots / 2 + 1;
        let kinds = vec![[0.0; 2]; 3 * paths * (slots + 1)];
        Occupancy { slots, apex, kinds, paths: vec![[0.0; 2]; paths], given: vec![[0.0; 2]; paths] }
    }

    fn kind(&self, d: Degrees) -> usize {
        let apex = self.apex.map_or(0, |apex| (d.ends >> apex & 1) + 2 * (d.inner >> apex & 1));
        (d.pairs() * (self.slots + 1) + d.inner.count_ones() as usize) * 3 + apex as usize
    }

    /// Adds groups of the same kind as these degrees.
    fn add(&mut self, d: Degrees, groups: f64, part: f64) {
        let capacity = matchings(d.pairs()) as f64 * groups;
        let kind = self.kind(d);
        for [all, some] in [&mut self.kinds[kind], &mut self.paths[d.pairs()]] {
            *all += capacity;
            *some += capacity * part;
        }
    }

    fn groups(&self, pairs: usize) -> f64 {
        self.paths.get(pairs).map_or(0.0, |all| all[0] / matchings(pairs) as f64)
    }

    /// The working memory of all threads, in bytes, if each makes one of the largest groups.
    fn of_threads(&self, threads: usize, numbers: NumberType) -> f64 {
        let mut left = threads as f64;
        let of = |pairs: usize| {
            let some = self.groups(pairs).min(left);
            left -= some;
            some * worker_bytes(self.slots, pairs, self.given[pairs], numbers.bytes())
        };
        (0..self.given.len()).rev().map(of).sum()
    }

    /// The occupancy of the group of these degrees. If no group of its kind was sampled, the
    /// average of groups with as many paths.
    fn of(&self, d: Degrees) -> f64 {
        let [own, others] = [self.kinds[self.kind(d)], self.paths[d.pairs()]];
        let [all, some] = if own[0] > 0.0 { own } else { others };
        if all > 0.0 { some / all } else { 0.0 }
    }
}

/// The negative logarithm of the fraction of target matchings that a source does not reach. `from`
/// and `to` are the numbers of paths of source and target.
fn log_missed(occupancy: f64, from: usize, to: usize) -> f64 {
    // Joining two paths: two source matchings for each other path lead to a target. Adding a path:
    // a source reaches one of `2 * to - 1` targets.
    let (ways, part) = match to as f64 {
        to if from > to as usize => (2.0 * to, occupancy),
        to if from < to as usize => (1.0, occupancy / (2.0 * to - 1.0)),
        _ => (1.0, occupancy),
    };
    -ways * (1.0 - part.min(CERTAIN)).ln()
}

#[derive(Clone, Debug)]
pub struct Forecast {
    pub layers: Vec<LayerForecast>,
    occupancy: Vec<Occupancy>,
}

impl Forecast {
    /// The forecast for these live degrees. `from` is a forecast for a superset of them and the
    /// layer up to which it is taken over.
    pub fn new(half: &HalfPlan, live: &[Packed], from: Option<(&Forecast, usize)>) -> Forecast {
        let mut first = Occupancy::none(half, 0);
        first.add(Degrees::vacant(half.slots), 1.0, 1.0);
        let one = LayerForecast {
            groups: 1.0,
            states: 1.0,
            stored: NumberType::ALL.map(|n| n.stored(1.0)),
        };
        let (mut layers, mut occupancy) = match from {
            Some((all, at)) => (all.layers[..=at].to_vec(), all.occupancy[..=at].to_vec()),
            None => (vec![one], vec![first]),
        };
        for at in layers.len() - 1..half.last() {
            let (before, after) = (&live[at], &live[at + 1]);
            let (sources, mut made) = (&occupancy[at], Occupancy::none(half, at + 1));
            let mut all =
                LayerForecast { groups: after.count() as f64, ..LayerForecast::default() };
            let is_first = from.is_some_and(|(_, first)| first == at);
            for (d, groups) in sampled(half, at + 1, after, SAMPLES) {
                let (mut sum, mut most, mut given, mut largest) = (0.0, 0.0f64, 0.0, 0.0f64);
                half.steps[at].sources(d, |source, _| {
                    // Parts start from a layer that has all groups of the superset.
                    let is_there = |number| is_first || before.has(number);
                    if half.stored(at, source).is_some_and(|stored| is_there(stored.number)) {
                        let part = sources.of(source);
                        let by = log_missed(part, source.pairs(), d.pairs());
                        (sum, most) = (sum + by, most.max(by));
                        let states = matchings(source.pairs()) as f64 * part;
                        (given, largest) = (given + states, largest.max(states));
                    }
                });
                let part = 1.0 - (-(most + APART * (sum - most))).exp();
                made.add(d, groups, part);
                let all_given = &mut made.given[d.pairs()];
                *all_given = [all_given[0].max(given), all_given[1].max(largest)];
                let capacity = matchings(d.pairs()) as f64 * groups;
                all.states += capacity * part;
                let stored = all.stored.iter_mut().zip(NumberType::ALL);
                stored.for_each(|(stored, numbers)| *stored += capacity * numbers.stored(part));
            }
            occupancy.push(made);
            layers.push(all);
        }
        Forecast { layers, occupancy }
    }
}

#[derive(Debug)]
pub struct Forecasts {
    pub upper: Forecast,
    pub lower: Option<Forecast>,
}

impl Forecasts {
    /// The forecasts for these live degrees; `from` is as for [`Forecast::new`].
    pub fn new(plan: &Plan, live: &Live, from: Option<(&Forecasts, usize)>) -> Forecasts {
        let from = from.map(|(all, at)| (&all.upper, at));
        let lower = plan.lower.as_ref().zip(live.lower.as_ref());
        Forecasts {
            upper: Forecast::new(&plan.upper, &live.upper, from),
            lower: lower.map(|(half, live)| Forecast::new(half, live, None)),
        }
    }

    fn occupancy(&self) -> impl Iterator<Item = &Occupancy> {
        [Some(&self.upper), self.lower.as_ref()]
            .into_iter()
            .flatten()
            .flat_map(|half| &half.occupancy)
    }

    /// The groups of all layers with this many pairs.
    pub fn groups(&self, pairs: usize) -> f64 {
        self.occupancy().map(|layer| layer.groups(pairs)).sum()
    }

    /// The working memory of all threads, in bytes.
    pub fn of_threads(&self, threads: usize, numbers: NumberType) -> f64 {
        self.occupancy().map(|layer| layer.of_threads(threads, numbers)).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::NumberType;
    use crate::method::LayerReport;
    use crate::tours::Kind;
    use crate::tours::halves::counting::Counting;
    use crate::tours::halves::samples::{Sample, counted};

    fn within(predicted: f64, seen: f64, times: f64) -> bool {
        predicted < seen * times && seen < predicted * times
    }

    /// Predicted and actual states of each layer, and bytes of blocks.
    #[test]
    fn predicted_states_and_bytes_are_about_right() {
        for (board, kind) in [
            ("6x8", Kind::Closed),
            ("7x8", Kind::Closed),
            ("6x12", Kind::Closed),
            ("5x20", Kind::Closed),
            ("torus:5x6", Kind::Closed),
            ("6x8", Kind::Open),
            ("5x12", Kind::Open),
        ] {
            let sample = Sample::new(board, kind);
            let name = format!("{board}, {kind:?}");
            let (_, seen) = counted(&Counting { bits: 64, ..sample.counting() });
            let upper = &sample.forecasts.upper;
            let states = |layer: usize| upper.layers[layer].states;
            let (predicted, all) =
                ((0..upper.layers.len()).map(states).sum(), seen.iter().sum::<u64>());
            assert!(within(predicted, all as f64, 1.3), "{name}: {predicted} for {all}");
            let largest = *seen.iter().max().unwrap() as f64;
            let predicted = (0..upper.layers.len()).map(states).fold(0.0, f64::max);
            assert!(within(predicted, largest, 1.4), "{name}: {predicted} for {largest}");
            // On small boards, blocks that are being filled dominate.
            if all > 5_000_000 {
                let (problem, mut bytes) = (sample.problem(NumberType::Words, 2), 0);
                let mut watch = |report: &LayerReport| {
                    bytes = bytes.max(report.bytes);
                    true
                };
                Counting { problem, bits: 64, ..sample.counting() }.count(&mut watch).unwrap();
                let predicted = problem.estimate(sample.whole(), None).stored;
                assert!(within(predicted, bytes as f64, 1.7), "{name}: {predicted} for {bytes}");
            }
        }
    }
}
