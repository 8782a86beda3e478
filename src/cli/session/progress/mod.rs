//! Progress of a run: a line on a terminal, lines in a log, a file for Prometheus, and an answer to
//! SIGUSR1.

mod metrics;
mod status;
mod watcher;

pub use metrics::Metrics;
pub use status::Seen;
pub use watcher::Watcher;
