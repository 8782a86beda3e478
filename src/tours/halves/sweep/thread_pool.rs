//! `ThreadPool`: threads that share work but no mutable memory.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::engine::abreast;
use crate::simd::Backend;

/// Called after each item of the first thread; false stops the work.
pub type Pause<'a> = &'a mut dyn FnMut() -> bool;

/// A number of threads and their processor kind.
#[derive(Clone, Copy, Debug)]
pub struct ThreadPool {
    /// At least one.
    pub threads: usize,
    /// The processor kind that jobs are compiled for.
    pub backend: Backend,
}

impl ThreadPool {
    /// Passes each item to the next free thread. `new` creates the memory of a thread. Returns that
    /// memory, and false if the work was stopped.
    pub fn for_each<W: Send, I: Send>(
        self,
        new: impl Fn() -> W,
        pieces: impl Iterator<Item = I> + Send,
        work: impl Fn(&mut W, I) -> bool + Sync,
        pause: Pause<'_>,
    ) -> (Vec<W>, bool) {
        let mut workers: Vec<W> = (0..self.threads.max(1)).map(|_| new()).collect();
        let (pieces, ended) = (Mutex::new(pieces), AtomicBool::new(false));
        let next = || {
            let left = || pieces.lock().expect("no thread panics while it holds the lock").next();
            if ended.load(Relaxed) { None } else { left() }
        };
        abreast(
            &mut workers,
            |first| {
                while let Some(piece) = next() {
                    if !work(first, piece) || !pause() {
                        ended.store(true, Relaxed);
                    }
                }
            },
            |other| {
                while let Some(piece) = next() {
                    if !work(other, piece) {
                        ended.store(true, Relaxed);
                    }
                }
            },
        );
        (workers, !ended.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::{Backend, ThreadPool};
    use crate::method::Vectors;

    #[test]
    fn each_item_is_processed_once_unless_stopped() {
        for threads in [1, 3] {
            let thread_pool = ThreadPool { threads, backend: Backend::new(Vectors::None) };
            let add = |sum: &mut u64, n: u64| {
                *sum += n;
                true
            };
            let (sums, whole) = thread_pool.for_each(|| 0, 1..=1000, add, &mut || true);
            assert_eq!((sums.len(), sums.iter().sum::<u64>(), whole), (threads, 500_500, true));
            let (_, whole) = thread_pool.for_each(|| 0, 0..1_000_000_000_000, add, &mut || false);
            assert!(!whole);
            let (_, whole) = thread_pool.for_each(|| (), 0.., |(), n| n < 50, &mut || true);
            assert!(!whole);
        }
    }
}
