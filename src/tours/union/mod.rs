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
//! - [`side`]: one side: its steps with their moves, live degrees, its systems; which degree
//!   vectors a unit takes;
//! - [`groups`]: systems in the order of degrees and matchings; two groups give tours;
//! - [`paths`]: the paths of systems, and tours put together from them, for listings;
//! - [`survey`]: a statistic of every tour of a unit;
//! - [`ranking`]: the tours of every degree vector, counted by a sweep; the number of a tour, and the
//!   tour of a number;
//! - `unit.rs`: a unit from its systems to its tours;
//! - `search.rs`: what the engine runs; a unit counted by the sweep, for `recheck`;
//! - `counting.rs`: the line in the table of methods.

mod groups;
mod moves;
mod paths;
mod ranking;
mod search;
mod side;
mod survey;
mod unit;

pub use moves::{MoveSet, Moves};
pub use paths::Spelling;
pub use ranking::UnionRanking;
pub use search::UNION;
pub use search::UnionSearch;
