//! The engine: spreads the units of any enumeration over threads and sums their tallies.
//!
//! It knows no chess, no terminal and no file. A method implements [`Enumeration`]; [`Run`]
//! hands its [`Unit`]s to a work-stealing pool, tells [`Observer`]s of [`Event`]s as they
//! come, keeps [`Progress`] readable from other threads, and obeys [`Stop`].

mod audience;
mod checkpoint_store;
mod crew;
mod enumeration;
mod estimate;
mod event;
mod progress;
mod run;
mod shard;
mod stop;
mod tally;
mod unit;
mod visitor;
mod witness;
mod worker;

pub use checkpoint_store::{CheckpointStore, Put};
pub use crew::{abreast, cores};
pub use enumeration::{Enumeration, Halt};
pub use estimate::{Random, estimated_nodes};
pub use event::{Event, Observer};
pub use progress::{Progress, Snapshot};
pub use run::{Outcome, Run};
pub use shard::Shard;
pub use stop::Stop;
pub use tally::Tally;
pub use unit::{Part, Plan, Unit};
pub use visitor::{BEAT, Beat, Silent, Visitor};
pub use witness::{Nobody, Witness};
