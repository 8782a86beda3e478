//! `Backend`: the bit work of a step, and `Sink`: who gets what it makes.
//!
//! All backends obey the same rules, so that a sweep has the same states on every machine: the
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

use super::cut::Cut;
use super::step::{Edges, Spare, Step};
use crate::tours::frontier::state::{FrontierState, Key};
use crate::tours::question::Kind;

/// The bit work of one step, made ready for it.
pub trait Backend: Sync + Sized {
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

    /// Hands all successors of the states to the sink.
    #[inline]
    fn expand<V: Copy, S: Sink<Self, V>>(
        &self,
        step: &Step,
        states: &[(Self::Key, V)],
        sink: &mut S,
    ) {
        match step.kind {
            Kind::Open => self.expand_kind::<true, V, S>(step, states, sink),
            Kind::Closed => self.expand_kind::<false, V, S>(step, states, sink),
        }
    }

    /// The same for one kind of tours, in code that is compiled for the backend's
    /// instructions.
    fn expand_kind<const OPEN: bool, V: Copy, S: Sink<Self, V>>(
        &self,
        step: &Step,
        states: &[(Self::Key, V)],
        sink: &mut S,
    );
}

/// Receives the successors of states.
pub trait Sink<B: Backend, V> {
    /// A successor that no rule found dead.
    fn successor(
        &mut self,
        backend: &B,
        state: &FrontierState<Mate<B>>,
        count: V,
        spare: Spare,
        edges: Edges,
    );
    /// Whole tours.
    fn complete(&mut self, count: V, edges: Edges);
    /// Twice the count, for an end that stands for its mirror image too.
    fn twice(&mut self, count: V) -> V;
}

/// The mates of a backend's states.
pub type Mate<B> = <<B as Backend>::Key as Key>::Mates;
