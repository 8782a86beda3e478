//! The meeting of both halves: sums over all pairs of states that form one cycle.
//!
//! `glue` sums over the matchings of two groups, for several pairs of groups together. `meet` sums
//! over the groups.

mod glue;
mod meet;

pub use meet::{ByDegrees, Meeting, MeetingSum};
