//! `Branching`: a node of the search with remaining choices.

use super::state::State;

/// The progress of a unit is computed from its first branchings, which stay on the stack until all
/// their choices are done; later ones are removed with their last choice.
pub(super) const SHOWN_LEVELS: usize = 16;

/// A branching on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branching<B, const N: usize, const P: usize> {
    pub state: State<B, N, P>,
    /// The remaining choices; for a bare vertex, the edge to leave out.
    pub left: B,
    pub vertex: usize,
    pub bare: bool,
    pub placed: usize,
    /// Tours found and nodes visited before it, if the cache needs them.
    pub before: Option<(u64, u64)>,
}
