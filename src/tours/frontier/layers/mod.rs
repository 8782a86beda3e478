//! Layers of states in memory, and [`Sweep`], which expands one into the next.
//!
//! An [`Entry`] is a state and its number, a [`Block`] holds some hundreds of them, a [`Layer`] blocks by partition. A worker is one thread: it makes successors, and merges
//! equal ones in its table. [`SweepState`] is what stands between two steps.

mod block;
mod entry;
mod layer;
mod limits;
mod outcome;
mod report;
mod sweep;
mod sweep_state;
mod table;
mod worker;

pub use block::BlockBudget;
pub use entry::{Entry, Of, Spread};
pub use layer::Layer;
pub use limits::Limits;
pub use outcome::{Ended, Swept};
pub use report::Watch;
pub use sweep::Sweep;
pub use sweep_state::SweepState;
