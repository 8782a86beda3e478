//! The time that a thread had on a core.

use std::time::Duration;

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
