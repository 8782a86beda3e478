//! `Forecast`: the predicted states, bytes and seconds of a sweep.
//!
//! The live degrees give the groups of each layer. The number of states in a group is estimated
//! layer by layer: a matching has no state if each source lacks the matching that it comes from.
//! Sources are not independent, because they tend to lack the same matchings; a fitted factor
//! accounts for that. Groups of a layer count as alike if they have the same number of paths, the
//! same number of inner cells and the same degree of the apex. A sample of each layer's groups is
//! evaluated.

use super::degrees::{Degrees, Numbering, Packed};
use super::matching::{Maps, MirrorMaps, matchings};
use super::plan::{HalfPlan, Plan};
use super::sweep::{BlockPool, Live, Stage, worker_bytes};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    const KINDS: usize = 5;
    /// The types for counts, the widest first.
    pub const COUNTED: [NumberType; 4] =
        [NumberType::Words, NumberType::Residues, NumberType::Short, NumberType::Narrow];
    /// The types of residues, the widest first.
    pub const RESIDUES: [NumberType; 3] =
        [NumberType::Residues, NumberType::Short, NumberType::Narrow];
    const ALL: [NumberType; NumberType::KINDS] = [
        NumberType::Words,
        NumberType::Residues,
        NumberType::Short,
        NumberType::Narrow,
        NumberType::Points,
    ];

    /// The bits of a number.
    pub fn width(self) -> u32 {
        match self {
            NumberType::Words => 64,
            NumberType::Residues | NumberType::Points => 31,
            NumberType::Short => 15,
            NumberType::Narrow => 7,
        }
    }

    /// The type of residues of this many bits.
    pub fn of_width(bits: u32) -> Option<NumberType> {
        NumberType::RESIDUES.into_iter().find(|numbers| numbers.width() == bits)
    }

    /// The approximate bits of information of a prime.
    pub fn bits(self) -> f64 {
        match self {
            NumberType::Short => 14.9,
            NumberType::Narrow => 6.4,
            _ => 31.0,
        }
    }

    /// The approximate number of sweeps for a count of this many bits.
    pub fn sweeps(self, bits: f64) -> f64 {
        match self {
            NumberType::Words => 1.0 + ((bits - 64.0) / 31.0).ceil().max(0.0),
            _ => (bits / self.bits()).ceil().max(1.0),
        }
    }

    /// The bytes for each matching of a group with this occupancy, in the smallest form: an array
    /// of all numbers, a list of ranks and numbers, or a bitmap and numbers.
    fn stored(self, occupancy: f64) -> f64 {
        let number = [8.0, 4.0, 2.0, 1.0, 64.0][self as usize];
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
/// The fraction of the memory for states, after sets of degrees; some sets are copied.
pub const FOR_STATES: f64 = 0.9;
/// The bytes of a thread's lists of targets and sources, and the bytes for each target.
const LISTS: f64 = 3e6;
const LISTED: f64 = 30.0;
/// The seconds for a group and for a state on one core.
const SECONDS: [f64; 2] = [3e-7, 5.5e-9];
/// The seconds for a plan.
const PREPARATION: f64 = 0.01;
/// The bytes of an index for each number, and for each group.
const INDEX: [f64; 2] = [0.25, 24.0];
/// Where live degrees are unknown: the fraction of all possible states that is live, the groups for
/// each state, and the fraction of the largest two layers that is in memory together.
const BY_COST: [f64; 3] = [0.045, 0.009, 0.45];

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
    /// By number of paths: the bytes of a thread that makes such a group, with words.
    own: Vec<f64>,
}

impl Occupancy {
    fn none(half: &HalfPlan, layer: usize) -> Occupancy {
        let (slots, apex) = (half.slots, half.apex(layer));
        let paths = slots / 2 + 1;
        let kinds = vec![[0.0; 2]; 3 * paths * (slots + 1)];
        Occupancy { slots, apex, kinds, paths: vec![[0.0; 2]; paths], own: vec![0.0; paths] }
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
    fn of_threads(&self, threads: usize) -> f64 {
        let mut left = threads as f64;
        let of = |pairs: usize| {
            let some = self.groups(pairs).min(left);
            left -= some;
            some * self.own[pairs]
        };
        (0..self.own.len()).rev().map(of).sum()
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
    layers: Vec<LayerForecast>,
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
                let own = worker_bytes(half.slots, d.pairs(), [given, largest]);
                made.own[d.pairs()] = own.max(made.own[d.pairs()]);
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

    pub fn layer(&self, layer: usize) -> &LayerForecast {
        &self.layers[layer]
    }

    /// The groups of all layers with this many pairs.
    pub fn groups(&self, pairs: usize) -> f64 {
        self.occupancy.iter().map(|layer| layer.groups(pairs)).sum()
    }
}

#[derive(Debug)]
pub struct Forecasts {
    pub upper: Forecast,
    /// The forecast for the lower half, if it is swept.
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
}

/// The layers of the upper half that a sweep makes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// The layer that the sweep starts from.
    pub from: usize,
    /// The last layer; none for the meeting.
    pub until: Option<usize>,
    pub on_disk: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub groups: f64,
    pub states: f64,
    /// The most states that are in memory together.
    pub largest: f64,
    /// The bytes of these states, by [`NumberType`].
    pub stored: [f64; NumberType::KINDS],
    /// The bytes of tables, sets of degrees, and the indexes of a stage's layers.
    pub overhead: f64,
    /// The working memory of all threads with words, in bytes.
    pub own: f64,
}

/// The working memory with other number types, relative to words.
const OWN: [f64; NumberType::KINDS] = [1.0, 0.65, 0.45, 0.35, 7.0];

impl Estimate {
    /// The peak memory in bytes.
    pub fn bytes(&self, numbers: NumberType) -> f64 {
        self.stored[numbers as usize] + self.overhead(numbers)
    }

    /// The bytes that do not hold states.
    pub fn overhead(&self, numbers: NumberType) -> f64 {
        self.overhead + self.own * OWN[numbers as usize]
    }

    /// The widest type that takes less than this many bytes.
    pub fn within(&self, kinds: &[NumberType], bytes: f64) -> Option<NumberType> {
        kinds.iter().copied().find(|&numbers| self.bytes(numbers) < bytes)
    }

    /// The cost of repeating the sweep this many times.
    pub fn times(self, times: f64) -> Estimate {
        Estimate { groups: self.groups * times, states: self.states * times, ..self }
    }

    /// The cost of two sweeps, one after the other, if `held` bytes stay in memory during the
    /// second.
    pub fn then(self, next: Estimate, held: [f64; NumberType::KINDS]) -> Estimate {
        let stored = |at: usize| self.stored[at].max(next.stored[at] + held[at]);
        Estimate {
            groups: self.groups + next.groups,
            states: self.states + next.states,
            largest: self.largest.max(next.largest),
            stored: std::array::from_fn(stored),
            overhead: self.overhead.max(next.overhead),
            own: self.own.max(next.own),
        }
    }

    /// The predicted seconds on one thread. They do not depend on the number type.
    pub fn seconds(&self) -> f64 {
        PREPARATION + self.groups * SECONDS[0] + self.states * SECONDS[1]
    }

    /// The cost for both halves; `range` limits the layers of the upper one.
    pub fn new(
        plan: &Plan,
        live: &Live,
        forecasts: &Forecasts,
        range: Range,
        threads: usize,
    ) -> Estimate {
        let until = range.until;
        let mut estimate = Estimate::default();
        let interface = plan.interface.layer;
        let keep = (plan.lower.is_none() && interface < plan.upper.last()).then_some(interface);
        let meets = plan.meets_itself().then_some(&plan.interface);
        let upper = Half { plan: &plan.upper, live: &live.upper, forecast: &forecasts.upper };
        upper.sweep(&mut estimate, range, keep, meets, threads);
        let mut kept = keep.map(|layer| *upper.forecast.layer(layer)).unwrap_or_default();
        let lower = plan.lower.as_ref().zip(live.lower.as_ref()).zip(forecasts.lower.as_ref());
        if let Some(((plan, live), forecast)) = lower.filter(|_| until.is_none()) {
            kept = *upper.forecast.layer(upper.plan.last());
            let mut other = Estimate::default();
            Half { plan, live, forecast }.sweep(&mut other, Range::default(), None, None, threads);
            let (one, all) = (estimate.overhead, kept.stored);
            estimate = estimate.then(other, all);
            estimate.overhead = one + other.overhead;
            kept = LayerForecast::default();
        }
        estimate.largest += kept.states;
        (0..NumberType::KINDS).for_each(|at| estimate.stored[at] += kept.stored[at]);
        let forecasts = || [Some(&forecasts.upper), forecasts.lower.as_ref()].into_iter().flatten();
        let groups = |pairs: usize| forecasts().map(|half| half.groups(pairs)).sum();
        let all = forecasts().flat_map(|half| &half.occupancy);
        let own = all.map(|layer| layer.of_threads(threads)).fold(0.0, f64::max);
        estimate.overhead += Maps::expected_bytes(plan.slots(), groups);
        estimate.own = own;
        estimate
    }

    /// A rough estimate from the number of possible states, without live degrees.
    pub fn by_cost(plan: &Plan) -> Estimate {
        let [states, groups, held] = BY_COST;
        let states = plan.cut.cost * states;
        let groups = states * groups;
        let table = plan.most_numbers() as f64 * INDEX[0];
        let overhead = Maps::expected_bytes(plan.slots(), |_| groups) + 2.0 * table + groups * 8.0;
        let largest = states / 7.0;
        let stored = NumberType::ALL.map(|numbers| largest * numbers.stored(1.0) * 1.5 * held);
        Estimate { groups, states, largest, stored, overhead, own: 0.0 }
    }
}

#[derive(Clone, Copy)]
struct Half<'a> {
    plan: &'a HalfPlan,
    live: &'a [Packed],
    forecast: &'a Forecast,
}

impl Half<'_> {
    /// Adds the cost of a sweep over a range of layers.
    fn sweep(
        self,
        estimate: &mut Estimate,
        Range { from, until, on_disk }: Range,
        keep: Option<usize>,
        interface: Option<&super::plan::Interface>,
        threads: usize,
    ) {
        let Half { plan, live, forecast } = self;
        let stage =
            |first, states| Stage::expected(plan, live, first, keep, interface, states, threads);
        let (mut now, mut index, mut own) = (stage(from, 0.0), 0.0f64, 0.0f64);
        let layers = &forecast.layers;
        for layer in &layers[from + 1..=until.unwrap_or(plan.last())] {
            estimate.groups += layer.groups;
            estimate.states += layer.states;
        }
        while !now.steps.is_empty() && until.is_none_or(|until| now.steps.start < until) {
            let (start, end) = (now.steps.start, now.steps.end);
            let table: f64 = (start..=end).map(|at| table(plan.numbers(at))).sum();
            let fraction = now.largest_fraction(plan, live, start);
            let layers = &layers[start..=end];
            // A layer that meets itself does so part by part, and is never complete.
            let is_met = interface.is_some() && end == plan.last();
            // The start layer of several parts stays in memory or on disk.
            let first = match start == from && from > 0 {
                true if on_disk => First::OnDisk,
                true => First::Stays,
                false => First::Goes,
            };
            let next = stage(end, layers[0].states);
            let held = |of: &dyn Fn(&LayerForecast) -> f64| {
                let sizes: Vec<f64> = layers.iter().map(of).collect();
                held(&sizes, fraction, is_met, first)
            };
            // The blocks that are still being filled: those of both end layers and of two layers
            // between them.
            let parts = now.partition.count() + next.partition.count() + 2;
            estimate.largest = estimate.largest.max(held(&|layer| layer.states));
            for (at, stored) in estimate.stored.iter_mut().enumerate() {
                let states = held(&|layer| layer.stored[at]);
                let unwritten =
                    BlockPool::<u32>::unwritten_bytes(parts) * threads as f64 * BEGUN[at];
                *stored = stored.max(states + unwritten.min(states));
            }
            let groups: f64 = layers.iter().map(|layer| layer.groups).sum();
            index = index.max(table + groups * INDEX[1]);
            own = own.max(LISTS.min(groups * LISTED) * threads as f64);
            now = next;
        }
        let sets: usize = live.iter().map(Packed::bytes).sum();
        estimate.overhead +=
            index + own + (sets + MirrorMaps::bytes(plan.mirrored(), plan.slots)) as f64;
    }
}

/// The unused bytes of blocks that are still being filled, relative to residues of 31 bits.
const BEGUN: [f64; NumberType::KINDS] = [1.7, 1.0, 0.7, 0.5, 11.0];

/// The storage of a stage's first layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    /// Each part is freed after it is swept.
    Goes,
    Stays,
    /// The layer stays on disk, and is read part by part.
    OnDisk,
}

/// The largest memory of a stage's layers, given the size of each layer. The stage is swept part by
/// part; the largest part has this fraction of each layer. The peak is at the first part or at the
/// last one. A last layer that meets itself exists one part at a time.
fn held(layers: &[f64], fraction: f64, is_met: bool, kept: First) -> f64 {
    let [first, .., last] = layers else { return 0.0 };
    let step = layers.windows(2).map(|two| two[0] + two[1]).fold(0.0, f64::max);
    let at = |done: f64| {
        let made = if is_met { 0.0 } else { last * done };
        let left = match kept {
            First::Goes => first * (1.0 - fraction - done),
            First::Stays => *first,
            First::OnDisk => 0.0,
        };
        left + made + fraction * step
    };
    at(0.0).max(at(1.0 - fraction))
}

/// The bytes of an index, without those for its groups.
fn table(numbers: &Numbering) -> f64 {
    numbers.len() as f64 * INDEX[0]
}

/// One group of `ONE_IN` is sampled, but at least `LEAST` and at most `MOST` groups.
const ONE_IN: usize = 1 << 8;
const LEAST: usize = 1 << 12;
const MOST: usize = 1 << 18;

/// A sample of a layer's groups, each with the number of groups that it represents. For each number
/// of paths up to `each` groups are sampled, because the few groups with many paths hold most
/// states.
fn sampled(half: &HalfPlan, layer: usize, live: &Packed, each: usize) -> Vec<(Degrees, f64)> {
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
    use super::{Degrees, Estimate, First, NumberType, Occupancy, held, mostly_ends, sampled};
    use crate::method::LayerReport;
    use crate::tours::Kind;
    use crate::tours::halves::counting::Counting;
    use crate::tours::halves::samples::{Sample, counted};
    use crate::tours::halves::schedule::Part;
    use crate::tours::halves::sweep::worker_bytes;

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
            let states = |layer: usize| upper.layer(layer).states;
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
                let (live, forecasts) = (&sample.live, &sample.forecasts);
                let estimate = problem.estimate(Part::whole(live, forecasts), None);
                let predicted = estimate.stored[NumberType::Words as usize];
                assert!(within(predicted, bytes as f64, 1.7), "{name}: {predicted} for {bytes}");
            }
        }
    }

    /// Each thread makes one of the largest groups; the single group with the most paths has one
    /// thread.
    #[test]
    fn threads_make_the_largest_groups() {
        let sample = Sample::new("6x8", Kind::Closed);
        let plan = &sample.plan;
        let mut occupancy = Occupancy::none(&plan.upper, plan.upper.last());
        let with = |pairs: usize| Degrees { ends: (1 << (2 * pairs)) - 1, inner: 0 };
        for (pairs, groups) in [(2, 50.0), (3, 4.0), (4, 1.0)] {
            occupancy.add(with(pairs), groups, 0.5);
            occupancy.own[pairs] = 10f64.powi(pairs as i32);
        }
        let predicted = [0, 1, 3, 8, 99].map(|threads| occupancy.of_threads(threads));
        assert_eq!(predicted, [0.0, 10_000.0, 12_000.0, 14_300.0, 19_000.0]);
        // An array for few pairs, a list for many pairs, and twelve bytes for a state.
        assert_eq!(worker_bytes(12, 3, [100.0, 20.0]), 16.0 * 8.0 + 15.0 * 12.0 + 20.0 * 12.0);
        assert_eq!(worker_bytes(18, 9, [1000.0, 20.0]), 24_000.0 + 12_000.0 + 240.0);
    }

    /// Four layers, a quarter at a time: the last step takes the most memory.
    #[test]
    fn a_stage_holds_parts_of_two_layers() {
        let layers = [100.0, 50.0, 60.0, 200.0];
        assert_eq!(held(&layers, 0.25, false, First::Goes), 0.75 * 200.0 + 0.25 * 260.0);
        assert_eq!(held(&layers, 0.25, true, First::Goes), 0.75 * 100.0 + 0.25 * 260.0);
        assert_eq!(held(&layers, 0.25, true, First::OnDisk), 0.25 * 260.0);
        assert_eq!(held(&layers, 0.25, true, First::Stays), 100.0 + 0.25 * 260.0);
        assert_eq!(held(&layers, 1.0, false, First::Goes), 260.0);
        assert_eq!(held(&[1.0], 1.0, false, First::Goes), 0.0);
    }

    #[test]
    fn the_widest_type_that_fits_is_chosen() {
        let estimate =
            Estimate { stored: [9.0, 5.0, 3.0, 2.0, 70.0], overhead: 1.0, ..Estimate::default() };
        let within = |bytes| estimate.within(&NumberType::COUNTED, bytes);
        assert_eq!(
            [11.0, 9.0, 4.5, 3.5, 3.0].map(within),
            [
                Some(NumberType::Words),
                Some(NumberType::Residues),
                Some(NumberType::Short),
                Some(NumberType::Narrow),
                None
            ]
        );
        let sweeps = NumberType::COUNTED.map(|numbers| numbers.sweeps(90.0));
        assert_eq!(sweeps, [2.0, 3.0, 7.0, 15.0]);
    }

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
            assert!(within(predicted, live.count() as f64, 1.1), "{layer}: {predicted}");
        }
    }
}
