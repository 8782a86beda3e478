//! Transitions between states: one [`Step`] eliminates one vertex.
//!
//! `expand` generates the successors of a state and passes them to a [`Sink`]; a [`Backend`] does
//! the bit operations, and drops the successors that a rule or a learned [`Cut`] proves dead.

mod backend;
mod expand;
mod learn;
#[cfg(target_arch = "x86_64")]
mod simd;

pub use backend::{
    Backend, Cut, Edges, FreeTerminals, LANES, MOST_CELLS, Mate, NONE, OUTSIDE, Residual,
    SUCCESSOR_CELL, Sink, Starved, Step, TerminalRule,
};
pub use expand::Portable;
pub use learn::{Samples, learn};
#[cfg(target_arch = "x86_64")]
pub use simd::Vector;
