//! `LayerRanking`: keeps all layers of a sweep, so that every tour has a number.
//!
//! Unranking goes forward through the automaton and skips as many tours as the transitions before
//! the chosen one lead to; ranking adds up the same numbers. Tours are undirected, and neither
//! mirror nor flip is used. (Nijenhuis and Wilf, "Combinatorial algorithms", chapter 13.)

use super::automaton::{Incomplete, RankedLayer, all_layers, count_before, forward, joined};
use crate::count::Count;
use crate::engine::Stop;
use crate::error::Error;
use crate::tours::frontier::cost::layer_estimates;
use crate::tours::frontier::method::FrontierCount;
use crate::tours::frontier::plan::{Goal, SweepPlan};
use crate::tours::frontier::state::Key;
use crate::tours::frontier::transition::Step;
use crate::tours::frontier::vertex_order::EliminationOrder;
use crate::tours::question::{Kind, TourQuestion};

/// The numbered tours of a question, each once in either direction.
#[derive(Debug)]
pub struct LayerRanking {
    question: TourQuestion,
    plan: SweepPlan,
    layers: RankedLayers,
}

/// Layers to be computed, and their predicted number of states.
pub struct LayersToRank {
    question: TourQuestion,
    plan: SweepPlan,
    states: f64,
}

/// The layers, with the narrowest key that fits.
#[derive(Debug)]
enum RankedLayers {
    Narrow(Vec<RankedLayer<u64>>),
    Wide(Vec<RankedLayer<u128>>),
}

impl LayersToRank {
    /// The layers of a question.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] as the count by frontier.
    pub fn new(question: TourQuestion) -> Result<LayersToRank, Error> {
        let swept = FrontierCount::new(question)?;
        let question = swept.question().clone();
        let order = EliminationOrder { mirror: None, flip: 0, ..swept.order().clone() };
        let goal = Goal { kind: question.kind(), fixed: Vec::new() };
        if swept.is_hopeless() || question.graph().len() < 2 {
            return Ok(LayersToRank { question, plan: SweepPlan::none(&goal), states: 0.0 });
        }
        let expected = layer_estimates(question.graph(), &order, &goal);
        let states = expected.iter().map(|layer| layer.states).sum();
        let plan = SweepPlan::new(question.graph(), &order, &goal);
        Ok(LayersToRank { question, plan, states })
    }

    /// The predicted size in bytes, if no number exceeds 2^128.
    pub fn bytes(&self) -> f64 {
        self.states * (size_of::<u64>() + size_of::<u128>()) as f64
    }

    /// Computes the layers. `report` receives the number of finished layers, each counted once
    /// forwards and once backwards, when the completions of its states are counted.
    ///
    /// # Errors
    /// [`Error::TooManyClasses`] if they are predicted not to fit in `memory` bytes,
    /// [`Error::OutOfMemory`] if they do not fit, [`Error::Stopped`] soon after `stop` is
    /// requested.
    pub fn ranked(
        self,
        memory: u64,
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<LayerRanking, Error> {
        let what = self.question.label().board;
        if self.bytes() > memory as f64 {
            let classes = self.states as u64;
            return Err(Error::TooManyClasses { what, classes, limit: memory });
        }
        let LayersToRank { question, plan, .. } = self;
        let failed = |incomplete| match incomplete {
            Incomplete::Full { layer, states } => Error::OutOfMemory {
                what,
                layer,
                layers: plan.steps.len(),
                classes: states,
                limit: memory,
            },
            Incomplete::Stopped => Error::Stopped { what, finished: 0, units: 1 },
        };
        let layers = if plan.width > <u64 as Key>::SLOTS {
            RankedLayers::Wide(all_layers(&plan, memory, stop, report).map_err(failed)?)
        } else {
            RankedLayers::Narrow(all_layers(&plan, memory, stop, report).map_err(failed)?)
        };
        Ok(LayerRanking { question, plan, layers })
    }
}

impl LayerRanking {
    /// The number of undirected tours.
    pub fn len(&self) -> Count {
        if self.plan.steps.is_empty() {
            let alone = self.question.kind() == Kind::Open && self.question.graph().len() == 1;
            return u64::from(alone).into();
        }
        match &self.layers {
            RankedLayers::Narrow(layers) => layers[0].completions.at(0),
            RankedLayers::Wide(layers) => layers[0].completions.at(0),
        }
    }

    /// The squares of the tour with this number, which is below [`LayerRanking::len`].
    pub fn unrank(&self, rank: &Count) -> Vec<u32> {
        let mut near = vec![Vec::with_capacity(2); self.question.graph().len()];
        let mut join = |step: &Step, edges| {
            for w in joined(step, edges) {
                near[step.vertex as usize].push(w);
                near[w as usize].push(step.vertex);
            }
        };
        match &self.layers {
            RankedLayers::Narrow(layers) => forward(&self.plan, layers, rank, &mut join),
            RankedLayers::Wide(layers) => forward(&self.plan, layers, rank, &mut join),
        }
        walk(&near)
    }

    /// The number of a tour.
    pub fn rank(&self, squares: &[u32]) -> Option<Count> {
        let mut near = vec![Vec::with_capacity(2); squares.len()];
        let mut join = |a: u32, b: u32| {
            near[a as usize].push(b);
            near[b as usize].push(a);
        };
        squares.windows(2).for_each(|pair| join(pair[0], pair[1]));
        if self.question.kind() == Kind::Closed {
            join(squares[squares.len() - 1], squares[0]);
        }
        match &self.layers {
            RankedLayers::Narrow(layers) => count_before(&self.plan, layers, &near),
            RankedLayers::Wide(layers) => count_before(&self.plan, layers, &near),
        }
    }
}

/// The vertices in the order of the path or cycle with these neighbours.
fn walk(near: &[Vec<u32>]) -> Vec<u32> {
    let mut at = near.iter().position(|near| near.len() < 2).unwrap_or(0) as u32;
    let mut squares = vec![at];
    let mut before = u32::MAX;
    while squares.len() < near.len() {
        let next = near[at as usize].iter().find(|&&w| w != before);
        before = at;
        at = *next.expect("a tour continues until all vertices are visited");
        squares.push(at);
    }
    squares
}
