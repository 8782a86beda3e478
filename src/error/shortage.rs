//! `Shortage`: the machine lacks memory or threads, or may not provide them.

use std::error::Error;

use super::amount::amount;

/// The machine lacks memory or threads.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Shortage {
    /// The memory limit is below the method's minimum, for any number of threads.
    #[error("{what}: needs {} of memory at least, and may use {}", amount(*needed), amount(*free))]
    Least {
        /// The question and the method.
        what: String,
        /// The bytes needed.
        needed: u64,
        /// The memory limit in bytes.
        free: u64,
    },

    /// A unit needs more memory than predicted.
    #[error("{what}: a unit takes more than {} of memory, which it may use", amount(*free))]
    OfUnit {
        /// The question and the method.
        what: String,
        /// The memory limit of a unit, in bytes.
        free: u64,
    },

    /// The system refused an allocation.
    #[error("{what}: the system refuses {} of memory", amount(*bytes))]
    Refused {
        /// The question and the method.
        what: String,
        /// The bytes requested.
        bytes: u64,
    },

    /// The system could not start the requested threads.
    #[error("cannot start {threads} more thread{}", if *threads == 1 { "" } else { "s" })]
    Threads {
        /// The number of threads requested.
        threads: usize,
        /// The system's error.
        source: Box<dyn Error + Send + Sync>,
    },
}
