//! The time that a run still takes: between two bounds.

use std::time::Duration;

use cavalcade::engine::Snapshot;

/// Below this share the units say less of the whole than a guess of its nodes.
const FIRST_SHARE: f64 = 1e-4;

/// How far a guess of nodes by random descents is off, as a factor.
const GUESSED: f64 = 4.0;

/// Seconds from now to the end, the least and the most that are expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    pub low: f64,
    pub high: f64,
}

impl Left {
    /// By the share that is done and how fast it was; before anything is, by the nodes that are
    /// expected. The bounds are a factor of two from the middle when a twentieth is done, and
    /// meet at the end: units are not equally large, and the plan only guesses how large.
    pub fn of(now: &Snapshot, expected: f64, elapsed: Duration) -> Option<Left> {
        let seconds = elapsed.as_secs_f64().max(1e-3);
        // What earlier runs did says nothing of this one's speed.
        let own = now.share - now.earlier;
        let rate = now.nodes as f64 / seconds;
        let rest = (1.0 - now.share).max(0.0);
        let (middle, factor) = match own {
            own if own > FIRST_SHARE => {
                let early = (0.05 / own).max(1.0).powf(0.25);
                (seconds * rest / own, (1.0 + rest * early).min(GUESSED))
            }
            _ if rate > 0.0 && expected > 0.0 => ((expected * rest / rate).max(0.0), GUESSED),
            _ => return None,
        };
        Some(Left { low: middle / factor, high: middle * factor })
    }

    /// True if the bounds read the same.
    pub fn is_sharp(self) -> bool {
        self.high - self.low < 1.0 || self.high < 1.1 * self.low
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cavalcade::engine::Snapshot;

    use super::Left;

    fn left(share: f64, earlier: f64, expected: f64) -> Option<Left> {
        let now = Snapshot { nodes: 84_000_000, share, earlier, ..Snapshot::default() };
        Left::of(&now, expected, Duration::from_secs(2))
    }

    #[test]
    fn the_range_holds_the_linear_guess_and_closes() {
        for (share, middle) in [(0.05, 38.0), (0.25, 6.0), (0.5, 2.0), (0.9, 2.0 / 9.0)] {
            let Left { low, high } = left(share, 0.0, 0.0).unwrap();
            assert!(low < middle && middle < high, "{low} {middle} {high}");
            assert!(((low * high).sqrt() / middle - 1.0).abs() < 1e-9);
            assert!(high / low < 4.0);
        }
        let width = |share| left(share, 0.0, 0.0).map(|left| left.high / left.low).unwrap();
        assert!(width(0.001) > width(0.05) && width(0.05) > width(0.5) && width(0.5) > width(0.99));
        assert!(left(0.999, 0.0, 0.0).unwrap().is_sharp());
    }

    #[test]
    fn what_earlier_runs_did_is_no_speed() {
        let resumed = left(0.25, 0.2, 0.0).unwrap();
        assert!(((resumed.low * resumed.high).sqrt() - 30.0).abs() < 1e-9, "{resumed:?}");
        assert_eq!(left(0.2, 0.2, 0.0), None);
        assert_eq!(left(0.0, 0.0, 0.0), None);
        let guessed = left(1e-6, 0.0, 4.2e9).unwrap();
        assert!(guessed.low < 100.0 && guessed.high > 100.0, "{guessed:?}");
    }
}
