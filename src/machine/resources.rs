//! Cores, and available and used memory.

use std::sync::RwLock;
use std::thread::{self, Builder, ScopedJoinHandle};

/// The cores that this process may use, by its affinity and its control group; 1 if unknown.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// The number of threads, at most `threads`, that the system can run at the same time.
pub fn startable(threads: usize) -> usize {
    let gate = RwLock::new(());
    thread::scope(|scope| {
        // Each thread waits until all are started or have failed.
        let closed = gate.write();
        let wait = || drop(gate.read());
        let start = |_| Builder::new().spawn_scoped(scope, wait).ok();
        let made: Vec<_> = (0..threads).map_while(start).collect();
        drop(closed);
        // A scope waits for the threads' work; joining also waits until their stacks are free.
        made.into_iter().map(ScopedJoinHandle::join).count()
    })
}

/// The bytes of address space that this process may still use, if limited (`ulimit -v`). Beyond it,
/// allocations fail even if memory is free.
#[cfg(target_os = "linux")]
pub fn address_space() -> Option<u64> {
    // The soft limit, or the word "unlimited".
    let limit = entry("/proc/self/limits", "Max address space")?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(kibibytes("/proc/self/status", "VmSize:")?))
}

/// The value of a line in a `/proc` file.
#[cfg(target_os = "linux")]
fn entry(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)).map(|rest| rest.trim().into())
}

/// The bytes of a line such as `MemAvailable:   123 kB`.
#[cfg(target_os = "linux")]
fn kibibytes(file: &str, name: &str) -> Option<u64> {
    entry(file, name)?.strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The bytes that this process may still allocate: the machine's free memory, or less if a control
/// group of version 1 or 2 limits it (a container, a job of a cluster's scheduler).
///
/// The value may change at any moment, as other processes allocate memory, too.
#[cfg(target_os = "linux")]
pub fn available_memory() -> Option<u64> {
    let free = kibibytes("/proc/meminfo", "MemAvailable:");
    let [groups, mounts] = ["cgroup", "mountinfo"]
        .map(|name| std::fs::read(format!("/proc/self/{name}")).unwrap_or_default())
        .map(|text| String::from_utf8_lossy(&text).into_owned());
    let allowed = super::cgroup::left(&groups, &mounts);
    [free, allowed, address_space()].into_iter().flatten().min()
}

/// The peak memory of this process in bytes.
#[cfg(target_os = "linux")]
pub fn peak_memory() -> Option<u64> {
    kibibytes("/proc/self/status", "VmHWM:")
}

/// True if this process was started with a signal ignored, as `nohup` does with SIGHUP; the signal
/// must then not end the program.
#[cfg(target_os = "linux")]
pub fn ignores(signal: i32) -> bool {
    let ignored = entry("/proc/self/status", "SigIgn:");
    let ignored = ignored.and_then(|mask| u64::from_str_radix(&mask, 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Unknown on this system.
#[cfg(not(target_os = "linux"))]
pub fn ignores(_signal: i32) -> bool {
    false
}

/// Unknown on this system.
#[cfg(not(target_os = "linux"))]
pub fn address_space() -> Option<u64> {
    None
}

/// Unknown on this system.
#[cfg(not(target_os = "linux"))]
pub fn available_memory() -> Option<u64> {
    None
}

/// Unknown on this system.
#[cfg(not(target_os = "linux"))]
pub fn peak_memory() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::{available_memory, cores, peak_memory, startable};

    #[test]
    fn the_machine_has_a_core_and_some_memory() {
        assert!(cores() > 0);
        assert_eq!([0, 1, 5].map(startable), [0, 1, 5]);
        if cfg!(target_os = "linux") {
            assert!(available_memory().unwrap() > 1 << 20);
            let before = peak_memory().unwrap();
            assert!(before > 1 << 16 && before < 1 << 40, "{before}");
            let held = std::hint::black_box(vec![1u8; 64 << 20]);
            assert!(peak_memory().unwrap() >= held.len() as u64);
        }
    }
}
