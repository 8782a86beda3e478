//! `Executor`: runs one sweep and cuts it into parts where the schedule says so.

use super::degrees::Packed;
use super::forecast::Forecasts;
use super::matching::{Maps, MirrorMaps};
use super::meeting::{ByDegrees, Meeting, MeetingSum};
use super::schedule::{Part, PlannedCut, Problem};
use super::sweep::{
    CheckpointFiles, Class, Cut, Failure, HalfExecutor, HalfSweep, Layer, Meet, Partition, Pause,
    Ring, SavePolicy, SavedLayer, StartLayer, Sums, SweepResult, Swept, Unfinished,
};
use crate::error::Error;
use crate::method::LayerReport;

/// After a part ran out of memory, the planned fraction of the budget is multiplied by `SHRINK`,
/// down to `LEAST`.
const SHRINK: f64 = 0.8;
const LEAST: f64 = 0.2;
/// Limits: cuts on the path to a part, and attempts for each part.
const MOST_CUTS: usize = 12;
const MOST_TRIES: usize = 9;
/// Parts of a sweep that ran out of memory although it was predicted to fit.
const PARTS_AFTER_FAILURE: usize = 3;

/// Why a count has no result.
#[derive(Debug)]
pub enum Interrupted {
    Stopped,
    /// No memory was left for the layer after this one.
    OutOfMemory(LayerReport),
    /// A layer could not be saved or loaded, or the result contradicts its bound.
    Failed(Error),
}

/// The results of an earlier run that resumes: the states of each layer, and the cuts that lead to
/// the next part.
pub type PartsDone = (Vec<u64>, Vec<Cut>);

/// One slice of a sweep whose first layers are shared by all slices.
#[derive(Clone, Copy)]
pub struct SharedSlice<'a> {
    /// The slice, from the shared layer on.
    pub part: Part<'a>,
    /// The cut of the shared layer.
    pub cut: Cut,
    /// The files that hold the shared layer.
    pub checkpoint: Option<CheckpointFiles<'a>>,
}

/// The result of a sweep, accumulated over its parts.
pub trait Accumulate<V>: Sized {
    fn empty(&self) -> Self;
    fn add(&mut self, more: Self);
    /// True if the last layer may meet itself part by part.
    fn accepts_parts(&self) -> bool;
    /// Adds the meeting of two layers; none if `pause` stopped it.
    fn meet(
        &mut self,
        meeting: Meeting<'_>,
        layers: [&Layer<'_, V>; 2],
        pause: Pause<'_>,
    ) -> Option<()>;
    /// Loads the results of finished parts: the states of each layer, and the cuts that lead to the
    /// next part.
    fn load(&mut self, _: &CheckpointFiles<'_>) -> Result<Option<PartsDone>, Error> {
        Ok(None)
    }
    /// Saves the results of finished parts.
    fn save(&self, _: &CheckpointFiles<'_>, _: &[u64], _: &[Cut]) -> Result<(), Error> {
        Ok(())
    }
}

pub struct Products<M: Sums> {
    ring: M,
    pub sum: MeetingSum<M::Sum>,
}

impl<M: Sums> Products<M> {
    pub fn of(ring: M) -> Products<M> {
        let value = M::Sum::default();
        Products { ring, sum: MeetingSum { value, bound: 0.0, largest: 0.0, agrees: true } }
    }
}

impl<M: Sums> Products<M> {
    /// The sum, or an error if groups that are images of each other met in different numbers.
    pub fn checked(&self) -> Result<MeetingSum<M::Sum>, Error> {
        if self.sum.agrees {
            return Ok(self.sum);
        }
        let what = "the sums of two groups of states that are images of each other";
        Err(Error::Contradiction { what: what.into() })
    }
}

impl<M: Sums> Accumulate<M::Value> for Products<M> {
    fn empty(&self) -> Products<M> {
        Products::of(self.ring)
    }

    fn add(&mut self, Products { sum, .. }: Products<M>) {
        self.sum = MeetingSum {
            value: self.ring.plus(self.sum.value, sum.value),
            bound: self.sum.bound + sum.bound,
            largest: self.sum.largest.max(sum.largest),
            agrees: self.sum.agrees && sum.agrees,
        };
    }

    fn accepts_parts(&self) -> bool {
        true
    }

    fn meet(
        &mut self,
        meeting: Meeting<'_>,
        [upper, lower]: [&Layer<'_, M::Value>; 2],
        pause: Pause<'_>,
    ) -> Option<()> {
        let (ring, sum) = (self.ring, meeting.run(self.ring, upper, lower, pause)?);
        self.add(Products { ring, sum });
        Some(())
    }

    fn load(&mut self, checkpoint: &CheckpointFiles<'_>) -> Result<Option<PartsDone>, Error> {
        let Some(done) = checkpoint.parts_done::<M::Sum>()? else { return Ok(None) };
        let SweepResult { sum: value, bound, largest, profile } = done.finished;
        self.sum = MeetingSum { value, bound, largest, agrees: true };
        Ok(Some((profile, done.cuts)))
    }

    fn save(
        &self,
        checkpoint: &CheckpointFiles<'_>,
        profile: &[u64],
        cuts: &[Cut],
    ) -> Result<(), Error> {
        let MeetingSum { value, bound, largest, .. } = self.checked()?;
        let profile = profile.to_vec();
        checkpoint.save_parts(&SweepResult { sum: value, bound, largest, profile }, cuts)
    }
}

impl Accumulate<u64> for ByDegrees {
    fn empty(&self) -> ByDegrees {
        ByDegrees { tours: Vec::new(), largest: 0.0 }
    }

    fn add(&mut self, more: ByDegrees) {
        self.tours.extend(more.tours);
        self.largest = self.largest.max(more.largest);
    }

    fn accepts_parts(&self) -> bool {
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

pub struct Executor<'t, 'h, 'w, 'a, R: Ring, G> {
    pub problem: Problem<'a>,
    pub maps: &'a Maps,
    /// The approximate number of states of a part of a layer for each thread.
    pub part_states: u64,
    pub half_executor: HalfExecutor<'w, 'a, R>,
    pub checkpoint: Option<CheckpointFiles<'t>>,
    pub sums: &'t mut G,
    /// The states of finished parts, by layer.
    pub profile: &'t mut Vec<u64>,
    pub on_layer: &'t mut (dyn FnMut(&LayerReport) -> bool + 'h),
    pub report: LayerReport,
    /// The fraction of the memory budget that cuts are planned for.
    pub budget_fraction: f64,
    /// The states of the layers that parts start from.
    pub start_states: u64,
    /// The cuts that lead to the current part.
    pub path: Vec<Cut>,
    /// The cuts of an earlier run that this run repeats, the last one first.
    pub cuts: Vec<Cut>,
}

/// Pairs of a layer and its states.
type LayerStates = Vec<(usize, u64)>;

impl<'t, 'a, R: Ring, G: Accumulate<R::Value>> Executor<'t, '_, '_, 'a, R, G> {
    /// Sweeps a part from its start layer, which stays in memory. The part is swept whole if it
    /// fits; otherwise it is cut.
    pub fn run_part(
        &mut self,
        part: Part<'_>,
        start: &mut StartLayer<'a, R::Value>,
    ) -> Result<(), Interrupted> {
        let problem = self.problem;
        let (mut known, mut full) = (self.cuts.pop(), None);
        for _ in 0..MOST_TRIES {
            let by_rule = || match problem.cut(part, self.budget_fraction) {
                // The prediction said that it fits, and it did not.
                None if full.is_some() => {
                    let cut = problem.cut(part, 0.0);
                    cut.map(|_| PlannedCut { layer: part.start_layer, parts: PARTS_AFTER_FAILURE })
                }
                planned => planned,
            };
            let planned = match known {
                Some(Cut { layer, parts, .. }) => Some(PlannedCut { layer, parts }),
                None => by_rule().filter(|_| self.path.len() < MOST_CUTS),
            };
            let classes = planned.and_then(|planned| problem.classes(part.live, planned.parts));
            let Some((planned, classes)) = planned.zip(classes) else {
                if full.is_some() {
                    break;
                }
                match self.run_whole(part, start) {
                    Err(Interrupted::OutOfMemory(at)) => full = Some(at),
                    done => return done,
                }
                self.shrink_plan(part, start);
                continue;
            };
            let first = known.take().map_or(0, |cut| cut.part);
            if planned.layer == part.start_layer {
                return self.run_parts(part, start, planned, &classes, first);
            }
            let (executor, file) = (self.half_executor, Some(SavedLayer::Shared));
            let (upper, end) = (&part.live.upper, Some(planned.layer));
            match self.sweep_half(executor, upper, start, end, None, file) {
                Ok((Swept { last: mut shared, .. }, layer_states)) => {
                    let own: u64 = layer_states.iter().map(|&(_, states)| states).sum();
                    self.start_states += own;
                    let held =
                        part.held + if part.start_layer > 0 { start.bytes() as f64 } else { 0.0 };
                    let inner = Part { held, ..part };
                    self.run_parts(inner, &mut shared, planned, &classes, first)?;
                    self.half_executor.pool.recycle(shared.layer.blocks);
                    self.start_states -= own;
                    self.add_states(0, &layer_states);
                    return Ok(());
                }
                Err(Interrupted::OutOfMemory(at)) => {
                    full = Some(at);
                    self.shrink_plan(part, start);
                }
                Err(other) => return Err(other),
            }
        }
        Err(Interrupted::OutOfMemory(full.unwrap_or_default()))
    }

    /// Sweeps one slice, from the shared layer, which an earlier unit may have saved.
    pub fn run_shared_slice(
        &mut self,
        whole: Part<'_>,
        start: &mut StartLayer<'a, R::Value>,
        SharedSlice { part, cut, checkpoint }: SharedSlice<'t>,
    ) -> Result<(), Interrupted> {
        self.cuts.pop();
        if cut.layer == 0 {
            self.path.push(cut);
            return self.run_part(part, start);
        }
        let own = std::mem::replace(&mut self.checkpoint, checkpoint);
        if let Some(checkpoint) = checkpoint {
            // The shared layer of another prime is deleted first.
            let (half, steps) = (checkpoint.half(0, &[]), self.problem.plan.upper.last());
            let found =
                [SavedLayer::Shared, SavedLayer::Current].map(|file| half.find(file, steps));
            if let [Ok(None), Ok(None)] = found {
                checkpoint.clear_shared().map_err(Interrupted::Failed)?;
            }
        }
        let (half_executor, file) = (self.half_executor, Some(SavedLayer::Shared));
        let swept =
            self.sweep_half(half_executor, &whole.live.upper, start, Some(cut.layer), None, file);
        self.checkpoint = own;
        let (Swept { last: mut shared, .. }, layer_states) = swept?;
        self.add_states(0, &layer_states);
        self.path.push(cut);
        self.run_part(part, &mut shared)
    }

    /// Lowers the planned fraction of the budget, and frees the memory of the unfinished part.
    fn shrink_plan(&mut self, part: Part<'_>, start: &StartLayer<'a, R::Value>) {
        self.half_executor.pool.keep(part.held as u64 + start.bytes());
        // A worker that ran out of memory may have left numbers in its array.
        self.half_executor.idle.borrow_mut().clear();
        self.budget_fraction = (self.budget_fraction * SHRINK).max(LEAST);
    }

    /// Sweeps the parts of a cut, one after the other.
    fn run_parts(
        &mut self,
        part: Part<'_>,
        start: &mut StartLayer<'a, R::Value>,
        PlannedCut { layer, parts }: PlannedCut,
        classes: &Partition,
        first: usize,
    ) -> Result<(), Interrupted> {
        let problem = self.problem;
        let (count, parent_bytes) = (classes.count(), problem.needed(part));
        for class in first..count {
            let mut quiet = || (self.on_layer)(&self.report);
            let live = problem.live(part.live, classes, class, layer, &mut quiet);
            let live = live.ok_or(Interrupted::Stopped)?;
            let forecasts = Forecasts::new(problem.plan, &live, Some((part.forecasts, layer)));
            self.path.push(Cut { layer, parts, part: class });
            let (held, on_disk) = (part.held, part.on_disk && layer == part.start_layer);
            let own = Part {
                live: &live,
                forecasts: &forecasts,
                start_layer: layer,
                on_disk,
                held,
                parent_bytes,
            };
            self.run_part(own, start)?;
            if let Some(checkpoint) = self.checkpoint.filter(|_| class + 1 < count) {
                self.path.last_mut().expect("the cut was pushed").part += 1;
                self.sums
                    .save(&checkpoint, self.profile, &self.path)
                    .map_err(Interrupted::Failed)?;
            }
            self.path.pop();
        }
        Ok(())
    }

    /// Sweeps a whole part and adds its meeting. If the last layer meets itself and is not needed
    /// afterwards, each part of that layer meets itself while it is in memory.
    fn run_whole(
        &mut self,
        part: Part<'_>,
        start: &mut StartLayer<'a, R::Value>,
    ) -> Result<(), Interrupted> {
        let Executor { problem, maps, part_states, .. } = *self;
        let (plan, half_executor, live) = (problem.plan, self.half_executor, part.live);
        let (within, thread_pool) = (None, problem.thread_pool);
        let meeting = Meeting { plan, live: &live.meeting, maps, thread_pool, within };
        let mut own = self.sums.empty();
        if half_executor.interface.is_some() {
            let mut itself = |layer: &Layer<'_, R::Value>, within: Class<'_>, pause: Pause<'_>| {
                let meeting = Meeting { within: Some(within), ..meeting };
                own.meet(meeting, [layer, layer], pause).is_some()
            };
            let meet = Some(Meet { each: &mut itself });
            let (_, layer_states) =
                self.sweep_half(half_executor, &live.upper, start, None, meet, None)?;
            self.sums.add(own);
            self.add_states(0, &layer_states);
            return Ok(());
        }
        let file = Some(SavedLayer::Last);
        let (up, layer_states) =
            self.sweep_half(half_executor, &live.upper, start, None, None, file)?;
        let (mut low, mut lower_states, mut blocks) = (up.kept, LayerStates::new(), Vec::new());
        if let Some((half, live)) = plan.lower.as_ref().zip(live.lower.as_ref()) {
            let mirror_maps = MirrorMaps::of(half.mirrored(), half.slots);
            let sweep = HalfSweep { plan: half, maps, thread_pool, part_states };
            let half_executor = HalfExecutor {
                sweep,
                half: 1,
                mirror_maps: &mirror_maps,
                keep: None,
                interface: None,
                ..half_executor
            };
            let first = half_executor.first(live).map_err(|failed| self.interrupted(failed, 0));
            let (below, layer_states) =
                self.sweep_half(half_executor, live, &mut first?, None, None, file)?;
            (low, lower_states) = (Some(below.last.layer), layer_states);
        }
        let upper = up.last.layer;
        let mut pause = || (self.on_layer)(&self.report);
        let sum = own.meet(meeting, [&upper, low.as_ref().unwrap_or(&upper)], &mut pause);
        sum.ok_or(Interrupted::Stopped)?;
        blocks.extend(upper.blocks);
        blocks.extend(low.into_iter().flat_map(|layer| layer.blocks));
        half_executor.pool.recycle(blocks);
        self.sums.add(own);
        self.add_states(0, &layer_states);
        self.add_states(plan.upper.last(), &lower_states);
        Ok(())
    }

    /// Sweeps from a start layer, which stays in memory, to layer `until` or to the end. It resumes
    /// from the layers that an earlier run saved. The last layer may be saved as `file`.
    fn sweep_half<'l>(
        &mut self,
        half_executor: HalfExecutor<'_, 'l, R>,
        live: &[Packed],
        start: &mut StartLayer<'l, R::Value>,
        until: Option<usize>,
        meet: Option<Meet<'_, R::Value>>,
        file: Option<SavedLayer>,
    ) -> Result<(Swept<'l, R::Value>, LayerStates), Interrupted> {
        let offset = half_executor.half * self.problem.plan.upper.last();
        let so_far = self.profile.iter().sum::<u64>() + self.start_states;
        let (mut made, pool, report) = (0, half_executor.pool, &mut self.report);
        let mut on_progress = |layer: usize, states: Option<u64>| {
            (report.layer, report.bytes) = (offset + layer, pool.bytes());
            if let Some(states) = states {
                report.layer += 1;
                report.states = states;
                made += states;
            }
            report.states_so_far = so_far + made;
            (self.on_layer)(report)
        };
        let checkpoint =
            self.checkpoint.map(|checkpoint| checkpoint.half(half_executor.half, &self.path));
        let mut save_policy = SavePolicy::new(checkpoint, &mut on_progress);
        let swept = half_executor.run_or_resume(live, start, until, meet, file, &mut save_policy);
        let layer_states = save_policy.layer_states();
        match swept {
            Ok(swept) => Ok((swept, layer_states)),
            Err(failed) => Err(self.interrupted(failed, offset)),
        }
    }

    fn add_states(&mut self, offset: usize, layer_states: &[(usize, u64)]) {
        for &(layer, states) in layer_states {
            self.profile.resize(self.profile.len().max(offset + layer + 1), 0);
            self.profile[offset + layer] += states;
        }
    }

    fn interrupted(&self, failure: Failure, offset: usize) -> Interrupted {
        let Failure { why: unfinished, layer, states } = failure;
        let (layer, layers) = (offset + layer, self.report.layers);
        match unfinished {
            Unfinished::Stopped => Interrupted::Stopped,
            Unfinished::Failed(error) => Interrupted::Failed(error),
            Unfinished::OutOfMemory => Interrupted::OutOfMemory(LayerReport {
                layer,
                layers,
                states,
                ..Default::default()
            }),
        }
    }
}
