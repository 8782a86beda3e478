//! The engine: spreads the units of any enumeration over threads and sums their tallies.
//!
//! It knows no chess, no terminal and no file. A method implements [`Enumeration`]. [`Run`] hands
//! its [`Unit`]s to a work-stealing pool, reports [`Event`]s to [`Observer`]s, keeps [`Progress`]
//! readable from other threads, and obeys [`Stop`].

mod checkpoint_store;
mod counter;
mod enumeration;
mod event;
#[cfg(test)]
mod memory_store;
mod progress;
mod pruned;
mod random;
mod run;
mod shard;
mod stop;
mod tally;
mod threads;
mod unit;
mod visitor;
mod worker;

pub use crate::machine::{cores, on_large_pages, return_spare_memory};
pub use checkpoint_store::{CheckpointStore, Put};
pub(crate) use counter::Counter;
pub use enumeration::{Enumeration, Halt, estimated_nodes};
pub use event::{Event, Observer};
#[cfg(test)]
pub use memory_store::MemoryStore;
pub use progress::{Progress, Snapshot};
pub use pruned::Pruned;
pub use random::Random;
pub use run::{Outcome, Run};
pub use shard::Shard;
pub use stop::Stop;
pub use tally::{Extreme, Histogram, Tally};
pub(crate) use threads::in_parallel;
pub use unit::{Part, Plan, Unit};
pub use visitor::{BEAT, Beat, Erased, Silent, SolutionObserver, Unobserved, Visitor};
pub use worker::catches_panics;
