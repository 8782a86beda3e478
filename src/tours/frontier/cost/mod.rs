//! What a sweep costs: how many states its layers can have at most, how many they are expected to
//! have, and how far a sweep is by that.

mod bound;
mod estimate;
mod progress;

pub use estimate::{LayerEstimate, layer_estimates};
pub use progress::SweepProgress;
