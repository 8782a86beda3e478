//! `Backend`: the bit operations of a step, and `Sink`: the receiver of its successors.
//!
//! All backends apply the same rules, so a sweep has the same states on every machine; tests
//! compare them. Rules that drop a dead state:
//!
//! 1. *Starved cell.* Each cell still needs edges: two if it is bare, one if it is an end, and one
//!    fewer for each terminal. Each edge must come from another bare cell or end, or from outside
//!    the frontier. Cells that cannot get enough must be terminals. There may not be more such
//!    cells of each colour than available terminals, and no cell may lack two edges.
//! 2. *Learned cuts* ([`Cut`]): sets of cells that together need more edges than their
//!    neighbourhood can provide.
//!
//! Both are necessary conditions for a completion, so dropping loses no tour. A state may be
//! dropped while its mirror image is kept: its contribution is lost, but no completion would count
//! it.

use super::cut::Cut;
use super::step::{Edges, FreeTerminals, Step};
use crate::tours::frontier::state::{FrontierState, Key};
use crate::tours::question::Kind;

/// The bit operations of one step, prepared for it.
pub trait Backend: Sync + Sized {
    /// The packed states.
    type Key: Key;

    /// Prepares for a step and the cuts that were learned for it.
    fn new(step: &Step, cuts: &[Cut]) -> Self;

    /// Unpacks a state; the second value is the set of ends without a mate.
    fn unpack(&self, key: Self::Key) -> (FrontierState<Mate<Self>>, u32);

    /// The key of a state after the step; if the frontier is symmetric, the smaller key of the
    /// state and its mirror image.
    fn pack(&self, state: &FrontierState<Mate<Self>>) -> Self::Key;

    /// False if a rule proves that the state has no completion.
    fn alive<const OPEN: bool>(&self, bare: u32, ends: u32, terminals: FreeTerminals) -> bool;

    /// Passes all successors of the states to the sink.
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

    /// `expand` for one kind of tours, compiled for the backend's instructions.
    fn expand_kind<const OPEN: bool, V: Copy, S: Sink<Self, V>>(
        &self,
        step: &Step,
        states: &[(Self::Key, V)],
        sink: &mut S,
    );
}

/// Receives the successors of states.
pub trait Sink<B: Backend, V> {
    /// A successor that no rule dropped.
    fn successor(
        &mut self,
        backend: &B,
        state: &FrontierState<Mate<B>>,
        count: V,
        terminals: FreeTerminals,
        edges: Edges,
    );
    /// Complete tours.
    fn complete(&mut self, count: V, edges: Edges);
    /// Twice the count, for an end that also represents its mirror image.
    fn twice(&mut self, count: V) -> V;
}

/// The mates of a backend's states.
pub type Mate<B> = <<B as Backend>::Key as Key>::Mates;
