//! `Stage`: several steps that run on one part of a layer before the next part.
//!
//! A part of the first layer is freed after its first step, and layers within a stage exist one
//! part at a time. So layers without a mirror, which are the larger ones, are never complete in
//! memory.

use std::ops::Range;

use super::disk::{Place, SavePolicy, SavedLayer, SpillFiles, SpillWhen};
use super::expand::{Expansion, Interrupted, outlines};
use super::layer::{BlockPool, Form};
use super::layer::{Layer, Span};
use super::partition::{Class, Partition};
use super::ring::Ring;
use super::worker::{IdleWorkers, Worker, Workers};
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::machine::{Pause, ThreadPool};
use crate::tours::halves::matching::{Maps, MirrorMaps};
use crate::tours::halves::plan::{HalfPlan, Interface};

/// The approximate ratio of a stage's largest layer to the first layer of the stage before.
const GROWTH: u64 = 2;

/// The default number of states of a part for each thread. In each part a thread leaves a few
/// blocks partly filled.
pub const PART_STATES: u64 = 1 << 20;

/// Receives each part of the last layer while it is in memory, so that it can meet itself.
pub type MeetPart<'m, V> =
    &'m mut dyn FnMut(&Layer<'_, V>, Class<'_>, Pause<'_>) -> Result<(), Interrupted>;

/// The steps that run on each part.
#[derive(Clone, Debug)]
pub struct Stage {
    /// At least one step, unless the half is at its end.
    pub steps: Range<usize>,
    /// The parts: classes of the first layer, the last one and all layers in between.
    pub partition: Partition,
    /// The requested number of parts.
    pub wanted: u64,
}

impl Stage {
    /// The number of parts of a stage, from the states at the start of the stage before and the
    /// states of a part for each thread.
    pub fn wanted(states: u64, part_states: u64, threads: usize) -> u64 {
        // A predicted number of states may be larger than any integer.
        GROWTH.saturating_mul(states) / (part_states * threads as u64)
    }

    /// The stage from layer `first` on, with about `wanted` parts; see [`Stage::wanted`].
    pub fn new(
        half: &HalfPlan,
        live: &[Packed],
        first: usize,
        keep: Option<usize>,
        interface: Option<&Interface>,
        wanted: u64,
    ) -> Stage {
        let steps = half.stage(first, keep);
        if wanted < 2 || steps.is_empty() {
            return Stage { steps, partition: Partition::whole(), wanted };
        }
        let partition = |steps: &Range<usize>| {
            let live = &live[steps.start];
            let interface = interface.filter(|_| steps.end == half.last());
            Partition::of_stage(half, steps.clone(), interface, live, wanted as usize)
        };
        let all = partition(&steps);
        if all.count() > 1 || steps.len() == 1 {
            return Stage { steps, partition: all, wanted };
        }
        let one = first..first + 1;
        Stage { partition: partition(&one), steps: one, wanted }
    }

    /// The fraction of a layer's matchings that the largest part has.
    pub fn largest_fraction(&self, half: &HalfPlan, live: &[Packed], layer: usize) -> f64 {
        self.partition.largest_of(half, layer, &live[layer])
    }
}

struct StageRun<'s, 'a, R: Ring> {
    executor: HalfExecutor<'s, 'a, R>,
    live: &'s [Packed],
    stage: &'s Stage,
    /// The partition of the next stage.
    next: &'s Partition,
    /// Where layers are spilled to.
    spill_files: Option<SpillFiles<'s>>,
    /// The states of the layer before.
    states: u64,
}

impl<'a, R: Ring> StageRun<'_, 'a, R> {
    /// The layers after each step. Only the last one keeps its states, and the first one if
    /// `is_kept` is true.
    fn run(
        self,
        first: &mut Layer<'a, R::Value>,
        is_kept: bool,
        mut meet: Option<MeetPart<'_, R::Value>>,
        pause: Pause<'_>,
    ) -> Result<Vec<Layer<'a, R::Value>>, Interrupted> {
        let HalfExecutor { plan, maps, thread_pool, ring, pool, idle, .. } = self.executor;
        let Stage { steps, partition, .. } = self.stage;
        let layer = |step| self.executor.layer(self.live, step + 1);
        let mut layers: Vec<Layer<'a, R::Value>> = steps.clone().map(layer).collect();
        let (whole, mut last) = (Partition::whole(), Workers::new(idle));
        let outlined = layers.iter().map(|layer| outlines(layer, partition, thread_pool, pause));
        let outlines: Option<Vec<_>> = outlined.collect();
        let outlines = outlines.ok_or(Interrupted::Stopped)?;
        let mut spilled = Vec::new();
        for part in 0..partition.count() {
            let within = Class { partition, number: part };
            // Of a layer that stays, only what comes from files is released again.
            let stays = if is_kept { first.in_memory(part) } else { Vec::new() };
            if first.is_spilled(part) {
                let spill_files = self.spill_files.as_ref().expect("the part was spilled");
                let loaded = spill_files.load_part(steps.start, within, first, ring, pool);
                loaded.map_err(|why| why.at(steps.start, self.states))?;
                if !is_kept {
                    spill_files.remove_part(steps.start, part, first)?;
                }
            }
            for step in steps.clone() {
                let at = step - steps.start;
                let (before, after) = layers.split_at_mut(at);
                let (from, to) = (before.last_mut().unwrap_or(&mut *first), &mut after[0]);
                let (is_end, is_last) = (step + 1 == steps.end, meet.is_none());
                let mirror_maps = self.executor.mirror_maps;
                let expansion = Expansion {
                    ring,
                    step: &plan.steps[step],
                    maps,
                    mirror_maps: from
                        .mirror()
                        .and_then(|mirror| MirrorMaps::for_mirror(mirror_maps, mirror)),
                    pool,
                    thread_pool,
                    next: if is_end && is_last { self.next } else { &whole },
                };
                let (mut own, states) = (Workers::new(idle), to.states);
                let pieces = &outlines[at];
                let workers = if is_end { &mut last } else { &mut own };
                let mut done = expansion.run(from, to, within, pieces, workers, pause);
                if let (Err(Interrupted::OutOfMemory { .. }), Some(spill_files), true) =
                    (&done, &self.spill_files, is_last)
                {
                    // What is made of the last layer goes to disk, and the step starts again.
                    pool.recycle(std::mem::replace(&mut own, Workers::new(idle)).done());
                    idle.borrow_mut().clear();
                    let when = SpillWhen::MemoryIsFull;
                    if spill_files.spill(steps.end, &mut spilled, &mut last, pool, when)? {
                        to.states = states;
                        let workers = if is_end { &mut last } else { &mut own };
                        done = expansion.run(from, to, within, pieces, workers, pause);
                    }
                }
                if done.is_err() && at == 0 && is_kept {
                    // A retry loads the part again.
                    pool.recycle(from.take_blocks(part, &stays));
                }
                done.map_err(|why| why.at(step, self.states))?;
                to.blocks = own.done();
                match at {
                    0 if from.is_spilled(part) || !is_kept => {
                        pool.recycle(from.take_blocks(part, &stays))
                    }
                    0 => {}
                    _ => pool.recycle(from.blocks.drain(..)),
                }
            }
            if let Some(meet) = &mut meet {
                let to = layers.last_mut().expect("a stage has a step");
                to.blocks = std::mem::replace(&mut last, Workers::new(idle)).done();
                meet(to, within, pause)?;
                pool.recycle(to.blocks.drain(..));
            } else if let Some(spill_files) = self.spill_files {
                let when = match part + 1 == partition.count() {
                    true => SpillWhen::LayerEnds,
                    false => SpillWhen::PartEnds,
                };
                spill_files.spill(steps.end, &mut spilled, &mut last, pool, when)?;
            }
            pool.tidy();
        }
        idle.borrow_mut().iter_mut().for_each(Worker::trim);
        if let Some(layer) = layers.last_mut().filter(|_| meet.is_none()) {
            (layer.blocks, layer.spilled) = (last.done(), spilled);
            layer.file_key =
                self.spill_files.map(|spill_files| spill_files.file_key()).unwrap_or_default();
        }
        Ok(layers)
    }
}

/// A layer that a sweep continues from, and the next stage.
#[derive(Debug)]
pub struct StartLayer<'a, V> {
    /// The layer, stored by the parts of the stage.
    pub layer: Layer<'a, V>,
    pub stage: Stage,
}

impl<V> StartLayer<'_, V> {
    pub fn at(&self) -> usize {
        self.stage.steps.start
    }

    pub fn bytes(&self) -> u64 {
        self.layer.blocks.iter().map(|block| block.room()).sum()
    }
}

#[derive(Debug)]
pub struct Swept<'a, V> {
    pub last: StartLayer<'a, V>,
    /// The earlier layer that was to be kept.
    pub kept: Option<Layer<'a, V>>,
}

/// Sweeps one half.
#[derive(Clone, Copy)]
pub struct HalfExecutor<'w, 'a, R: Ring> {
    pub plan: &'a HalfPlan,
    pub maps: &'a Maps,
    pub thread_pool: ThreadPool,
    /// The approximate number of states of a part for each thread.
    pub part_states: u64,
    /// 0 for the upper half, 1 for the lower one.
    pub half: usize,
    pub ring: R,
    pub pool: &'w BlockPool<R::Value>,
    /// The permutations by the mirrors.
    pub mirror_maps: &'w [MirrorMaps<'a>],
    /// The workers of earlier stages.
    pub idle: &'w IdleWorkers<R::Value>,
    /// A layer that ends a stage and is kept.
    pub keep: Option<usize>,
    /// The interface, if the last layer meets itself part by part.
    pub interface: Option<&'w Interface>,
}

impl<'a, R: Ring> HalfExecutor<'_, 'a, R> {
    /// The first layer: the state without paths, or nothing if no tour is possible.
    pub fn first(self, live: &[Packed]) -> Result<StartLayer<'a, R::Value>, Interrupted> {
        let mut layer = self.layer(live, 0);
        if layer.index.count() > 0 {
            let mut block = self.pool.take(Form::Sparse, 1).ok_or(Interrupted::FULL)?;
            block.ranks.push(0);
            block.numbers.push(R::ONE);
            layer.blocks = vec![block];
            layer.spans[0] = Span { block: 0, start: 0, len: 1, bound: 1.0 }.packed();
            layer.states = 1;
        }
        Ok(StartLayer { layer, stage: self.stage(live, 0, 1) })
    }

    fn layer(self, live: &[Packed], layer: usize) -> Layer<'a, R::Value> {
        let mirror = self.plan.mirrors[layer].as_ref();
        Layer::new(&live[layer], self.plan.numbers(layer), mirror)
    }

    /// The stage from a layer on, with about `wanted` parts.
    fn stage(self, live: &[Packed], at: usize, wanted: u64) -> Stage {
        Stage::new(self.plan, live, at, self.keep, self.interface, wanted)
    }

    /// The layer saved in a file, unless it is after layer `end`.
    fn load_saved(
        self,
        live: &[Packed],
        file: SavedLayer,
        end: usize,
        save_policy: &mut SavePolicy<'_, '_>,
    ) -> Result<Option<StartLayer<'a, R::Value>>, Interrupted> {
        let Some(checkpoint) = save_policy.checkpoint else { return Ok(None) };
        let found = checkpoint.find(file, self.plan.last())?;
        let Some(found) = found.filter(|found| found.layer <= end) else { return Ok(None) };
        let stage = self.stage(live, found.layer, found.wanted);
        let layer = self.layer(live, found.layer);
        let (ring, pool, parts) = (self.ring, self.pool, Some(&stage.partition));
        let layer = checkpoint.load(file, &found, ring, pool, layer, parts)?;
        match save_policy.resume(&found) {
            true => Ok(Some(StartLayer { layer, stage })),
            false => Err(Interrupted::Stopped),
        }
    }

    fn load_kept(
        self,
        live: &[Packed],
        at: usize,
        save_policy: &SavePolicy<'_, '_>,
    ) -> Result<Option<Layer<'a, R::Value>>, Interrupted> {
        let kept = self.keep.filter(|&keep| keep < at).zip(save_policy.checkpoint);
        let Some((keep, checkpoint)) = kept else { return Ok(None) };
        let found = checkpoint.find(SavedLayer::Kept, self.plan.last())?;
        let found = found.filter(|found| found.layer == keep);
        let found = found.ok_or_else(|| checkpoint.missing(SavedLayer::Kept))?;
        let (layer, ring, pool) = (self.layer(live, keep), self.ring, self.pool);
        checkpoint.load(SavedLayer::Kept, &found, ring, pool, layer, None).map(Some)
    }

    /// Sweeps from a layer to a later one, or to the last. The sweep resumes from the layers that
    /// an earlier run saved. The final layer is saved in `file`, if given.
    pub fn run_or_resume(
        self,
        live: &[Packed],
        start: &mut StartLayer<'a, R::Value>,
        until: Option<usize>,
        meet: Option<MeetPart<'_, R::Value>>,
        file: Option<SavedLayer>,
        save_policy: &mut SavePolicy<'_, '_>,
    ) -> Result<Swept<'a, R::Value>, Interrupted> {
        let end = until.unwrap_or(self.plan.last());
        if let Some(file) = file
            && let Some(last) = self.load_saved(live, file, end, save_policy)?
        {
            let kept = self.load_kept(live, end, save_policy)?;
            // A run that was killed may have left files of earlier layers.
            if let Some(spill_files) = save_policy.spill_files(self.thread_pool, Place::Disk) {
                spill_files.clear(last.at())?;
            }
            return Ok(Swept { last, kept });
        }
        let swept = match self.load_saved(live, SavedLayer::Current, end, save_policy)? {
            Some(mut start) => {
                let kept = self.load_kept(live, start.at(), save_policy)?;
                match start.at() < end {
                    true => {
                        let swept = self.run(live, &mut start, until, meet, save_policy)?;
                        Swept { kept: swept.kept.or(kept), ..swept }
                    }
                    // An earlier attempt that had no end here saved it.
                    false => Swept { last: start, kept },
                }
            }
            None => self.run(live, start, until, meet, save_policy)?,
        };
        if let Some(file) = file {
            let Stage { steps, wanted, .. } = &swept.last.stage;
            let is_saved = save_policy.save(file, steps.start, *wanted, &swept.last.layer)?;
            let spill_files = save_policy.spill_files(self.thread_pool, Place::Disk);
            if let Some(spill_files) = spill_files.filter(|_| is_saved) {
                spill_files.clear(steps.start)?;
            }
        }
        Ok(swept)
    }

    /// Sweeps from a layer, which stays in memory, to a later one, or to the last.
    pub fn run(
        self,
        live: &[Packed],
        start: &mut StartLayer<'a, R::Value>,
        until: Option<usize>,
        mut meet: Option<MeetPart<'_, R::Value>>,
        save_policy: &mut SavePolicy<'_, '_>,
    ) -> Result<Swept<'a, R::Value>, Interrupted> {
        let HalfExecutor { plan, thread_pool, part_states, keep, .. } = self;
        let until = until.unwrap_or(plan.last());
        let (mut made, mut kept, mut states) = (None, None, start.layer.states);
        loop {
            let is_start = made.is_none();
            let StartLayer { layer: now, stage } = made.as_mut().unwrap_or(start);
            let first = stage.steps.start;
            if first >= until {
                break;
            }
            let wanted = Stage::wanted(states, part_states, thread_pool.threads);
            let next = self.stage(live, stage.steps.end, wanted);
            let is_kept = keep == Some(first) || is_start;
            let is_end = next.steps.start >= until;
            // A layer that meets another as a whole, or that is kept, must stay in memory.
            let place = match () {
                () if next.steps.is_empty() || keep == Some(next.steps.start) => Place::Memory,
                () if is_end => Place::Disk,
                () => Place::Both,
            };
            let spill_files = save_policy.spill_files(thread_pool, place);
            let parts = &next.partition;
            let stage_run =
                StageRun { executor: self, live, stage, next: parts, spill_files, states };
            let meet = match &mut meet {
                Some(meet) if next.steps.is_empty() => Some(&mut **meet as MeetPart<'_, R::Value>),
                _ => None,
            };
            let mut layers =
                stage_run.run(now, is_kept, meet, &mut || save_policy.report(first, None))?;
            for (at, layer) in layers.iter().enumerate() {
                states = layer.states;
                if !save_policy.report(first + at, Some(states)) {
                    return Err(Interrupted::Stopped);
                }
            }
            let layer = layers.pop().expect("a stage has a step");
            if !is_end {
                let (at, current) = (next.steps.start, SavedLayer::Current);
                let is_saved = save_policy.save(current, at, next.wanted, &layer)?;
                if let Some(spill_files) = spill_files.filter(|_| is_saved) {
                    spill_files.clear(at)?;
                }
            }
            let before = made.replace(StartLayer { layer, stage: next });
            if keep == Some(first)
                && let Some(before) = before
            {
                save_policy.save(SavedLayer::Kept, first, 0, &before.layer)?;
                kept = Some(before.layer);
            }
        }
        let last = made.expect("the start layer is before the last");
        Ok(Swept { last, kept })
    }
}
