//! A half swept: its states, layer by layer, grouped by their degrees.
//!
//! - `ring`: what numbers are counted in, and how exact ones follow;
//! - `crew`: work spread over threads;
//! - `live`: the degrees of every layer that are reached and lead on;
//! - `patterns`: the degrees of a few slots;
//! - `slices`: the meeting in parts; `ways`: how many there are to meet;
//! - `block`, `layer`: states in memory;
//! - `turns`: what a mirror makes of matchings;
//! - `parts`: a layer in parts that some steps keep apart, `pieces`: what a thread makes at a time;
//! - `expand`: a layer from the one before, target by target, with `give`, what a source adds,
//!   `adding`, the loops for that, and `worker`, what a thread has for it;
//! - `disk`: layers that are kept, so that a sweep goes on;
//! - `stage`: some steps, part by part; `way`: from one layer of a half to a later one.

mod adding;
mod block;
mod crew;
mod disk;
mod expand;
mod give;
mod layer;
mod live;
mod parts;
mod patterns;
mod pieces;
mod ring;
mod slices;
mod stage;
mod turns;
mod way;
mod ways;
mod worker;

pub use block::Pool;
pub use crew::{Crew, Pause};
pub use disk::{Cut, Keeper, Record, Saved};
pub use expand::{Unfinished, own_bytes};
pub use layer::Layer;
pub use live::{Live, forwards, leading, live, reached};
pub use parts::Within;
pub use patterns::By;
pub use ring::{
    Measure, Measured, Modulo, Narrow, Number, Ring, SideBySide, Sums, Words, combined,
    combined_residues, primes,
};
pub use slices::Slices;
pub use stage::{HalfSweep, Meet, PART_STATES, Stage};
pub use turns::Turns;
pub use way::{Begun, Failed, Swept, Way};
pub use ways::bits_of_ways;
pub use worker::Rested;
