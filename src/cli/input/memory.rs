//! Amounts of memory: how they are written, and how much is taken if nothing is said.

use std::sync::atomic::{AtomicU64, Ordering};

use cavalcade::machine::available_memory;

/// What a sweep may use if the system does not say what is free: 4 GiB.
const UNKNOWN: u64 = 4 << 30;

/// Three quarters of the memory that this process may still take.
pub fn default() -> u64 {
    available_memory().map_or(UNKNOWN, |bytes| bytes / 4 * 3)
}

/// Bytes for people: "133 MB", "12.5 GB".
pub fn text(bytes: u64) -> String {
    match bytes {
        0..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

static OWN: AtomicU64 = AtomicU64::new(0);

/// Bytes that this program and its threads take whatever they do: the memory that a user allows
/// includes them, and the memory of methods does not.
pub fn own() -> u64 {
    OWN.load(Ordering::Relaxed)
}

/// Says how many they are, once the number of threads is known.
pub fn set_own(bytes: u64) {
    OWN.store(bytes, Ordering::Relaxed);
}
