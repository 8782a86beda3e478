//! Transitions between states: one [`Step`] eliminates one vertex.
//!
//! `expand` generates the successors of a state and passes them to a [`Sink`]; a [`Backend`] does
//! the bit operations, and drops the successors that a rule or a learned [`Cut`] proves dead.

mod backend;
mod cut;
mod expand;
mod learn;
mod portable;
#[cfg(target_arch = "x86_64")]
mod simd;
mod step;

pub use backend::{Backend, Mate, Sink};
pub use cut::{Cut, MOST_CELLS, Residual};
pub use learn::{Samples, learn};
pub use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub use simd::Vector;
pub use step::{
    Edges, FreeTerminals, LANES, NONE, OUTSIDE, SUCCESSOR_CELL, Starved, Step, TerminalRule,
};
