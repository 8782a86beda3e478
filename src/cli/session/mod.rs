//! A run of the program: threads, signals, progress and exit codes.

pub mod advice;
mod alarm;
pub mod colour;
pub mod exit;
pub mod invocation;
mod layers;
mod limits;
pub mod part;
mod progress;
#[expect(
    clippy::module_inception,
    reason = "the file is named after its noun, like its neighbours"
)]
mod session;
mod signals;
pub mod terminal;

pub use alarm::with_alarm;
pub use exit::hear_refusals;
pub use session::{SHARED, Session, predicted};
pub use terminal::note;
