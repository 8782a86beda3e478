//! Questions that take weeks.

use cavalcade::convention::Label;
use cavalcade::solve::Prepared;

use crate::cli::words::{LONG, time};

/// What to do instead of waiting.
pub const SHARED: &str = "--shard shares it with other machines";

/// What is said before a run that would take weeks or years by what its method is expected to
/// cost, with what to do instead.
pub fn long(prepared: &Prepared, instead: &str) -> Option<String> {
    let seconds = prepared.cost().map_or(0.0, |cost| cost.expected_seconds());
    if seconds <= LONG || prepared.obstacle().is_some() {
        return None;
    }
    let Label { board, kind, .. } = prepared.question().label();
    let time = time(seconds);
    Some(format!(
        "{board} {kind} would take about {time} here; --journal keeps what is counted, and {instead}"
    ))
}
