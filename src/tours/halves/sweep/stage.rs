//! `Stage`: some steps that are done with a part of a layer before the next part's turn.
//!
//! A part of the first layer is given back when the step after it is done, and layers within a
//! stage are only ever there in part: so those that no mirror halves are never whole.

use std::ops::Range;

use super::block::Pool;
use super::crew::{Crew, Pause};
use super::disk::Depot;
use super::expand::{Expansion, Portion, Unfinished};
use super::layer::Layer;
use super::partition::{Class, Partition};
use super::pieces::outlines;
use super::ring::Ring;
use super::turns::Turns;
use super::worker::{Rested, Worker, Workers};
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::matching::Maps;
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
                    0 if from.is_away(part) || !is_kept => pool.give_back(from.without(part)),
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
