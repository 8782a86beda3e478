//! Amounts of memory in messages.

/// Bytes for people: "138 MB", "12.5 GB".
pub fn amount(bytes: u64) -> String {
    match bytes {
        0..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
