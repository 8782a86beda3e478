//! METHOD frontier: exact counts of tours without visiting them.
//!
//! Vertices are eliminated one after the other; what the rest of the graph needs to know
//! of a partial tour is the state of its fragments on the frontier, the few vertices that
//! have an eliminated neighbour. Partial tours of one state are counted together, so the
//! work grows with the states (tens of millions on the chessboard) and not with the
//! tours (13,267,364,410,532). Closed tours of any graph, and open ones, their ends free
//! or fixed.
//!
//! The stages, a file each: [`order`] and [`beam`] choose the vertex order; [`plan`] makes steps of it
//! on slots that cells keep for life; [`state`] packs states into keys; [`expand`] makes
//! successors; [`backend`], [`simd`] and [`cuts`] drop the dead ones; [`table`],
//! [`worker`] and [`sweep`] merge equal ones layer by layer; [`entry`] is how a state and its
//! number lie in memory, [`layer`] what is between two steps, [`checkpoints`] keeps it on disk, [`spilled`]
//! are layers that fit nowhere else; [`period`] finds steps that repeat, [`transfer`] is what
//! they do to the numbers, [`crossing`] goes over them; [`bound`] counts the states that layers
//! could have, [`estimate`] those that they are expected to have, and [`progress`] says how far a
//! sweep is;
//! [`arithmetic`] keeps counts exact and [`series`] chooses among them; [`method`] is what the
//! engine runs; [`pairs`] makes units by ends, [`ranking`] keeps the layers and numbers the
//! tours.
//!
//! After Knuth's frontier states (TAOCP 7.2.2.4; DYNAHAM); the mate states are older
//! (Kloks; Sekine, Imai and Tani 1995). EliminationOrder, slots, cuts and engine are our own.

mod arithmetic;
mod backend;
mod bound;
mod checkpoints;
mod context;
mod crossing;
mod cuts;
mod entry;
mod estimate;
mod expand;
mod layer;
#[cfg(test)]
mod layer_tests;
mod method;
mod order;
mod pairs;
mod period;
mod plan;
mod progress;
mod ranking;
mod series;
mod simd;
mod spilled;
mod state;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod transfer;
mod worker;

pub use context::LayerReport;
pub use estimate::SweepEstimate;
pub use method::{FrontierCount, MAX_VERTICES as MAX_SWEPT, MAX_WIDTH};
pub use ranking::TourRanking;
