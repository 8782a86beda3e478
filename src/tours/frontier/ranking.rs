//! `LayerRanking`: keeps all layers of a sweep, so that every tour has a number.
//!
//! A state of the sweep is a state of an automaton. It reads a tour vertex by vertex in the sweep's
//! order, and the tours are the accepted words. The number of ways to complete each state is computed
//! from the last layer backwards. Unranking goes forward: at each state it subtracts the numbers of
//! tours of the transitions before the chosen one. Ranking adds the same numbers. Tours are
//! undirected, and neither mirror nor flip is used. (Nijenhuis and Wilf, "Combinatorial algorithms",
//! chapter 13.)

use super::cost::layer_estimates;
use super::method::FrontierCount;
use super::plan::{Goal, SweepPlan};
use super::state::{FrontierState, Key};
use super::transition::{
    Backend, Edges, FreeTerminals, Mate, NONE, Portable, SUCCESSOR_CELL, Sink, Step,
};
use super::vertex_order::EliminationOrder;
use crate::count::Count;
use crate::engine::Stop;
use crate::error::Error;
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
            let order = EliminationOrder { vertices: Vec::new(), ..order };
            let plan = SweepPlan::new(question.graph(), &order, &goal);
            return Ok(LayersToRank { question, plan, states: 0.0 });
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

/// The states of a layer in ascending order, and the number of completions of each.
#[derive(Debug)]
pub struct RankedLayer<K> {
    pub keys: Vec<K>,
    pub completions: Packed,
}

/// Numbers of any size, each stored in as many bytes as the largest of them takes.
#[derive(Debug, Default)]
pub struct Packed {
    width: usize,
    bytes: Vec<u8>,
}

impl Packed {
    /// The number at this index.
    pub fn at(&self, place: usize) -> Count {
        Count::from_bytes(&self.bytes[place * self.width..][..self.width])
    }

    /// The additional bytes compared with as many numbers below 2^128.
    fn beyond(&self) -> u64 {
        let numbers = self.bytes.len() / self.width.max(1);
        self.bytes.len().saturating_sub(numbers * size_of::<u128>()) as u64
    }

    fn push(&mut self, number: &Count) {
        let mut digits = number.to_bytes();
        if digits.len() > self.width {
            let wider = digits.len().next_multiple_of(8);
            let places = self.bytes.chunks(self.width.max(1));
            let widened = places.flat_map(|place| {
                place.iter().copied().chain(std::iter::repeat_n(0, wider - place.len()))
            });
            (self.bytes, self.width) = (widened.collect(), wider);
        }
        digits.resize(self.width, 0);
        self.bytes.extend(digits);
    }
}

/// A transition: its target state, or none if it completes the tour.
struct Transition<K> {
    to: Option<K>,
    edges: Edges,
}

/// Collects the transitions of one state.
struct Transitions<K>(Vec<Transition<K>>);

impl<B: Backend> Sink<B, ()> for Transitions<B::Key> {
    fn successor(
        &mut self,
        backend: &B,
        state: &FrontierState<Mate<B>>,
        (): (),
        _: FreeTerminals,
        edges: Edges,
    ) {
        self.0.push(Transition { to: Some(backend.pack(state)), edges });
    }
    fn complete(&mut self, (): (), edges: Edges) {
        self.0.push(Transition { to: None, edges });
    }
    fn twice(&mut self, (): ()) {}
}

fn transitions<K: Key>(plan: &SweepPlan, at: usize, key: K) -> Vec<Transition<K>> {
    let step = &plan.steps[at];
    let backend = Portable::<K>::new(step, &[]);
    let mut transitions = Transitions(Vec::new());
    backend.expand(step, &[(key, ())], &mut transitions);
    transitions.0
}

/// The number of tours that a transition from this layer leads to.
fn completions<K: Key>(layers: &[RankedLayer<K>], at: usize, transition: &Transition<K>) -> Count {
    let Some(key) = transition.to else { return 1u64.into() };
    let layer = &layers[at + 1];
    let place = layer.keys.binary_search(&key);
    layer.completions.at(place.expect("a successor is in the next layer"))
}

/// The vertices to which a transition joins the step's vertex.
pub fn joined(step: &Step, edges: Edges) -> impl Iterator<Item = u32> {
    edges.into_iter().filter_map(|edge| match edge {
        NONE => None,
        SUCCESSOR_CELL => step.successor_cell,
        place => Some(step.near_vertices[usize::from(place)]),
    })
}

/// Follows the tour with this number through the layers.
pub fn forward<K: Key>(
    plan: &SweepPlan,
    layers: &[RankedLayer<K>],
    rank: &Count,
    join: &mut impl FnMut(&Step, Edges),
) {
    let (mut key, mut rank) = (K::START, rank.clone());
    for (at, step) in plan.steps.iter().enumerate() {
        let mut taken = None;
        for transition in transitions(plan, at, key) {
            match rank.less(&completions(layers, at, &transition)) {
                Some(left) => rank = left,
                None => {
                    taken = Some(transition);
                    break;
                }
            }
        }
        let Transition { to, edges } = taken.expect("the rank is below the state's tours");
        join(step, edges);
        match to {
            Some(next) => key = next,
            None => return,
        }
    }
}

/// Counts the tours before the one with these neighbours.
pub fn count_before<K: Key>(
    plan: &SweepPlan,
    layers: &[RankedLayer<K>],
    near: &[Vec<u32>],
) -> Option<Count> {
    let mut key = K::START;
    let mut before = Count::ZERO;
    let mut position = vec![0; near.len()];
    plan.steps.iter().enumerate().for_each(|(at, step)| position[step.vertex as usize] = at);
    for (at, step) in plan.steps.iter().enumerate() {
        let later = near[step.vertex as usize].iter().filter(|&&w| position[w as usize] > at);
        let mut wanted: Vec<u32> = later.copied().collect();
        wanted.sort_unstable();
        let mut taken = None;
        for transition in transitions(plan, at, key) {
            let mut edges: Vec<u32> = joined(step, transition.edges).collect();
            edges.sort_unstable();
            if edges == wanted {
                taken = Some(transition);
                break;
            }
            before += &completions(layers, at, &transition);
        }
        match taken?.to {
            Some(next) => key = next,
            None => return Some(before),
        }
    }
    // Only the graph of one vertex has no steps.
    Some(before)
}

/// Why the layers are incomplete.
pub enum Incomplete {
    /// The successors of this layer do not fit in memory; `states` is its number of states.
    Full { layer: usize, states: u64 },
    /// The run was stopped.
    Stopped,
}

/// States that are expanded between two checks of the stop request.
const LOOK: usize = 1 << 12;

/// All layers, within `memory` bytes; `report` receives the number of layers finished, forwards and
/// backwards.
pub fn all_layers<K: Key>(
    plan: &SweepPlan,
    memory: u64,
    stop: &Stop,
    report: &mut dyn FnMut(u64),
) -> Result<Vec<RankedLayer<K>>, Incomplete> {
    let look = |state: usize| match state.is_multiple_of(LOOK) && stop.is_requested() {
        true => Err(Incomplete::Stopped),
        false => Ok(()),
    };
    let mut layers = vec![RankedLayer { keys: vec![K::START], completions: Packed::default() }];
    let (mut bytes, mut beyond) = (0, 0);
    for at in 0..plan.steps.len() {
        let mut next: Vec<K> = Vec::new();
        for (state, &key) in layers[at].keys.iter().enumerate() {
            look(state)?;
            next.extend(
                transitions(plan, at, key).into_iter().filter_map(|transition| transition.to),
            );
            let room = (memory - bytes) / (size_of::<K>() + size_of::<u128>()) as u64;
            if next.len() as u64 > room {
                next.sort_unstable();
                next.dedup();
                if next.len() as u64 > room / 2 {
                    let states = layers[at].keys.len() as u64;
                    return Err(Incomplete::Full { layer: at, states });
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        next.shrink_to_fit();
        bytes += next.len() as u64 * (size_of::<K>() + size_of::<u128>()) as u64;
        layers.push(RankedLayer { keys: next, completions: Packed::default() });
        report(at as u64 + 1);
    }
    for at in (0..plan.steps.len()).rev() {
        let mut sums = Packed::default();
        for (state, &key) in layers[at].keys.iter().enumerate() {
            look(state)?;
            let transitions = transitions(plan, at, key);
            let each = transitions.iter().map(|transition| completions(&layers, at, transition));
            sums.push(&each.sum());
            // Numbers beyond 2^128 take more memory than was reserved for them.
            if state.is_multiple_of(LOOK) && bytes + beyond + sums.beyond() > memory {
                return Err(Incomplete::Full { layer: at, states: layers[at].keys.len() as u64 });
            }
        }
        beyond += sums.beyond();
        layers[at].completions = sums;
        report((2 * plan.steps.len() - at) as u64);
    }
    Ok(layers)
}
