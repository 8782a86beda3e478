//! Cores, the memory that may be taken and was, and the time that a thread had.

use std::time::Duration;

#[cfg(target_os = "linux")]
use procfs::{Current, Meminfo, process::Process};

/// The cores that this process may use, by its affinity and its share of a control group;
/// 1 if the system does not say.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
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
    [free, allowed].into_iter().flatten().min()
}

/// The most bytes that this process has held at a time.
#[cfg(target_os = "linux")]
pub fn peak_memory() -> Option<u64> {
    let status = Process::myself().and_then(|process| process.status()).ok()?;
    status.vmhwm.map(|kilobytes| 1024 * kilobytes)
}

/// The time that the thread which made it spends on a core, from then on: a busy machine does
/// not make it longer.
pub struct ThreadClock {
    #[cfg(unix)]
    began: Duration,
    #[cfg(not(unix))]
    began: std::time::Instant,
}

#[cfg(unix)]
impl ThreadClock {
    /// Begins now.
    #[expect(clippy::new_without_default, reason = "a clock that was started is no default")]
    pub fn new() -> ThreadClock {
        ThreadClock { began: thread_time() }
    }

    /// The time since, asked on the same thread.
    pub fn elapsed(&self) -> Duration {
        thread_time().saturating_sub(self.began)
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Nobody says what a thread had: the clock on the wall.
#[cfg(not(unix))]
impl ThreadClock {
    /// Begins now.
    pub fn new() -> ThreadClock {
        ThreadClock { began: std::time::Instant::now() }
    }

    /// The time since.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
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
    use std::time::{Duration, Instant};

    use super::{ThreadClock, available_memory, cores, peak_memory};

    #[test]
    fn a_thread_that_sleeps_is_not_charged() {
        let (clock, wall) = (ThreadClock::new(), Instant::now());
        std::thread::sleep(Duration::from_millis(100));
        if cfg!(unix) {
            assert!(clock.elapsed() < wall.elapsed() / 2);
        }
        let slept = clock.elapsed();
        let mut sum = 0u64;
        (0..20_000_000u64).for_each(|i| sum = std::hint::black_box(sum ^ i));
        assert!(clock.elapsed() > slept);
    }

    #[test]
    fn the_machine_has_a_core_and_some_memory() {
        assert!(cores() > 0);
        if cfg!(target_os = "linux") {
            assert!(available_memory().unwrap() > 1 << 20);
            let before = peak_memory().unwrap();
            assert!(before > 1 << 16 && before < 1 << 40, "{before}");
            let held = std::hint::black_box(vec![1u8; 64 << 20]);
            assert!(peak_memory().unwrap() >= held.len() as u64);
        }
    }
}
