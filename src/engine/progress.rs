//! `Progress`: how far a run is, readable from any thread at any time.
//!
//! Workers publish only at beats and at the end of units, each into its own padded counters, so
//! readers do not slow them down. Nodes, solutions and the finished fraction of the tree never
//! decrease.

use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam::utils::CachePadded;

/// The whole tree in the fixed-point representation of fractions.
const WHOLE: f64 = (1u64 << 53) as f64;

/// The counters of a run.
#[derive(Debug)]
pub struct Progress {
    workers: Vec<CachePadded<Counters>>,
    /// The work of earlier runs.
    earlier: Counters,
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    nodes: AtomicU64,
    solutions: AtomicU64,
    units: AtomicU64,
    share: AtomicU64,
}

/// One reading of the counters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// Nodes visited so far.
    pub nodes: u64,
    /// Solutions so far, with their weights; saturates at 2^64 - 1.
    pub solutions: u64,
    /// Units finished so far.
    pub units: u64,
    /// The finished fraction of the tree, from 0 to 1.
    pub share: f64,
    /// The part of `share` that earlier runs had finished; `nodes` counts this run only.
    pub earlier: f64,
}

impl Snapshot {
    /// The solutions, if they are fewer than 2^64 - 1.
    pub fn known_solutions(&self) -> Option<u64> {
        Some(self.solutions).filter(|&solutions| solutions < u64::MAX)
    }
}

impl Progress {
    /// Counters for `workers` threads.
    pub fn new(workers: usize) -> Progress {
        Progress {
            workers: (0..workers.max(1)).map(|_| CachePadded::default()).collect(),
            earlier: Counters::default(),
        }
    }

    /// Reads all counters.
    pub fn snapshot(&self) -> Snapshot {
        let mut sum = Snapshot::default();
        let earlier = self.earlier.share.load(Ordering::Relaxed);
        sum.earlier = (earlier as f64 / WHOLE).min(1.0);
        let mut share = 0;
        for counters in self.workers.iter().map(|padded| &**padded).chain([&self.earlier]) {
            sum.nodes += counters.nodes.load(Ordering::Relaxed);
            let solutions = counters.solutions.load(Ordering::Relaxed);
            sum.solutions = sum.solutions.saturating_add(solutions);
            sum.units += counters.units.load(Ordering::Relaxed);
            share += counters.share.load(Ordering::Relaxed);
        }
        sum.share = (share as f64 / WHOLE).min(1.0);
        sum
    }

    /// The counters for work that is not run again.
    pub(super) fn earlier(&self) -> &Counters {
        &self.earlier
    }

    /// The counters of one worker.
    pub(super) fn worker(&self, index: usize) -> &Counters {
        &self.workers[index % self.workers.len()]
    }
}

impl Counters {
    /// Adds the work since the last call.
    pub(super) fn add(&self, nodes: u64, solutions: u64, share: f64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        let sum = |before: u64| Some(before.saturating_add(solutions));
        let _ = self.solutions.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
        self.share.fetch_add((share * WHOLE) as u64, Ordering::Relaxed);
    }

    pub(super) fn finish_unit(&self) {
        self.units.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn solutions_beyond_a_word_are_unknown() {
        let progress = Progress::new(2);
        progress.worker(0).add(1, 7, 0.1);
        assert_eq!(progress.snapshot().known_solutions(), Some(7));
        for _ in 0..2 {
            progress.worker(0).add(1, u64::MAX, 0.1);
            assert_eq!(progress.snapshot().known_solutions(), None);
        }
    }
}
