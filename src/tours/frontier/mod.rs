//! METHOD frontier: exact counts of tours without visiting them.
//!
//! Vertices are eliminated one after the other. A partial tour affects the rest of the graph only
//! through the state of its fragments on the frontier, the few vertices with an eliminated
//! neighbour. Partial tours with the same state are counted together, so the work grows with the
//! states (tens of millions on the chessboard) and not with the tours (13,267,364,410,532). The
//! method counts closed tours of any graph, and open ones with free or fixed ends. It is
//! independent of `halves` and confirms its counts; its layers stay in memory, and none is saved.
//!
//! The modules in order; each uses only the ones before it:
//!
//! - `numbers`: the arithmetic of the counts, exact or with an error;
//! - `vertex_order`: the vertex order, chosen for few states;
//! - `state`: the state of a partial tour on the frontier, and its packed form;
//! - `transition`: one step, from a state to its successors without the dead ones;
//! - `plan`: all steps on fixed slots of cells, and the periods that repeat;
//! - `layers`: states in memory, merged layer by layer, and the step of a sweep;
//! - `periodic`: many repetitions of a period together, by a transfer matrix;
//! - `cost`: bounds and predictions of layers before a sweep, progress while it runs;
//! - `run`: whole sweeps, and the series of sweeps that counts one question.
//!
//! `method.rs` is the interface to the engine; `ranking` keeps all layers and numbers the tours.
//!
//! After Knuth's frontier classes (TAOCP 7.2.2.4; DYNAHAM); the mate states are older (Kloks;
//! Sekine, Imai and Tani 1995). Order, slots, cuts and engine are our own.

mod cost;
mod layers;
mod method;
mod numbers;
mod periodic;
mod plan;
mod progress;
mod ranking;
mod run;
mod state;
#[cfg(test)]
mod tests;
mod transition;
mod vertex_order;

pub use method::{FRONTIER, FrontierCount, MAX_VERTICES as MAX_SWEPT, MAX_WIDTH};
pub(super) use numbers::{Bytes, bits_bound, bits_expected};
pub use ranking::{LayerRanking, LayersToRank};
pub(super) use vertex_order::elimination_orders;
