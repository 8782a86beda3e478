//! `Branching`: a choice that the search has made and can still make otherwise.

use super::state::State;

/// The progress of a unit is read off its first branchings, which stay on the stack until
/// all their choices are done; later ones leave it with their last choice.
pub(super) const SHOWN_LEVELS: usize = 16;

/// A branching on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branching<B, const N: usize, const P: usize> {
    pub state: State<B, N, P>,
    /// The choices that are left; for a bare vertex, of the edge to leave out.
    pub left: B,
    pub vertex: usize,
    pub bare: bool,
    pub placed: usize,
    /// What was found and visited before it, if the cache wants to know.
    pub before: Option<(u64, u64)>,
}
