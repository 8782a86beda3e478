//! `Crew`: threads that share work without sharing what they write.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::engine::abreast;
use crate::simd::Backend;

/// Asked after each piece of work of the first thread; false ends the work.
pub type Pause<'a> = &'a mut dyn FnMut() -> bool;

/// So many threads of one kind of processor.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    /// At least one.
    pub threads: usize,
    /// What they run their jobs on.
    pub backend: Backend,
}

impl Crew {
    /// Hands out pieces of work, each to the next thread that is free; a thread has what
    /// `new` makes for itself. False if it was ended before its time.
    pub fn spread<W: Send, I: Send>(
        self,
        new: impl Fn() -> W,
        pieces: impl Iterator<Item = I> + Send,
        work: impl Fn(&mut W, I) -> bool + Sync,
        pause: Pause<'_>,
    ) -> (Vec<W>, bool) {
        let mut workers: Vec<W> = (0..self.threads.max(1)).map(|_| new()).collect();
        let (pieces, ended) = (Mutex::new(pieces), AtomicBool::new(false));
        let next = || {
            let left = || pieces.lock().expect("no thread fails with the lock").next();
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
    use super::{Backend, Crew};
    use crate::method::Vectors;

    #[test]
    fn every_piece_is_done_once_unless_it_is_ended() {
        for threads in [1, 3] {
            let crew = Crew { threads, backend: Backend::new(Vectors::None) };
            let add = |sum: &mut u64, n: u64| {
                *sum += n;
                true
            };
            let (sums, whole) = crew.spread(|| 0, 1..=1000, add, &mut || true);
            assert_eq!((sums.len(), sums.iter().sum::<u64>(), whole), (threads, 500_500, true));
            let (_, whole) = crew.spread(|| 0, 0..1_000_000_000_000, add, &mut || false);
            assert!(!whole);
            let (_, whole) = crew.spread(|| (), 0.., |(), n| n < 50, &mut || true);
            assert!(!whole);
        }
    }
}
