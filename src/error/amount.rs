//! Amounts of memory in messages.

/// Bytes in binary units, which the flags accept: "138 MiB", "12.5 GiB".
pub fn amount(bytes: u64) -> String {
    match bytes >> 20 {
        0..10_240 => format!("{} MiB", bytes.div_ceil(1 << 20)),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}
