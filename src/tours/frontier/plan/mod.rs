//! The vertex order turned into steps before any state exists, and the steps that repeat.

mod goal;
mod likeness;
mod period;
mod sweep_plan;

pub use goal::Goal;
pub use period::Period;
pub use sweep_plan::SweepPlan;
