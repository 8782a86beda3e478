//! `Pace`: the speed at which units of journals are counted, and the remaining work.

use std::fs::{File, TryLockError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::journals::{Found, Journals};
use super::keep::host;
use crate::journal::Merge;

/// An extrapolation from finished units, by the clocks of the machines that ran them.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The finished fraction of the work, from 0 to 1.
    pub share: f64,
    /// Nodes a second of one core; `None` if too little is finished.
    pub rate: Option<f64>,
    /// Seconds of one core for the rest; `None` if too little is finished.
    pub left: Option<f64>,
    /// The threads of active runs.
    pub threads: usize,
    /// When the last line was written, in seconds since 1970, if no run is active.
    pub since: Option<u64>,
}

/// Seconds without a write after which a run on another machine is considered ended.
const SILENT: u64 = 3600;

impl Found {
    /// When the journal was last written, in seconds since 1970 by this machine's clock.
    fn written(&self) -> Option<u64> {
        let written = std::fs::metadata(&self.path).and_then(|file| file.modified()).ok()?;
        written.duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs())
    }

    /// The threads of the run that is writing to it. A run locks its journal, but locks of other
    /// machines are not always visible.
    fn threads_at_work(&self) -> Option<usize> {
        let run = self.replay.authors.last().filter(|_| !self.replay.sealed)?;
        let is_held = File::open(&self.path)
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let is_recent = || self.written().is_some_and(|at| now.saturating_sub(at) < SILENT);
        (is_held || run.host != host() && is_recent()).then_some(run.threads)
    }
}

impl Journals {
    /// The speed of the work in a merge.
    pub fn pace(&self, merge: &Merge<'_>) -> Pace {
        let seconds = merge.took().as_secs_f64();
        let nodes: f64 = merge.records().map(|(record, _)| record.tally.nodes() as f64).sum();
        let share = self.shares();
        let done: f64 = merge.records().map(|(record, _)| share(record.unit)).sum();
        let is_known = seconds > 0.0 && done > 0.0;
        let at_work: Vec<usize> = self.found().iter().filter_map(Found::threads_at_work).collect();
        let is_idle = at_work.is_empty() && !merge.is_complete();
        Pace {
            share: if merge.is_complete() { 1.0 } else { done.min(1.0) },
            rate: is_known.then(|| nodes / seconds),
            left: is_known.then(|| match merge.is_complete() {
                true => 0.0,
                false => seconds * ((1.0 - done) / done).max(0.0),
            }),
            threads: at_work.iter().sum(),
            since: self.found().iter().filter_map(Found::written).max().filter(|_| is_idle),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::engine::Shard;
    use crate::files::open_locked;
    use crate::question::Question;
    use crate::solve::{Journals, Watch, find_journals};

    /// With half of the units finished, about as much work remains. Runs that ended or were killed
    /// are not active; a run that holds its journal's lock is.
    #[test]
    fn the_time_left_is_that_of_the_finished_half() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let question: Question = "queens queen 11x11".parse().unwrap();
        let half = question.solve().journal(&path).shard(Shard::new(0, 2).unwrap()).threads(3);
        half.prepare().unwrap().run_shard(Watch::default()).unwrap();
        let paced = || {
            let found = find_journals(std::slice::from_ref(&path)).unwrap();
            let journals = Journals::of(found, &Default::default()).unwrap();
            let merge = journals.merge(false).unwrap();
            (journals.pace(&merge), merge.took().as_secs_f64())
        };
        let (pace, took) = paced();
        assert!((0.2..0.8).contains(&pace.share), "{}", pace.share);
        let left = took * (1.0 - pace.share) / pace.share;
        assert!((pace.left.unwrap() - left).abs() < 1e-9 && pace.rate.unwrap() > 1e3);
        assert!(pace.threads == 0 && pace.since.is_some());
        let text = fs::read_to_string(&path).unwrap();
        let (unsealed, _) = text.trim_end().rsplit_once('\n').unwrap();
        fs::write(&path, format!("{unsealed}\n")).unwrap();
        let (killed, _) = paced();
        assert!(killed.threads == 0 && killed.since > Some(1_700_000_000), "{killed:?}");
        let _held = open_locked(&path, false, |_| "this test".into()).unwrap();
        let (running, _) = paced();
        assert!(running.threads == 3 && running.since.is_none(), "{running:?}");
    }
}
