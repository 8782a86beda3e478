//! Progress of a run at a moment: in a line on a terminal or in a log, and in a file for
//! Prometheus.

mod metrics;
mod status;

pub use metrics::Metrics;
pub use status::{Seen, State, Status};
