//! `Schedule`: a sweep at once or, where that does not fit in memory, cut.
//!
//! A sweep is cut by what meets: parts of the meeting that need nothing of each other, each with
//! what lives for it. All parts begin from one layer, which stays while they are swept one after
//! the other; a part that does not fit is cut again, by the same rule, from that layer or a later
//! one. So a sweep is a tree. What carries it out and what forecasts it walk the same one.

use super::forecast::{Estimate, Numbers, Outlook, Range};
use super::plan::Plan;
use super::sweep::{By, Crew, Live, Partition, Pause, live};

/// A layer that parts begin from takes one part of so many of the memory at most.
const SHARED: f64 = 3.0;
/// So much of the disk is planned for.
const PLANNED: f64 = 0.85;
/// Parts that something is cut into, at least and at most.
const PARTS: [usize; 2] = [2, 32];
/// So many times the parts that would do if all were alike.
const UNEVEN: f64 = 1.3;
/// Parts of a cut that are looked at to tell what all take: of the first one, and of others.
const LOOKED_AT: [usize; 2] = [3, 1];
/// The part of the largest layers that is in memory even if what does not fit is put down.
const SPILLED: f64 = 0.45;
/// What needs no less than so much of what it was cut from is not cut any more.
const LESS: f64 = 0.97;
/// Cuts behind each other that are looked at.
const DEPTH: usize = 3;

/// What is swept, and in what.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Both halves.
    pub plan: &'a Plan,
    /// The threads.
    pub crew: Crew,
    /// What states are counted in.
    pub numbers: Numbers,
    /// Bytes for states.
    pub room: f64,
    /// True if what does not fit in memory is put down elsewhere.
    pub spills: bool,
}

/// A part of a sweep, from some layer on.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// What lives for it.
    pub live: &'a Live,
    /// What is expected of that.
    pub outlook: &'a Outlook,
    /// The layer of the upper half that it begins from.
    pub at: usize,
    /// True if that is on disk.
    pub is_away: bool,
    /// The bytes of layers that others begin from, besides that one.
    pub held: f64,
    /// Those that were needed for the states of what it was cut from.
    pub before: f64,
}

impl<'a> Part<'a> {
    /// All of it.
    pub fn whole(live: &'a Live, outlook: &'a Outlook) -> Part<'a> {
        Part { live, outlook, at: 0, is_away: false, held: 0.0, before: f64::INFINITY }
    }
}

/// How a part is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutting {
    /// The layer that all begin from.
    pub layer: usize,
    /// About how many there are to be.
    pub parts: usize,
}

impl Problem<'_> {
    /// The layer up to which parts may have all in common: what serves for both halves, or is swept
    /// besides, is swept for each part.
    fn limit(self) -> usize {
        let Plan { upper, lower, joint, .. } = self.plan;
        match lower {
            Some(_) => 0,
            None if joint.layer < upper.last() => joint.layer - 1,
            None => upper.last() - 1,
        }
    }

    /// The bytes of the states of a layer.
    fn bytes(self, part: Part<'_>, layer: usize) -> f64 {
        part.outlook.upper.layer(layer).stored[self.numbers as usize]
    }

    /// The bytes in memory of the layer that a part begins from.
    fn begun(self, part: Part<'_>) -> f64 {
        if part.at > 0 && !part.is_away { self.bytes(part, part.at) } else { 0.0 }
    }

    /// What a part is expected to take, up to some layer or to the end.
    pub fn estimate(self, part: Part<'_>, until: Option<usize>) -> Estimate {
        let range = Range { from: part.at, until, is_away: part.is_away };
        let told = Estimate::new(self.plan, part.live, part.outlook, range, self.crew.threads);
        let times = if self.spills { SPILLED } else { 1.0 };
        Estimate { stored: told.stored.map(|bytes| bytes * times), ..told }
    }

    /// The bytes that a part is expected to need for its states.
    pub fn needed(self, part: Part<'_>) -> f64 {
        self.estimate(part, None).stored[self.numbers as usize]
    }

    /// The layer that slices begin from which need nothing else of each other: the last one that is
    /// small beside the room, or beside the disk where it is put down.
    pub fn shared(self, whole: Part<'_>, disk: f64) -> usize {
        let (upper, mut layer) = (&self.plan.upper, 0);
        loop {
            let next = upper.stage(layer, None).end;
            let [before, bytes] = [layer, next].map(|layer| self.bytes(whole, layer));
            let fits = match self.spills {
                // Both are there until the second one is whole.
                true => before + bytes <= disk * PLANNED,
                false => bytes * SHARED <= self.room,
            };
            if next > self.limit() || next == layer || !fits {
                return layer;
            }
            layer = next;
        }
    }

    /// None if a part is expected to fit in so much of the room, or if cuts do not make it fit.
    pub fn cut(self, part: Part<'_>, trust: f64) -> Option<Cutting> {
        let needed = self.needed(part);
        let room = self.room * trust - part.held;
        if needed <= room || needed > LESS * part.before {
            return None;
        }
        let upper = &self.plan.upper;
        let (mut layer, mut first) = (part.at, part.at);
        let from = self.begun(part);
        loop {
            let next = upper.stage(first, None).end;
            let here = first..=next;
            let taken = here.map(|layer| self.bytes(part, layer)).sum::<f64>();
            if next > self.limit() || taken + from > room || next == first {
                break;
            }
            first = next;
            if self.bytes(part, next) * SHARED <= self.room {
                layer = next;
            }
        }
        let shared = if layer == part.at { from } else { self.bytes(part, layer) };
        let times = (needed - shared) / (room - shared).max(room / 8.0).max(1.0);
        let parts = ((times * UNEVEN).ceil() as usize).clamp(PARTS[0], PARTS[1]);
        Some(Cutting { layer, parts })
    }

    /// The parts of a cut; none if there is but one.
    pub fn slices(self, live: &Live, parts: usize) -> Option<Partition> {
        let slices = Partition::of_meeting(By::Degrees, self.plan, &live.met, parts);
        (slices.count() > 1).then_some(slices)
    }

    /// What lives for one of them, from a layer on; none if it was ended.
    pub fn live(
        self,
        all: &Live,
        slices: &Partition,
        slice: usize,
        from: usize,
        pause: Pause<'_>,
    ) -> Option<Live> {
        live(self.plan, all, from, |d| slices.class(d) == slice, self.crew, pause)
    }

    /// What a part is expected to take, cut as it will be; none if it was ended.
    pub fn forecast(self, part: Part<'_>, pause: Pause<'_>) -> Option<Estimate> {
        self.forecast_at(part, 0, pause)
    }

    fn forecast_at(self, part: Part<'_>, depth: usize, pause: Pause<'_>) -> Option<Estimate> {
        let whole = self.estimate(part, None);
        let Some(Cutting { layer, parts }) = self.cut(part, 1.0).filter(|_| depth < DEPTH) else {
            return Some(whole);
        };
        let Some(slices) = self.slices(part.live, parts) else { return Some(whole) };
        let mut first = Estimate { besides: whole.besides, own: whole.own, ..Estimate::default() };
        let mut held = part.held;
        if layer > part.at {
            first = self.estimate(part, Some(layer));
            held += self.begun(part);
        }
        let all = slices.count();
        let some = LOOKED_AT[usize::from(depth > 0)].min(all);
        let mut sum = Estimate::default();
        for at in 0..some {
            // In the middle of as many parts of all, which are sorted by their size.
            let slice = (2 * at + 1) * all / (2 * some);
            let live = self.live(part.live, &slices, slice, layer, pause)?;
            let outlook = Outlook::new(self.plan, &live, Some((part.outlook, layer)));
            let before = whole.stored[self.numbers as usize];
            let is_away = part.is_away && layer == part.at;
            let own = Part { live: &live, outlook: &outlook, at: layer, is_away, held, before };
            let told = self.forecast_at(own, depth + 1, pause)?;
            sum = sum.then(told, Default::default());
        }
        let sum = sum.times(all as f64 / some as f64);
        Some(first.then(sum, Default::default()))
    }
}
