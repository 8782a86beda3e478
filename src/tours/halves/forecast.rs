//! `Forecast`: what a sweep is expected to make and to take, before it is run.
//!
//! The live degrees are known, and so the groups of each layer; of the matchings of a group some
//! have a state. Those of a layer follow from the layer before: a matching is missed if what it
//! would be made of was missed in every source. Sources overlap more than independent ones would,
//! as what one of them lacks others lack as well. Groups are alike by their paths, by the cells
//! that are done, and by the apex of open tours; some groups of each layer are looked at.

use super::degrees::{Degrees, Numbering, Packed};
use super::matching::{Maps, Turns, places};
use super::plan::{HalfPlan, Plan};
use super::sweep::{Live, Pool, Stage, own_bytes};

/// What states are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Words of 64 bits, and residues of 31 bits for what words do not hold.
    Words,
    /// Residues of 31 bits alone: less memory, and as many sweeps or more.
    Residues,
    /// Residues of 15 bits.
    Short,
    /// Residues of 7 bits.
    Narrow,
    /// Sixteen residues of 31 bits side by side.
    Points,
}

/// Bytes of a rank.
const RANK: f64 = 4.0;
/// Bytes of a mark.
const MARK: f64 = 1.0 / 8.0;

impl Numbers {
    /// How many there are.
    const KINDS: usize = 5;
    /// What tours are counted in, the widest first.
    pub const COUNTED: [Numbers; 4] =
        [Numbers::Words, Numbers::Residues, Numbers::Short, Numbers::Narrow];
    /// Residues of every width, the widest first.
    pub const RESIDUES: [Numbers; 3] = [Numbers::Residues, Numbers::Short, Numbers::Narrow];
    const ALL: [Numbers; Numbers::KINDS] =
        [Numbers::Words, Numbers::Residues, Numbers::Short, Numbers::Narrow, Numbers::Points];

    /// The bits of a number.
    pub fn width(self) -> u32 {
        match self {
            Numbers::Words => 64,
            Numbers::Residues | Numbers::Points => 31,
            Numbers::Short => 15,
            Numbers::Narrow => 7,
        }
    }

    /// Residues of so many bits.
    pub fn of_width(bits: u32) -> Option<Numbers> {
        Numbers::RESIDUES.into_iter().find(|numbers| numbers.width() == bits)
    }

    /// The bits that a prime tells, about.
    pub fn bits(self) -> f64 {
        match self {
            Numbers::Short => 14.9,
            Numbers::Narrow => 6.4,
            _ => 31.0,
        }
    }

    /// About how many sweeps a number of so many bits takes.
    pub fn sweeps(self, bits: f64) -> f64 {
        match self {
            Numbers::Words => 1.0 + ((bits - 64.0) / 31.0).ceil().max(0.0),
            _ => (bits / self.bits()).ceil().max(1.0),
        }
    }

    /// The bytes of each place of which this part has a state: all places, or ranks and numbers
    /// of those that have, or a mark for each place and numbers.
    fn stored(self, filled: f64) -> f64 {
        let number = [8.0, 4.0, 2.0, 1.0, 64.0][self as usize];
        let marked = if self == Numbers::Points { 1.0 } else { MARK } + filled * number;
        marked.min(filled * (RANK + number)).min(number)
    }
}

/// Groups of a layer with as many paths that are looked at.
const LOOKED_AT: usize = 1 << 9;
/// What sources add to the one that reaches most, of what independent ones would: fitted to
/// knight's tours that have been counted, in the plane and not, so that each is told within 1.5.
const APART: f64 = 0.58;
/// No place is reached for certain.
const CERTAIN: f64 = 1.0 - 1e-9;
/// The part of the memory that states may have, of what sets of degrees leave: some are copied.
pub const FOR_STATES: f64 = 0.9;
/// Bytes of a thread's lists of groups and what these are made of, and for a group.
const LISTS: f64 = 3e6;
const LISTED: f64 = 30.0;
/// Seconds for a group and for a state, on one core.
const SECONDS: [f64; 2] = [3e-7, 5.5e-9];
/// Seconds for a plan.
const PREPARATION: f64 = 0.01;
/// Bytes for a number in an index, and for a group.
const INDEX: [f64; 2] = [0.25, 24.0];
/// Where live degrees are not known: states of those that all layers could have, groups of so
/// many states, and what of the largest two layers is in memory at a time.
const BY_PRICE: [f64; 3] = [0.045, 0.009, 0.45];

/// What is expected of a layer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected {
    /// Groups that are made.
    pub groups: f64,
    /// States.
    pub states: f64,
    /// Their bytes, by [`Numbers`].
    pub stored: [f64; Numbers::KINDS],
}

/// The part of the matchings of groups that has a state.
#[derive(Clone, Debug)]
struct Filled {
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
    fn groups(&self, pairs: usize) -> f64 {
        self.paths.get(pairs).map_or(0.0, |all| all[0] / places(pairs) as f64)
    }

    /// The bytes that so many threads have for themselves, if each makes one of the largest groups.
    fn of_threads(&self, threads: usize) -> f64 {
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
    fn of(&self, d: Degrees) -> f64 {
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

/// What is expected of the layers of a half.
#[derive(Clone, Debug)]
pub struct Forecast {
    layers: Vec<Expected>,
    filled: Vec<Filled>,
}

impl Forecast {
    /// Of what lives of a half, from the layer on that a forecast of more than that is given for.
    pub fn new(half: &HalfPlan, live: &[Packed], from: Option<(&Forecast, usize)>) -> Forecast {
        let mut first = Filled::none(half, 0);
        first.add(Degrees::vacant(half.slots), 1.0, 1.0);
        let one =
            Expected { groups: 1.0, states: 1.0, stored: Numbers::ALL.map(|n| n.stored(1.0)) };
        let (mut layers, mut filled) = match from {
            Some((all, at)) => (all.layers[..=at].to_vec(), all.filled[..=at].to_vec()),
            None => (vec![one], vec![first]),
        };
        for at in layers.len() - 1..half.last() {
            let (before, after) = (&live[at], &live[at + 1]);
            let (sources, mut made) = (&filled[at], Filled::none(half, at + 1));
            let mut all = Expected { groups: after.count() as f64, ..Expected::default() };
            let is_first = from.is_some_and(|(_, first)| first == at);
            for (d, groups) in drawn(half, at + 1, after, LOOKED_AT) {
                let (mut sum, mut most, mut given, mut largest) = (0.0, 0.0f64, 0.0, 0.0f64);
                half.steps[at].sources(d, |source, _| {
                    // All of a layer is there where parts of what follows are swept.
                    let is_there = |number| is_first || before.has(number);
                    if half.stored(at, source).is_some_and(|stored| is_there(stored.number)) {
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
                let stored = all.stored.iter_mut().zip(Numbers::ALL);
                stored.for_each(|(stored, numbers)| *stored += room * numbers.stored(part));
            }
            filled.push(made);
            layers.push(all);
        }
        Forecast { layers, filled }
    }

    /// What is expected of a layer.
    pub fn layer(&self, layer: usize) -> &Expected {
        &self.layers[layer]
    }

    /// The groups of all layers that have so many pairs.
    pub fn groups(&self, pairs: usize) -> f64 {
        self.filled.iter().map(|layer| layer.groups(pairs)).sum()
    }
}

/// What lives of a plan, from some layer of the upper half on, and what is expected of it.
#[derive(Debug)]
pub struct Outlook {
    /// Of the upper half.
    pub upper: Forecast,
    /// Of the lower half, if it is swept.
    pub lower: Option<Forecast>,
}

impl Outlook {
    /// Of what lives, from the layer on that an outlook of more than that is given for.
    pub fn new(plan: &Plan, live: &Live, from: Option<(&Outlook, usize)>) -> Outlook {
        let from = from.map(|(all, at)| (&all.upper, at));
        let lower = plan.lower.as_ref().zip(live.lower.as_ref());
        Outlook {
            upper: Forecast::new(&plan.upper, &live.upper, from),
            lower: lower.map(|(half, live)| Forecast::new(half, live, None)),
        }
    }
}

/// The layers of the upper half that a sweep makes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// It begins from this one.
    pub from: usize,
    /// It ends with this one, or with the meeting.
    pub until: Option<usize>,
    /// True if the first one stays on disk.
    pub is_away: bool,
}

/// What a sweep is expected to take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Groups of states in all layers: what is worked out for a group is worked out so often.
    pub groups: f64,
    /// States in all layers.
    pub states: f64,
    /// States that are in memory together.
    pub largest: f64,
    /// Bytes that these take, by [`Numbers`].
    pub stored: [f64; Numbers::KINDS],
    /// Bytes of tables, of sets of degrees, and of the indexes of a stage's layers.
    pub besides: f64,
    /// Bytes that threads have for themselves, with words.
    pub own: f64,
}

/// What of that there is, by [`Numbers`].
const OWN: [f64; Numbers::KINDS] = [1.0, 0.65, 0.45, 0.35, 7.0];

impl Estimate {
    /// The bytes at the peak.
    pub fn bytes(&self, numbers: Numbers) -> f64 {
        self.stored[numbers as usize] + self.besides(numbers)
    }

    /// Those that are not of states.
    pub fn besides(&self, numbers: Numbers) -> f64 {
        self.besides + self.own * OWN[numbers as usize]
    }

    /// The widest of some that take less than so many bytes.
    pub fn within(&self, kinds: &[Numbers], bytes: f64) -> Option<Numbers> {
        kinds.iter().copied().find(|&numbers| self.bytes(numbers) < bytes)
    }

    /// The same where all is done so many times.
    pub fn times(self, times: f64) -> Estimate {
        Estimate { groups: self.groups * times, states: self.states * times, ..self }
    }

    /// Of one after the other, with so many bytes that are held while the second is swept.
    pub fn then(self, next: Estimate, held: [f64; Numbers::KINDS]) -> Estimate {
        let stored = |at: usize| self.stored[at].max(next.stored[at] + held[at]);
        Estimate {
            groups: self.groups + next.groups,
            states: self.states + next.states,
            largest: self.largest.max(next.largest),
            stored: std::array::from_fn(stored),
            besides: self.besides.max(next.besides),
            own: self.own.max(next.own),
        }
    }

    /// The seconds that one thread is expected to take, with numbers of any width.
    pub fn seconds(&self) -> f64 {
        PREPARATION + self.groups * SECONDS[0] + self.states * SECONDS[1]
    }

    /// Of both halves, the upper one from some layer on and up to some layer or to the end.
    pub fn new(
        plan: &Plan,
        live: &Live,
        outlook: &Outlook,
        range: Range,
        threads: usize,
    ) -> Estimate {
        let until = range.until;
        let mut estimate = Estimate::default();
        let joint = plan.joint.layer;
        let keep = (plan.lower.is_none() && joint < plan.upper.last()).then_some(joint);
        let meets = plan.meets_itself().then_some(&plan.joint);
        let upper = Half { plan: &plan.upper, live: &live.upper, forecast: &outlook.upper };
        upper.sweep(&mut estimate, range, keep, meets, threads);
        let mut kept = keep.map(|layer| *upper.forecast.layer(layer)).unwrap_or_default();
        let lower = plan.lower.as_ref().zip(live.lower.as_ref()).zip(outlook.lower.as_ref());
        if let Some(((plan, live), forecast)) = lower.filter(|_| until.is_none()) {
            kept = *upper.forecast.layer(upper.plan.last());
            let mut other = Estimate::default();
            Half { plan, live, forecast }.sweep(&mut other, Range::default(), None, None, threads);
            let (one, all) = (estimate.besides, kept.stored);
            estimate = estimate.then(other, all);
            estimate.besides = one + other.besides;
            kept = Expected::default();
        }
        estimate.largest += kept.states;
        (0..Numbers::KINDS).for_each(|at| estimate.stored[at] += kept.stored[at]);
        let forecasts = || [Some(&outlook.upper), outlook.lower.as_ref()].into_iter().flatten();
        let groups = |pairs: usize| forecasts().map(|half| half.groups(pairs)).sum();
        let all = forecasts().flat_map(|half| &half.filled);
        let own = all.map(|layer| layer.of_threads(threads)).fold(0.0, f64::max);
        estimate.besides += Maps::expected_bytes(plan.slots(), groups);
        estimate.own = own;
        estimate
    }

    /// Where nothing is known but the states that all layers could have.
    pub fn by_price(plan: &Plan) -> Estimate {
        let [states, groups, held] = BY_PRICE;
        let states = plan.cut.price * states;
        let groups = states * groups;
        let table = plan.most_numbers() as f64 * INDEX[0];
        let besides = Maps::expected_bytes(plan.slots(), |_| groups) + 2.0 * table + groups * 8.0;
        let largest = states / 7.0;
        let stored = Numbers::ALL.map(|numbers| largest * numbers.stored(1.0) * 1.5 * held);
        Estimate { groups, states, largest, stored, besides, own: 0.0 }
    }
}

/// A half, what lives of it, and what is expected of that.
#[derive(Clone, Copy)]
struct Half<'a> {
    plan: &'a HalfPlan,
    live: &'a [Packed],
    forecast: &'a Forecast,
}

impl Half<'_> {
    /// Adds what a sweep takes from a layer on.
    fn sweep(
        self,
        estimate: &mut Estimate,
        Range { from, until, is_away }: Range,
        keep: Option<usize>,
        joint: Option<&super::plan::Joint>,
        threads: usize,
    ) {
        let Half { plan, live, forecast } = self;
        let stage =
            |first, states| Stage::expected((plan, live), first, keep, joint, (states, threads));
        let (mut now, mut index, mut own) = (stage(from, 0.0), 0.0f64, 0.0f64);
        let layers = &forecast.layers;
        for layer in &layers[from + 1..=until.unwrap_or(plan.last())] {
            estimate.groups += layer.groups;
            estimate.states += layer.states;
        }
        while !now.steps.is_empty() && until.is_none_or(|until| now.steps.start < until) {
            let (start, end) = (now.steps.start, now.steps.end);
            let table: f64 = (start..=end).map(|at| table(plan.numbers(at))).sum();
            let share = now.share((plan, live), start);
            let layers = &layers[start..=end];
            // What meets itself does so in parts, and its last layer is never whole.
            let is_met = joint.is_some() && end == plan.last();
            // What is swept from more than once stays, here or on disk.
            let first = match start == from && from > 0 {
                true if is_away => First::IsAway,
                true => First::Stays,
                false => First::Goes,
            };
            let next = stage(end, layers[0].states);
            let held = |of: &dyn Fn(&Expected) -> f64| {
                let sizes: Vec<f64> = layers.iter().map(of).collect();
                held(&sizes, share, is_met, first)
            };
            // Those of both ends, and of two layers between them, are hardly begun.
            let parts = now.partition.count() + next.partition.count() + 2;
            estimate.largest = estimate.largest.max(held(&|layer| layer.states));
            for (at, stored) in estimate.stored.iter_mut().enumerate() {
                let states = held(&|layer| layer.stored[at]);
                let begun = Pool::<u32>::begun(parts) * threads as f64 * BEGUN[at];
                *stored = stored.max(states + begun.min(states));
            }
            let groups: f64 = layers.iter().map(|layer| layer.groups).sum();
            index = index.max(table + groups * INDEX[1]);
            own = own.max(LISTS.min(groups * LISTED) * threads as f64);
            now = next;
        }
        let sets: usize = live.iter().map(Packed::bytes).sum();
        estimate.besides += index + own + (sets + Turns::bytes(plan.mirrored(), plan.slots)) as f64;
    }
}

/// The bytes of blocks that are hardly begun, of those with residues of 31 bits.
const BEGUN: [f64; Numbers::KINDS] = [1.7, 1.0, 0.7, 0.5, 11.0];

/// What becomes of the first layer of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    /// It is given back part by part.
    Goes,
    /// It stays in memory.
    Stays,
    /// It stays on disk, and is read part by part.
    IsAway,
}

/// What is there of the layers of a stage, one behind the other, which are swept part by part, the
/// largest part such a share of each: at the first part or at the last one. Of the last layer
/// only a part is there if that is met.
fn held(layers: &[f64], share: f64, is_met: bool, kept: First) -> f64 {
    let [first, .., last] = layers else { return 0.0 };
    let step = layers.windows(2).map(|two| two[0] + two[1]).fold(0.0, f64::max);
    let at = |done: f64| {
        let made = if is_met { 0.0 } else { last * done };
        let left = match kept {
            First::Goes => first * (1.0 - share - done),
            First::Stays => *first,
            First::IsAway => 0.0,
        };
        left + made + share * step
    };
    at(0.0).max(at(1.0 - share))
}

/// The bytes of an index besides those for its groups.
fn table(numbers: &Numbering) -> f64 {
    numbers.len() as f64 * INDEX[0]
}

/// Of so many groups one is drawn, at least and at most so many.
const ONE_IN: usize = 1 << 8;
const LEAST: usize = 1 << 12;
const MOST: usize = 1 << 18;

/// Groups that stand for all of a layer, of the few with many paths as many as of the many with
/// few: up to about so many with each number of paths, and for how many groups each stands.
fn drawn(half: &HalfPlan, layer: usize, live: &Packed, each: usize) -> Vec<(Degrees, f64)> {
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
    use super::{Degrees, Estimate, Filled, First, Numbers, drawn, held, mostly_ends};
    use crate::method::LayerReport;
    use crate::tours::Kind;
    use crate::tours::halves::counting::Counting;
    use crate::tours::halves::samples::{Sample, counted};
    use crate::tours::halves::schedule::Part;
    use crate::tours::halves::sweep::own_bytes;

    fn within(told: f64, seen: f64, times: f64) -> bool {
        told < seen * times && seen < told * times
    }

    /// Those of a layer, and the bytes of blocks.
    #[test]
    fn states_and_bytes_are_about_as_many_as_expected() {
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
            let upper = &sample.outlook.upper;
            let states = |layer: usize| upper.layer(layer).states;
            let (told, all) = ((0..upper.layers.len()).map(states).sum(), seen.iter().sum::<u64>());
            assert!(within(told, all as f64, 1.3), "{name}: {told} for {all}");
            let largest = *seen.iter().max().unwrap() as f64;
            let told = (0..upper.layers.len()).map(states).fold(0.0, f64::max);
            assert!(within(told, largest, 1.4), "{name}: {told} for {largest}");
            // Of small boards blocks that are hardly begun are most of it.
            if all > 5_000_000 {
                let (problem, mut bytes) = (sample.problem(Numbers::Words, 2), 0);
                let mut watch = |report: &LayerReport| {
                    bytes = bytes.max(report.bytes);
                    true
                };
                Counting { problem, bits: 64, ..sample.counting() }.count(&mut watch).unwrap();
                let (live, outlook) = (&sample.live, &sample.outlook);
                let estimate = problem.estimate(Part::whole(live, outlook), None);
                let told = estimate.stored[Numbers::Words as usize];
                assert!(within(told, bytes as f64, 1.7), "{name}: {told} for {bytes}");
            }
        }
    }

    /// Each thread has one of the largest groups, and the one with most paths has one thread.
    #[test]
    fn threads_have_the_largest_groups() {
        let sample = Sample::new("6x8", Kind::Closed);
        let plan = &sample.plan;
        let mut filled = Filled::none(&plan.upper, plan.upper.last());
        let with = |pairs: usize| Degrees { ends: (1 << (2 * pairs)) - 1, inner: 0 };
        for (pairs, groups) in [(2, 50.0), (3, 4.0), (4, 1.0)] {
            filled.add(with(pairs), groups, 0.5);
            filled.own[pairs] = 10f64.powi(pairs as i32);
        }
        let told = [0, 1, 3, 8, 99].map(|threads| filled.of_threads(threads));
        assert_eq!(told, [0.0, 10_000.0, 12_000.0, 14_300.0, 19_000.0]);
        // An array for few pairs, a list for what is given to many, twelve bytes for a state.
        assert_eq!(own_bytes(12, 3, [100.0, 20.0]), 16.0 * 8.0 + 15.0 * 12.0 + 20.0 * 12.0);
        assert_eq!(own_bytes(18, 9, [1000.0, 20.0]), 24_000.0 + 12_000.0 + 240.0);
    }

    /// Of four layers, a quarter at a time: the last step has the most.
    #[test]
    fn a_part_of_two_layers_is_there_and_what_is_left_or_made() {
        let layers = [100.0, 50.0, 60.0, 200.0];
        assert_eq!(held(&layers, 0.25, false, First::Goes), 0.75 * 200.0 + 0.25 * 260.0);
        assert_eq!(held(&layers, 0.25, true, First::Goes), 0.75 * 100.0 + 0.25 * 260.0);
        assert_eq!(held(&layers, 0.25, true, First::IsAway), 0.25 * 260.0);
        assert_eq!(held(&layers, 0.25, true, First::Stays), 100.0 + 0.25 * 260.0);
        assert_eq!(held(&layers, 1.0, false, First::Goes), 260.0);
        assert_eq!(held(&[1.0], 1.0, false, First::Goes), 0.0);
    }

    #[test]
    fn the_widest_numbers_that_fit_are_taken() {
        let estimate =
            Estimate { stored: [9.0, 5.0, 3.0, 2.0, 70.0], besides: 1.0, ..Estimate::default() };
        let within = |bytes| estimate.within(&Numbers::COUNTED, bytes);
        assert_eq!(
            [11.0, 9.0, 4.5, 3.5, 3.0].map(within),
            [
                Some(Numbers::Words),
                Some(Numbers::Residues),
                Some(Numbers::Short),
                Some(Numbers::Narrow),
                None
            ]
        );
        let sweeps = Numbers::COUNTED.map(|numbers| numbers.sweeps(90.0));
        assert_eq!(sweeps, [2.0, 3.0, 7.0, 15.0]);
    }

    #[test]
    fn groups_that_are_drawn_stand_for_all() {
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
            let told: f64 = drawn(half, layer, live, 1 << 6).iter().map(|(_, groups)| groups).sum();
            assert!(within(told, live.count() as f64, 1.1), "{layer}: {told}");
        }
    }
}
