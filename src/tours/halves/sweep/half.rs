//! `HalfSweep`: all layers of a half, one after the other.

use super::block::{Form, Pool};
use super::crew::Crew;
use super::expand::{Expansion, Unfinished};
use super::layer::{Layer, Span};
use super::ring::Ring;
use super::turns::Turns;
use crate::tours::halves::degrees::{Base3, Packed};
use crate::tours::halves::matching::Maps;
use crate::tours::halves::plan::HalfPlan;

/// A half that is to be swept.
#[derive(Clone, Copy, Debug)]
pub struct HalfSweep<'a> {
    /// Its steps.
    pub plan: &'a HalfPlan,
    /// The numbers of degrees.
    pub base: &'a Base3,
    /// By layer, the degrees that are live.
    pub live: &'a [Packed],
    /// Acts as tables.
    pub maps: &'a Maps,
    /// The threads.
    pub crew: Crew,
}

/// What a half came to.
#[derive(Debug)]
pub struct Swept<'a, V> {
    /// Its last layer.
    pub last: Layer<'a, V>,
    /// An earlier layer that was asked for.
    pub kept: Option<Layer<'a, V>>,
}

/// Hears of each layer that was made, and now and then within: the layer that is expanded,
/// and the states of the next one if they are known. False ends the sweep.
pub type Watch<'a> = &'a mut dyn FnMut(usize, Option<u64>) -> bool;

impl<'a> HalfSweep<'a> {
    /// Sweeps the half, and keeps a layer besides the last if there is one to keep.
    pub fn run<R: Ring>(
        self,
        ring: R,
        pool: &Pool<R::Value>,
        keep: Option<usize>,
        watch: Watch<'_>,
    ) -> Result<Swept<'a, R::Value>, (Unfinished, usize, u64)> {
        let mirrors = &self.plan.mirrors;
        let new = |layer: usize| {
            Layer::new(&self.live[layer], self.base, mirrors[layer].as_ref(), self.crew)
        };
        let mut now: Layer<'a, R::Value> = new(0);
        // One state, the empty one, unless no tour is possible.
        if now.index.count() > 0 {
            let fail = (Unfinished::Full, 0, 0);
            let mut block = pool.take(Form::Sparse, 1).ok_or(fail)?;
            block.ranks.push(0);
            block.numbers.push(R::ONE);
            now.blocks = vec![block];
            now.spans[0] = Span { block: 0, start: 0, len: 1, states: 1, bound: 1.0 };
        }
        let all_turns = Turns::of(mirrors.iter().flatten(), self.plan.slots);
        let mut kept = None;
        let mut states = now.len();
        for (layer, step) in self.plan.steps.iter().enumerate() {
            let mut next = new(layer + 1);
            let Self { base, maps, crew, .. } = self;
            let serves =
                |turns: &&Turns<'_>| now.mirror().is_some_and(|mirror| turns.serves(mirror));
            let turns = all_turns.iter().find(serves);
            let expansion = Expansion { ring, step, base, maps, turns, pool };
            let mut pause = || watch(layer, None);
            let done = expansion.run(&now, &mut next, crew, &mut pause);
            let before = std::mem::replace(&mut now, next);
            if let Err(unfinished) = done {
                return Err((unfinished, layer, states));
            }
            if keep == Some(layer) {
                kept = Some(before);
            } else {
                pool.give_back(before.blocks);
            }
            states = now.len();
            if !watch(layer, Some(states)) {
                return Err((Unfinished::Stopped, layer, states));
            }
        }
        Ok(Swept { last: now, kept })
    }
}
