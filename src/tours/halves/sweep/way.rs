//! `Way`: from one layer of a half to a later one, stage by stage.

use super::block::{Form, Pool};
use super::disk::{Found, Record, Saved, Spot};
use super::expand::Unfinished;
use super::layer::{Layer, Span};
use super::parts::Parts;
use super::ring::Ring;
use super::stage::{Course, HalfSweep, Meet, Stage};
use super::turns::Turns;
use super::worker::Rested;
use crate::tours::halves::plan::Joint;

/// What a half came to.
#[derive(Debug)]
pub struct Swept<'a, V> {
    /// Its last layer.
    pub last: Layer<'a, V>,
    /// An earlier layer that was asked for.
    pub kept: Option<Layer<'a, V>>,
}

/// Why it was not finished, the layer that was expanded, and its states.
pub type Failed = (Unfinished, usize, u64);

/// It was not finished, and no layer is at hand that could tell why.
pub fn at_first(why: Unfinished) -> Failed {
    (why, 0, 0)
}

/// A layer from which a half goes on, and what comes next.
pub type Begun<'a, V> = (Layer<'a, V>, Stage);

/// Where it ends before the last layer.
pub struct End<'e, V> {
    /// The layer.
    pub layer: usize,
    /// What that will be swept in.
    pub parts: &'e Parts,
    /// What is there of it already.
    pub sum: Option<&'e Layer<'e, V>>,
    /// The pass that it belongs to, if layers on the way are worth being kept.
    pub pass: Option<usize>,
}

/// What layers are made with.
#[derive(Clone, Copy)]
pub struct Way<'w, 'a, R: Ring> {
    pub sweep: HalfSweep<'a>,
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
    pub fn first(self) -> Result<Begun<'a, R::Value>, Failed> {
        let mut first: Layer<'a, R::Value> = self.sweep.layer(0);
        if first.index.count() > 0 {
            let block = self.pool.take(Form::Sparse, 1);
            let mut block = block.ok_or(Unfinished::Full).map_err(at_first)?;
            block.ranks.push(0);
            block.numbers.push(R::ONE);
            first.blocks = vec![block];
            first.spans[0] = Span { block: 0, start: 0, len: 1, bound: 1.0 }.kept();
            first.states = 1;
        }
        Ok((first, Stage::new(self.sweep.layers(), 0, self.keep, self.joint, 1)))
    }

    /// The layer that was saved last.
    pub fn begun(
        self,
        found: &Found,
        record: &Record<'_, '_>,
    ) -> Result<Begun<'a, R::Value>, Failed> {
        let Spot { at, wanted, .. } = found.spot;
        let stage = Stage::new(self.sweep.layers(), at, self.keep, self.joint, wanted);
        let layer = self.load(Saved::Layer, found, Some(&stage.parts), record)?;
        Ok((layer, stage))
    }

    /// A layer that was saved.
    pub fn load(
        self,
        file: Saved,
        found: &Found,
        parts: Option<&Parts>,
        record: &Record<'_, '_>,
    ) -> Result<Layer<'a, R::Value>, Failed> {
        let layer = self.sweep.layer(found.spot.at);
        record.load(file, found, (self.ring, self.pool), layer, parts).map_err(at_first)
    }

    /// The layer that is kept, if that was made before the sweep came to this one.
    pub fn kept(
        self,
        at: usize,
        record: &Record<'_, '_>,
    ) -> Result<Option<Layer<'a, R::Value>>, Failed> {
        let Some(keep) = self.keep.filter(|&keep| keep < at) else { return Ok(None) };
        let found = record.find(Saved::Kept, self.sweep.plan.last()).map_err(at_first)?;
        let found = found.filter(|found| found.spot.at == keep);
        let found = found.ok_or_else(|| at_first(record.missing(Saved::Kept)))?;
        self.load(Saved::Kept, &found, None, record).map(Some)
    }

    /// Goes on from the latest of what was found.
    pub fn resume<'f>(
        self,
        found: impl IntoIterator<Item = &'f Found>,
        record: &mut Record<'_, '_>,
    ) -> Result<(), Failed> {
        if record.resume(found) { Ok(()) } else { Err(at_first(Unfinished::Stopped)) }
    }

    /// All layers, from the first one or the one that was saved last.
    pub fn at_once(
        self,
        meet: Option<Meet<'_, R::Value>>,
        record: &mut Record<'_, '_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let found = record.find(Saved::Layer, self.sweep.plan.last()).map_err(at_first)?;
        self.go_on(found.as_ref(), meet, record)
    }

    /// The layers from the one that was found, or from the first one.
    pub fn go_on(
        self,
        found: Option<&Found>,
        meet: Option<Meet<'_, R::Value>>,
        record: &mut Record<'_, '_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let Some(found) = found else { return self.run(self.first()?, None, meet, record) };
        let kept = self.kept(found.spot.at, record)?;
        let begun = self.begun(found, record)?;
        self.resume([found], record)?;
        let swept = self.run(begun, None, meet, record)?;
        Ok(Swept { kept: swept.kept.or(kept), ..swept })
    }

    /// From a layer, before some stage, to the last or to where it ends.
    pub fn run(
        self,
        (mut now, mut stage): Begun<'a, R::Value>,
        end: Option<End<'_, R::Value>>,
        mut meet: Option<Meet<'_, R::Value>>,
        record: &mut Record<'_, '_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let Way { sweep, ring, pool, turns, rested, keep, joint } = self;
        let (mut kept, mut states) = (None, now.states);
        let pass = match &end {
            Some(end) => end.pass,
            None => Some(sweep.passes.map_or(0, |passes| passes.count())),
        };
        while !stage.steps.is_empty()
            && end.as_ref().is_none_or(|end| end.layer > stage.steps.start)
        {
            let first = stage.steps.start;
            let next =
                Stage::new(sweep.layers(), stage.steps.end, keep, joint, sweep.wanted(states));
            let here = end.as_ref().filter(|end| end.layer == next.steps.start);
            let parts = here.map_or(&next.parts, |end| end.parts);
            let sum = here.and_then(|end| end.sum);
            let is_kept = keep == Some(first);
            // What will be met whole, or stays, has to be in memory.
            let stays = next.steps.is_empty() || keep == Some(next.steps.start);
            let depot = record.depot(sweep.crew, stays);
            let course = Course { sweep, ring, pool, turns, stage, parts, rested, sum, depot };
            let meet = meet.as_mut().filter(|_| next.steps.is_empty());
            let layers = course.run(&mut now, is_kept, meet, &mut || record.hear(first, None));
            let mut layers = layers.map_err(|(why, step)| (why, step, states))?;
            for (at, layer) in layers.iter().enumerate() {
                states = layer.states;
                if !record.hear(first + at, Some(states)) {
                    return Err((Unfinished::Stopped, first + at, states));
                }
            }
            let before = std::mem::replace(&mut now, layers.pop().expect("a stage has a step"));
            let failed = |why| (why, first, states);
            if is_kept {
                if end.is_none() {
                    let spot = Spot { at: first, ..Spot::default() };
                    record.save(Saved::Kept, spot, &before).map_err(failed)?;
                }
                kept = Some(before);
            }
            if let Some(pass) = pass.filter(|_| here.is_none() && !next.steps.is_empty()) {
                let spot =
                    Spot { at: next.steps.start, pass, wanted: next.wanted, told: Vec::new() };
                let is_saved = record.save(Saved::Layer, spot, &now).map_err(failed)?;
                if let Some(depot) = depot.filter(|_| is_saved) {
                    let cleared = depot.clear(next.steps.start);
                    cleared.map_err(|error| failed(Unfinished::Failed(error)))?;
                }
            }
            stage = next;
        }
        Ok(Swept { last: now, kept })
    }
}
