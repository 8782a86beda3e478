//! `Problem`: sweeps whole, or cuts a sweep that does not fit in memory into parts.
//!
//! A sweep is cut by the degrees where the halves meet. The parts of the meeting are independent of
//! each other, and each needs only the degrees that lead to it. All parts start from one layer,
//! which stays while they are swept one after the other. A part that does not fit is cut again by
//! the same rule, from that layer or a later one. The result is a tree; the executor and the
//! forecast walk the same tree.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::degrees::Packed;
use super::forecast::{Forecast, Forecasts, LayerForecast, NumberType};
use super::matching::{Maps, MirrorMaps};
use super::moduli::Moduli;
use super::plan::{HalfPlan, Interface, Plan};
use super::sweep::{
    BlockPool, By, Cut, Live, PART_STATES, Partition, Pause, Stage, ThreadPool, live, reached,
};

/// The layer that parts start from takes at most 1 / `SHARED` of the memory, or of the disk if
/// layers are spilled.
const SHARED: [f64; 2] = [3.0, 2.0];
/// The fraction of the disk that is planned for. A sweep that fills the disk is cut while it runs.
const PLANNED: f64 = 0.95;
/// The fraction of the memory that a new layer may take before it is spilled to disk.
const SPILL_FRACTION: f64 = 0.1;
/// The least and the largest number of parts of a cut.
const PARTS: [usize; 2] = [2, 32];
/// The patterns of slots for each part, from which the parts are made.
const PATTERNS: usize = 1 << 12;
/// Parts differ in size, so a cut has this many times the parts that equal ones would need.
const UNEVEN: f64 = 1.3;
/// The parts of a cut that a forecast computes: of the first cut, and of the cuts below it.
const SAMPLES: [usize; 2] = [3, 1];
/// A part that needs more than this fraction of the resources of its parent is not cut again.
const NO_GAIN: f64 = 0.97;
/// The least fraction of memory and disk that is assumed to be free for the parts of a cut.
const LEAST_FREE: f64 = 1.0 / 8.0;
/// The depth of cuts that a forecast follows.
const DEPTH: usize = 3;

/// The fraction of the memory for states, after sets of degrees; some sets are copied.
const FOR_STATES: f64 = 0.9;
/// The bytes of the budget for each state of a part: a part and its successors take a fraction.
const BYTES_OF_PART: f64 = 64.0;
/// The bytes of a thread's lists of targets and sources, and the bytes for each target.
const LISTS: f64 = 3e6;
const LISTED: f64 = 30.0;
/// The bytes of an index for each number, and for each group.
const INDEX: [f64; 2] = [0.25, 24.0];
/// The unused bytes of blocks that are still being filled, relative to residues of 31 bits, by
/// [`NumberType`].
const BEGUN: [f64; NumberType::KINDS] = [1.7, 1.0, 0.7, 0.5, 11.0];
/// The seconds for a group and for a state on one core, and for a plan.
const SECONDS: [f64; 2] = [3e-7, 5.5e-9];
const PREPARATION: f64 = 0.01;
/// The seconds for a predicted state on one thread if layers are spilled. A state takes 13 to 25 ns
/// on 9x10 and 10x10, and 10x10 has 1.2 to 1.8 times the predicted states.
const SPILLED: f64 = 2.2e-8;
/// Where live degrees are unknown: the fraction of all possible states that is live, the groups for
/// each state, and the fraction of the largest two layers that is in memory together.
const BY_COST: [f64; 3] = [0.045, 0.009, 0.45];

/// The predicted cost of a sweep with one number type.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub groups: f64,
    pub states: f64,
    /// The most states that are in memory together, and their bytes.
    pub largest: f64,
    pub stored: f64,
    /// The most bytes that are on disk together, without the layer that parts start from.
    pub spilled: f64,
    /// The bytes of tables, sets of degrees, the indexes of a stage's layers, and the working
    /// memory of all threads.
    pub overhead: f64,
}

impl Estimate {
    /// The peak memory in bytes.
    pub fn bytes(&self) -> f64 {
        self.stored + self.overhead
    }

    /// The cost of repeating the sweep this many times.
    pub fn times(self, times: f64) -> Estimate {
        Estimate { groups: self.groups * times, states: self.states * times, ..self }
    }

    /// The cost of two sweeps, one after the other.
    pub fn then(self, next: Estimate) -> Estimate {
        Estimate {
            groups: self.groups + next.groups,
            states: self.states + next.states,
            largest: self.largest.max(next.largest),
            stored: self.stored.max(next.stored),
            spilled: self.spilled.max(next.spilled),
            overhead: self.overhead.max(next.overhead),
        }
    }

    /// The predicted seconds on one thread. They do not depend on the number type.
    pub fn seconds(&self) -> f64 {
        let state = if self.spilled > 0.0 { SPILLED } else { SECONDS[1] };
        PREPARATION + self.groups * SECONDS[0] + self.states * state
    }

    /// A rough estimate from the number of possible states, without live degrees.
    pub fn by_cost(plan: &Plan, numbers: NumberType) -> Estimate {
        let [states, groups, held] = BY_COST;
        let states = plan.cut.cost * states;
        let groups = states * groups;
        let table = plan.most_numbers() as f64 * INDEX[0];
        let overhead = Maps::expected_bytes(plan.slots(), |_| groups) + 2.0 * table + groups * 8.0;
        let largest = states / 7.0;
        let stored = largest * numbers.stored(1.0) * 1.5 * held;
        Estimate { groups, states, largest, stored, overhead, spilled: 0.0 }
    }
}

/// A sweep and the resources that it may use.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    pub plan: &'a Plan,
    pub maps: &'a Maps,
    pub thread_pool: ThreadPool,
    pub numbers: NumberType,
    pub budget: f64,
    /// The approximate number of states of a part of a layer for each thread.
    pub part_states: u64,
    /// The bytes of disk for layers that do not fit in memory; 0 if they are not spilled.
    pub disk: f64,
    /// True if files of a spilled layer are deleted while the next layer is made.
    pub frees_disk: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub live: &'a Live,
    pub forecasts: &'a Forecasts,
    /// The layer of the upper half that the part starts from.
    pub start_layer: usize,
    /// The bytes, in memory and on disk, of the layers that outer cuts start from, without the start
    /// layer.
    pub held: f64,
    pub held_on_disk: f64,
    /// The predicted cost of the parent.
    pub parent: Option<Estimate>,
}

impl<'a> Part<'a> {
    pub fn whole(live: &'a Live, forecasts: &'a Forecasts) -> Part<'a> {
        let (held, held_on_disk) = (0.0, 0.0);
        Part { live, forecasts, start_layer: 0, held, held_on_disk, parent: None }
    }

    /// A part of this part that starts from a layer.
    pub fn starting_at<'b>(
        self,
        start_layer: usize,
        live: &'b Live,
        forecasts: &'b Forecasts,
    ) -> Part<'b> {
        Part { start_layer, live, forecasts, ..self }
    }
}

/// The places of `some` samples among `all` parts. The parts are sorted by size, so equidistant ones
/// represent all.
pub fn samples(all: usize, some: usize) -> impl Iterator<Item = usize> {
    (0..some).map(move |at| (2 * at + 1) * all / (2 * some))
}

impl<'a> Problem<'a> {
    /// A sweep with words in unlimited memory.
    pub fn new(plan: &'a Plan, maps: &'a Maps, thread_pool: ThreadPool) -> Problem<'a> {
        let (numbers, budget) = (NumberType::Words, f64::INFINITY);
        let (part_states, disk, frees_disk) = (PART_STATES, 0.0, false);
        Problem { plan, maps, thread_pool, numbers, budget, part_states, disk, frees_disk }
    }

    /// The same sweep with a budget for states, if the whole has `memory` bytes, but at
    /// least `least` bytes.
    pub fn within(self, whole: Part<'_>, memory: f64, least: f64) -> Problem<'a> {
        let overhead = self.estimate(whole, None).overhead;
        let budget = (memory - overhead).max(least) * FOR_STATES;
        // Layers on disk may have any number of parts; in memory each part leaves blocks that are
        // partly filled.
        let most = budget / (self.thread_pool.threads as f64 * BYTES_OF_PART);
        let most = if self.disk > 0.0 { (most as u64).max(1) } else { PART_STATES };
        Problem { budget, part_states: PART_STATES.min(most), ..self }
    }
}

impl Problem<'_> {
    /// The last layer that parts can share. The layer that is used as the lower half is swept for
    /// each part. If the lower half has a sweep of its own, the parts share nothing.
    fn last_shared_layer(self) -> usize {
        let Plan { upper, lower, interface, .. } = self.plan;
        match lower {
            Some(_) => 0,
            None if interface.layer < upper.last() => interface.layer - 1,
            None => upper.last() - 1,
        }
    }

    /// The bytes of the states of a layer.
    fn bytes(self, part: Part<'_>, layer: usize) -> f64 {
        part.forecasts.upper.layers[layer].stored[self.numbers as usize]
    }

    /// The bytes of the start layer of a part, in memory and on disk.
    fn start_bytes(self, part: Part<'_>) -> [f64; 2] {
        match self.bytes(part, part.start_layer) {
            _ if part.start_layer == 0 => [0.0, 0.0],
            bytes if self.disk > 0.0 => [0.0, bytes],
            bytes => [bytes, 0.0],
        }
    }

    /// The bytes above which a new layer is spilled to disk; none if it stays in memory.
    pub fn spill_limit(self) -> Option<u64> {
        (self.disk > 0.0).then_some((self.budget * SPILL_FRACTION) as u64)
    }

    /// The bytes on disk of two layers, the first of which the second is made from.
    fn on_disk(self, from: f64, to: f64) -> f64 {
        if self.frees_disk { from.max(to) } else { from + to }
    }

    /// The bytes of memory and disk that a part may use.
    fn free(self, part: Part<'_>, budget_fraction: f64) -> [f64; 2] {
        [
            self.budget * budget_fraction - part.held,
            self.disk * PLANNED * budget_fraction - part.held_on_disk - self.start_bytes(part)[1],
        ]
    }

    /// A part that starts from a later layer than its parent: the parent's start layer stays.
    pub fn keeping_start<'p>(self, part: Part<'p>) -> Part<'p> {
        let [memory, disk] = self.start_bytes(part);
        Part { held: part.held + memory, held_on_disk: part.held_on_disk + disk, ..part }
    }

    /// The predicted cost of a part up to layer `until`, or to the end.
    pub fn estimate(self, part: Part<'_>, until: Option<usize>) -> Estimate {
        let Problem { plan, numbers, thread_pool: ThreadPool { threads, .. }, .. } = self;
        let Part { live, forecasts, start_layer: from, .. } = part;
        let upper = Half {
            plan: &plan.upper,
            live: &live.upper,
            forecast: &forecasts.upper,
            from,
            problem: self,
            until: until.unwrap_or(plan.upper.last()),
            keep: plan.kept_layer(),
            interface: plan.meets_itself().then_some(&plan.interface),
        };
        let mut estimate = upper.estimate();
        let layer = |layer: usize| forecasts.upper.layers[layer];
        let lower = plan.lower.as_ref().zip(live.lower.as_ref()).zip(forecasts.lower.as_ref());
        if let Some(((plan, live), forecast)) = lower.filter(|_| until.is_none()) {
            let (until, keep, interface) = (plan.last(), None, None);
            let problem = self;
            let half = Half { problem, plan, live, forecast, from: 0, until, keep, interface };
            let mut other = half.estimate();
            other.stored += layer(upper.plan.last()).stored[numbers as usize];
            let overhead = estimate.overhead + other.overhead;
            estimate = Estimate { overhead, ..estimate.then(other) };
        } else if let Some(kept) = plan.kept_layer().map(layer) {
            estimate.largest += kept.states;
            estimate.stored += kept.stored[numbers as usize];
        }
        estimate.overhead += Maps::expected_bytes(plan.slots(), |pairs| forecasts.groups(pairs));
        estimate.overhead += forecasts.of_threads(threads, numbers);
        estimate
    }

    /// The layer that the parts of a cut start from: the last one that fits in memory until it is
    /// made, and that leaves enough memory, or disk if layers are spilled, for the parts.
    pub fn shared_layer(self, part: Part<'_>, budget_fraction: f64) -> usize {
        let (upper, start, spills) = (&self.plan.upper, part.start_layer, self.disk > 0.0);
        let free = self.free(part, budget_fraction);
        let room = free[usize::from(spills)];
        let budget = if spills { room } else { self.budget };
        let (mut layers, mut first) = (vec![start], start);
        loop {
            let next = upper.stage(first, None).end;
            let sizes = (first..=next).map(|layer| self.bytes(part, layer));
            // On disk only the first layer of a stage and the last one exist as a whole.
            let taken: f64 = match spills {
                true => self.on_disk(self.bytes(part, first), self.bytes(part, next)),
                false => sizes.sum::<f64>() + self.start_bytes(part)[0],
            };
            if next > self.last_shared_layer() || next == first || taken > room {
                break;
            }
            first = next;
            if self.bytes(part, next) * SHARED[usize::from(spills)] <= budget {
                layers.push(next);
            }
        }
        let fits = |&layer: &usize| {
            !spills || layer == start || self.estimate(part, Some(layer)).stored <= free[0]
        };
        layers.into_iter().rev().find(fits).expect("the start layer needs nothing")
    }

    /// Plans a cut; none if the part is predicted to fit in this fraction of the budget, or if cuts
    /// cannot make it fit.
    pub fn cut(self, part: Part<'_>, budget_fraction: f64) -> Option<Cut> {
        let estimate = self.estimate(part, None);
        let needed = [estimate.stored, estimate.spilled];
        let free = self.free(part, budget_fraction);
        let fits = needed[0] <= free[0] && needed[1] <= free[1].max(0.0);
        let is_no_gain = part.parent.is_some_and(|parent| {
            needed[0] >= NO_GAIN * parent.stored && needed[1] >= NO_GAIN * parent.spilled
        });
        if fits || is_no_gain {
            return None;
        }
        let layer = self.shared_layer(part, budget_fraction);
        let shared = match self.start_bytes(Part { start_layer: layer, ..part }) {
            // The start layer on disk is not counted as free.
            [memory, _] if layer == part.start_layer => [memory, 0.0],
            shared => shared,
        };
        let times = |at: usize| {
            let least = (free[at] * LEAST_FREE).max(1.0);
            (needed[at] - shared[at]) / (free[at] - shared[at]).max(least)
        };
        let parts = ((times(0).max(times(1)) * UNEVEN).ceil() as usize).clamp(PARTS[0], PARTS[1]);
        Some(Cut { layer, parts, part: 0 })
    }

    /// The partition of a cut; none if it has only one class.
    pub fn classes(self, live: &Live, parts: usize) -> Option<Partition> {
        let most = (parts * PATTERNS).ilog(3) as usize;
        let classes = Partition::of_meeting(By::Degrees, self.plan, &live.meeting, parts, most);
        (classes.count() > 1).then_some(classes)
    }

    /// The live degrees of one class, from layer `from` on; none if `pause` stopped it.
    pub fn live(
        self,
        all: &Live,
        classes: &Partition,
        class: usize,
        from: usize,
        pause: Pause<'_>,
    ) -> Option<Live> {
        live(self.plan, all, from, |d| classes.class(d) == class, self.thread_pool, pause)
    }

    /// The predicted cost of a part with all its cuts; none if `pause` stopped it.
    pub fn forecast(self, part: Part<'_>, pause: Pause<'_>) -> Option<Estimate> {
        self.forecast_at(part, 0, pause)
    }

    fn forecast_at(self, part: Part<'_>, depth: usize, pause: Pause<'_>) -> Option<Estimate> {
        let whole = self.estimate(part, None);
        let Some(Cut { layer, parts, .. }) = self.cut(part, 1.0).filter(|_| depth < DEPTH) else {
            return Some(whole);
        };
        let Some(classes) = self.classes(part.live, parts) else { return Some(whole) };
        let mut first = Estimate { overhead: whole.overhead, ..Estimate::default() };
        let mut parent = part;
        if layer > part.start_layer {
            first = self.estimate(part, Some(layer));
            parent = self.keeping_start(part);
        }
        let all = classes.count();
        let some = SAMPLES[usize::from(depth > 0)].min(all);
        let mut sum = Estimate::default();
        for class in samples(all, some) {
            let live = self.live(part.live, &classes, class, layer, pause)?;
            let forecasts = Forecasts::new(self.plan, &live, Some((part.forecasts, layer)));
            let sets = live.bytes() as f64;
            let parent = Part { parent: Some(whole), held: parent.held + sets, ..parent };
            let own = parent.starting_at(layer, &live, &forecasts);
            let mut estimate = self.forecast_at(own, depth + 1, pause)?;
            estimate.overhead += sets;
            sum = sum.then(estimate);
        }
        let sum = sum.times(all as f64 / some as f64);
        Some(first.then(sum))
    }
}

/// Data that is computed once for each question: a plan, its live degrees, and predictions.
#[derive(Debug)]
pub struct ProblemCache {
    pub plan: Plan,
    /// The tables of pairing operations, each computed at its first use.
    pub maps: Maps,
    whole: Mutex<Option<Arc<Subproblem>>>,
    predictions: Mutex<HashMap<PredictionKey, Prediction>>,
}

/// The parameters that a prediction depends on: the slices, their primes, the memory, the threads,
/// and whether layers are spilled.
type PredictionKey = (usize, Option<Moduli>, u64, usize, bool);

/// The live degrees of the whole problem or of a slice, with their forecasts.
#[derive(Debug)]
pub struct Subproblem {
    pub live: Live,
    pub forecasts: Forecasts,
}

impl Subproblem {
    pub fn part(&self) -> Part<'_> {
        Part::whole(&self.live, &self.forecasts)
    }
}

/// The predicted cost of a count.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// The number type that all sweeps take the least time with.
    pub numbers: NumberType,
    /// The cost of one sweep of the whole problem.
    pub estimate: Estimate,
    /// The parts of the first cut; 1 if the sweep is not cut.
    pub parts: usize,
}

impl ProblemCache {
    pub fn new(plan: Plan) -> ProblemCache {
        let maps = Maps::for_slots(plan.slots());
        ProblemCache { maps, plan, whole: Mutex::default(), predictions: Mutex::default() }
    }

    /// The live degrees of the whole problem with their forecasts; none if `pause` stopped it.
    pub fn whole(&self, thread_pool: ThreadPool, pause: Pause<'_>) -> Option<Arc<Subproblem>> {
        // A second caller waits for the lock and then finds the value.
        let mut found = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            let reached = reached(&self.plan, thread_pool, pause)?;
            let live = live(&self.plan, &reached, 0, |_| true, thread_pool, pause)?;
            let forecasts = Forecasts::new(&self.plan, &live, None);
            *found = Some(Arc::new(Subproblem { live, forecasts }));
        }
        found.clone()
    }

    /// True if the live degrees are computed.
    pub fn is_known(&self) -> bool {
        self.whole.try_lock().is_ok_and(|found| found.is_some())
    }

    pub fn predictions(&self) -> MutexGuard<'_, HashMap<PredictionKey, Prediction>> {
        self.predictions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A sweep of a half from one layer to another.
#[derive(Clone, Copy)]
struct Half<'a> {
    problem: Problem<'a>,
    plan: &'a HalfPlan,
    live: &'a [Packed],
    forecast: &'a Forecast,
    from: usize,
    until: usize,
    keep: Option<usize>,
    interface: Option<&'a Interface>,
}

impl Half<'_> {
    fn estimate(self) -> Estimate {
        let Half { problem, plan, live, forecast, from, until, keep, interface } = self;
        let Problem { numbers, thread_pool: ThreadPool { threads, .. }, .. } = problem;
        let spill_limit = problem.spill_limit().map_or(f64::INFINITY, |bytes| bytes as f64);
        let mut estimate = Estimate::default();
        for layer in &forecast.layers[from + 1..=until] {
            estimate.groups += layer.groups;
            estimate.states += layer.states;
        }
        let stage = |first, states: f64| {
            let wanted = Stage::wanted(states as u64, problem.part_states, threads);
            Stage::new(plan, live, first, keep, interface, wanted)
        };
        let first = stage(from, forecast.layers[from].states);
        let (mut now, mut index, mut lists) = (first, 0.0f64, 0.0f64);
        while !now.steps.is_empty() && now.steps.start < until {
            let (start, end) = (now.steps.start, now.steps.end);
            let layers = &forecast.layers[start..=end];
            let fraction = now.largest_fraction(plan, live, start);
            let is_met = interface.is_some() && end == plan.last();
            // A layer that meets another as a whole, or that is kept, stays in memory.
            let must_stay = end == plan.last() || keep == Some(end);
            // The start layer of several parts stays, on disk as a whole if layers are spilled.
            let is_start = start == from && from > 0;
            let limits = [
                if is_start && problem.disk > 0.0 { 0.0 } else { spill_limit },
                if must_stay { f64::INFINITY } else { spill_limit },
            ];
            let next = stage(end, layers[0].states);
            let held = |of: &dyn Fn(&LayerForecast) -> f64, limits: [f64; 2]| {
                let sizes: Vec<f64> = layers.iter().map(of).collect();
                held(&sizes, fraction, is_met, is_start, limits)
            };
            let bytes = |layer: &LayerForecast| layer.stored[numbers as usize];
            let states = held(&bytes, limits);
            estimate.largest =
                estimate.largest.max(held(&|layer| layer.states, [f64::INFINITY; 2]));
            let on_disk = |layer: &LayerForecast, limit: f64, is_elsewhere: bool| {
                Some(bytes(layer)).filter(|&b| b > limit && !is_elsewhere).unwrap_or(0.0)
            };
            let first = on_disk(&layers[0], limits[0], is_start);
            let last = on_disk(&layers[layers.len() - 1], limits[1], is_met);
            estimate.spilled = estimate.spilled.max(problem.on_disk(first, last));
            // The blocks that are still being filled: those of both end layers and of two layers
            // between them.
            let parts = now.partition.count() + next.partition.count() + 2;
            let unwritten =
                BlockPool::<u32>::unwritten_bytes(parts) * threads as f64 * BEGUN[numbers as usize];
            estimate.stored = estimate.stored.max(states + unwritten.min(states));
            let table: f64 = (start..=end).map(|at| plan.numbers(at).len() as f64).sum();
            let groups: f64 = layers.iter().map(|layer| layer.groups).sum();
            index = index.max(table * INDEX[0] + groups * INDEX[1]);
            lists = lists.max(LISTS.min(groups * LISTED) * threads as f64);
            now = next;
        }
        let sets: usize = live.iter().map(Packed::bytes).sum();
        let maps = MirrorMaps::bytes(plan.mirrored(), plan.slots);
        estimate.overhead = index + lists + (sets + maps) as f64;
        estimate
    }
}

/// The largest memory of a stage's layers, given the size of each layer. The stage is swept part by
/// part; the largest part has this fraction of each layer. The peak is at the first part or at the
/// last one. A last layer that meets itself exists one part at a time. Of the first layer each part
/// is freed after it is swept, unless it stays. Of the first and of the last layer, no more than
/// `limits` stay in memory.
fn held(layers: &[f64], fraction: f64, is_met: bool, stays: bool, limits: [f64; 2]) -> f64 {
    let [first, .., last] = layers else { return 0.0 };
    let step = layers.windows(2).map(|two| two[0] + two[1]).fold(0.0, f64::max);
    let at = |done: f64| {
        let made = if is_met { 0.0 } else { last * done };
        let left = if stays { *first } else { first * (1.0 - fraction - done) };
        left.min(limits[0]) + made.min(limits[1]) + fraction * step
    };
    at(0.0).max(at(1.0 - fraction))
}

#[cfg(test)]
mod tests {
    use super::Estimate;

    #[test]
    fn spilled_layers_take_more_time() {
        let memory = Estimate { states: 1e9, ..Estimate::default() };
        let disk = Estimate { spilled: 1e9, ..memory };
        let ratio = disk.then(memory).seconds() / memory.times(2.0).seconds();
        assert!((2.0..6.0).contains(&ratio), "{ratio}");
    }
}
