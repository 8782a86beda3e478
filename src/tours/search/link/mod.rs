//! Strategy *link*: subpaths are linked, wherever on the board, until one tour is left.
//!
//! The search does not walk along the tour. It always branches on the vertex with the
//! fewest choices left and takes what is forced, so its tree is nearly perfect: six
//! branchings for ten tours. The parts, from the bottom:
//!
//! - [`state`]: subpaths as sets of vertices with bit-sliced slack; the two pruning rules;
//! - [`choose`]: where to branch;
//! - [`endgame`]: the last three edges by table;
//! - [`cache`]: counts of the last dozen vertices, for visitors that only count;
//! - [`kernel`]: the loop over all that; [`cpu`] compiles it twice;
//! - [`parts`]: what a unit that is being run can give to a thread without work;
//! - [`root`]: the tours through some edges, one such set of each orbit under the symmetries;
//! - [`split`]: the roots cut into units of even cost;
//! - [`membership`]: whether some unit visits a tour;
//! - [`linker`]: all of it for one question, at the width that its graph needs.
//!
//! The strategy is Selby's and Martello's, as Knuth tells it (TAOCP pre-fascicle 8A and his
//! program SSHAM); the state in masks, the tables and the symmetries are our own.

mod branching;
mod cache;
mod choose;
mod cpu;
mod endgame;
mod kernel;
mod linker;
mod membership;
mod parts;
mod root;
mod split;
mod state;

pub(super) use linker::{LEAST_VERTICES, Link};
pub use membership::Membership;
pub(super) use split::is_in;
