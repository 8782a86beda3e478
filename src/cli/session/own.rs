//! The bytes that this program and its threads take whatever they do.

use std::sync::atomic::{AtomicU64, Ordering};

static OWN: AtomicU64 = AtomicU64::new(0);

/// Bytes that the memory a user allows includes, and the memory of methods does not.
pub fn own() -> u64 {
    OWN.load(Ordering::Relaxed)
}

/// Says how many they are, once the number of threads is known.
pub fn set(bytes: u64) {
    OWN.store(bytes, Ordering::Relaxed);
}
