//! Questions that take long.

use cavalcade::convention::Label;
use cavalcade::solve::Prepared;

use crate::cli::input::memory;
use crate::cli::words::{LONG, time};

/// What to do instead of waiting.
pub const SHARED: &str = "--shard shares it with other machines";

/// Who waits longer, in seconds, may have asked by mistake.
const SOON: f64 = 30.0;

/// Bytes that are worth a word.
const MUCH: f64 = 1e6;

/// What is said before a run that is predicted to take longer than a moment; where it would take
/// weeks or years, with what to do instead.
pub fn long(prepared: &Prepared, instead: &str) -> Option<String> {
    let cost = prepared.cost().ok().filter(|_| prepared.obstacle().is_none())?;
    let Label { board, kind, .. } = prepared.question().label();
    let seconds = cost.expected_seconds();
    let line = predicted(&format!("{board} {kind}"), seconds, cost.bytes)?;
    Some(match seconds > LONG {
        true => format!("{line}; --journal keeps what is counted, and {instead}"),
        false => line,
    })
}

/// The predicted time and memory, unless it is soon over.
pub fn predicted(what: &str, seconds: f64, bytes: f64) -> Option<String> {
    let needs = match bytes > MUCH {
        true => format!(" and {}", memory::text(bytes as u64)),
        false => String::new(),
    };
    (seconds > SOON).then(|| format!("{what} would take about {}{needs} here", time(seconds)))
}
