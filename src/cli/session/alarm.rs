//! Runs with a time limit.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use cavalcade::engine::Stop;

/// Runs, and requests a stop when the time is over. If no thread can be started, there is no limit.
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
