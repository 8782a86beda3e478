//! Progress of a run: a line on a terminal, lines in a log, a file for Prometheus, and an answer to
//! SIGUSR1.

mod metrics;
mod status;
mod watching;

pub use status::RunCounters;
pub use watching::Watching;
