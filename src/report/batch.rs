//! `Batch`: the progress of one question's journals.

use std::ops::Range;
use std::path::Path;

use crate::convention::Convention;
use crate::count::Count;
use crate::draw::units;
use crate::error::Error;
use crate::journal::ranges;
use crate::solve::{Found, Journals, Pace};

/// A question of a batch.
#[derive(Debug)]
pub struct Batch {
    pub(super) title: String,
    pub(super) fingerprint: String,
    pub(super) done: usize,
    pub(super) units: usize,
    /// The finished percentage, weighted by the size of units.
    pub(super) percent: String,
    /// The numbers of missing units, abbreviated.
    pub(super) missing: String,
    /// The map of units, as SVG.
    pub(super) map: String,
    /// The counts: by convention if no unit is missing.
    pub(super) counts: Vec<(String, String)>,
    pub(super) rate: String,
    pub(super) left: String,
    pub(super) runs: Vec<Run>,
    pub(super) damage: Vec<String>,
}

/// The part of one process.
#[derive(Debug)]
pub(super) struct Run {
    pub host: String,
    pub shard: String,
    /// Seconds since 1970, for the page's script.
    pub since: String,
    pub threads: usize,
    pub units: usize,
    pub seconds: String,
    pub journal: String,
}

/// The most gaps among units that the page lists.
const GAPS: usize = 12;

impl Batch {
    /// The status from the journals of one question. `clock` converts seconds since 1970 to a date.
    ///
    /// # Errors
    /// If two journals differ in a unit, or the sums are impossible.
    pub fn of(journals: &Journals, clock: &dyn Fn(u64) -> String) -> Result<Batch, Error> {
        // Damage is reported, and the intact lines are still used.
        let merge = journals.merge(true)?;
        let missing = merge.missing();
        let label = journals.question().label();
        let title = format!("{} {}, {}", label.board, label.piece, label.kind);
        let total = merge.total()?;
        let counts = match missing.is_empty() {
            true => {
                let answer = journals.answer(&merge)?;
                let told = |(convention, count): &(Convention, Count)| {
                    let mut words = count.grouped();
                    for check in answer.published.iter().filter(|c| c.convention == *convention) {
                        let (value, source) = (check.value.grouped(), &check.source);
                        words += &match check.agrees {
                            true => format!(", agrees with {source}"),
                            false => format!(", differs from {value} ({source})"),
                        };
                    }
                    (convention.text().into(), words)
                };
                answer.counts.iter().map(told).collect()
            }
            false => vec![("solutions of the units done".into(), total.weighted().grouped())],
        };
        let found = journals.found();
        let pace = journals.pace(&merge);
        let (rate, left) = speed(&pace, clock);
        let damage = found.iter().flat_map(|Found { path, replay }| {
            let path = shown(path);
            replay
                .damage
                .iter()
                .map(move |damage| format!("{path}, line {}: {}", damage.line, damage.what))
        });
        Ok(Batch {
            map: units(journals.units(), &missing, &title),
            title,
            fingerprint: journals.fingerprint().into(),
            done: merge.done(),
            units: journals.units(),
            percent: format!("{:.1}", 100.0 * pace.share),
            missing: gaps(&missing),
            counts,
            rate,
            left,
            runs: runs(found, clock),
            damage: damage.collect(),
        })
    }

    /// True if no unit is missing.
    pub fn is_complete(&self) -> bool {
        self.done == self.units
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn gaps(missing: &[Range<usize>]) -> String {
    let more = missing.len().saturating_sub(GAPS);
    let first = ranges(&missing[..missing.len() - more]).replace(',', ", ");
    let more = if more > 0 { format!(" and {more} more gaps") } else { String::new() };
    format!("{first}{more}")
}

fn runs(found: &[Found], clock: &dyn Fn(u64) -> String) -> Vec<Run> {
    let mut runs = Vec::new();
    for Found { path, replay } in found {
        for (run, units, took) in replay.runs() {
            runs.push(Run {
                host: format!("{} {}", run.host, run.process),
                shard: run.shard.to_string(),
                since: clock(run.since),
                threads: run.threads,
                units,
                seconds: format!("{:.1}", took.as_secs_f64()),
                journal: shown(path),
            });
        }
    }
    runs
}

/// The speed of a core, and the remaining time, or the time of the last write if no run is active.
pub fn speed(pace: &Pace, clock: &dyn Fn(u64) -> String) -> (String, String) {
    let idle = pace.since.map(|since| format!("no run since {}", clock(since)));
    let (Some(rate), Some(left)) = (pace.rate, pace.left) else {
        return ("too little is done to tell".into(), idle.unwrap_or_default());
    };
    let rate = format!("{:.1} million nodes a second and core", rate / 1e6);
    let left = match (idle, pace.threads) {
        (Some(idle), _) => format!("{idle}; the rest takes {} of one core", time(left)),
        _ if left < 1e-3 => String::new(),
        (None, 0) => format!("{} of one core", time(left)),
        (None, 1) => format!("{} on 1 thread", time(left)),
        (None, threads) => format!("{} on {threads} threads", time(left / threads as f64)),
    };
    (rate, left)
}

/// A time in the largest unit of which it has at least two.
fn time(seconds: f64) -> String {
    let units =
        [(86_400.0 * 365.25, "years"), (86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    if seconds < 1.0 {
        return "less than a second".into();
    }
    let unit = units.iter().find(|(length, _)| seconds >= 2.0 * length);
    let (length, name) = unit.copied().unwrap_or((1.0, "seconds"));
    format!("about {:.0} {name}", seconds / length)
}

#[cfg(test)]
mod tests {
    use super::{gaps, speed, time};
    use crate::solve::Pace;

    #[test]
    fn a_stopped_run_has_no_time_left() {
        let pace = Pace { share: 0.5, rate: Some(2e6), left: Some(18.0), threads: 2, since: None };
        let left = |pace: &Pace| speed(pace, &|at| format!("second {at}")).1;
        assert_eq!(left(&pace), "about 9 seconds on 2 threads");
        assert_eq!(left(&Pace { threads: 0, ..pace }), "about 18 seconds of one core");
        let stopped = Pace { threads: 0, since: Some(7), ..pace };
        assert_eq!(
            left(&stopped),
            "no run since second 7; the rest takes about 18 seconds of one core"
        );
        assert_eq!(left(&Pace { rate: None, left: None, ..stopped }), "no run since second 7");
    }

    #[test]
    fn times_and_gaps_are_short() {
        let times = [0.4, 119.0, 120.0, 7300.0, 200_000.0, 1e9].map(time);
        let times: Vec<_> = times.iter().map(|text| text.trim_start_matches("about ")).collect();
        assert_eq!(
            times,
            ["less than a second", "119 seconds", "2 minutes", "2 hours", "2 days", "32 years"]
        );
        assert_eq!(gaps(&[1..4, 7..8]), "1-3, 7");
        let many: Vec<_> = (0..40).map(|n| 2 * n..2 * n + 1).collect();
        assert!(gaps(&many).ends_with("22 and 28 more gaps"), "{}", gaps(&many));
    }
}
