//! `HalfSweep`: all layers of a half, one after the other.

use super::block::{Form, Pool};
use super::expand::Unfinished;
use super::layer::{Layer, Span};
use super::parts::Parts;
use super::ring::Ring;
use super::stage::{Course, HalfSweep, Meet, Stage};
use super::turns::Turns;
use super::worker::Rested;

/// What a half came to.
#[derive(Debug)]
pub struct Swept<'a, V> {
    /// Its last layer.
    pub last: Layer<'a, V>,
    /// An earlier layer that was asked for.
    pub kept: Option<Layer<'a, V>>,
}

/// Hears of each layer that was made, and now and then within: the layer that is expanded,
/// of several that are expanded part by part the first, and the states of the next one if they
/// are known. False ends the sweep.
pub type Watch<'a> = &'a mut dyn FnMut(usize, Option<u64>) -> bool;

/// Why it was not finished, the layer that was expanded, and its states.
type Failed = (Unfinished, usize, u64);

/// As many states as it takes to have all parts that there are.
const MANY: u64 = 1 << 40;

impl<'a> HalfSweep<'a> {
    /// Sweeps the half, and keeps a layer besides the last if there is one to keep. If somebody
    /// meets the parts of the last layer, it is gone then.
    pub fn run<R: Ring>(
        self,
        ring: R,
        pool: &Pool<R::Value>,
        keep: Option<usize>,
        meet: Option<Meet<'_, R::Value>>,
        watch: Watch<'_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let turns = Turns::of(
            self.plan.mirrors.iter().flatten().map(|mirror| &mirror.slots),
            self.plan.slots,
        );
        let rested = Rested::default();
        let way = Way { ring, pool, turns: &turns, rested: &rested, keep };
        let joint = meet.as_ref().map(|meet| meet.joint);
        let Some(passes) = self.passes else {
            let stage = Stage::new(&self, 0, keep, joint, 1);
            return way.run(self, self.vacant(way)?, stage, None, meet, watch);
        };
        let next = Stage::new(&self, passes.sum(), keep, joint, MANY);
        let mut sum = self.layer(passes.sum());
        let mut shared = None;
        for pass in 0..passes.count() {
            let mut pause = || watch(0, None);
            let live = passes.live(pass, self.plan, self.live, self.crew, &mut pause);
            let live = live.ok_or((Unfinished::Stopped, 0, 0))?;
            let own = HalfSweep { live: &live, passes: None, ..self };
            let end = Some(End { layer: passes.sum(), parts: &next.parts, sum: Some(&sum) });
            let has_all = |layer: usize| live[layer].count() == self.live[layer].count();
            let made = if (0..=passes.shared()).all(has_all) {
                let mut common = own.layer(passes.shared());
                (common.spans, common.states, common.blocks) = match shared.take() {
                    Some(made) => made,
                    None => {
                        let made = own.until(passes.shared(), way, watch)?;
                        (made.spans, made.states, made.blocks)
                    }
                };
                let way = Way { keep: Some(passes.shared()), ..way };
                let stage = Stage::new(&own, passes.shared(), way.keep, None, common.states);
                let done = way.run(own, common, stage, end, None, watch)?;
                shared = done.kept.map(|kept| (kept.spans, kept.states, kept.blocks));
                done.last
            } else {
                let stage = Stage::new(&own, 0, keep, None, 1);
                way.run(own, own.vacant(way)?, stage, end, None, watch)?.last
            };
            (sum.spans, sum.states) = (made.spans, made.states);
            pool.give_back(std::mem::replace(&mut sum.blocks, made.blocks));
            pool.tidy();
        }
        if let Some((_, _, blocks)) = shared {
            pool.give_back(blocks);
        }
        way.run(self, sum, next, None, meet, watch)
    }

    /// A layer, from the first one on.
    fn until<R: Ring>(
        self,
        layer: usize,
        way: Way<'_, 'a, R>,
        watch: Watch<'_>,
    ) -> Result<Layer<'a, R::Value>, Failed> {
        let parts = Parts::whole();
        let end = End { layer, parts: &parts, sum: None };
        let stage = Stage::new(&self, 0, Some(layer), None, 1);
        let way = Way { keep: Some(layer), ..way };
        Ok(way.run(self, self.vacant(way)?, stage, Some(end), None, watch)?.last)
    }

    /// The first layer: one state, the empty one, unless no tour is possible.
    fn vacant<R: Ring>(self, way: Way<'_, '_, R>) -> Result<Layer<'a, R::Value>, Failed> {
        let mut first: Layer<'a, R::Value> = self.layer(0);
        if first.index.count() > 0 {
            let block = way.pool.take(Form::Sparse, 1);
            let mut block = block.ok_or((Unfinished::Full, 0, 0))?;
            block.ranks.push(0);
            block.numbers.push(R::ONE);
            first.blocks = vec![block];
            first.spans[0] = Span { block: 0, start: 0, len: 1, bound: 1.0 }.kept();
            first.states = 1;
        }
        Ok(first)
    }
}

/// Where it ends before the last layer.
struct End<'e, V> {
    layer: usize,
    /// What the layer will be swept in.
    parts: &'e Parts,
    /// What is there of the layer already.
    sum: Option<&'e Layer<'e, V>>,
}

/// What layers are made with.
#[derive(Clone, Copy)]
struct Way<'w, 'a, R: Ring> {
    ring: R,
    pool: &'w Pool<R::Value>,
    turns: &'w [Turns<'a>],
    rested: &'w Rested<R::Value>,
    keep: Option<usize>,
}

impl<'a, R: Ring> Way<'_, 'a, R> {
    /// From a layer, before some stage, to the last or to where it ends.
    fn run(
        self,
        sweep: HalfSweep<'a>,
        mut now: Layer<'a, R::Value>,
        mut stage: Stage,
        end: Option<End<'_, R::Value>>,
        mut meet: Option<Meet<'_, R::Value>>,
        watch: Watch<'_>,
    ) -> Result<Swept<'a, R::Value>, Failed> {
        let Way { ring, pool, turns, rested, keep } = self;
        let mut kept = None;
        let mut states = now.states;
        let joint = meet.as_ref().map(|meet| meet.joint);
        while !stage.steps.is_empty()
            && end.as_ref().is_none_or(|end| end.layer > stage.steps.start)
        {
            let first = stage.steps.start;
            let next = Stage::new(&sweep, stage.steps.end, keep, joint, states);
            let here = end.as_ref().filter(|end| end.layer == next.steps.start);
            let parts = here.map_or(&next.parts, |end| end.parts);
            let sum = here.and_then(|end| end.sum);
            let course = Course { sweep, ring, pool, turns, stage, parts, rested, sum };
            let is_kept = keep == Some(first);
            let meet = meet.as_mut().filter(|_| next.steps.is_empty());
            let layers = course.run(&mut now, is_kept, meet, &mut || watch(first, None));
            let mut layers = layers.map_err(|(why, step)| (why, step, states))?;
            for (at, layer) in layers.iter().enumerate() {
                states = layer.states;
                if !watch(first + at, Some(states)) {
                    return Err((Unfinished::Stopped, first + at, states));
                }
            }
            let before = std::mem::replace(&mut now, layers.pop().expect("a stage has a step"));
            if is_kept {
                kept = Some(before);
            }
            stage = next;
        }
        Ok(Swept { last: now, kept })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ring::{Modulo, Words};
    use super::super::stage::PART_STATES;
    use super::{HalfSweep, Layer, Pool, Ring, Stage};
    use crate::tours::Kind;
    use crate::tours::halves::matching::Maps;
    use crate::tours::halves::plan::Plan;
    use crate::tours::halves::samples::{all_live, crew, plan};

    /// The states of a layer by their group, without those that are zero.
    fn listed<V: Copy + Default + PartialEq>(layer: &Layer<'_, V>) -> Vec<(usize, u32, V)> {
        let of = |place: usize| {
            let (ranks, numbers) = layer.states(place);
            let states = ranks.iter().zip(numbers).filter(|(_, n)| **n != V::default());
            states.map(|(&rank, &number)| (place, rank, number)).collect::<Vec<_>>()
        };
        (0..layer.spans.len()).flat_map(of).collect()
    }

    /// What a sweep comes to with parts of so many states; the bytes that it took.
    fn swept<R: Ring>(plan: &Plan, ring: R, part_states: u64, threads: usize) -> (String, u64) {
        let (live, crew) = (all_live(plan), crew(threads));
        let maps = Maps::new(3);
        let half = HalfSweep {
            plan: &plan.upper,
            live: &live.upper,
            maps: &maps,
            crew,
            part_states,
            passes: None,
        };
        let joint = plan.joint.layer;
        let keep = (plan.lower.is_none() && joint < plan.upper.last()).then_some(joint);
        let pool = Pool::new(4 << 30);
        let mut states = Vec::new();
        let mut watch = |layer: usize, more: Option<u64>| {
            states.extend(more.map(|more| (layer, more)));
            true
        };
        let done = half.run(ring, &pool, keep, None, &mut watch).unwrap();
        let kept = done.kept.as_ref().map(listed);
        (format!("{states:?} {kept:?} {:?}", listed(&done.last)), pool.bytes())
    }

    #[test]
    fn layers_in_parts_are_those_in_one() {
        let mut parted = 0;
        for (board, kind) in [
            ("6x8", Kind::Closed),
            ("4x8", Kind::Open),
            ("3x8", Kind::Closed),
            ("6x9", Kind::Open),
            ("5x5", Kind::Open),
            ("6x6", Kind::Closed),
            ("cylinder:6x6", Kind::Closed),
            ("cylinder:5x4", Kind::Closed),
            ("torus:4x4", Kind::Open),
        ] {
            let plan = plan(board, kind);
            let (whole, _) = swept(&plan, Words, PART_STATES, 1);
            let in_parts = |threads| swept(&plan, Words, 1, threads).0;
            assert!(in_parts(1) == whole && in_parts(3) == whole, "{board}");
            let prime = Modulo::new(2_147_483_647);
            assert_eq!(swept(&plan, prime, 1, 2).0, swept(&plan, prime, PART_STATES, 1).0);
            let live = all_live(&plan);
            let maps = Maps::new(3);
            let (half, live) = (&plan.upper, &live.upper);
            let sweep = HalfSweep {
                plan: half,
                live,
                maps: &maps,
                crew: crew(1),
                part_states: 1,
                passes: None,
            };
            for first in 0..half.last() {
                let Stage { steps, parts } = Stage::new(&sweep, first, None, None, 1000);
                parted += usize::from(steps.len() > 1 && parts.count() > 1);
            }
        }
        assert!(parted > 10, "{parted} stages of several steps were in parts");
    }
}
