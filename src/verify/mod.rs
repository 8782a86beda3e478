//! Published counts, counted again: which are wanted, by which methods and in which order, what the
//! counts come to beside the published ones, and which of them two independent methods confirm.
//!
//! ```text
//! published rows ── Wanted ──► candidates ──► whoever runs them ──► Verified ──► Summary
//! ```
//!
//! Nothing here reads a clock or starts a run: the command line and Python do, each in its way.

mod candidates;
mod second;
mod verified;
mod wanted;

pub use candidates::{Candidate, Candidates};
pub use second::{Confirmation, second_method};
pub use verified::{Comparison, Left, Misprinted, Summary, TwoMethods, Verified};
pub use wanted::Wanted;
