//! Strategy *link*: subpaths anywhere on the board are linked until one tour is left.
//!
//! The search does not walk along the tour. It always branches on the vertex with the fewest
//! choices and takes forced edges, so its tree is nearly perfect: six branchings for ten tours. The
//! parts, from the bottom:
//!
//! - [`state`]: subpaths as sets of vertices with bit-sliced slack; the two pruning rules;
//! - [`choose`]: the branching vertex;
//! - [`endgame`]: the last three edges by table;
//! - [`cache`]: counts of the last dozen vertices, for visitors that only count;
//! - [`kernel`]: the main loop; [`cpu`] compiles it twice;
//! - [`parts`]: the parts of a running unit that can be given to an idle thread;
//! - [`root`]: the tours through some edges, one such set of each orbit under the symmetries;
//! - [`split`]: the roots cut into units of similar cost;
//! - [`membership`]: whether some unit visits a tour;
//! - [`linker`]: all of this for one question, at the width of its graph.
//!
//! The strategy is due to Selby and Martello, as described by Knuth (TAOCP pre-fascicle 8A and his
//! program SSHAM); the state in masks, the tables and the symmetries are our own.

mod cache;
mod choose;
mod cpu;
mod endgame;
mod kernel;
mod linker;
mod membership;
mod root;
mod split;
mod state;

pub(super) use linker::{LEAST_VERTICES, Link};
pub use membership::Membership;
