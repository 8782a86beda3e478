//! A half swept: its states, layer by layer, grouped by their degrees.
//!
//! - `ring`: what numbers are counted in, and how exact ones follow;
//! - `crew`: work spread over threads;
//! - `live`: the degrees of every layer that are reached and lead on;
//! - `ways`: how many ways there are to meet;
//! - `partition`: degree vectors in classes, by what a few slots hold: parts of a stage, and of
//!   the meeting;
//! - `block`, `layer`: states in memory;
//! - `expand`: a layer from the one before, target by target; `worker`: what a thread has for it;
//! - `disk`: layers that are kept, so that a sweep goes on;
//! - `stage`: some steps, part by part, and from one layer of a half to a later one.

mod block;
mod crew;
mod disk;
mod expand;
mod layer;
mod live;
mod partition;
mod ring;
mod stage;
mod ways;
mod worker;

pub use block::Pool;
pub use crew::{Crew, Pause};
pub use disk::{Cut, Keeper, Record, Saved};
pub use expand::{Unfinished, own_bytes};
pub use layer::Layer;
pub use live::{Live, forwards, leading, live, reached};
pub use partition::{By, Class, Partition};
pub use ring::{
    Measure, Measured, Modulo, Narrow, Number, Ring, SideBySide, Sums, Words, combined,
    combined_residues, power, primes,
};
pub use stage::{Begun, Failed, HalfSweep, Meet, PART_STATES, Stage, Swept, Way};
pub use ways::bits_of_ways;
pub use worker::Rested;
