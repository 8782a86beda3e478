//! The units of the searches, counted in another way: to check what a machine recorded.

mod steps;
mod sweep;

pub(super) use steps::by_steps;
pub(super) use sweep::by_sweep;
