//! Layers of states in memory, and [`Sweep`], which expands one into the next.
//!
//! A [`Layer`] consists of blocks by partition, each with some hundreds of states and their numbers.
//! A worker belongs to one thread: it generates successors, and merges equal ones in its table.
//! [`SweepState`] is the state of a sweep between two steps.

mod layer;
mod sweep;
mod worker;

pub use layer::{BlockBudget, Layer, Spread, SweepState};
pub use sweep::{Ended, Limits, Sweep, Swept, Watch};
