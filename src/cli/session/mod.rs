//! A run of the program: threads, signals, progress and exit codes.

pub mod advice;
mod alarm;
pub mod colour;
pub mod exit;
pub mod invocation;
mod layers;
pub mod part;
mod progress;
mod room;
#[expect(
    clippy::module_inception,
    reason = "the file is named after its noun, like its neighbours"
)]
mod session;
mod signals;
pub mod terminal;
mod watching;

pub use alarm::within;
pub use exit::{hear_refusals, note};
pub use session::{SHARED, Session, predicted};
