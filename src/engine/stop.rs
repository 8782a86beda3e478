//! `Stop`: asks a run to end soon. Unfinished units do not count.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request that any thread or signal handler may make and every worker sees.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// No request yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Requests the end.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True once the end was requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a signal handler to set.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}
