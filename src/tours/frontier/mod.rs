//! METHOD frontier: exact counts of tours without visiting them.
//!
//! Vertices are eliminated one after the other; what the rest of the graph needs to know
//! of a partial tour is the state of its fragments on the frontier, the few vertices that
//! have an eliminated neighbour. Partial tours of one state are counted together, so the
//! work grows with the states (tens of millions on the chessboard) and not with the
//! tours (13,267,364,410,532). Closed tours of any graph, and open ones, their ends free
//! or fixed. It is the independent second way to count what `halves` counts: layers are in
//! memory, and none is kept.
//!
//! The rooms, from the bottom; each uses only those before it:
//!
//! - `numbers`: what states are counted in, exactly or with an error;
//! - `order`: the vertex order, chosen for few states;
//! - `state`: what the frontier knows of a partial tour, and the word it is packed into;
//! - `transition`: one step, from a state to its successors; the dead ones are dropped;
//! - `plan`: all steps on slots that cells keep for life, and the periods that repeat;
//! - `layers`: states in memory, merged layer by layer, and a sweep's step over a layer;
//! - `periodic`: many repetitions of a period at once, by a transfer matrix;
//! - `cost`: bounds and estimates of layers before a sweep, progress while it runs;
//! - `run`: whole sweeps, and the series of them that counts one question.
//!
//! `method.rs` is what the engine runs, `ranking` keeps the layers and numbers the tours.
//!
//! After Knuth's frontier classes (TAOCP 7.2.2.4; DYNAHAM); the mate states are older
//! (Kloks; Sekine, Imai and Tani 1995). Order, slots, cuts and engine are our own.

mod cost;
mod counting;
mod layers;
mod method;
mod numbers;
mod order;
mod periodic;
mod plan;
mod ranking;
mod run;
mod state;
#[cfg(test)]
mod tests;
mod transition;

pub use counting::FRONTIER;
pub use method::{FrontierCount, MAX_VERTICES as MAX_SWEPT, MAX_WIDTH};
pub(super) use numbers::{Bytes, bits_bound, bits_expected};
pub(super) use order::elimination_orders;
pub use ranking::{LayerRanking, LayersToRank};
