//! Runs a random fraction of a method's units and extrapolates to the whole.

use std::time::Duration;

use super::prepared::{Prepared, Stage};
use crate::count::Count;
use crate::engine::{Event, Observer, Outcome, Plan, Progress, Random, Tally, Unit};
use crate::error::Error;
use crate::method::Job;

/// An extrapolation from some units.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample {
    /// The expected number of solutions, including those above the units.
    pub expected: f64,
    /// The standard error of `expected`.
    pub error: f64,
    /// The units that finished.
    pub sampled: usize,
    /// The units selected: more than `sampled` if the run was stopped.
    pub drawn: usize,
    /// All units.
    pub units: usize,
    /// The solutions visited.
    pub visited: Count,
    /// The thread time of each unit, sorted.
    pub times: Vec<Duration>,
}

impl Sample {
    /// The thread time of all units that finished.
    pub fn thread_time(&self) -> Duration {
        self.times.iter().sum()
    }

    /// The quantile of the units' time for this fraction, from 0 to 1.
    pub fn time_at(&self, part: f64) -> Duration {
        let last = self.times.len().saturating_sub(1);
        self.times.get((last as f64 * part) as usize).copied().unwrap_or_default()
    }

    /// Solutions visited in a second of one thread.
    pub fn visited_a_second(&self) -> f64 {
        self.visited.to_string().parse::<f64>().unwrap_or(0.0) / self.thread_time().as_secs_f64()
    }

    /// The predicted thread seconds of the whole.
    pub fn thread_seconds_of_all(&self) -> f64 {
        Extrapolation::of(&self.seconds(), self.units).expected
    }

    /// The standard error of [`Sample::thread_seconds_of_all`].
    pub fn thread_seconds_error(&self) -> f64 {
        Extrapolation::of(&self.seconds(), self.units).error
    }

    fn seconds(&self) -> Vec<f64> {
        self.times.iter().map(Duration::as_secs_f64).collect()
    }
}

impl Prepared {
    /// Runs a fraction of the units, at least two, and extrapolates: the mean of the sampled units
    /// times the number of units, with its standard error.
    ///
    /// After a stop, it extrapolates from the finished units. The units run in random order, and
    /// long units are somewhat more likely than others to be unfinished, one for each thread.
    ///
    /// # Errors
    /// [`Error::Stopped`] before two units are finished, and those of the method.
    pub fn sample(&self, share: f64, progress: Option<&Progress>) -> Result<Sample, Error> {
        let Stage::Ready(ready) = &self.stage else {
            return Err(Error::ToursAsked {
                problem: "it is clear that there is no tour: no unit is left to sample",
                remedy: "count them",
            });
        };
        let Plan { units: all, trunk } = self.planned(ready)?;
        let size = ((all.len() as f64 * share).ceil() as usize).clamp(2, all.len().max(2));
        // The first units of a shuffle: all sets of this size are equally likely.
        let mut order: Vec<usize> = (0..all.len()).collect();
        let mut random = Random::new(2026);
        for i in 0..size.min(all.len()) {
            let other = i + random.below(all.len() - i);
            order.swap(i, other);
        }
        let drawn = order.iter().take(size).enumerate();
        let units: Vec<Unit> = drawn.map(|(id, &i)| Unit { id, ..all[i].clone() }).collect();
        let mut spread = Spread::default();
        let job = Job {
            threads: self.means.threads,
            stop: self.means.stop.clone(),
            progress,
            observers: vec![&mut spread],
            pass: self.pass,
            ..Job::of(Plan { units, trunk: Tally::default() })
        };
        let Outcome { complete, finished, units: drawn, .. } = ready.enumeration.execute(job)?;
        let Spread { mut counts, visited, mut times } = spread;
        if !complete && counts.len() < 2 {
            let label = self.question.label();
            let what = format!("{} {}, {} {}", label.board, label.piece, label.kind, label.family);
            return Err(Error::Stopped { what, finished, units: drawn });
        }
        times.sort_unstable();
        // A floating-point sum depends on the order, in which units finish at random.
        counts.sort_by(f64::total_cmp);
        let Extrapolation { expected, error } = Extrapolation::of(&counts, all.len());
        let expected = expected + float(&trunk.weighted());
        let (sampled, units) = (counts.len(), all.len());
        Ok(Sample { expected, error, sampled, drawn, units, visited, times })
    }
}

/// The estimated sum over all units, from a sample without replacement.
struct Extrapolation {
    expected: f64,
    /// Its standard error; 0 if every unit was selected.
    error: f64,
}

impl Extrapolation {
    fn of(drawn: &[f64], all: usize) -> Extrapolation {
        let (units, sampled) = (all as f64, drawn.len() as f64);
        // An empty floating-point sum would be -0.
        let sum = drawn.iter().fold(0.0, |sum, value| sum + value);
        if drawn.len() == all {
            return Extrapolation { expected: sum, error: 0.0 };
        }
        let mean = sum / sampled;
        let squares = drawn.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        let variance = squares / (sampled - 1.0);
        let error = units * (variance / sampled * (1.0 - sampled / units)).sqrt();
        Extrapolation { expected: units * mean, error }
    }
}

fn float(count: &Count) -> f64 {
    count.to_string().parse().expect("digits are a number")
}

/// The solutions and the time of each unit.
#[derive(Default)]
struct Spread {
    counts: Vec<f64>,
    visited: Count,
    times: Vec<Duration>,
}

impl Observer for Spread {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        if let Event::UnitFinished { tally, took, .. } = event {
            self.counts.push(float(&tally.weighted()));
            self.visited += &tally.visited();
            self.times.push(*took);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use crate::engine::{Progress, Stop};
    use crate::error::Error;
    use crate::question::Question;

    #[test]
    fn a_stopped_sample_uses_its_finished_units() {
        let question: Question = "queens queen 18x18".parse().unwrap();
        let (stop, progress) = (Stop::new(), Progress::new(1));
        let solve = question.solve().method("search split=2000".parse().unwrap());
        let prepared = solve.threads(1).stop(&stop).prepare().unwrap();
        let sample = thread::scope(|scope| {
            scope.spawn(|| {
                while progress.snapshot().units < 3 {
                    thread::sleep(Duration::from_millis(1));
                }
                stop.request();
            });
            prepared.sample(1.0, Some(&progress)).unwrap()
        });
        assert!((3..sample.drawn).contains(&sample.sampled), "{sample:?}");
        assert_eq!((sample.drawn, sample.times.len()), (sample.units, sample.sampled));
        // The true total is 666,090,624; a few units predict it with a large error.
        assert!(sample.error > 0.0 && sample.expected > 1e8 && sample.expected < 4e9, "{sample:?}");
        let nothing = prepared.sample(1.0, None);
        assert!(matches!(nothing, Err(Error::Stopped { finished: 0, .. })), "{nothing:?}");
    }
}
