//! `Stage`: some steps that are done with a part of a layer before the next part's turn.
//!
//! A part of the first layer is given back when the step after it is done, and layers within a
//! stage are only ever there in part: so those that no mirror halves are never whole.

use std::ops::Range;

use super::block::{Form, Pool};
use super::crew::{Crew, Pause};
use super::disk::{Depot, Record, Saved, Spot};
use super::expand::{Expansion, Portion, Unfinished, outlines};
use super::layer::{Layer, Span};
use super::partition::{Class, Partition};
use super::ring::Ring;
use super::worker::{Rested, Worker, Workers};
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::matching::{Maps, Turns};
use crate::tours::halves::plan::{HalfPlan, Joint};

/// States of the largest layer of a stage for each that the stage before began with, about.
const GROWTH: u64 = 2;

/// A half that is to be swept.
#[derive(Clone, Copy, Debug)]
pub struct HalfSweep<'a> {
    /// Its steps.
    pub plan: &'a HalfPlan,
    /// Acts as tables.
    pub maps: &'a Maps,
    /// The threads.
    pub crew: Crew,
    /// States of a part for each thread, about, where layers are swept in parts.
    pub part_states: u64,
}

/// States of a part for each thread unless it is to be otherwise: a part leaves a few blocks of
/// each thread unfilled.
pub const PART_STATES: u64 = 1 << 20;

impl<'a> HalfSweep<'a> {
    /// About how many parts a stage should have, by the states that the one before it began with.
    pub fn wanted(&self, states: u64) -> u64 {
        wanted(states, self.part_states, self.crew.threads)
    }

    /// A layer of these live degrees, by layer, without states.
    pub fn layer<V>(&self, live: &[Packed], layer: usize) -> Layer<'a, V> {
        let mirror = self.plan.mirrors[layer].as_ref();
        Layer::new(&live[layer], self.plan.numbers(layer), mirror)
    }
}

/// About how many parts a stage should have, by the states that the one before it began with, with
/// parts of so many states for each thread.
fn wanted(states: u64, part_states: u64, threads: usize) -> u64 {
    // What is expected may be more than any number holds.
    GROWTH.saturating_mul(states) / (part_states * threads as u64)
}

/// Who meets the last layer, a part after the other.
pub struct Meet<'m, V> {
    /// Meets a part while it is there; false ends the sweep.
    pub each: MeetPart<'m, V>,
}

type MeetPart<'m, V> = &'m mut dyn FnMut(&Layer<'_, V>, Class<'_>, Pause<'_>) -> bool;

/// What is done at a time.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The steps, one at least unless the half is at its end.
    pub steps: Range<usize>,
    /// What all layers are parted in, from before the first step to behind the last.
    pub partition: Partition,
    /// About how many parts were wanted.
    pub wanted: u64,
}

impl Stage {
    /// From a layer on, of about so many parts: see [`HalfSweep::wanted`].
    pub fn new(
        (half, live): (&HalfPlan, &[Packed]),
        first: usize,
        keep: Option<usize>,
        joint: Option<&Joint>,
        wanted: u64,
    ) -> Stage {
        let steps = half.stage(first, keep);
        if wanted < 2 || steps.is_empty() {
            return Stage { steps, partition: Partition::whole(), wanted };
        }
        let partition = |steps: &Range<usize>| {
            let live = &live[steps.start];
            let joint = joint.filter(|_| steps.end == half.last());
            Partition::of_stage(half, steps.clone(), joint, live, wanted as usize)
        };
        let all = partition(&steps);
        if all.count() > 1 || steps.len() == 1 {
            return Stage { steps, partition: all, wanted };
        }
        let one = first..first + 1;
        Stage { partition: partition(&one), steps: one, wanted }
    }

    /// What a sweep has next for which nobody says otherwise, where the stage before is expected to
    /// begin with so many states.
    pub fn expected(
        layers: (&HalfPlan, &[Packed]),
        first: usize,
        keep: Option<usize>,
        joint: Option<&Joint>,
        (states, threads): (f64, usize),
    ) -> Stage {
        Stage::new(layers, first, keep, joint, wanted(states as u64, PART_STATES, threads))
    }

    /// What the largest part has of the places of a layer of the stage.
    pub fn share(&self, (half, live): (&HalfPlan, &[Packed]), layer: usize) -> f64 {
        self.partition.largest_of(half.numbers(layer), &live[layer])
    }
}

/// A stage of a sweep.
pub struct Course<'s, 'a, R: Ring> {
    /// The half.
    pub sweep: HalfSweep<'a>,
    /// By layer, the degrees that are live.
    pub live: &'s [Packed],
    /// What numbers are counted in.
    pub ring: R,
    /// Who has blocks.
    pub pool: &'s Pool<R::Value>,
    /// What mirrors make of matchings.
    pub turns: &'s [Turns<'a>],
    /// The steps.
    pub stage: &'s Stage,
    /// The parts of the next stage.
    pub next: &'s Partition,
    /// Who has made layers before.
    pub rested: &'s Rested<R::Value>,
    /// Where what does not fit in memory is put down.
    pub depot: Option<Depot<'s>>,
}

impl<'a, R: Ring> Course<'_, 'a, R> {
    /// The layers behind the steps; of all but the last only the spans are left, and of the one
    /// before them, too, unless it is kept. Else the step that was not finished.
    pub fn run(
        self,
        first: &mut Layer<'a, R::Value>,
        is_kept: bool,
        mut meet: Option<&mut Meet<'_, R::Value>>,
        pause: Pause<'_>,
    ) -> Result<Vec<Layer<'a, R::Value>>, (Unfinished, usize)> {
        let HalfSweep { plan, maps, crew, .. } = self.sweep;
        let Stage { steps, partition, .. } = self.stage;
        let (ring, pool) = (self.ring, self.pool);
        let layer = |step| self.sweep.layer(self.live, step + 1);
        let mut layers: Vec<Layer<'a, R::Value>> = steps.clone().map(layer).collect();
        let (whole, mut last) = (Partition::whole(), Workers::new(self.rested));
        let outlined = layers.iter().map(|layer| outlines(layer, partition, crew, pause));
        let outlines: Option<Vec<_>> = outlined.collect();
        let outlines = outlines.ok_or((Unfinished::Stopped, steps.start))?;
        let mut away = Vec::new();
        for part in 0..partition.count() {
            let within = Class { partition, number: part };
            // Of a layer that stays, only what comes from files goes again.
            let stays = if is_kept { first.in_memory(part) } else { Vec::new() };
            if first.is_away(part) {
                let depot = self.depot.as_ref().expect("it was put down");
                let brought = depot.bring((steps.start, within), first, (ring, pool));
                brought.map_err(|why| (why, steps.start))?;
            }
            for step in steps.clone() {
                let at = step - steps.start;
                let (before, after) = layers.split_at_mut(at);
                let (from, to) = (before.last_mut().unwrap_or(&mut *first), &mut after[0]);
                let (is_end, is_last) = (step + 1 == steps.end, meet.is_none());
                let expansion = Expansion {
                    ring,
                    step: &plan.steps[step],
                    maps,
                    turns: from.mirror().and_then(|mirror| Turns::that_serve(self.turns, mirror)),
                    pool,
                    next: if is_end && is_last { self.next } else { &whole },
                };
                let portion = Portion { within, outlines: &outlines[at] };
                let mut own = Workers::new(self.rested);
                let workers = if is_end { &mut last } else { &mut own };
                let done = expansion.run(from, to, portion, workers, crew, pause);
                done.map_err(|why| (why, step))?;
                to.blocks = own.done();
                match at {
                    0 if from.is_away(part) || !is_kept => {
                        pool.give_back(from.without(part, &stays))
                    }
                    0 => {}
                    _ => pool.give_back(from.blocks.drain(..)),
                }
            }
            if let Some(meet) = &mut meet {
                let to = layers.last_mut().expect("a stage has a step");
                to.blocks = std::mem::replace(&mut last, Workers::new(self.rested)).done();
                if !(meet.each)(to, within, pause) {
                    return Err((Unfinished::Stopped, steps.end));
                }
                pool.give_back(to.blocks.drain(..));
            } else if let Some(depot) = self.depot {
                let put = depot.put_down(steps.end, &mut away, &mut last, pool);
                put.map_err(|error| (Unfinished::Failed(error), steps.end - 1))?;
            }
            self.pool.tidy();
        }
        self.rested.borrow_mut().iter_mut().for_each(Worker::shed);
        if let Some(layer) = layers.last_mut().filter(|_| meet.is_none()) {
            (layer.blocks, layer.away) = (last.done(), away);
            layer.home = self.depot.map(|depot| depot.home()).unwrap_or_default();
        }
        Ok(layers)
    }
}

/// A layer from which a half goes on, and what comes next.
#[derive(Debug)]
pub struct Begun<'a, V> {
    /// The layer, in the parts of the stage.
    pub layer: Layer<'a, V>,
    /// The next steps.
    pub stage: Stage,
}

impl<V> Begun<'_, V> {
    /// The number of the layer.
    pub fn at(&self) -> usize {
        self.stage.steps.start
    }

    /// The bytes of its states.
    pub fn bytes(&self) -> u64 {
        self.layer.blocks.iter().map(|block| block.room()).sum()
    }
}

/// What a half came to.
#[derive(Debug)]
pub struct Swept<'a, V> {
    /// The last layer that was made.
    pub last: Begun<'a, V>,
    /// An earlier layer that was asked for.
    pub kept: Option<Layer<'a, V>>,
}

/// Why it was not finished, the layer that was expanded, and its states.
pub type Failed = (Unfinished, usize, u64);

/// It was not finished, and no layer is at hand that could tell why.
pub fn at_first(why: Unfinished) -> Failed {
    (why, 0, 0)
}

/// What layers are made with.
#[derive(Clone, Copy)]
pub struct Way<'w, 'a, R: Ring> {
    pub sweep: HalfSweep<'a>,
    /// 0 of the upper half, 1 of the lower one.
    pub half: usize,
    pub ring: R,
    pub pool: &'w Pool<R::Value>,
    pub turns: &'w [Turns<'a>],
    pub rested: &'w Rested<R::Value>,
    /// A layer that no stage steps over, and that stays.
    pub keep: Option<usize>,
    /// What takes each part of the last layer to itself, if it is met in parts.
    pub joint: Option<&'w Joint>,
}

impl<'a, R: Ring> Way<'_, 'a, R> {
    /// The first layer: one state, the empty one, unless no tour is possible.
    pub fn first(self, live: &[Packed]) -> Result<Begun<'a, R::Value>, Failed> {
        let mut layer: Layer<'a, R::Value> = self.sweep.layer(live, 0);
        if layer.index.count() > 0 {
            let block = self.pool.take(Form::Sparse, 1);
            let mut block = block.ok_or(Unfinished::Full).map_err(at_first)?;
            block.ranks.push(0);
            block.numbers.push(R::ONE);
            layer.blocks = vec![block];
            layer.spans[0] = Span { block: 0, start: 0, len: 1, bound: 1.0 }.kept();
            layer.states = 1;
        }
        Ok(Begun { layer, stage: self.stage(live, 0, 1) })
    }

    /// What comes behind a layer, in about so many parts.
    fn stage(self, live: &[Packed], at: usize, wanted: u64) -> Stage {
        Stage::new((self.sweep.plan, live), at, self.keep, self.joint, wanted)
    }

    /// The layer that was saved in a file, if one was, and is none behind this one.
    fn saved(
        self,
        live: &[Packed],
        file: Saved,
        end: usize,
        record: &mut Record<'_, '_>,
    ) -> Result<Option<Begun<'a, R::Value>>, Failed> {
        let found = record.find(file, self.sweep.plan.last()).map_err(at_first)?;
        let Some(found) = found.filter(|found| found.spot.at <= end) else { return Ok(None) };
        let stage = self.stage(live, found.spot.at, found.spot.wanted);
        let (layer, with) = (self.sweep.layer(live, found.spot.at), (self.ring, self.pool));
        let layer =
            record.load(file, &found, with, layer, Some(&stage.partition)).map_err(at_first)?;
        match record.resume(&found) {
            true => Ok(Some(Begun { layer, stage })),
            false => Err(at_first(Unfinished::Stopped)),
        }
    }

    /// The layer that is kept, if that was made before the sweep came to this one.
    fn kept(
        self,
        live: &[Packed],
        at: usize,
        record: &Record<'_, '_>,
    ) -> Result<Option<Layer<'a, R::Value>>, Failed> {
        let Some(keep) = self.keep.filter(|&keep| keep < at) else { return Ok(None) };
        let found = record.find(Saved::Kept, self.sweep.plan.last()).map_err(at_first)?;
        let found = found.filter(|found| found.spot.at == keep);
        let found = found.ok_or_else(|| at_first(record.missing(Saved::Kept)))?;
        let (layer, with) = (self.sweep.layer(live, keep), (self.ring, self.pool));
        record.load(Saved::Kept, &found, with, layer, None).map(Some).map_err(at_first)
    }

    /// From a layer to a later one, or to the last, by way of what an earlier run has saved; the layer
    /// that it ends with is saved in a file, if one is named.
    pub fn go_on(
        self,
        live: &[Packed],
        start: &mut Begun<'a, R::Value>,
        until: Option<usize>,
        meet: Option<Meet<'_, R::Value>>,
        file: Option<Saved>,
        record: &mut Record<'_, '_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let end = until.unwrap_or(self.sweep.plan.last());
        if let Some(file) = file
            && let Some(last) = self.saved(live, file, end, record)?
        {
            let kept = self.kept(live, end, record)?;
            return Ok(Swept { last, kept });
        }
        let swept = match self.saved(live, Saved::Layer, end, record)? {
            Some(mut begun) => {
                let kept = self.kept(live, begun.at(), record)?;
                let swept = self.run(live, &mut begun, until, meet, record)?;
                Swept { kept: swept.kept.or(kept), ..swept }
            }
            None => self.run(live, start, until, meet, record)?,
        };
        if let Some(file) = file {
            let Stage { steps, wanted, .. } = &swept.last.stage;
            let spot = Spot { at: steps.start, wanted: *wanted, ..Spot::default() };
            record.save(file, spot, &swept.last.layer).map_err(at_first)?;
        }
        Ok(swept)
    }

    /// From a layer, which stays, to a later one or to the last.
    pub fn run(
        self,
        live: &[Packed],
        start: &mut Begun<'a, R::Value>,
        until: Option<usize>,
        mut meet: Option<Meet<'_, R::Value>>,
        record: &mut Record<'_, '_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let Way { sweep, ring, pool, turns, rested, keep, .. } = self;
        let until = until.unwrap_or(sweep.plan.last());
        let (mut made, mut kept, mut states) = (None, None, start.layer.states);
        loop {
            let is_start = made.is_none();
            let Begun { layer: now, stage } = made.as_mut().unwrap_or(start);
            let first = stage.steps.start;
            if first >= until {
                break;
            }
            let next = self.stage(live, stage.steps.end, sweep.wanted(states));
            let is_kept = keep == Some(first) || is_start;
            let is_end = next.steps.start >= until;
            // What will be met whole, or stays, has to be in memory.
            let in_memory = next.steps.is_empty() || keep == Some(next.steps.start);
            let depot = record.depot(sweep.crew, in_memory);
            let parts = &next.partition;
            let course =
                Course { sweep, live, ring, pool, turns, stage, next: parts, rested, depot };
            let meet = meet.as_mut().filter(|_| next.steps.is_empty());
            let layers = course.run(now, is_kept, meet, &mut || record.hear(first, None));
            let mut layers = layers.map_err(|(why, step)| (why, step, states))?;
            for (at, layer) in layers.iter().enumerate() {
                states = layer.states;
                if !record.hear(first + at, Some(states)) {
                    return Err((Unfinished::Stopped, first + at, states));
                }
            }
            let layer = layers.pop().expect("a stage has a step");
            let failed = |why| (why, first, states);
            if !is_end {
                let spot = Spot { at: next.steps.start, wanted: next.wanted, ..Spot::default() };
                let is_saved = record.save(Saved::Layer, spot, &layer).map_err(failed)?;
                if let Some(depot) = depot.filter(|_| is_saved) {
                    let cleared = depot.clear(next.steps.start);
                    cleared.map_err(|error| failed(Unfinished::Failed(error)))?;
                }
            }
            let before = made.replace(Begun { layer, stage: next });
            if keep == Some(first)
                && let Some(before) = before
            {
                let spot = Spot { at: first, ..Spot::default() };
                record.save(Saved::Kept, spot, &before.layer).map_err(failed)?;
                kept = Some(before.layer);
            }
        }
        let last = made.expect("it begins before it ends");
        Ok(Swept { last, kept })
    }
}
