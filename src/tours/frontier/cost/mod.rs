//! The cost of a sweep: upper bounds and predictions for its layers, and its progress.

mod bound;
mod estimate;
mod progress;

pub use estimate::{LayerEstimate, layer_estimates};
pub use progress::SweepProgress;
