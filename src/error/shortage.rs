//! `Shortage`: what the machine does not have, or may not give.

use std::error::Error;

use super::amount::amount;

/// There is less of the machine than is needed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Shortage {
    /// Less memory may be used than a method needs at least, whatever the threads.
    #[error("{what}: needs {} of memory at least, and may use {}", amount(*needed), amount(*free))]
    Least {
        /// What was to be answered, and how.
        what: String,
        /// The bytes that it needs.
        needed: u64,
        /// The bytes that it may use.
        free: u64,
    },

    /// A unit takes more memory than was expected.
    #[error("{what}: a unit takes more than {} of memory, which it may use", amount(*free))]
    OfUnit {
        /// What was to be answered, and how.
        what: String,
        /// The bytes that a unit may use.
        free: u64,
    },

    /// The system refused memory that was to be had.
    #[error("{what}: the system refuses {} of memory", amount(*bytes))]
    Refused {
        /// What was to be answered, and how.
        what: String,
        /// The bytes that were asked for.
        bytes: u64,
    },

    /// The system did not give the threads asked for.
    #[error("cannot start {threads} more thread{}", if *threads == 1 { "" } else { "s" })]
    Threads {
        /// The number asked for.
        threads: usize,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
}
