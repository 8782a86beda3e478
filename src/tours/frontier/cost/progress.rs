//! `SweepProgress`: how far a sweep is, in successors and not in layers.
//!
//! Nearly all states are in the layers around the largest, so a share of layers says
//! little of the time that is left; a state takes time by its successors. So these are
//! added up, those that were seen and those that are expected to come. The last layers that
//! were seen tell how far off the estimate is for those that follow; the more so, the more of
//! the sweep they are, since the small layers of the beginning say nothing of the large ones.
//!
//! A question can take several sweeps. Those that are foreseen, modulo one group of primes
//! after the other, share the whole evenly, and each knows the layers of the one before. An
//! overflow is not foreseen: what is done stays done, and the new sweep has what is left.

use super::estimate::LayerEstimate;
use crate::method::LayerReport;

/// The layers up to the one under way that tell of those to come.
const TELLING: usize = 6;

/// How far a sweep, or a series of them, is.
#[derive(Clone, Debug)]
pub struct SweepProgress {
    /// What is expected of the layers, or was seen there by an earlier sweep.
    expected: Vec<LayerEstimate>,
    /// The states of the layers that were seen.
    seen: Vec<Option<f64>>,
    /// The successors that are expected of each layer and all after it.
    rest: Vec<f64>,
    /// The layer heard of last, and the successors of those before it and of those after.
    layer: Option<usize>,
    past: f64,
    to_come: f64,
    /// What was done before the sweep, and what will be after.
    from: f64,
    to: f64,
    done: f64,
}

impl SweepProgress {
    /// Of sweeps of which so much is expected.
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

    /// The part that is done, from 0 to 1, never falling. With the sweep under way `left`
    /// sweeps are foreseen.
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

    /// A sweep begins, the first one or another.
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

    /// A layer begins.
    fn enter(&mut self, report: &LayerReport) {
        for layer in self.layer.unwrap_or(0)..report.layer {
            let LayerEstimate { states, choices } = self.expected[layer];
            self.past += choices * self.seen[layer].unwrap_or(states);
        }
        let next = report.layer + 1;
        self.layer = Some(report.layer);
        self.seen[report.layer] = Some(report.states as f64);
        let mut told = (0.0, 0.0);
        for layer in next.saturating_sub(TELLING)..next {
            if let Some(seen) = self.seen[layer] {
                told = (told.0 + seen, told.1 + self.expected[layer].states);
            }
        }
        let after = self.rest.get(next).copied().unwrap_or(0.0);
        self.to_come = after * (told.0 / told.1).powf(1.0 - after / self.rest[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::SweepProgress;
    use crate::method::LayerReport;
    use crate::tours::frontier::cost::LayerEstimate;

    /// With layers of which so many states are expected.
    fn progress(states: &[f64]) -> SweepProgress {
        SweepProgress::new(
            states.iter().map(|&states| LayerEstimate { states, choices: 2.0 }).collect(),
        )
    }

    /// What is told at the quarters of each layer.
    fn sweep(progress: &mut SweepProgress, states: &[u64], left: usize) -> Vec<f64> {
        let mut told = Vec::new();
        for (layer, &states) in states.iter().enumerate() {
            for quarter in 0..=4 {
                let done = f64::from(quarter) / 4.0;
                let report = LayerReport { layer, states, done, ..LayerReport::default() };
                told.push(progress.done(&report, left));
            }
        }
        told
    }

    #[test]
    fn what_is_done_rises_to_the_whole_whatever_was_expected() {
        for expected in [[1.0, 10.0, 100.0, 10.0, 1.0], [9.0, 1.0, 5.0, 2000.0, 7.0], [1.0; 5]] {
            let told = sweep(&mut progress(&expected), &[1, 10, 100, 10, 1], 1);
            assert_eq!(told[0], 0.0);
            assert!(told.windows(2).all(|pair| pair[0] <= pair[1]), "{told:?}");
            assert!((told[24] - 1.0).abs() < 1e-12, "{told:?}");
        }
    }

    #[test]
    fn it_is_the_share_of_states_and_not_of_layers() {
        let told = sweep(&mut progress(&[1.0, 10.0, 100.0, 10.0, 1.0]), &[1, 10, 100, 10, 1], 1);
        let half = told[2 * 5 + 2];
        assert!((half - 0.5).abs() < 1e-12, "{half}");
        assert!(told[9] < 0.1 && told[15] > 0.9, "{told:?}");
    }

    #[test]
    fn a_state_counts_by_its_successors() {
        let layer = |choices| LayerEstimate { states: 10.0, choices };
        let mut progress = SweepProgress::new(vec![layer(1.0), layer(3.0)]);
        let told = sweep(&mut progress, &[10, 10], 1);
        assert!((told[4] - 0.25).abs() < 1e-12, "{told:?}");
    }

    #[test]
    fn layers_to_come_are_scaled_by_those_that_were_seen() {
        // Twice the states from the beginning on, as it is in the layers that follow.
        let told = sweep(&mut progress(&[50.0; 6]), &[100; 6], 1);
        // Without the scale it would be 100 of 100 + 50 * 5; in truth it is a sixth.
        assert!(told[4] < 100.0 / 350.0 && told[4] > 1.0 / 6.0, "{told:?}");
        let near = (told[19] - 4.0 / 6.0).abs();
        assert!(near < 0.06, "{told:?}");
    }

    #[test]
    fn sweeps_that_are_foreseen_share_the_course_and_know_the_layers() {
        let states = [1, 10, 100, 10, 1];
        let mut progress = progress(&[5.0, 5.0, 5.0, 5.0, 5.0]);
        let first = sweep(&mut progress, &states, 2);
        assert!((first[24] - 0.5).abs() < 1e-12, "{first:?}");
        let second = sweep(&mut progress, &states, 1);
        assert_eq!(second[0], first[24]);
        // Exact from the first layer on: no expectation is left.
        assert!((second[9] - (0.5 + 0.5 * 11.0 / 122.0)).abs() < 1e-12, "{second:?}");
        assert!((second[24] - 1.0).abs() < 1e-12, "{second:?}");
    }

    #[test]
    fn an_overflow_takes_nothing_back() {
        let mut progress = progress(&[1.0, 10.0, 100.0, 10.0, 1.0]);
        let first = sweep(&mut progress, &[1, 10, 100], 1);
        let second = sweep(&mut progress, &[1, 10, 100, 10, 1], 1);
        assert_eq!(second[0], first[14]);
        assert!(second.windows(2).all(|pair| pair[0] <= pair[1]), "{second:?}");
        assert!((second[24] - 1.0).abs() < 1e-12, "{second:?}");
    }

    #[test]
    fn a_sweep_that_goes_on_from_a_layer_has_done_what_was_before() {
        let mut progress = progress(&[10.0, 10.0, 10.0, 10.0]);
        let report = LayerReport { layer: 2, states: 10, ..LayerReport::default() };
        assert!((progress.done(&report, 1) - 0.5).abs() < 1e-12);
    }
}
