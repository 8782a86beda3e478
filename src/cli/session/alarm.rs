//! Runs that end when a time is over.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use cavalcade::engine::Stop;

/// Runs, and asks for the end when the time is over; without a thread for that nobody asks.
pub fn within<T>(time: Duration, stop: &Stop, run: impl FnOnce() -> T) -> T {
    let (over, alarm) = channel::<()>();
    scope(|scope| {
        let ring = move || {
            if alarm.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                stop.request();
            }
        };
        let _ = Builder::new().spawn_scoped(scope, ring);
        let ended = run();
        drop(over);
        ended
    })
}
