//! Whole sweeps, and the series of sweeps that counts one question.

mod context;
mod series;
mod whole;

pub use context::SweepContext;
pub use series::Sweeps;
#[cfg(test)]
pub use whole::sweep;
