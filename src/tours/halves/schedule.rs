//! `Schedule`: sweeps whole, or cuts a sweep that does not fit in memory into parts.
//!
//! A sweep is cut by the degrees where the halves meet. The parts of the meeting are independent of
//! each other, and each needs only the degrees that lead to it. All parts start from one layer,
//! which stays while they are swept one after the other. A part that does not fit is cut again by
//! the same rule, from that layer or a later one. The result is a tree; the executor and the
//! forecast walk the same tree.

use super::forecast::{Estimate, Forecasts, NumberType, Range};
use super::plan::Plan;
use super::sweep::{By, Live, Partition, Pause, ThreadPool, live};

/// The layer that parts start from takes at most this fraction, 1 / `SHARED`, of the budget.
const SHARED: f64 = 3.0;
/// The fraction of the disk that is planned for.
const PLANNED: f64 = 0.85;
/// The least and the largest number of parts of a cut.
const PARTS: [usize; 2] = [2, 32];
/// Parts differ in size, so a cut has this many times the parts that equal ones would need.
const UNEVEN: f64 = 1.3;
/// The parts of a cut that a forecast computes: of the first cut, and of the cuts below it.
const SAMPLES: [usize; 2] = [3, 1];
/// The fraction of the largest layers that stays in memory if layers are spilled to disk.
const SPILLED: f64 = 0.45;
/// A part that needs more than this fraction of the memory of its parent is not cut again.
const NO_GAIN: f64 = 0.97;
/// The depth of cuts that a forecast follows.
const DEPTH: usize = 3;

/// A sweep and the resources that it may use.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    pub plan: &'a Plan,
    pub thread_pool: ThreadPool,
    /// The number type of the states.
    pub numbers: NumberType,
    /// The bytes for states.
    pub budget: f64,
    /// True if layers that do not fit in memory are spilled to disk.
    pub spills: bool,
}

/// A part of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The live degrees of this part.
    pub live: &'a Live,
    /// The forecasts of these degrees.
    pub forecasts: &'a Forecasts,
    /// The layer of the upper half that the part starts from.
    pub start_layer: usize,
    /// True if the start layer is on disk.
    pub on_disk: bool,
    /// The bytes of the layers that outer cuts start from, without the start layer.
    pub held: f64,
    /// The bytes that the parent's states needed.
    pub parent_bytes: f64,
}

impl<'a> Part<'a> {
    /// The whole sweep.
    pub fn whole(live: &'a Live, forecasts: &'a Forecasts) -> Part<'a> {
        Part {
            live,
            forecasts,
            start_layer: 0,
            on_disk: false,
            held: 0.0,
            parent_bytes: f64::INFINITY,
        }
    }
}

/// A planned cut of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedCut {
    /// The layer that all parts start from.
    pub layer: usize,
    /// The approximate number of parts.
    pub parts: usize,
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
        part.forecasts.upper.layer(layer).stored[self.numbers as usize]
    }

    /// The bytes in memory of the start layer of a part.
    fn start_bytes(self, part: Part<'_>) -> f64 {
        if part.start_layer > 0 && !part.on_disk { self.bytes(part, part.start_layer) } else { 0.0 }
    }

    /// The predicted cost of a part up to layer `until`, or to the end.
    pub fn estimate(self, part: Part<'_>, until: Option<usize>) -> Estimate {
        let range = Range { from: part.start_layer, until, on_disk: part.on_disk };
        let estimate =
            Estimate::new(self.plan, part.live, part.forecasts, range, self.thread_pool.threads);
        let times = if self.spills { SPILLED } else { 1.0 };
        Estimate { stored: estimate.stored.map(|bytes| bytes * times), ..estimate }
    }

    /// The bytes that the states of a part are predicted to need.
    pub fn needed(self, part: Part<'_>) -> f64 {
        self.estimate(part, None).stored[self.numbers as usize]
    }

    /// The layer that all slices start from: the last one that takes a small fraction of the
    /// budget, or of the disk if layers are spilled.
    pub fn shared_layer(self, whole: Part<'_>, disk: f64) -> usize {
        let (upper, mut layer) = (&self.plan.upper, 0);
        loop {
            let next = upper.stage(layer, None).end;
            let [before, bytes] = [layer, next].map(|layer| self.bytes(whole, layer));
            let fits = match self.spills {
                // Both layers exist until the second one is complete.
                true => before + bytes <= disk * PLANNED,
                false => bytes * SHARED <= self.budget,
            };
            if next > self.last_shared_layer() || next == layer || !fits {
                return layer;
            }
            layer = next;
        }
    }

    /// Plans a cut; none if the part is predicted to fit in this fraction of the budget, or if cuts
    /// cannot make it fit.
    pub fn cut(self, part: Part<'_>, budget_fraction: f64) -> Option<PlannedCut> {
        let needed = self.needed(part);
        let budget = self.budget * budget_fraction - part.held;
        if needed <= budget || needed > NO_GAIN * part.parent_bytes {
            return None;
        }
        let upper = &self.plan.upper;
        let (mut layer, mut first) = (part.start_layer, part.start_layer);
        let from = self.start_bytes(part);
        loop {
            let next = upper.stage(first, None).end;
            let here = first..=next;
            let taken = here.map(|layer| self.bytes(part, layer)).sum::<f64>();
            if next > self.last_shared_layer() || taken + from > budget || next == first {
                break;
            }
            first = next;
            if self.bytes(part, next) * SHARED <= self.budget {
                layer = next;
            }
        }
        let shared = if layer == part.start_layer { from } else { self.bytes(part, layer) };
        let times = (needed - shared) / (budget - shared).max(budget / 8.0).max(1.0);
        let parts = ((times * UNEVEN).ceil() as usize).clamp(PARTS[0], PARTS[1]);
        Some(PlannedCut { layer, parts })
    }

    /// The partition of a cut; none if it has only one class.
    pub fn classes(self, live: &Live, parts: usize) -> Option<Partition> {
        let classes = Partition::of_meeting(By::Degrees, self.plan, &live.meeting, parts);
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
        let Some(PlannedCut { layer, parts }) = self.cut(part, 1.0).filter(|_| depth < DEPTH)
        else {
            return Some(whole);
        };
        let Some(classes) = self.classes(part.live, parts) else { return Some(whole) };
        let mut first =
            Estimate { overhead: whole.overhead, own: whole.own, ..Estimate::default() };
        let mut held = part.held;
        if layer > part.start_layer {
            first = self.estimate(part, Some(layer));
            held += self.start_bytes(part);
        }
        let all = classes.count();
        let some = SAMPLES[usize::from(depth > 0)].min(all);
        let mut sum = Estimate::default();
        for at in 0..some {
            // The classes are sorted by size, so equidistant ones represent all.
            let class = (2 * at + 1) * all / (2 * some);
            let live = self.live(part.live, &classes, class, layer, pause)?;
            let forecasts = Forecasts::new(self.plan, &live, Some((part.forecasts, layer)));
            let parent_bytes = whole.stored[self.numbers as usize];
            let on_disk = part.on_disk && layer == part.start_layer;
            let own = Part {
                live: &live,
                forecasts: &forecasts,
                start_layer: layer,
                on_disk,
                held,
                parent_bytes,
            };
            let estimate = self.forecast_at(own, depth + 1, pause)?;
            sum = sum.then(estimate, Default::default());
        }
        let sum = sum.times(all as f64 / some as f64);
        Some(first.then(sum, Default::default()))
    }
}
