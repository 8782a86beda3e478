//! `Backend`: the bit work of a step. The portable one is here, the vector one in `simd`.
//!
//! Both obey the same rules, so that a sweep has the same states on every machine: the
//! tests run one against the other. Rules that drop a dead state:
//!
//! 1. *Starved cell.* Each cell still needs edges: a bare one two, an end one, one fewer
//!    for each terminal; each must come from another bare cell or end, or from outside
//!    the frontier. Cells that cannot get enough must be terminals: there may not be more
//!    of them, of each colour, than terminals are spare; and none may need two more.
//! 2. *Learned cuts* ([`Cut`]): sets of cells that together need more edges than their
//!    neighbourhood has to give.
//!
//! Both are necessary conditions for a completion, so dropping loses no tour. A state may
//! be dropped on one way and kept on its mirror image's: its share is lost, but no
//! completion counts it.

use super::cuts::Cut;
use super::expand::{Edges, Mate, Sink, Spare, expand};
use super::plan::{LANES, Step};
use super::state::{FrontierState, Key, MAX_SLOTS, Mates, slots_of};

/// The bit work of one step, made ready for it.
pub(super) trait Backend: Sync + Sized {
    /// The packed states.
    type Key: Key;

    /// Gets ready for a step and the cuts that were learned for it.
    fn new(step: &Step, cuts: &[Cut]) -> Self;

    /// Takes a state apart; the second value are its ends without mate.
    fn unpack(&self, key: Self::Key) -> (FrontierState<Mate<Self>>, u32);

    /// The key of a state after the step; the smaller one of the state and its mirror
    /// image where the frontier is symmetric.
    fn pack(&self, state: &FrontierState<Mate<Self>>) -> Self::Key;

    /// False if a rule shows that no tour continues the state.
    fn alive<const OPEN: bool>(&self, bare: u32, ends: u32, spare: Spare) -> bool;

    /// Hands all successors of the states to the sink. A backend overrides it to compile
    /// the step for its instructions.
    #[inline]
    fn expand<const OPEN: bool, V: Copy, S: Sink<Self, V>>(
        &self,
        step: &Step,
        states: &[(Self::Key, V)],
        sink: &mut S,
    ) {
        for &(key, count) in states {
            expand::<OPEN, Self, V, S>(self, step, key, count, sink);
        }
    }
}

/// The portable backend, for keys of any width.
pub(super) struct Portable<K> {
    lanes: Vec<Lane>,
    cuts: Vec<Cut>,
    mirror: Option<[u8; MAX_SLOTS]>,
    key: std::marker::PhantomData<K>,
}

/// Rule 1 for one cell.
struct Lane {
    /// Its slot, or none outside the frontier, where it counts as bare.
    slot: Option<u32>,
    near: u32,
    if_bare: u32,
    if_end: u32,
    white: bool,
}

impl<K: Key> Backend for Portable<K> {
    type Key = K;

    fn new(step: &Step, cuts: &[Cut]) -> Self {
        let starved = &step.starved;
        let lane = |i: usize| Lane {
            slot: (i < MAX_SLOTS).then_some(i as u32),
            near: starved.near[i],
            if_bare: u32::from(starved.if_bare[i]),
            if_end: u32::from(starved.if_end[i]),
            white: starved.white >> i & 1 != 0,
        };
        let speaks = |i: &usize| starved.if_bare[*i] > 0;
        Portable {
            lanes: (0..LANES).filter(speaks).map(lane).collect(),
            cuts: cuts.to_vec(),
            mirror: step.mirror,
            key: std::marker::PhantomData,
        }
    }

    fn unpack(&self, key: K) -> (FrontierState<K::Mates>, u32) {
        key.unpack()
    }

    fn pack(&self, state: &FrontierState<K::Mates>) -> K {
        let key = K::pack(state);
        match &self.mirror {
            None => key,
            Some(mirror) => key.min(K::pack(&mirrored(state, mirror))),
        }
    }

    fn alive<const OPEN: bool>(&self, bare: u32, ends: u32, spare: Spare) -> bool {
        let (mut white, mut black) = (0, 0);
        for lane in &self.lanes {
            let (bare_here, end_here) = match lane.slot {
                None => (true, false),
                Some(slot) => (bare >> slot & 1 != 0, ends >> slot & 1 != 0),
            };
            let reach = (lane.near & (bare | ends)).count_ones();
            if bare_here && reach < lane.if_end {
                return false;
            }
            if bare_here && reach < lane.if_bare || end_here && reach < lane.if_end {
                if lane.white { white += 1 } else { black += 1 }
            }
        }
        white <= spare.white
            && black <= spare.black
            && !self.cuts.iter().any(|cut| cut.kills(bare, ends, spare))
    }
}

/// The state seen in the mirror, slot by slot; the mirror is its own inverse.
pub(super) fn mirrored<M: Mates>(
    state: &FrontierState<M>,
    mirror: &[u8; MAX_SLOTS],
) -> FrontierState<M> {
    let image = |slot: u32| u32::from(mirror[slot as usize]);
    let set = |slots| slots_of(slots).fold(0, |set, slot| set | 1 << image(slot));
    let mut mates = state.mates;
    for slot in slots_of(state.ends) {
        mates = mates.with(image(slot), image(state.mates.of(slot)));
    }
    FrontierState { bare: set(state.bare), ends: set(state.ends), mates }
}

/// A sink that keeps what cuts are learned from: the cells of each successor and the
/// terminals that it has left.
#[derive(Default)]
pub(super) struct Samples(pub Vec<(u32, u32, Spare)>);

impl<B: Backend> Sink<B, ()> for Samples {
    fn successor(&mut self, _: &B, state: &FrontierState<Mate<B>>, (): (), spare: Spare, _: Edges) {
        self.0.push((state.bare, state.ends, spare));
    }
    fn complete(&mut self, (): (), _: Edges) {}
    fn twice(&mut self, (): ()) {}
}
