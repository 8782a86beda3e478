//! How states lead to states: one [`Step`] eliminates one vertex.
//!
//! `expand` makes the successors of a state and hands them to a [`Sink`]; a [`Backend`] does the
//! bit work, and drops the successors that a rule or a learned [`Cut`] shows to be dead.

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
pub use step::{Edges, LANES, NONE, OUTSIDE, SUCCESSOR_CELL, Spare, Starved, Step, TerminalRule};
