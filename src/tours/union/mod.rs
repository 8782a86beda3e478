//! METHOD union: visits every tour as the union of two systems of paths.
//!
//! A cut splits a tour into two systems of paths, one on each side. The method enumerates all
//! systems of each side once, depth first, and groups them by the degrees of the cells at the cut
//! and by the matching of path ends. If two groups have complementary degrees, and their matchings
//! form one cycle, every pair of their systems is a tour. A tour costs one OR of two sets of moves.
//! For example, the 1.3 · 10^13 closed tours of 8×8 are unions of 4 · 10^9 systems.
//!
//! The enumeration follows live degrees only, as the sweep does, so degrees never lead to a dead
//! end. A unit takes a batch of the degree vectors of the meeting, so that its systems fit in
//! memory.
//!
//! The modules, from the bottom:
//!
//! - [`moves`]: numbered moves, sets of them, and the squares of a tour given as a set;
//! - [`side`]: one side with its steps, live degrees and systems; the degree vectors of a unit;
//! - [`groups`]: systems sorted by degrees and matching; pairs of groups that form tours;
//! - [`paths`]: the paths of systems as text, and tours composed of them, for listings;
//! - [`sorter`]: the histogram of a statistic over the tours of a unit;
//! - [`ranking`]: the tours of every degree vector, counted by a sweep; ranking and unranking;
//! - `search.rs`: a unit, from its systems to its tours; the enumeration that the engine runs, its
//!   recount by a sweep, and the entry in the table of methods.

mod groups;
mod moves;
mod paths;
mod ranking;
mod search;
mod side;
mod sorter;

pub use moves::{MoveSet, Moves};
pub use paths::Spelling;
pub use ranking::UnionRanking;
pub use search::{UNION, UnionSearch};
