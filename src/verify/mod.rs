//! Verification of published counts: which are wanted, by which methods and in which order they are
//! counted, how the counts compare, and which counts two independent methods confirm.
//!
//! ```text
//! published rows ── Wanted ──► candidates ──► the caller runs them ──► Verified ──► Summary
//! ```
//!
//! Nothing here reads a clock or starts a run: the command line and Python do.

mod candidates;
mod second;
mod verified;
mod wanted;

pub use candidates::{Candidate, Candidates};
pub use second::{Confirmation, second_method};
pub use verified::{Comparison, Left, Misprinted, Summary, TwoMethods, Verified};
pub use wanted::Wanted;
