//! The portable backend, for keys of any width on every machine.

use super::backend::{Backend, Sink};
use super::cut::Cut;
use super::expand::expand;
use super::step::{FreeTerminals, LANES, Step};
use crate::tours::frontier::state::{FrontierState, Key, MAX_SLOTS, mirrored};

/// The portable backend, for keys of any width.
pub struct Portable<K> {
    lanes: Vec<Lane>,
    cuts: Vec<Cut>,
    mirror: Option<[u8; MAX_SLOTS]>,
    key: std::marker::PhantomData<K>,
}

/// Rule 1 for one cell.
struct Lane {
    /// Its slot, or none outside the frontier, where the cell counts as bare.
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

    fn alive<const OPEN: bool>(&self, bare: u32, ends: u32, terminals: FreeTerminals) -> bool {
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
        white <= terminals.white
            && black <= terminals.black
            && !self.cuts.iter().any(|cut| cut.kills(bare, ends, terminals))
    }
    #[inline]
    fn expand_kind<const OPEN: bool, V: Copy, S: Sink<Self, V>>(
        &self,
        step: &Step,
        states: &[(K, V)],
        sink: &mut S,
    ) {
        for &(key, count) in states {
            expand::<OPEN, Self, V, S>(self, step, key, count, sink);
        }
    }
}
