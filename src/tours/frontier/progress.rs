//! `SweepProgress`: the progress of a sweep, in successors instead of layers.
//!
//! Nearly all states are in the layers around the largest, so the number of finished layers says
//! little about the remaining time; the time for a state depends on its successors. So the predicted
//! successors of all layers are summed.
//!
//! A question can take several sweeps. Planned sweeps, modulo one group of primes after the other,
//! each take an equal part of the whole. A sweep after an overflow is unplanned: the progress so far
//! stays, and the new sweep takes what remains.

use super::cost::LayerEstimate;
use crate::method::LayerReport;

/// The progress of a sweep or of a series of sweeps.
#[derive(Clone, Debug)]
pub struct SweepProgress {
    /// The predicted successors of the layers before each one, and of all layers.
    before: Vec<f64>,
    /// The latest layer.
    layer: Option<usize>,
    /// The progress before and after this sweep.
    from: f64,
    to: f64,
    done: f64,
}

impl SweepProgress {
    /// For sweeps with these predictions.
    pub fn new(expected: &[LayerEstimate]) -> SweepProgress {
        let mut before = vec![0.0];
        for (at, layer) in expected.iter().enumerate() {
            before.push(before[at] + layer.states * layer.choices);
        }
        SweepProgress { before, layer: None, from: 0.0, to: 1.0, done: 0.0 }
    }

    /// The finished fraction, from 0 to 1, never decreasing. `left` is the number of planned
    /// sweeps, including this one.
    pub fn done(&mut self, report: &LayerReport, left: usize) -> f64 {
        if self.layer.is_none_or(|layer| report.layer < layer) {
            self.from = self.done;
            self.to = self.done + (1.0 - self.done) / left.max(1) as f64;
        }
        self.layer = Some(report.layer);
        let (start, end) = (self.before[report.layer], self.before[report.layer + 1]);
        let share = (start + report.done * (end - start)) / self.before[self.before.len() - 1];
        self.done = self.done.max(self.from + (self.to - self.from) * share);
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::SweepProgress;
    use crate::method::LayerReport;
    use crate::tours::frontier::cost::LayerEstimate;

    /// The progress for layers with these predicted states.
    fn progress(states: &[f64]) -> SweepProgress {
        let layer = |&states: &f64| LayerEstimate { states, choices: 2.0 };
        SweepProgress::new(&states.iter().map(layer).collect::<Vec<_>>())
    }

    /// The progress reported at the quarters of the first `layers` layers.
    fn sweep(progress: &mut SweepProgress, layers: usize, left: usize) -> Vec<f64> {
        let quarters =
            (0..layers).flat_map(|layer| [0.0, 0.25, 0.5, 0.75, 1.0].map(|q| (layer, q)));
        let report = |(layer, done)| LayerReport { layer, done, ..LayerReport::default() };
        quarters.map(|at| progress.done(&report(at), left)).collect()
    }

    #[test]
    fn progress_counts_successors_and_not_layers() {
        let reported = sweep(&mut progress(&[1.0, 10.0, 100.0, 10.0, 1.0]), 5, 1);
        assert_eq!(reported[0], 0.0);
        assert!((reported[12] - 0.5).abs() < 1e-12, "{reported:?}");
        assert!(reported[9] < 0.1 && reported[15] > 0.9, "{reported:?}");
        assert!(reported.is_sorted() && (reported[24] - 1.0).abs() < 1e-12, "{reported:?}");
        let layer = |choices| LayerEstimate { states: 10.0, choices };
        let reported = sweep(&mut SweepProgress::new(&[layer(1.0), layer(3.0)]), 2, 1);
        assert!((reported[4] - 0.25).abs() < 1e-12, "{reported:?}");
    }

    #[test]
    fn planned_sweeps_share_progress_and_an_overflow_does_not_reduce_it() {
        let mut planned = progress(&[5.0; 5]);
        let first = sweep(&mut planned, 5, 2);
        assert!((first[24] - 0.5).abs() < 1e-12, "{first:?}");
        let second = sweep(&mut planned, 5, 1);
        assert_eq!(second[0], first[24]);
        assert!((second[24] - 1.0).abs() < 1e-12, "{second:?}");
        let mut overflown = progress(&[1.0, 10.0, 100.0, 10.0, 1.0]);
        let first = sweep(&mut overflown, 3, 1);
        let second = sweep(&mut overflown, 5, 1);
        assert_eq!(second[0], first[14]);
        assert!(second.is_sorted() && (second[24] - 1.0).abs() < 1e-12, "{second:?}");
    }
}
