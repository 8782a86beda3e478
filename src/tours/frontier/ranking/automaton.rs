//! The automaton that reads tours: all layers of a sweep, with the number of tours for each state.
//!
//! A state of the sweep is a state of the automaton. It reads a tour vertex by vertex in the
//! sweep's order, and the tours are the accepted words. The number of ways to complete each state
//! is computed from the last layer backwards.

use crate::count::Count;
use crate::engine::Stop;
use crate::tours::frontier::plan::SweepPlan;
use crate::tours::frontier::state::{FrontierState, Key};
use crate::tours::frontier::transition::{
    Backend, Edges, FreeTerminals, Mate, NONE, Portable, SUCCESSOR_CELL, Sink, Step,
};

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
