//! `Tree`: a sweep carried out, part by part where its schedule cuts it.

use super::degrees::Packed;
use super::forecast::Outlook;
use super::matching::{Maps, Turns};
use super::meeting::{ByDegrees, Meeting, Met};
use super::schedule::{Cutting, Part, Problem};
use super::sweep::{
    Begun, Class, Cut, Failed, HalfSweep, Keeper, Layer, Meet, Partition, Pause, Record, Ring,
    Saved, Sums, Swept, Unfinished, Way,
};
use crate::error::Error;
use crate::method::LayerReport;

/// So much of what was expected to fit is planned for where it did not, down to the least.
const LESS: f64 = 0.8;
const LEAST: f64 = 0.2;
/// A part is cut no more often, and no more cuts of it are tried.
const MOST_CUTS: usize = 12;
const MOST_TRIES: usize = 9;
/// Parts of what was expected to fit and did not.
const AT_ONCE: usize = 3;

/// How a count ended.
#[derive(Debug)]
pub enum Ended {
    /// Somebody asked for it.
    Stopped,
    /// There was no memory for the layer after this one.
    Memory(LayerReport),
    /// A layer could not be kept, or read.
    Failed(Error),
}

/// The states of each layer, and the cuts that lead to what comes next.
pub type Kept = (Vec<u64>, Vec<Cut>);

/// One slice of a sweep, whose first layers are those of all slices.
#[derive(Clone, Copy)]
pub struct Only<'a> {
    /// The slice, from the layer on that all begin from.
    pub part: Part<'a>,
    /// How that layer was cut.
    pub cut: Cut,
    /// Who keeps the layer for all slices.
    pub keeper: Option<Keeper<'a>>,
}

/// What parts of a sweep come to.
pub trait Gather<V>: Sized {
    /// Nothing yet.
    fn none(&self) -> Self;
    /// More of it.
    fn add(&mut self, more: Self);
    /// True if the last layer may be met part by part.
    fn in_parts(&self) -> bool;
    /// Two layers meet; none if it was ended.
    fn meet(
        &mut self,
        meeting: Meeting<'_>,
        layers: [&Layer<'_, V>; 2],
        pause: Pause<'_>,
    ) -> Option<()>;
    /// What parts came to that are done: the states of each layer, and the cuts that lead to what
    /// comes next.
    fn resume(&mut self, _: &Keeper<'_>) -> Result<Option<Kept>, Error> {
        Ok(None)
    }
    /// Keeps what parts came to that are done.
    fn keep(&self, _: &Keeper<'_>, _: &[u64], _: &[Cut]) -> Result<(), Error> {
        Ok(())
    }
}

/// Sums of products.
pub struct Products<M: Sums> {
    ring: M,
    pub met: Met<M::Sum>,
}

impl<M: Sums> Products<M> {
    /// Nothing yet.
    pub fn of(ring: M) -> Products<M> {
        let value = M::Sum::default();
        Products { ring, met: Met { value, bound: 0.0, largest: 0.0, agrees: true } }
    }
}

impl<M: Sums> Products<M> {
    /// What they come to, unless some of it cannot be.
    pub fn sound(&self) -> Result<Met<M::Sum>, Error> {
        if self.met.agrees {
            return Ok(self.met);
        }
        let what = "groups of states that are each other's images, and meet in different numbers";
        Err(Error::Contradiction { what: what.into() })
    }
}

impl<M: Sums> Gather<M::Value> for Products<M> {
    fn none(&self) -> Products<M> {
        Products::of(self.ring)
    }

    fn add(&mut self, Products { met, .. }: Products<M>) {
        self.met = Met {
            value: self.ring.plus(self.met.value, met.value),
            bound: self.met.bound + met.bound,
            largest: self.met.largest.max(met.largest),
            agrees: self.met.agrees && met.agrees,
        };
    }

    fn in_parts(&self) -> bool {
        true
    }

    fn meet(
        &mut self,
        meeting: Meeting<'_>,
        [upper, lower]: [&Layer<'_, M::Value>; 2],
        pause: Pause<'_>,
    ) -> Option<()> {
        let (ring, met) = (self.ring, meeting.run(self.ring, upper, lower, pause)?);
        self.add(Products { ring, met });
        Some(())
    }

    fn resume(&mut self, keeper: &Keeper<'_>) -> Result<Option<Kept>, Error> {
        let Some(done) = keeper.done::<M::Sum>()? else { return Ok(None) };
        let (value, [bound, largest], profile) = done.known;
        self.met = Met { value, bound, largest, agrees: true };
        Ok(Some((profile, done.cuts)))
    }

    fn keep(&self, keeper: &Keeper<'_>, profile: &[u64], cuts: &[Cut]) -> Result<(), Error> {
        let Met { value, bound, largest, .. } = self.sound()?;
        keeper.go_on(&(value, [bound, largest], profile.to_vec()), cuts)
    }
}

impl Gather<u64> for ByDegrees {
    fn none(&self) -> ByDegrees {
        ByDegrees { tours: Vec::new(), largest: 0.0 }
    }

    fn add(&mut self, more: ByDegrees) {
        self.tours.extend(more.tours);
        self.largest = self.largest.max(more.largest);
    }

    fn in_parts(&self) -> bool {
        false
    }

    fn meet(
        &mut self,
        meeting: Meeting<'_>,
        [upper, lower]: [&Layer<'_, u64>; 2],
        pause: Pause<'_>,
    ) -> Option<()> {
        self.add(meeting.by_degrees(upper, lower, pause)?);
        Some(())
    }
}

/// A sweep under way, which its schedule cuts.
pub struct Tree<'t, 'h, 'w, 'a, R: Ring, G> {
    pub problem: Problem<'a>,
    pub maps: &'a Maps,
    /// States of a part of a layer for each thread, about.
    pub part_states: u64,
    pub way: Way<'w, 'a, R>,
    pub keeper: Option<Keeper<'t>>,
    pub sums: &'t mut G,
    /// By layer, the states of parts that are done.
    pub profile: &'t mut Vec<u64>,
    pub hear: &'t mut (dyn FnMut(&LayerReport) -> bool + 'h),
    pub report: LayerReport,
    /// What is planned for, of the room.
    pub trust: f64,
    /// States of layers that parts begin from.
    pub under: u64,
    /// The cuts that lead to the part under way.
    pub path: Vec<Cut>,
    /// Those that an earlier run made, the last one first.
    pub cuts: Vec<Cut>,
}

/// The states of layers that were made.
type Told = Vec<(usize, u64)>;

impl<'t, 'a, R: Ring, G: Gather<R::Value>> Tree<'t, '_, '_, 'a, R, G> {
    /// Sweeps a part whole if it fits, or else cut, from a layer that stays.
    pub fn part(&mut self, part: Part<'_>, start: &mut Begun<'a, R::Value>) -> Result<(), Ended> {
        let problem = self.problem;
        let (mut known, mut full) = (self.cuts.pop(), None);
        for _ in 0..MOST_TRIES {
            let by_rule = || match problem.cut(part, self.trust) {
                // It was expected to fit.
                None if full.is_some() => {
                    let cut = problem.cut(part, 0.0);
                    cut.map(|_| Cutting { layer: part.at, parts: AT_ONCE })
                }
                cutting => cutting,
            };
            let cutting = match known {
                Some(Cut { layer, parts, .. }) => Some(Cutting { layer, parts }),
                None => by_rule().filter(|_| self.path.len() < MOST_CUTS),
            };
            let slices = cutting.and_then(|cutting| problem.slices(part.live, cutting.parts));
            let Some((cutting, slices)) = cutting.zip(slices) else {
                if full.is_some() {
                    break;
                }
                match self.whole(part, start) {
                    Err(Ended::Memory(at)) => full = Some(at),
                    done => return done,
                }
                self.plan_for_less(part, start);
                continue;
            };
            let first = known.take().map_or(0, |cut| cut.part);
            if cutting.layer == part.at {
                return self.each(part, start, cutting, &slices, first);
            }
            let end = Some(cutting.layer);
            let upper = &part.live.upper;
            match self.swept(self.way, upper, start, end, None, Some(Saved::Shared)) {
                Ok((Swept { last: mut shared, .. }, told)) => {
                    let own: u64 = told.iter().map(|&(_, states)| states).sum();
                    self.under += own;
                    let held = part.held + if part.at > 0 { start.bytes() as f64 } else { 0.0 };
                    let inner = Part { held, ..part };
                    self.each(inner, &mut shared, cutting, &slices, first)?;
                    self.way.pool.give_back(shared.layer.blocks);
                    self.under -= own;
                    self.tell(0, &told);
                    return Ok(());
                }
                Err(Ended::Memory(at)) => {
                    full = Some(at);
                    self.plan_for_less(part, start);
                }
                Err(other) => return Err(other),
            }
        }
        Err(Ended::Memory(full.unwrap_or_default()))
    }

    /// Sweeps one slice, from a layer that serves all and may be there already.
    pub fn only(
        &mut self,
        whole: Part<'_>,
        start: &mut Begun<'a, R::Value>,
        Only { part, cut, keeper }: Only<'t>,
    ) -> Result<(), Ended> {
        self.cuts.pop();
        if cut.layer == 0 {
            self.path.push(cut);
            return self.part(part, start);
        }
        let own = std::mem::replace(&mut self.keeper, keeper);
        if let Some(keeper) = keeper {
            // That of another prime makes room.
            let (half, steps) = (keeper.half(0, &[]), self.problem.plan.upper.last());
            let found = [Saved::Shared, Saved::Layer].map(|file| half.find(file, steps));
            if let [Ok(None), Ok(None)] = found {
                keeper.clear_shared().map_err(Ended::Failed)?;
            }
        }
        let (way, file) = (self.way, Some(Saved::Shared));
        let swept = self.swept(way, &whole.live.upper, start, Some(cut.layer), None, file);
        self.keeper = own;
        let (Swept { last: mut shared, .. }, told) = swept?;
        self.tell(0, &told);
        self.path.push(cut);
        self.part(part, &mut shared)
    }

    /// Less of the room is planned for from here on; what a part left unfinished is gone.
    fn plan_for_less(&mut self, part: Part<'_>, start: &Begun<'a, R::Value>) {
        self.way.pool.keep(part.held as u64 + start.bytes());
        // Whoever found no room may have left numbers where they were added up.
        self.way.rested.borrow_mut().clear();
        self.trust = (self.trust * LESS).max(LEAST);
    }

    /// Sweeps the parts of a cut, one after the other.
    fn each(
        &mut self,
        part: Part<'_>,
        start: &mut Begun<'a, R::Value>,
        Cutting { layer, parts }: Cutting,
        slices: &Partition,
        first: usize,
    ) -> Result<(), Ended> {
        let problem = self.problem;
        let (count, before) = (slices.count(), problem.needed(part));
        for slice in first..count {
            let mut quiet = || (self.hear)(&self.report);
            let live = problem.live(part.live, slices, slice, layer, &mut quiet);
            let live = live.ok_or(Ended::Stopped)?;
            let outlook = Outlook::new(problem.plan, &live, Some((part.outlook, layer)));
            self.path.push(Cut { layer, parts, part: slice });
            let (held, is_away) = (part.held, part.is_away && layer == part.at);
            let own = Part { live: &live, outlook: &outlook, at: layer, is_away, held, before };
            self.part(own, start)?;
            if let Some(keeper) = self.keeper.filter(|_| slice + 1 < count) {
                self.path.last_mut().expect("it was pushed").part += 1;
                self.sums.keep(&keeper, self.profile, &self.path).map_err(Ended::Failed)?;
            }
            self.path.pop();
        }
        Ok(())
    }

    /// Sweeps all of a part, and lets the halves meet: all at once, or a part of the last layer
    /// after the other, where that meets itself and is not wanted any more.
    fn whole(&mut self, part: Part<'_>, start: &mut Begun<'a, R::Value>) -> Result<(), Ended> {
        let Tree { problem, maps, part_states, .. } = *self;
        let (plan, way, live) = (problem.plan, self.way, part.live);
        let (within, crew) = (None, problem.crew);
        let meeting = Meeting { plan, live: &live.met, maps, crew, within };
        let mut own = self.sums.none();
        if way.joint.is_some() {
            let mut itself = |layer: &Layer<'_, R::Value>, within: Class<'_>, pause: Pause<'_>| {
                let meeting = Meeting { within: Some(within), ..meeting };
                own.meet(meeting, [layer, layer], pause).is_some()
            };
            let meet = Some(Meet { each: &mut itself });
            let (_, told) = self.swept(way, &live.upper, start, None, meet, None)?;
            self.sums.add(own);
            self.tell(0, &told);
            return Ok(());
        }
        let file = Some(Saved::Last);
        let (up, told) = self.swept(way, &live.upper, start, None, None, file)?;
        let (mut low, mut told_below, mut blocks) = (up.kept, Told::new(), Vec::new());
        if let Some((half, live)) = plan.lower.as_ref().zip(live.lower.as_ref()) {
            let turns = Turns::of(half.mirrored(), half.slots);
            let sweep = HalfSweep { plan: half, maps, crew, part_states };
            let way = Way { sweep, half: 1, turns: &turns, keep: None, joint: None, ..way };
            let first = way.first(live).map_err(|failed| self.ended(failed, 0));
            let (below, told) = self.swept(way, live, &mut first?, None, None, file)?;
            (low, told_below) = (Some(below.last.layer), told);
        }
        let upper = up.last.layer;
        let mut pause = || (self.hear)(&self.report);
        let met = own.meet(meeting, [&upper, low.as_ref().unwrap_or(&upper)], &mut pause);
        met.ok_or(Ended::Stopped)?;
        blocks.extend(upper.blocks);
        blocks.extend(low.into_iter().flat_map(|layer| layer.blocks));
        way.pool.give_back(blocks);
        self.sums.add(own);
        self.tell(0, &told);
        self.tell(plan.upper.last(), &told_below);
        Ok(())
    }

    /// From a layer, which stays, to another or to the end; what an earlier run has made of that is
    /// read, and the layer that it ends with may be kept for later ones.
    fn swept<'l>(
        &mut self,
        way: Way<'_, 'l, R>,
        live: &[Packed],
        start: &mut Begun<'l, R::Value>,
        until: Option<usize>,
        meet: Option<Meet<'_, R::Value>>,
        file: Option<Saved>,
    ) -> Result<(Swept<'l, R::Value>, Told), Ended> {
        let offset = way.half * self.problem.plan.upper.last();
        let so_far = self.profile.iter().sum::<u64>() + self.under;
        let (mut made, pool, report) = (0, way.pool, &mut self.report);
        let mut watch = |layer: usize, states: Option<u64>| {
            (report.layer, report.bytes) = (offset + layer, pool.bytes());
            if let Some(states) = states {
                report.layer += 1;
                report.states = states;
                made += states;
            }
            report.states_so_far = so_far + made;
            (self.hear)(report)
        };
        let keeper = self.keeper.map(|keeper| keeper.half(way.half, &self.path));
        let mut record = Record::new(keeper, &mut watch);
        let swept = way.go_on(live, start, until, meet, file, &mut record);
        let told = record.told();
        match swept {
            Ok(swept) => Ok((swept, told)),
            Err(failed) => Err(self.ended(failed, offset)),
        }
    }

    /// Adds the states of layers to those of all parts.
    fn tell(&mut self, offset: usize, told: &[(usize, u64)]) {
        for &(layer, states) in told {
            self.profile.resize(self.profile.len().max(offset + layer + 1), 0);
            self.profile[offset + layer] += states;
        }
    }

    fn ended(&self, (unfinished, layer, states): Failed, offset: usize) -> Ended {
        let (layer, layers) = (offset + layer, self.report.layers);
        match unfinished {
            Unfinished::Stopped => Ended::Stopped,
            Unfinished::Failed(error) => Ended::Failed(error),
            Unfinished::Full => {
                Ended::Memory(LayerReport { layer, layers, states, ..Default::default() })
            }
        }
    }
}
