//! The second way to count the units of the searches, to check recorded results.

mod steps;
mod sweep;

pub(super) use steps::by_steps;
pub(super) use sweep::by_sweep;
