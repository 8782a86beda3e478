//! Layers of states in memory, and [`Sweep`], which expands one into the next.
//!
//! An [`Entry`] is a state and its number, a [`Block`] holds some hundreds of them, and a [`Layer`]
//! consists of blocks by partition. A worker belongs to one thread: it generates successors, and
//! merges equal ones in its table. [`SweepState`] is the state of a sweep between two steps.

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
