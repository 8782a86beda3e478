//! `Executor`: runs one sweep and cuts it into parts where the schedule says so.

use super::degrees::Packed;
use super::forecast::Forecasts;
use super::matching::MirrorMaps;
use super::meeting::Meeting;
use super::schedule::{Part, Problem};
use super::sweep::{
    CheckpointFiles, Class, Cut, HalfExecutor, Interrupted, Layer, MeetPart, MeetingSum, Partition,
    Pause, Ring, SavePolicy, SavedLayer, StartLayer, Sums, SweepResult, Swept,
};
use crate::error::Error;
use crate::method::LayerReport;

/// After a part ran out of memory or disk, the planned fraction of both is multiplied by `SHRINK`,
/// down to `LEAST`.
const SHRINK: f64 = 0.8;
const LEAST: f64 = 0.2;
/// Limits: cuts on the path to a part, and attempts for each part.
const MOST_CUTS: usize = 12;
const MOST_TRIES: usize = 9;
/// Parts of a sweep that ran out of memory or disk although it was predicted to fit.
const PARTS_AFTER_FAILURE: usize = 3;

/// One slice of a sweep whose first layers are shared by all slices.
#[derive(Clone, Copy)]
pub struct SharedSlice<'a> {
    /// The slice, from the shared layer on.
    pub part: Part<'a>,
    pub cut: Cut,
    pub checkpoint: Option<CheckpointFiles<'a>>,
}

pub struct Executor<'t, 'h, 'w, 'a, R: Ring, M: Sums> {
    pub problem: Problem<'a>,
    pub half_executor: HalfExecutor<'w, 'a, R>,
    pub checkpoint: Option<CheckpointFiles<'t>>,
    pub meeting_ring: M,
    /// True to give the sum of each of the degrees that meet.
    pub each: bool,
    /// The sum over the finished parts, and their states by layer.
    pub done: SweepResult<M::Sum>,
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

impl<'t, 'a, R: Ring, M: Sums<Value = R::Value>> Executor<'t, '_, '_, 'a, R, M> {
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
                    let (layer, parts) = (part.start_layer, PARTS_AFTER_FAILURE);
                    Some(Cut { layer, parts, part: 0 })
                }
                planned => planned,
            };
            let planned =
                known.take().or_else(|| by_rule().filter(|_| self.path.len() < MOST_CUTS));
            let classes = planned.and_then(|planned| problem.classes(part.live, planned.parts));
            let Some((planned, classes)) = planned.zip(classes) else {
                if full.is_some() {
                    break;
                }
                match self.run_whole(part, start) {
                    Err(why) if self.is_short(&why) => full = Some(why),
                    done => return done,
                }
                self.shrink_plan(part, start)?;
                continue;
            };
            if planned.layer == part.start_layer {
                return self.run_parts(part, start, planned, &classes);
            }
            let (executor, file) = (self.half_executor, Some(SavedLayer::Shared));
            let (upper, end) = (&part.live.upper, Some(planned.layer));
            match self.sweep_half(executor, upper, start, end, None, file) {
                Ok((Swept { last: mut shared, .. }, layer_states)) => {
                    let own: u64 = layer_states.iter().map(|&(_, states)| states).sum();
                    self.start_states += own;
                    let held = part.held + start.bytes() as f64;
                    let inner = Part { held, ..problem.keeping_start(part) };
                    self.run_parts(inner, &mut shared, planned, &classes)?;
                    self.half_executor.pool.recycle(shared.layer.blocks);
                    if let Some(checkpoint) = self.checkpoint {
                        checkpoint.half(0, &self.path).forget_start()?;
                    }
                    self.start_states -= own;
                    self.add_states(0, &layer_states);
                    return Ok(());
                }
                Err(why) if self.is_short(&why) => {
                    full = Some(why);
                    self.shrink_plan(part, start)?;
                }
                Err(other) => return Err(other),
            }
        }
        Err(full.unwrap_or(Interrupted::FULL))
    }

    /// Sweeps one slice, from the shared layer, which an earlier unit may have saved.
    pub fn run_shared_slice(
        &mut self,
        whole: Part<'_>,
        start: &mut StartLayer<'a, R::Value>,
        SharedSlice { part, cut, checkpoint }: SharedSlice<'t>,
    ) -> Result<(), Interrupted> {
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
                checkpoint.clear_shared()?;
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

    /// True if smaller parts may fit. On disk they may if no run resumes from the files of a part
    /// that did not fit.
    fn is_short(&self, why: &Interrupted) -> bool {
        match why {
            Interrupted::OutOfMemory { .. } => true,
            Interrupted::Failed(error) => {
                error.is_disk_full() && self.checkpoint.is_some_and(|files| files.shares)
            }
            Interrupted::Stopped => false,
        }
    }

    /// Lowers the planned fraction of the budget, and frees the memory of the unfinished part, and
    /// its disk if no run resumes from there.
    fn shrink_plan(
        &mut self,
        part: Part<'_>,
        start: &StartLayer<'a, R::Value>,
    ) -> Result<(), Error> {
        self.half_executor.pool.keep(part.held as u64 + start.bytes());
        // A worker that did not finish may have left numbers in its array.
        self.half_executor.idle.borrow_mut().clear();
        self.budget_fraction = (self.budget_fraction * SHRINK).max(LEAST);
        match self.checkpoint.filter(|files| files.shares) {
            Some(checkpoint) => checkpoint.half(0, &self.path).forget_start(),
            None => Ok(()),
        }
    }

    /// Sweeps the parts of a cut, one after the other.
    fn run_parts(
        &mut self,
        part: Part<'_>,
        start: &mut StartLayer<'a, R::Value>,
        Cut { layer, parts, part: first }: Cut,
        classes: &Partition,
    ) -> Result<(), Interrupted> {
        let problem = self.problem;
        let (count, parent) = (classes.count(), Some(problem.estimate(part, None)));
        for class in first..count {
            let mut quiet = || (self.on_layer)(&self.report);
            let live = problem.live(part.live, classes, class, layer, &mut quiet);
            let live = live.ok_or(Interrupted::Stopped)?;
            let forecasts = Forecasts::new(problem.plan, &live, Some((part.forecasts, layer)));
            // The budget for states excludes the sets of the whole, not those of the parts.
            let (pool, sets) = (self.half_executor.pool, live.bytes() as u64);
            pool.charge(sets);
            self.path.push(Cut { layer, parts, part: class });
            let held = part.held + sets as f64;
            let own = Part { parent, held, ..part.starting_at(layer, &live, &forecasts) };
            self.run_part(own, start)?;
            pool.uncount(sets);
            let checkpoint = self.checkpoint.filter(|files| !files.shares && class + 1 < count);
            if let Some(checkpoint) = checkpoint {
                self.path.last_mut().expect("the cut was pushed").part += 1;
                checkpoint.save_parts(&self.done, &self.path)?;
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
        let Executor { half_executor, meeting_ring, each, .. } = *self;
        let (Problem { plan, maps, thread_pool, .. }, live) = (self.problem, part.live);
        let meeting = Meeting { plan, live: &live.meeting, maps, thread_pool, within: None, each };
        if half_executor.interface.is_some() {
            let mut own = MeetingSum::default();
            let mut itself = |layer: &Layer<'_, R::Value>, within: Class<'_>, pause: Pause<'_>| {
                let meeting = Meeting { within: Some(within), ..meeting };
                own.add(meeting_ring, meeting.run(meeting_ring, [layer, layer], pause)?);
                Ok(())
            };
            let (_, layer_states) =
                self.sweep_half(half_executor, &live.upper, start, None, Some(&mut itself), None)?;
            self.done.sum.add(meeting_ring, own);
            self.add_states(0, &layer_states);
            return Ok(());
        }
        let file = Some(SavedLayer::Last);
        let (up, layer_states) =
            self.sweep_half(half_executor, &live.upper, start, None, None, file)?;
        let (mut low, mut lower_states, mut blocks) = (up.kept, LayerStates::new(), Vec::new());
        if let Some((plan, live)) = plan.lower.as_ref().zip(live.lower.as_ref()) {
            let mirror_maps = &MirrorMaps::of(plan.mirrored(), plan.slots);
            let (keep, interface) = (None, None);
            let half_executor =
                HalfExecutor { plan, half: 1, mirror_maps, keep, interface, ..half_executor };
            let mut first = half_executor.first(live)?;
            let (below, layer_states) =
                self.sweep_half(half_executor, live, &mut first, None, None, file)?;
            (low, lower_states) = (Some(below.last.layer), layer_states);
        }
        let upper = up.last.layer;
        let mut pause = || (self.on_layer)(&self.report);
        let layers = [&upper, low.as_ref().unwrap_or(&upper)];
        let own = meeting.run(meeting_ring, layers, &mut pause)?;
        blocks.extend(upper.blocks);
        blocks.extend(low.into_iter().flat_map(|layer| layer.blocks));
        half_executor.pool.recycle(blocks);
        self.done.sum.add(meeting_ring, own);
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
        meet: Option<MeetPart<'_, R::Value>>,
        file: Option<SavedLayer>,
    ) -> Result<(Swept<'l, R::Value>, LayerStates), Interrupted> {
        let offset = half_executor.half * self.problem.plan.upper.last();
        let so_far = self.done.profile.iter().sum::<u64>() + self.start_states;
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
            Err(Interrupted::OutOfMemory { layer, states }) => {
                Err(Interrupted::OutOfMemory { layer: offset + layer, states })
            }
            Err(why) => Err(why),
        }
    }

    fn add_states(&mut self, offset: usize, layer_states: &[(usize, u64)]) {
        let profile = &mut self.done.profile;
        for &(layer, states) in layer_states {
            profile.resize(profile.len().max(offset + layer + 1), 0);
            profile[offset + layer] += states;
        }
    }
}
