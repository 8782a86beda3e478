//! The sweep of a half: its states, layer by layer, grouped by degrees.
//!
//! - `ring`: number types, and the Chinese remainder theorem;
//! - `live`: the live degrees of every layer; an upper bound of every count;
//! - `sample`: a sample of a layer's groups;
//! - `partition`: classes of degree vectors by the contents of a few slots, for the parts of a
//!   stage and of the meeting;
//! - `layer`: states in memory;
//! - `expand`: computes a layer from the previous one, target by target; `worker`: the memory of a
//!   thread;
//! - `disk`: checkpoints, and layers that are spilled to disk;
//! - `stage`: runs several steps part by part, and a half from one layer to a later one.

mod disk;
mod expand;
mod layer;
mod live;
mod partition;
mod ring;
mod sample;
mod stage;
mod worker;

pub use super::machine::{Pause, ThreadPool};
pub use disk::{CheckpointFiles, Cut, SavePolicy, SavedLayer, SweepResult};
pub use expand::{Interrupted, worker_bytes};
pub use layer::{BlockPool, Layer};
pub use live::{Live, forwards, leading, live, reached, two_factor_bits};
pub use partition::{By, Class, Partition};
pub use ring::{
    Measure, Measured, MeetingSum, Number, Residues, Ring, SideBySide, Sums, Words, primes,
};
pub use sample::sampled;
pub use stage::{HalfExecutor, MeetPart, PART_STATES, Stage, StartLayer, Swept};
pub use worker::IdleWorkers;
