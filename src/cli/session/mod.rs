//! A run of the program: threads, signals, progress and exit codes.

pub mod advice;
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

pub use exit::handle_refusals;
pub use session::{SHARED, Session, predicted};
pub use terminal::note;

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

/// Runs, and calls `late` on another thread if that lasts longer than `time`. If no thread can be
/// started, `late` is not called.
pub fn with_alarm<T>(time: Duration, late: impl FnOnce() + Send, run: impl FnOnce() -> T) -> T {
    let (over, alarm) = channel::<()>();
    scope(|scope| {
        let ring = move || {
            if alarm.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                late();
            }
        };
        let _ = Builder::new().spawn_scoped(scope, ring);
        let ended = run();
        drop(over);
        ended
    })
}
