//! METHOD union: every tour visited, as the union of two systems of paths.
//!
//! The halves of a tour are systems of paths on both sides of the cut. All systems of each side
//! are enumerated once, depth first, and grouped by the degrees of the cells where the halves meet
//! and by which ends belong together. A group and one of complementary degrees whose matchings
//! make one cycle together give a tour for every pair of their systems: a tour costs one OR of
//! two sets of moves. The closed tours of 8×8, 1.3 · 10^13, are the unions of 4 · 10^9 systems.
//!
//! No system is enumerated in vain as far as degrees can tell, by the same sets of live degrees
//! as in the sweep. A unit takes a batch of the degree vectors of the meeting, so that its systems
//! fit in memory.
//!
//! The rooms, from the bottom:
//!
//! - [`moves`]: numbered moves, sets of them, and the squares of a tour that is such a set;
//! - [`side`]: one side: its steps with their moves, live degrees, its systems;
//! - [`groups`]: systems in the order of degrees and matchings;
//! - [`join`]: two groups give tours;
//! - [`batches`]: which degree vectors a unit takes;
//! - [`paths`]: the paths of systems, spelled; [`read`]: tours put together from them, for listings;
//! - [`values`], [`survey`]: a statistic of every tour of a unit;
//! - [`vectors`]: the tours of every degree vector, counted; [`ranking`]: numbers of tours, and
//!   tours of numbers;
//! - [`recount`]: a unit counted by the sweep, for `recheck`;
//! - `unit.rs`: a unit from its systems to its tours;
//! - `search.rs` is what the engine runs, `counting.rs` the line in the table of methods.

mod batches;
mod counting;
mod groups;
mod join;
mod moves;
mod paths;
mod ranking;
mod read;
mod recount;
mod search;
mod side;
mod survey;
mod unit;
mod values;
mod vectors;

pub use counting::UNION;
pub use moves::{MoveSet, Moves};
pub use paths::Spelling;
pub use ranking::UnionRanking;
pub use search::UnionSearch;
