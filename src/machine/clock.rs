//! The CPU time of a thread.

use std::time::Duration;

/// The CPU time of the thread that created it, since then; other load on the machine does not
/// count.
pub struct ThreadClock {
    #[cfg(unix)]
    began: Duration,
    #[cfg(not(unix))]
    began: std::time::Instant,
}

#[cfg(unix)]
impl ThreadClock {
    /// Starts now.
    #[expect(clippy::new_without_default, reason = "a clock that was started is no default")]
    pub fn new() -> ThreadClock {
        ThreadClock { began: thread_time() }
    }

    /// The time since the start; call it on the same thread.
    pub fn elapsed(&self) -> Duration {
        thread_time().saturating_sub(self.began)
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Without CPU times of threads: wall-clock time.
#[cfg(not(unix))]
impl ThreadClock {
    /// Starts now.
    pub fn new() -> ThreadClock {
        ThreadClock { began: std::time::Instant::now() }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::ThreadClock;

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
}
