//! What the operating system says of memory; nothing where it does not say.

use std::fs;

/// The bytes that can be had without swapping.
pub fn available() -> Option<u64> {
    field("/proc/meminfo", "MemAvailable:")
}

/// The most bytes that this process has held at a time.
pub fn peak() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// A field of a file of lines such as "VmHWM: 1234 kB".
fn field(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(1024 * kilobytes)
}

/// Bytes for people: "133 MB", "4.2 GB".
pub fn text(bytes: u64) -> String {
    match bytes {
        0..10_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
