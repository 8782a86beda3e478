//! Amounts of memory: syntax and default.

use std::sync::atomic::{AtomicU64, Ordering};

pub use cavalcade::error::amount as text;
use cavalcade::machine::available_memory;
use cavalcade::method::DEFAULT_MEMORY;

/// Three quarters of the memory that this process may still allocate, if the system reports it.
pub fn default() -> u64 {
    available_memory().map_or(DEFAULT_MEMORY, |bytes| bytes / 4 * 3)
}

static OWN: AtomicU64 = AtomicU64::new(0);

/// Bytes that the program and its threads use regardless of the method. The user's limit includes
/// them; the limit of a method does not.
pub fn own() -> u64 {
    OWN.load(Ordering::Relaxed)
}

/// Sets [`own`], once the number of threads is known.
pub fn set_own(bytes: u64) {
    OWN.store(bytes, Ordering::Relaxed);
}
