//! The halves meet: every pair of states that are one cycle together is counted.
//!
//! `glue` sums over the matchings of two groups, several such side by side; `lists` brings groups
//! of many pairs down to what `glue` takes; `meet` sums over the groups.

mod glue;
mod meet;

pub use meet::{ByDegrees, Meeting, Met};
