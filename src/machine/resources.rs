//! Cores, and the memory that may be taken and was.

use std::sync::RwLock;
use std::thread::{self, Builder, ScopedJoinHandle};

#[cfg(target_os = "linux")]
use procfs::process::{LimitValue, Process};
#[cfg(target_os = "linux")]
use procfs::{Current, Meminfo};

/// The cores that this process may use, by its affinity and its share of a control group;
/// 1 if the system does not say.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// How many of so many threads the system makes, all of them at once.
pub fn startable(threads: usize) -> usize {
    let gate = RwLock::new(());
    thread::scope(|scope| {
        // Each waits until all are there, or cannot be.
        let closed = gate.write();
        let wait = || drop(gate.read());
        let start = |_| Builder::new().spawn_scoped(scope, wait).ok();
        let made: Vec<_> = (0..threads).map_while(start).collect();
        drop(closed);
        // The end of the scope would wait for what they do, not until their stacks are free.
        made.into_iter().map(ScopedJoinHandle::join).count()
    })
}

/// The bytes of addresses that this process may still take, where it has such a limit
/// (`ulimit -v`): an allocation beyond fails, whatever is free.
#[cfg(target_os = "linux")]
pub fn address_space() -> Option<u64> {
    let process = Process::myself().ok()?;
    let LimitValue::Value(limit) = process.limits().ok()?.max_address_space.soft_limit else {
        return None;
    };
    Some(limit.saturating_sub(process.stat().ok()?.vsize))
}

/// The bytes that this process may still take: what is free on the machine, or less where a
/// control group of version 1 or 2 sets a limit (a container, a job of a cluster's scheduler).
///
/// A moment's answer: other processes take memory, too.
#[cfg(target_os = "linux")]
pub fn available_memory() -> Option<u64> {
    let free = Meminfo::current().ok().and_then(|memory| memory.mem_available);
    let allowed = Process::myself().ok().and_then(|process| {
        let groups = process.cgroups().ok()?;
        super::cgroup::left(&groups.0, &process.mountinfo().ok()?.0)
    });
    [free, allowed, address_space()].into_iter().flatten().min()
}

/// The most bytes that this process has held at a time.
#[cfg(target_os = "linux")]
pub fn peak_memory() -> Option<u64> {
    let status = Process::myself().and_then(|process| process.status()).ok()?;
    status.vmhwm.map(|kilobytes| 1024 * kilobytes)
}

/// True if this process was started with a signal ignored, as `nohup` does with SIGHUP: whoever
/// did so does not want it to end the program.
#[cfg(target_os = "linux")]
pub fn ignores(signal: i32) -> bool {
    let status = Process::myself().and_then(|process| process.status());
    status.is_ok_and(|status| status.sigign >> (signal - 1) & 1 == 1)
}

/// Nobody says which signals are ignored.
#[cfg(not(target_os = "linux"))]
pub fn ignores(_signal: i32) -> bool {
    false
}

/// Nobody says how many addresses this process may still take.
#[cfg(not(target_os = "linux"))]
pub fn address_space() -> Option<u64> {
    None
}

/// Nobody says how much memory this process may still take.
#[cfg(not(target_os = "linux"))]
pub fn available_memory() -> Option<u64> {
    None
}

/// Nobody says how much memory this process has held.
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
