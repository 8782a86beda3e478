//! METHOD halves: exact counts of tours by two halves that meet in the middle.
//!
//! A tour crosses any cut of its graph, and each side of it is a system of paths. Both sides are
//! swept towards the cut as `frontier` does, vertex by vertex, and the systems of the one side
//! meet those of the other. Where a symmetry exchanges the sides one sweep serves for both. Three
//! things make the sweep fast:
//!
//! - States are *grouped* by the degrees of the frontier's cells (bare, end, inner). Which edges
//!   can be taken, what is dead and what comes next depends on the degrees alone, and is worked
//!   out once for a group. Within a group a state is the rank of a matching, which tells the ends
//!   that belong together, and a number: eight or twelve bytes.
//! - *No table is searched.* For each group of the next layer its sources are known; their
//!   numbers are added up in one array by maps of ranks, which depend on two positions only.
//! - Degrees are *live* or dead exactly: a pass forwards and one backwards over sets of degrees
//!   finds those that are reached and from which the meeting is reached.
//!
//! Where the halves meet, degrees are complementary, and "both matchings together make one
//! cycle" is applied by contracting one pair after the other. `docs/frontier.md` has an example.
//!
//! The rooms, from the bottom; each uses only those before it:
//!
//! - `machine`: the kind of processor, and everything that is unsafe;
//! - `degrees`: degrees of a frontier, their numbers, sets of them;
//! - `matching`: ranks of matchings, and what becomes of them;
//! - `plan`: the cut, the symmetries that serve, every step on slots that cells keep for life;
//! - `sweep`: what numbers are counted in, live degrees, layers, one from the other;
//! - `meeting`: the halves meet;
//! - `sorted`: tours by how many of their moves have a slope, by sweeps at many places.
//!
//! `grounds.rs` is what is worked out once for a question, `forecast.rs` what a sweep is expected
//! to take, `schedule.rs` how it is cut where it does not fit in memory, `counting.rs` the sweeps
//! that a number takes, `tree.rs` one of them as it is cut, `method.rs` the count of a question,
//! whole or in units, `moduli.rs` units that are residues, `table.rs` the line in the table of
//! methods.
//!
//! Grouping by degrees, ranks and half a sweep are our own; frontier states are Knuth's (TAOCP
//! 7.2.2.4).

pub(super) mod counting;
pub(super) mod degrees;
pub(super) mod forecast;
mod grounds;
pub(super) mod machine;
pub(super) mod matching;
mod meeting;
mod method;
mod moduli;
pub(super) mod plan;
#[cfg(test)]
mod planted;
#[cfg(test)]
pub(super) mod samples;
pub(super) mod schedule;
mod sorted;
pub(super) mod sweep;
mod table;
mod tree;

pub use method::HalvesCount;
pub use sorted::{closed_tours_by, closed_tours_cost};
pub use table::HALVES;
