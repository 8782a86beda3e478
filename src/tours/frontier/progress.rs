//! `SweepProgress`: the progress of a sweep, in successors instead of layers.
//!
//! Nearly all states are in the layers around the largest, so the number of finished layers says
//! little about the remaining time; the time for a state depends on its successors. So successors
//! are summed, those seen and those predicted. The ratio of actual to predicted states in the
//! latest layers corrects the prediction for the following ones. The correction is weighted by the
//! finished part of the sweep, since the small layers of the beginning predict little about the
//! large ones.
//!
//! A question can take several sweeps. Planned sweeps, modulo one group of primes after the other,
//! each take an equal part of the whole, and each uses the layer sizes of the one before. A sweep
//! after an overflow is unplanned: the progress so far stays, and the new sweep takes what remains.

use super::cost::LayerEstimate;
use crate::method::LayerReport;

/// The number of latest layers that correct the prediction.
const CORRECTING: usize = 6;

/// The progress of a sweep or of a series of sweeps.
#[derive(Clone, Debug)]
pub struct SweepProgress {
    /// The predictions for the layers, or their sizes in an earlier sweep.
    expected: Vec<LayerEstimate>,
    /// The states of the layers seen so far.
    seen: Vec<Option<f64>>,
    /// The predicted successors of each layer and all after it.
    rest: Vec<f64>,
    /// The latest layer, the successors of the layers before it, and the predicted ones of those
    /// after.
    layer: Option<usize>,
    past: f64,
    to_come: f64,
    /// The progress before and after this sweep.
    from: f64,
    to: f64,
    done: f64,
}

impl SweepProgress {
    /// For sweeps with these predictions.
    pub fn new(expected: Vec<LayerEstimate>) -> SweepProgress {
        let seen = vec![None; expected.len()];
        let (past, to_come, from, to, done) = (0.0, 0.0, 0.0, 1.0, 0.0);
        SweepProgress {
            expected,
            seen,
            rest: Vec::new(),
            layer: None,
            past,
            to_come,
            from,
            to,
            done,
        }
    }

    /// The finished fraction, from 0 to 1, never decreasing. `left` is the number of planned
    /// sweeps, including this one.
    pub fn done(&mut self, report: &LayerReport, left: usize) -> f64 {
        if self.layer.is_none_or(|layer| report.layer < layer) {
            self.begin(left);
        }
        if self.layer != Some(report.layer) {
            self.enter(report);
        }
        let now = report.states as f64 * self.expected[report.layer].choices;
        let done = self.past + report.done * now;
        let share = done / (self.past + now + self.to_come).max(1.0);
        self.done = self.done.max(self.from + (self.to - self.from) * share);
        self.done
    }

    /// Starts the first or another sweep.
    fn begin(&mut self, left: usize) {
        for (expected, seen) in self.expected.iter_mut().zip(&mut self.seen) {
            expected.states = seen.take().unwrap_or(expected.states);
        }
        let mut rest = 0.0;
        let from_the_last = self.expected.iter().rev().map(|layer| {
            rest += layer.choices * layer.states;
            rest
        });
        self.rest = from_the_last.collect();
        self.rest.reverse();
        (self.layer, self.past) = (None, 0.0);
        self.from = self.done;
        self.to = self.done + (1.0 - self.done) / left.max(1) as f64;
    }

    /// Starts a layer.
    fn enter(&mut self, report: &LayerReport) {
        for layer in self.layer.unwrap_or(0)..report.layer {
            let LayerEstimate { states, choices } = self.expected[layer];
            self.past += choices * self.seen[layer].unwrap_or(states);
        }
        let next = report.layer + 1;
        self.layer = Some(report.layer);
        self.seen[report.layer] = Some(report.states as f64);
        let mut sums = (0.0, 0.0);
        for layer in next.saturating_sub(CORRECTING)..next {
            if let Some(seen) = self.seen[layer] {
                sums = (sums.0 + seen, sums.1 + self.expected[layer].states);
            }
        }
        let after = self.rest.get(next).copied().unwrap_or(0.0);
        self.to_come = after * (sums.0 / sums.1).powf(1.0 - after / self.rest[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::SweepProgress;
    use crate::method::LayerReport;
    use crate::tours::frontier::cost::LayerEstimate;

    /// The progress for layers with these predicted states.
    fn progress(states: &[f64]) -> SweepProgress {
        SweepProgress::new(
            states.iter().map(|&states| LayerEstimate { states, choices: 2.0 }).collect(),
        )
    }

    /// The progress reported at the quarters of each layer.
    fn sweep(progress: &mut SweepProgress, states: &[u64], left: usize) -> Vec<f64> {
        let mut reported = Vec::new();
        for (layer, &states) in states.iter().enumerate() {
            for quarter in 0..=4 {
                let done = f64::from(quarter) / 4.0;
                let report = LayerReport { layer, states, done, ..LayerReport::default() };
                reported.push(progress.done(&report, left));
            }
        }
        reported
    }

    #[test]
    fn progress_rises_to_one_for_any_prediction() {
        for expected in [[1.0, 10.0, 100.0, 10.0, 1.0], [9.0, 1.0, 5.0, 2000.0, 7.0], [1.0; 5]] {
            let reported = sweep(&mut progress(&expected), &[1, 10, 100, 10, 1], 1);
            assert_eq!(reported[0], 0.0);
            assert!(reported.windows(2).all(|pair| pair[0] <= pair[1]), "{reported:?}");
            assert!((reported[24] - 1.0).abs() < 1e-12, "{reported:?}");
        }
    }

    #[test]
    fn progress_counts_states_and_not_layers() {
        let reported =
            sweep(&mut progress(&[1.0, 10.0, 100.0, 10.0, 1.0]), &[1, 10, 100, 10, 1], 1);
        let half = reported[2 * 5 + 2];
        assert!((half - 0.5).abs() < 1e-12, "{half}");
        assert!(reported[9] < 0.1 && reported[15] > 0.9, "{reported:?}");
    }

    #[test]
    fn progress_weights_states_by_successors() {
        let layer = |choices| LayerEstimate { states: 10.0, choices };
        let mut progress = SweepProgress::new(vec![layer(1.0), layer(3.0)]);
        let reported = sweep(&mut progress, &[10, 10], 1);
        assert!((reported[4] - 0.25).abs() < 1e-12, "{reported:?}");
    }

    #[test]
    fn remaining_layers_are_scaled_by_the_seen_ones() {
        // The first layer has twice the predicted states, as do all others.
        let reported = sweep(&mut progress(&[50.0; 6]), &[100; 6], 1);
        // Without the correction it would be 100 of 100 + 50 * 5; the true value is a sixth.
        assert!(reported[4] < 100.0 / 350.0 && reported[4] > 1.0 / 6.0, "{reported:?}");
        let near = (reported[19] - 4.0 / 6.0).abs();
        assert!(near < 0.06, "{reported:?}");
    }

    #[test]
    fn planned_sweeps_share_progress_and_reuse_layer_sizes() {
        let states = [1, 10, 100, 10, 1];
        let mut progress = progress(&[5.0, 5.0, 5.0, 5.0, 5.0]);
        let first = sweep(&mut progress, &states, 2);
        assert!((first[24] - 0.5).abs() < 1e-12, "{first:?}");
        let second = sweep(&mut progress, &states, 1);
        assert_eq!(second[0], first[24]);
        // Exact from the first layer on, because all sizes are known.
        assert!((second[9] - (0.5 + 0.5 * 11.0 / 122.0)).abs() < 1e-12, "{second:?}");
        assert!((second[24] - 1.0).abs() < 1e-12, "{second:?}");
    }

    #[test]
    fn an_overflow_does_not_reduce_progress() {
        let mut progress = progress(&[1.0, 10.0, 100.0, 10.0, 1.0]);
        let first = sweep(&mut progress, &[1, 10, 100], 1);
        let second = sweep(&mut progress, &[1, 10, 100, 10, 1], 1);
        assert_eq!(second[0], first[14]);
        assert!(second.windows(2).all(|pair| pair[0] <= pair[1]), "{second:?}");
        assert!((second[24] - 1.0).abs() < 1e-12, "{second:?}");
    }

    #[test]
    fn a_resumed_sweep_counts_earlier_layers() {
        let mut progress = progress(&[10.0, 10.0, 10.0, 10.0]);
        let report = LayerReport { layer: 2, states: 10, ..LayerReport::default() };
        assert!((progress.done(&report, 1) - 0.5).abs() < 1e-12);
    }
}
