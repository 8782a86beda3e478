//! METHOD halves: exact counts of tours by two halves that meet in the middle.
//!
//! A cut of the graph splits every tour into two systems of paths, one on each side. The method
//! sweeps both sides towards the cut, vertex by vertex like `frontier`, and then combines the
//! systems of one side with those of the other. If a symmetry exchanges the sides, one sweep is
//! enough. Three properties make the sweep fast:
//!
//! - States are *grouped* by the degrees of the frontier's cells (bare, end, inner). The degrees
//!   alone decide which edges can be taken, which states are dead and which degrees follow, so this
//!   is computed once for each group. Within a group a state is a number and the rank of a
//!   matching, which pairs the ends of paths: eight or twelve bytes.
//! - *No hash table is searched.* The sources of each group of the next layer are known. Their
//!   numbers are added in one array through tables of ranks, and a table depends on two positions
//!   only.
//! - The *live* degrees are exact. A forward and a backward pass over sets of degrees find the
//!   degrees that are reachable and lead to the meeting.
//!
//! The degrees of two systems that meet are complementary. The condition that both matchings form
//! one cycle is evaluated by contracting one pair after the other; `docs/frontier.md` has an
//! example.
//!
//! Terms: a *part* is a piece of a sweep that the schedule cut to fit in memory; a *slice* is a
//! piece of the meeting that the engine runs as a unit. A *group* is all states of a layer with the
//! same degrees. A degree vector is *live* if it is reachable and leads to the meeting.
//!
//! The modules, from the bottom; each uses only those above it in this list:
//!
//! - `machine`: threads and processor kinds, and all unsafe code;
//! - `degrees`: degrees of a frontier, their numbering, and sets of them;
//! - `matching`: ranks of matchings, and operations on them;
//! - `plan`: the cut, its symmetries, and the steps of each half on fixed slots;
//! - `sweep`: number types, live degrees, and layers, each computed from the previous one;
//! - `meeting`: the sum over both halves;
//! - `forecast`: the predicted states of each layer;
//! - `schedule`: the predicted cost of a sweep, its cuts if it does not fit in memory, and the data
//!   prepared once for each question;
//! - `executor`: runs a sweep with its cuts;
//! - `counting`: the sweeps that a count needs;
//! - `sorted`: tours by the number of their moves with a given slope, from sweeps at several
//!   points;
//! - `moduli`: units that are residues;
//! - `method`: counts a question, whole or in units;
//! - `table`: the entry in the table of methods.
//!
//! Grouping by degrees, ranks, and sweeping only half are our own; frontier states are Knuth's
//! (TAOCP 7.2.2.4).

pub(super) mod counting;
pub(super) mod degrees;
mod executor;
pub(super) mod forecast;
pub(super) mod machine;
pub(super) mod matching;
mod meeting;
mod method;
mod moduli;
pub(super) mod plan;
#[cfg(test)]
pub(super) mod samples;
pub(super) mod schedule;
mod sorted;
pub(super) mod sweep;
mod table;

pub use method::HalvesCount;
pub use table::{HALVES, closed_tours_by, closed_tours_cost};
