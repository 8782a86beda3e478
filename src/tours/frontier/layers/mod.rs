//! Layers of states in memory, and [`Sweep`], which expands one into the next.
//!
//! An [`Entry`] is a state and its number, a [`Block`] holds some hundreds of them, and a [`Layer`]
//! consists of blocks by partition. A worker belongs to one thread: it generates successors, and
//! merges equal ones in its table. [`SweepState`] is the state of a sweep between two steps.

mod layer;
mod sweep;
mod worker;

pub use layer::BlockBudget;
pub use layer::Layer;
pub use layer::SweepState;
pub use layer::{Entry, Of, Spread};
pub use sweep::Limits;
pub use sweep::Sweep;
pub use sweep::Watch;
pub use sweep::{Ended, Swept};
