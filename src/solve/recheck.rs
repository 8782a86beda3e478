//! Recorded units, counted once more in another way and compared.

use std::collections::HashMap;

use super::journals::Journals;
use crate::engine::{Event, Observer, Outcome, Plan, Progress, Random, Tally};
use crate::error::Error;
use crate::journal::{Merge, Source};
use crate::method::{Job, Pass};

/// What came of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Recheck {
    /// The units that were counted once more.
    pub units: usize,
    /// The units that are recorded.
    pub recorded: usize,
    /// The other way, if the method has one: else it is the same method.
    pub way: Option<&'static str>,
    /// The units that differ, each in a line.
    pub differing: Vec<String>,
}

impl Journals {
    /// Counts a share of the recorded units once more, which `seed` draws: the same seed takes
    /// the same units however far the journals are.
    ///
    /// # Errors
    /// [`Error::Stopped`], and those of [`Journals::merge`].
    pub fn recheck(
        &self,
        share: f64,
        seed: u64,
        progress: Option<&Progress>,
    ) -> Result<Recheck, Error> {
        let merge = self.merge(false)?;
        let mut random = Random::new(seed);
        let drawn: Vec<bool> = self.plan.units.iter().map(|_| drawn(&mut random, share)).collect();
        let told = recorded(&merge, |unit| drawn[unit]);
        let mut again = Plan { units: self.plan.units.clone(), trunk: Tally::default() };
        again.units.retain(|unit| told.contains_key(&unit.id));
        let (units, enumeration) = (again.units.len(), &*self.ready.enumeration);
        let way = enumeration.other_way();
        let mut comparing = Comparing { told, way, differing: Vec::new() };
        let job = Job {
            threads: self.ready.threads(&self.means)?,
            stop: self.means.stop.clone(),
            progress,
            observers: vec![&mut comparing],
            pass: Pass::Recount,
            ..Job::of(again)
        };
        let Outcome { complete, finished, .. } = enumeration.execute(job)?;
        if !complete {
            let label = self.question.label();
            let what = format!("{} {}", label.board, label.kind);
            return Err(Error::Stopped { what, finished, units });
        }
        comparing.differing.sort();
        let differing = comparing.differing.into_iter().map(|(_, line)| line).collect();
        Ok(Recheck { units, recorded: merge.records().count(), way, differing })
    }
}

/// What is told of some units.
fn recorded(merge: &Merge<'_>, wanted: impl Fn(usize) -> bool) -> HashMap<usize, (Tally, Source)> {
    let records = merge.records().filter(|(record, _)| wanted(record.unit));
    let told = |(record, source): &(crate::journal::Record, Source)| {
        (record.unit, (record.tally.clone(), source.clone()))
    };
    records.map(told).collect()
}

/// True with the given chance, by a number from 0 to 2^32.
fn drawn(random: &mut Random, share: f64) -> bool {
    const WHOLE: f64 = (1u64 << 32) as f64;
    (random.below(1 << 32) as f64) < share * WHOLE
}

/// Hears what was counted once more and compares it with what is recorded.
struct Comparing {
    told: HashMap<usize, (Tally, Source)>,
    way: Option<&'static str>,
    differing: Vec<(usize, String)>,
}

impl Observer for Comparing {
    fn hear(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Event::UnitFinished { unit, tally, .. } = event else {
            return Ok(());
        };
        let (told, source) = &self.told[&unit.id];
        // Another way has nodes of its own.
        let [values, again] = [told, tally].map(|tally| tally.histogram().counts());
        let same = match self.way {
            Some(_) => told.found() == tally.found() && values == again,
            None => told == *tally,
        };
        if !same {
            let (recorded, computed) = (told.weighted(), tally.weighted());
            let text = format!(
                "unit {unit}: {recorded} solutions in {source}, {computed} recomputed{}",
                if recorded == computed {
                    " of other weights or values, or with other nodes"
                } else {
                    ""
                }
            );
            self.differing.push((unit.id, text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::drawn;
    use crate::engine::Random;

    #[test]
    fn the_sample_has_the_size_asked_for() {
        let count = |share, seed| {
            let mut random = Random::new(seed);
            (0..1000).filter(|_| drawn(&mut random, share)).count() as f64
        };
        assert_eq!(count(1.0, 1), 1000.0);
        for (share, seed) in [(0.01f64, 1), (0.1, 2), (0.5, 3), (0.9, 4)] {
            let sigma = (1000.0 * share * (1.0 - share)).sqrt();
            assert!((count(share, seed) - 1000.0 * share).abs() < 3.0 * sigma, "{share}");
        }
    }
}
