//! `Way`: from one layer of a half to a later one, stage by stage.

use super::block::{Form, Pool};
use super::disk::{Record, Saved, Spot};
use super::expand::Unfinished;
use super::layer::{Layer, Span};
use super::ring::Ring;
use super::stage::{Course, HalfSweep, Meet, Stage};
use super::turns::Turns;
use super::worker::Rested;
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::plan::Joint;

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
