//! The choice of the branching vertex when nothing is forced.

use super::state::{State, Words};
use crate::board::Bits;

/// The vertex to branch on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// An outer vertex: which usable edge it takes.
    Outer(usize),
    /// A bare vertex of slack 1: which of its three usable edges it leaves out.
    Bare(usize),
}

/// The vertex with the fewest choices; outer vertices first among equals. There is an outer vertex,
/// since the plan makes one before the search begins.
///
/// An outer vertex of slack 1 has two choices, a bare one of slack 1 has three, and so has an outer
/// one of slack 2. The resulting tree is nearly perfect: 0.6 branchings per tour and few dead
/// leaves, so a more expensive rule cannot pay.
#[inline(always)]
pub(super) fn choose<B: Bits, const P: usize>(words: &Words<B, P>) -> Choice {
    let outer = words.open & !words.bare;
    let above = words.slack[2..].iter().fold(B::EMPTY, |any, &plane| any | plane);
    let one = words.slack[0] & !words.slack[1] & !above;
    if !(outer & one).is_empty() {
        return Choice::Outer((outer & one).lowest());
    }
    if !(words.bare & one).is_empty() {
        return Choice::Bare((words.bare & one).lowest());
    }
    let low = outer & !above;
    let two = low & !words.slack[0];
    if !two.is_empty() {
        return Choice::Outer(two.lowest());
    }
    Choice::Outer(if low.is_empty() { least_slack(words, outer) } else { low.lowest() })
}

/// The first vertex of least slack among `outer`.
fn least_slack<B: Bits, const P: usize>(words: &Words<B, P>, outer: B) -> usize {
    let mut least = outer;
    for &plane in words.slack.iter().rev() {
        if !(least & !plane).is_empty() {
            least = least & !plane;
        }
    }
    least.lowest()
}

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
