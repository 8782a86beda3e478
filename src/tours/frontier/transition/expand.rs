//! One step of the sweep: from a state before a vertex is eliminated to the states after it.
//!
//! The vertex takes edges to later vertices only (edges to earlier ones were chosen by those): as
//! many as it still needs, or one fewer if it becomes an end of the open tour. An edge to a bare
//! cell makes that cell an end. An edge between two ends joins their fragments. An edge between the
//! two ends of one fragment closes a cycle and is allowed only as the very last one. The slot of
//! the vertex passes to one of the new cells, its successor cell: an edge there turns the vertex
//! into the cell's end of the same fragment, so nothing moves.

use super::backend::{
    Backend, Cut, Edges, FreeTerminals, LANES, Mate, NONE, SUCCESSOR_CELL, Sink, Step,
};
use crate::tours::frontier::state::{FrontierState, Key, MAX_SLOTS, Mates, mirrored};

/// The options for the vertex as a terminal.
#[derive(Clone, Copy)]
struct Terminal {
    allowed: bool,
    /// The available terminals afterwards.
    after: FreeTerminals,
    doubles: bool,
}

/// Passes all successors of one state to the sink.
#[inline(always)]
pub fn expand<const OPEN: bool, B: Backend, V: Copy, S: Sink<B, V>>(
    backend: &B,
    step: &Step,
    key: B::Key,
    count: V,
    sink: &mut S,
) {
    let (state, alone) = backend.unpack(key);
    let (terminals, terminal) = if OPEN {
        allowance(step, &state, alone.count_ones() as i32)
    } else {
        (FreeTerminals { white: 0, black: 0 }, NEVER)
    };
    if OPEN && step.must_end && !terminal.allowed {
        return;
    }
    Expansion::<'_, OPEN, B, S> { backend, step, terminals, terminal, sink }.all(state, count);
}

const NEVER: Terminal =
    Terminal { allowed: false, after: FreeTerminals { white: 0, black: 0 }, doubles: false };

/// The available terminals before the step, and whether the vertex may be a terminal.
///
/// The terminals `placed` so far are the ends without a mate. On a bipartite graph the colours of
/// eliminated terminals follow from the edges: each edge joins both colours, so the degrees of the
/// white cells and of the black ones have the same sum.
#[inline(always)]
fn allowance<M>(step: &Step, state: &FrontierState<M>, placed: i32) -> (FreeTerminals, Terminal) {
    let ends = &step.ends;
    let terminals = if ends.coloured {
        let inner = !(state.bare | state.ends) & !step.fresh;
        let degrees = |cells: u32| {
            2 * (inner & cells).count_ones() as i32 + (state.ends & cells).count_ones() as i32
        };
        let excess = ends.balance + degrees(ends.white_before) - degrees(ends.black_before);
        let white = (placed + excess) >> 1;
        FreeTerminals {
            white: ends.quota.white - white - ends.reserved.white,
            black: ends.quota.black - (placed - white) - ends.reserved.black,
        }
    } else {
        FreeTerminals { white: ends.quota.white - placed - ends.reserved.white, black: 0 }
    };
    let mut after = terminals;
    if ends.white {
        after.white -= 1;
    } else {
        after.black -= 1;
    }
    let first = placed == 0;
    let when = step.must_end || if first { ends.first } else { ends.second };
    let allowed = when && if ends.white { after.white >= 0 } else { after.black >= 0 };
    (terminals, Terminal { allowed, after, doubles: first && ends.doubles })
}

struct Expansion<'a, const OPEN: bool, B, S> {
    backend: &'a B,
    step: &'a Step,
    terminals: FreeTerminals,
    terminal: Terminal,
    sink: &'a mut S,
}

impl<const OPEN: bool, B: Backend, S> Expansion<'_, OPEN, B, S> {
    #[inline(always)]
    fn all<V: Copy>(&mut self, mut state: FrontierState<Mate<B>>, count: V)
    where
        S: Sink<B, V>,
    {
        let step = self.step;
        let (slot, here) = (step.slot, 1u32 << step.slot);
        state.bare |= step.fresh;
        if state.ends & here != 0 {
            self.second_edge(state, count, 0, NONE);
            return;
        }
        if state.bare & here == 0 {
            if !(OPEN && step.must_end) {
                state.bare |= self.bare_successor_cell();
                self.emit(state, count, self.terminals, [NONE; 2]);
            }
            return;
        }
        for (place, &near) in step.near.iter().enumerate() {
            let there = 1u32 << near;
            let next = if state.bare & there != 0 {
                FrontierState {
                    bare: state.bare & !here & !there,
                    ends: state.ends | here | there,
                    mates: state.mates.joined(slot, near),
                }
            } else if state.ends & there != 0 {
                let far = state.mates.of(near);
                // The end without a mate passes its terminal on to the vertex.
                let far = if OPEN && far == near { slot } else { far };
                FrontierState {
                    bare: state.bare & !here,
                    ends: (state.ends | here) & !there,
                    mates: state.mates.joined(slot, far),
                }
            } else {
                continue;
            };
            self.second_edge(next, count, place + 1, place as u8);
        }
        if OPEN && step.has_successor_cell && self.terminal.allowed {
            let next = FrontierState {
                bare: state.bare & !here,
                ends: state.ends | here,
                mates: state.mates.with(slot, slot),
            };
            let count = self.ended(count);
            self.emit(next, count, self.terminal.after, [SUCCESSOR_CELL, NONE]);
        }
    }

    /// The vertex is an end: it gets its second edge, or becomes a terminal.
    #[inline(always)]
    fn second_edge<V: Copy>(
        &mut self,
        state: FrontierState<Mate<B>>,
        count: V,
        from: usize,
        first: u8,
    ) where
        S: Sink<B, V>,
    {
        let step = self.step;
        let slot = step.slot;
        let mate = state.mates.of(slot);
        let bare = state.bare | self.bare_successor_cell();
        let ends = state.ends & !(1 << slot);
        if !(OPEN && step.must_end) {
            if step.has_successor_cell {
                self.emit(state, count, self.terminals, [first, SUCCESSOR_CELL]);
            }
            for (place, &near) in step.near.iter().enumerate().skip(from) {
                let there = 1u32 << near;
                let edges = [first, place as u8];
                if state.bare & there != 0 {
                    let alone = OPEN && mate == slot;
                    let mates = state.mates.joined(near, if alone { near } else { mate });
                    let next = FrontierState { bare: bare & !there, ends: ends | there, mates };
                    self.emit(next, count, self.terminals, edges);
                } else if state.ends & there != 0 {
                    let ends = ends & !there;
                    let far = state.mates.of(near);
                    let alone = OPEN && mate == slot;
                    if far == slot || alone && far == near {
                        // A cycle, or a path between both terminals.
                        if far == slot && OPEN {
                            continue;
                        }
                        self.finish(bare, ends, count, edges);
                        continue;
                    }
                    // The remaining ends; only one if the other was a terminal.
                    let (a, b) = match () {
                        () if alone => (far, far),
                        () if OPEN && far == near => (mate, mate),
                        () => (mate, far),
                    };
                    let next = FrontierState { bare, ends, mates: state.mates.joined(a, b) };
                    self.emit(next, count, self.terminals, edges);
                }
            }
        }
        if OPEN && self.terminal.allowed {
            let count = self.ended(count);
            if mate == slot {
                self.finish(bare, ends, count, [first, NONE]);
            } else {
                let next = FrontierState { bare, ends, mates: state.mates.with(mate, mate) };
                self.emit(next, count, self.terminal.after, [first, NONE]);
            }
        }
    }

    /// The successor cell enters the slot as a bare cell.
    #[inline(always)]
    fn bare_successor_cell(&self) -> u32 {
        u32::from(self.step.has_successor_cell) << self.step.slot
    }

    #[inline(always)]
    fn ended<V: Copy>(&mut self, count: V) -> V
    where
        S: Sink<B, V>,
    {
        if self.terminal.doubles { self.sink.twice(count) } else { count }
    }

    #[inline(always)]
    fn finish<V: Copy>(&mut self, bare: u32, ends: u32, count: V, edges: Edges)
    where
        S: Sink<B, V>,
    {
        if bare == 0 && ends == 0 && !self.step.outside {
            self.sink.complete(count, edges);
        }
    }

    #[inline(always)]
    fn emit<V: Copy>(
        &mut self,
        state: FrontierState<Mate<B>>,
        count: V,
        terminals: FreeTerminals,
        edges: Edges,
    ) where
        S: Sink<B, V>,
    {
        if self.backend.alive::<OPEN>(state.bare, state.ends, terminals) {
            self.sink.successor(self.backend, &state, count, terminals, edges);
        }
    }
}

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
