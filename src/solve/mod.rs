//! Answering questions: compare methods by cost, run one, compare its counts with published ones.
//!
//! ```text
//! Question ── solve: options ──► Prepared ──► Job ──► Answer
//!          ── methods() ──► what each would cost, or why it cannot answer
//!          ── solutions() ──► the solutions themselves
//! journals ── Journals ──► Answer, what is missing, units rechecked
//! ```

mod answer;
mod by_move;
mod by_square;
mod journals;
mod keep;
mod methods;
mod one;
mod pace;
mod prepared;
mod recheck;
mod sample;
mod sink;
mod solutions;
mod solver;
mod spelled;
mod subject;

pub use answer::Answer;
pub use by_move::MoveCounts;
pub use journals::{Found, Journals, find_journals};
pub use keep::{Place, host};
pub use methods::Candidate;
pub use one::{FoundBy, OneTour};
pub use pace::Pace;
pub use prepared::{OnRepairs, Prepared, Repairs, Units, Watch};
pub use recheck::Recheck;
pub use sample::Sample;
pub use solutions::{Solution, Solutions};
pub use solver::{Solve, scratch_folder};
