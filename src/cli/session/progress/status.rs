//! `Status`: the state of a run at a moment, as a line of any width, a log line, or JSON, with
//! bounds of the remaining time.

use std::time::{Duration, Instant};

use cavalcade::Count;
use cavalcade::convention::Label;
use cavalcade::engine::Snapshot;
use jiff::Zoned;

use crate::cli::words::{counted, span};

/// Below this fraction, the finished units predict the total less well than the estimated nodes do,
/// and fewer nodes than this fraction of the estimate predict nothing.
const FIRST_SHARE: f64 = 1e-4;

/// The error of nodes estimated by random descents, as a factor.
const GUESSED: f64 = 4.0;

/// Bounds of the seconds that remain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    pub low: f64,
    pub high: f64,
}

impl Left {
    /// Extrapolates from the finished fraction and its speed; before any unit is finished, from the
    /// expected nodes. Units differ in size and the plan only estimates them. So the bounds are a
    /// factor of two from the middle when a twentieth is finished, and meet at the end.
    pub fn of(now: &Snapshot, expected: f64, elapsed: Duration) -> Option<Left> {
        let seconds = elapsed.as_secs_f64().max(1e-3);
        // Only this run's units show its speed.
        let (own, nodes) = (now.share - now.earlier, now.nodes as f64);
        let rest = (1.0 - now.share).max(0.0);
        let (middle, factor) = match own {
            own if own > FIRST_SHARE => {
                let early = (0.05 / own).max(1.0).powf(0.25);
                (seconds * rest / own, (1.0 + rest * early).min(GUESSED))
            }
            _ if expected > 0.0 && nodes > expected * FIRST_SHARE => {
                (seconds * rest * expected / nodes, GUESSED)
            }
            _ => return None,
        };
        Some(Left { low: middle / factor, high: middle * factor })
    }

    /// True if both bounds have the same text.
    pub fn is_sharp(self) -> bool {
        self.high - self.low < 1.0 || self.high < 1.1 * self.low
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Begun,
    Running,
    Done,
    Stopped,
}

/// The counters of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunCounters {
    /// A run of units; `of` is their number, if known.
    Units { now: Snapshot, of: Option<usize>, expected: f64 },
    /// Other steps: their name, an upper bound of their number, and the start, if later than the
    /// run's.
    Steps { done: u64, of: Option<u64>, noun: &'static str, since: Option<Instant> },
}

#[derive(Clone, Debug)]
pub struct Status {
    pub what: String,
    /// The current question, if any.
    pub about: Option<Label>,
    pub state: State,
    pub seen: RunCounters,
    pub elapsed: Duration,
    /// The current layer of a sweep in words, or empty.
    pub layer: String,
    pub clock: Zoned,
}

/// Parts of a line. When the line is too long, the part with the highest number is dropped first.
type Parts = Vec<(u8, String)>;

/// The separator of parts.
const DOT: &str = " · ";

const BAR: usize = 16;

/// The largest fraction that is shown before the run has ended.
const MOST: f64 = 0.999;

impl Status {
    /// The finished fraction from 0 to 1, if known; 1 after the run has ended.
    pub fn share(&self) -> Option<f64> {
        let share = match self.seen {
            // A sum of many small fractions loses some precision.
            RunCounters::Units { .. } if self.state == State::Done => return Some(1.0),
            RunCounters::Units { now, .. } => now.share,
            RunCounters::Steps { done, of: Some(of @ 1..), .. } => done as f64 / of as f64,
            RunCounters::Steps { .. } => return None,
        };
        Some(if self.state == State::Done { share } else { share.min(MOST) })
    }

    /// The remaining time; unknown for steps that follow the last unit.
    pub fn left(&self) -> Option<Left> {
        let share = self.share().filter(|share| *share < MOST)?;
        match self.seen {
            RunCounters::Units { now, expected, .. } => Left::of(&now, expected, self.elapsed),
            RunCounters::Steps { since, .. } => {
                let now = Snapshot { share, ..Snapshot::default() };
                Left::of(&now, 0.0, since.map_or(self.elapsed, |since| since.elapsed()))
            }
        }
    }

    /// A line of at most `width` characters, for a terminal.
    pub fn line(&self, width: usize) -> String {
        let mut parts = self.parts();
        if let Some(share) = self.share() {
            let full = (share * BAR as f64).round() as usize;
            let bar = "█".repeat(full.min(BAR)) + &"░".repeat(BAR.saturating_sub(full));
            parts.insert(1, (6, bar));
        }
        let length = |parts: &Parts| {
            let long = parts.iter().map(|(_, part)| part.chars().count()).sum::<usize>();
            long + DOT.chars().count() * parts.len().saturating_sub(1)
        };
        while length(&parts) > width && parts.len() > 1 {
            if parts.len() == 2
                && let (Some((2, text)), Some(left)) = (parts.last_mut(), self.left())
                && !text.starts_with('~')
            {
                *text = format!("~{}", span((left.low * left.high).sqrt().max(1.0)));
                continue;
            }
            let least = parts.iter().map(|(rank, _)| *rank).max();
            parts.retain(|(rank, _)| Some(*rank) != least);
        }
        let line = joined(&parts);
        line.chars().take(width).collect()
    }

    /// A line for a log, after the time stamp.
    pub fn log(&self) -> String {
        let parts = joined(&self.parts()[1..]);
        let what = &self.what;
        let time = self.clock.strftime("%Y-%m-%dT%H:%M:%S%:z");
        match self.state {
            State::Begun => format!("{time} {what}: begins{DOT}{}", self.size()),
            State::Running => format!("{time} {what}: {parts}"),
            State::Done => format!("{time} {what}: done{DOT}{parts}"),
            State::Stopped => format!("{time} {what}: stopped{DOT}{parts}"),
        }
    }

    /// A line of JSON.
    pub fn json(&self) -> String {
        let event = match self.state {
            State::Begun => "begun",
            State::Running => "running",
            State::Done => "done",
            State::Stopped => "stopped",
        };
        let mut object = serde_json::json!({
            "event": event,
            "time": self.clock.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string(),
            "what": self.what,
            "family": self.about.as_ref().map(|label| label.family),
            "board": self.about.as_ref().map(|label| &label.board),
            "piece": self.about.as_ref().map(|label| &label.piece),
            "share": self.share(),
            "elapsed_seconds": self.elapsed.as_secs_f64(),
        });
        match self.seen {
            RunCounters::Units { now, of, .. } => {
                object["units_done"] = now.units.into();
                object["units"] = of.into();
                object["nodes"] = now.nodes.into();
                let known = now.known_solutions().map(|solutions| solutions.to_string());
                object["solutions"] = known.into();
            }
            RunCounters::Steps { done, of, noun, .. } => {
                object["steps_done"] = done.into();
                object["steps"] = of.into();
                object["step"] = noun.into();
            }
        }
        let left = self.left().filter(|_| self.state == State::Running);
        object["seconds_left"] = left.map(|left| [left.low, left.high]).into();
        if !self.layer.is_empty() {
            object["layer"] = self.layer.as_str().into();
        }
        object.to_string()
    }

    fn size(&self) -> String {
        match self.seen {
            RunCounters::Units { of: Some(of), .. } => counted(of as u64, "unit"),
            RunCounters::Steps { of: Some(of), noun, .. } => counted(of, noun),
            _ => "of a length that is not known yet".into(),
        }
    }

    /// The parts of a line, the most important first.
    fn parts(&self) -> Parts {
        let mut parts = vec![(4, self.what.clone())];
        if let Some(share) = self.share() {
            parts.push((0, format!("{:.1} %", (1000.0 * share).floor() / 10.0)));
        }
        let seconds = self.elapsed.as_secs_f64().max(1e-3);
        match self.seen {
            RunCounters::Units { now, of, .. } => {
                if let Some(of) = of.filter(|of| *of > 1) {
                    parts.push((9, format!("{} of {}", now.units, counted(of as u64, "unit"))));
                }
                if let Some(solutions) = now.known_solutions() {
                    let solutions = Count::from(solutions).grouped();
                    parts.push((7, format!("{solutions} solutions")));
                }
                let rate = now.nodes as f64 / seconds / 1e6;
                parts.push((8, format!("{rate:.1} million nodes/s")));
            }
            RunCounters::Steps { done, noun, .. } => {
                let s = if done == 1 { "" } else { "s" };
                parts.push((1, format!("{} {noun}{s}", Count::from(done).grouped())));
            }
        }
        parts.push((3, format!("{} so far", span(seconds))));
        if matches!(self.state, State::Running) {
            match self.left() {
                Some(left) => {
                    parts.push((2, left_text(left)));
                    if let Some(end) = self.end(left) {
                        parts.push((5, end));
                    }
                }
                None if self.share().is_some() => parts.push((2, "time left unknown".into())),
                None => {}
            }
        }
        if !self.layer.is_empty() {
            parts.push((10, self.layer.clone()));
        }
        parts
    }

    /// "ends 14:02 to 14:09"
    fn end(&self, left: Left) -> Option<String> {
        let at = |seconds: f64| {
            let span = jiff::SignedDuration::try_from_secs_f64(seconds).ok()?;
            let end = self.clock.checked_add(span).ok()?;
            let days = end.date().duration_since(self.clock.date()).as_hours() / 24;
            Some(match days {
                0 => end.strftime("%H:%M").to_string(),
                1..=6 => end.strftime("%a %H:%M").to_string(),
                _ => end.strftime("%Y-%m-%d").to_string(),
            })
        };
        let (low, high) = (at(left.low)?, at(left.high)?);
        Some(if low == high { format!("ends {low}") } else { format!("ends {low} to {high}") })
    }
}

fn joined(parts: &[(u8, String)]) -> String {
    parts.iter().map(|(_, part)| part.as_str()).collect::<Vec<_>>().join(DOT)
}

/// Words such as "3 min to 9 min left".
fn left_text(left: Left) -> String {
    let (low, high) = (span(left.low), span(left.high.max(1.0)));
    match left.is_sharp() || low == high {
        _ if left.low < 1.0 => format!("at most {high} left"),
        true => format!("{high} left"),
        false => match (low.rsplit_once(' '), high.rsplit_once(' ')) {
            // Two numbers of the same unit share it.
            (Some((number, unit)), Some((more, same)))
                if unit == same && ![number, more].iter().any(|of| of.contains(' ')) =>
            {
                format!("{number}–{high} left")
            }
            _ => format!("{low} to {high} left"),
        },
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Duration;

    use cavalcade::engine::Snapshot;

    use super::{Left, RunCounters, State, Status};

    fn left(share: f64, earlier: f64, expected: f64) -> Option<Left> {
        let now = Snapshot { nodes: 84_000_000, share, earlier, ..Snapshot::default() };
        Left::of(&now, expected, Duration::from_secs(2))
    }

    #[test]
    fn the_range_contains_the_linear_estimate_and_narrows() {
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
    fn work_of_earlier_runs_does_not_count_as_speed() {
        let resumed = left(0.25, 0.2, 0.0).unwrap();
        assert!(((resumed.low * resumed.high).sqrt() - 30.0).abs() < 1e-9, "{resumed:?}");
        assert_eq!(left(0.2, 0.2, 0.0), None);
        assert_eq!(left(0.0, 0.0, 0.0), None);
        let guessed = left(1e-6, 0.0, 4.2e9).unwrap();
        assert!(guessed.low < 100.0 && guessed.high > 100.0, "{guessed:?}");
        assert_eq!(left(0.2, 0.2, 1e12), None, "too few nodes since the resume");
    }

    pub fn status(share: f64, state: State) -> Status {
        let now =
            Snapshot { nodes: 84_000_000, solutions: 1_234_567, units: 3, share, earlier: 0.0 };
        Status {
            what: "6x6 open".into(),
            about: None,
            state,
            seen: RunCounters::Units { now, of: Some(12), expected: 0.0 },
            elapsed: Duration::from_secs(100),
            layer: "layer 3 of 9: 12,345 classes of 14 bytes · 4 MiB".into(),
            clock: "2026-11-22T23:55:00+01:00[+01:00]".parse().unwrap(),
        }
    }

    #[test]
    fn the_line_fits_any_width_and_keeps_the_most_important_parts() {
        let running = status(0.25, State::Running);
        for (width, line) in [
            (10, "25.0 %"),
            (20, "25.0 % · ~5 min"),
            (40, "25.0 % · 1 min so far · 2–8 min left"),
            (80, "6x6 open · 25.0 % · 1 min so far · 2–8 min left · ends 23:57 to Mon 00:03"),
        ] {
            assert_eq!(running.line(width), line, "{width}");
        }
        for width in 0..220 {
            assert!(running.line(width).chars().count() <= width);
        }
        let all = running.line(400);
        for part in ["3 of 12 units", "1,234,567 solutions", "0.8 million nodes/s", "layer 3 of 9"]
        {
            assert!(all.contains(part), "{all}");
        }
    }

    #[test]
    fn bounds_with_the_same_unit_name_it_once() {
        let left_text = |low, high| super::left_text(Left { low, high });
        assert_eq!(left_text(120.0, 480.0), "2–8 min left");
        assert_eq!(left_text(0.1, 0.4), "at most 1 s left");
        assert_eq!(left_text(41.0 * 60.0, 142.0 * 60.0), "41 min to 2 h 22 min left");
        assert_eq!(left_text(64.0 * 60.0, 258.0 * 60.0), "1 h 4 min to 4 h 18 min left");
    }

    #[test]
    fn a_running_count_shows_less_than_100_percent() {
        for share in [0.9996, 1.0, 1.5] {
            let running = status(share, State::Running);
            let line = running.line(300);
            assert!(line.contains("99.9 %") && line.contains("time left unknown"), "{line}");
            assert!(running.share() < Some(1.0) && running.left().is_none());
            let seen = RunCounters::Steps { done: 7, of: Some(7), noun: "step", since: None };
            assert!(Status { seen, ..running }.line(300).contains("99.9 %"));
        }
        assert!(status(0.99, State::Done).log().contains("100.0 %"));
    }

    #[test]
    fn a_status_is_one_json_object() {
        let object: serde_json::Value =
            serde_json::from_str(&status(0.25, State::Running).json()).unwrap();
        assert_eq!((&object["event"], &object["units_done"]), (&"running".into(), &3.into()));
        assert_eq!(object["solutions"], "1234567");
        let mut many = status(0.25, State::Running);
        let RunCounters::Units { now, .. } = &mut many.seen else { unreachable!("it has units") };
        now.solutions = u64::MAX;
        let object: serde_json::Value = serde_json::from_str(&many.json()).unwrap();
        assert!(object["solutions"].is_null() && !many.log().contains("solutions"));
        let bounds: Vec<f64> = serde_json::from_value(object["seconds_left"].clone()).unwrap();
        assert!(bounds[0] < 300.0 && bounds[1] > 300.0, "{bounds:?}");
        let begun: serde_json::Value =
            serde_json::from_str(&status(0.0, State::Begun).json()).unwrap();
        assert!(begun["seconds_left"].is_null() && begun["units"] == 12);
    }

    #[test]
    fn steps_are_shown_if_there_are_no_units() {
        let seen = |of| RunCounters::Steps { done: 1200, of, noun: "tour", since: None };
        let open = Status { seen: seen(None), layer: String::new(), ..status(0.0, State::Running) };
        assert_eq!(open.line(80), "6x6 open · 1,200 tours · 1 min so far");
        let bound = Status { seen: seen(Some(2400)), ..open };
        assert!(bound.line(200).contains("50.0 %") && bound.line(200).contains("left"));
    }
}
