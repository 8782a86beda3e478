//! `Parts`: the parts that a running search can give away, and its progress.
//!
//! Every branching on the stack has remaining choices. One of them, with the edges placed before
//! it, is a root in the same form as in the plan, so any thread can run it: the state depends on
//! the edges only, not on their history. Its branching is already counted by the search that gives
//! it away. Branchings whose completions will be cached are kept, since their sums must be
//! complete.

use super::branching::{Branching, SHOWN_LEVELS};
use super::state::{Join, Web};
use crate::board::Bits;
use crate::engine::Part;
use crate::tours::search::visited::END;

/// The remaining choices on the stack, those of the first branching first.
pub(super) struct Parts<'a, B, const N: usize, const P: usize> {
    pub web: &'a Web<B, N>,
    pub stack: &'a mut [Branching<B, N, P>],
    /// The placed edges, those of the unit first.
    pub edges: &'a [[u8; 2]],
}

impl<B: Bits, const N: usize, const P: usize> Iterator for Parts<'_, B, N, P> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let can = |branching: &Branching<B, N, P>| {
            !branching.left.is_empty() && branching.before.is_none()
        };
        let at = self.stack.iter().position(can)?;
        let share = if at < SHOWN_LEVELS { width(self.web, &self.stack[..=at]) } else { 0.0 };
        let Branching { state, left, vertex, bare, placed, .. } = &mut self.stack[at];
        // The last choice, so that the choices taken, given away and left stay in order.
        let choice = left.iter().last()?;
        *left = left.without(choice);
        let usable = state.words.usable(self.web, &state.mates, *vertex);
        let Join { v, p, q, over, .. } = Join::nth(*vertex, *bare, usable, B::single(choice));
        let joined = [[v, q], [v, p]];
        let joined = &joined[..if over.is_empty() { 1 } else { 2 }];
        let edge = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
        let before = &self.edges[..*placed + self.web.vertices - END];
        let edges = before.iter().map(|edge| edge.map(u32::from));
        let edges = edges.chain(joined.iter().map(|edge| edge.map(|v| v as u32)));
        Some(Part { path: edges.flat_map(edge).collect(), share })
    }
}

/// The fraction of the unit for one choice of the last of these branchings.
fn width<B: Bits, const N: usize, const P: usize>(
    web: &Web<B, N>,
    stack: &[Branching<B, N, P>],
) -> f64 {
    stack.iter().map(|branching| 1.0 / choices(web, branching) as f64).product()
}

/// The finished fraction of the unit: at each branching, the choices before the current one, and
/// those given away.
pub(super) fn done<B: Bits, const N: usize, const P: usize>(
    web: &Web<B, N>,
    stack: &[Branching<B, N, P>],
) -> f64 {
    let (mut done, mut width) = (0.0, 1.0);
    for branching in &stack[..stack.len().min(SHOWN_LEVELS)] {
        let count = choices(web, branching);
        width /= count as f64;
        done += width * (count - 1 - branching.left.len()) as f64;
    }
    done
}

fn choices<B: Bits, const N: usize, const P: usize>(
    web: &Web<B, N>,
    branching: &Branching<B, N, P>,
) -> usize {
    branching.state.words.usable(web, &branching.state.mates, branching.vertex).len()
}
