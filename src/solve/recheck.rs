//! Recounts recorded units, if possible in another way, and compares.

use std::collections::HashMap;

use super::journals::Journals;
use super::keep::bounds;
use crate::engine::{Event, Observer, Outcome, Plan, Progress, Random, Tally};
use crate::error::Error;
use crate::journal::{Bounds, Merge, Source};
use crate::method::{Job, Pass};

/// The result of a recheck.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Recheck {
    /// The recounted units.
    pub units: usize,
    /// The recorded units.
    pub recorded: usize,
    /// The other way, if the method has one; else the same method was used.
    pub way: Option<&'static str>,
    /// The units that differ, one line each.
    pub differing: Vec<String>,
}

impl Journals {
    /// Recounts a random fraction of the recorded units. The same seed selects the same units,
    /// regardless of how many are finished. For a fraction above 0, at least one unit is recounted
    /// if one is recorded.
    ///
    /// # Errors
    /// [`Error::Stopped`], and those of [`Journals::merge`].
    pub fn recheck(
        &self,
        share: f64,
        seed: u64,
        progress: Option<&Progress>,
    ) -> Result<Recheck, Error> {
        let plan = self.plan()?;
        let merge = self.put_together(Merge::new(plan), false)?;
        let mut random = Random::new(seed);
        let lots: Vec<usize> = plan.units.iter().map(|_| random.below(WHOLE)).collect();
        let least = merge.records().map(|(record, _)| lots[record.unit]).min();
        let drawn = |unit: usize| is_drawn(lots[unit], share, least);
        let recorded = recorded(&merge, drawn);
        let mut again = Plan { units: plan.units.clone(), trunk: Tally::default() };
        again.units.retain(|unit| recorded.contains_key(&unit.id));
        let (units, enumeration) = (again.units.len(), &*self.ready()?.enumeration);
        let way = enumeration.other_way();
        let bounds = bounds(&self.question, &self.choice);
        let mut comparing = Comparing { recorded, way, bounds, differing: Vec::new() };
        let job = Job {
            threads: self.ready()?.threads(&self.means)?,
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

/// The recorded tallies of some units.
fn recorded(merge: &Merge<'_>, wanted: impl Fn(usize) -> bool) -> HashMap<usize, (Tally, Source)> {
    let records = merge.records().filter(|(record, _)| wanted(record.unit));
    let entry = |(record, source): &(crate::journal::Record, Source)| {
        (record.unit, (record.tally.clone(), source.clone()))
    };
    records.map(entry).collect()
}

/// The random number of a unit is below this.
const WHOLE: usize = 1 << 32;

/// True with probability `share`, and always for the unit with the smallest number.
fn is_drawn(lot: usize, share: f64, least: Option<usize>) -> bool {
    (lot as f64) < share * WHOLE as f64 || share > 0.0 && Some(lot) == least
}

/// Receives recounted units and compares them with the records.
struct Comparing {
    recorded: HashMap<usize, (Tally, Source)>,
    way: Option<&'static str>,
    bounds: Bounds,
    differing: Vec<(usize, String)>,
}

impl Observer for Comparing {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Error> {
        let Event::UnitFinished { unit, tally, .. } = event else {
            return Ok(());
        };
        let (recorded, source) = &self.recorded[&unit.id];
        // The nodes of another way differ.
        let [values, again] = [recorded, tally].map(|tally| tally.histogram().counts());
        let same = match self.way {
            Some(_) => recorded.found() == tally.found() && values == again,
            None => self.bounds.are_alike(recorded, tally),
        };
        if let Some(problem) = self.bounds.judge.problem(recorded) {
            self.differing.push((unit.id, format!("unit {unit}: {problem} in {source}")));
        } else if !same {
            let (recorded, computed) = (recorded.weighted(), tally.weighted());
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
    use super::{WHOLE, is_drawn};
    use crate::engine::Random;

    #[test]
    fn the_sample_has_the_size_asked_for() {
        let count = |share, seed| {
            let mut random = Random::new(seed);
            (0..1000).filter(|_| is_drawn(random.below(WHOLE), share, None)).count() as f64
        };
        assert_eq!(count(1.0, 1), 1000.0);
        for (share, seed) in [(0.01f64, 1), (0.1, 2), (0.5, 3), (0.9, 4)] {
            let sigma = (1000.0 * share * (1.0 - share)).sqrt();
            assert!((count(share, seed) - 1000.0 * share).abs() < 3.0 * sigma, "{share}");
        }
        assert!(is_drawn(7, 1e-12, Some(7)) && !is_drawn(7, 0.0, Some(7)));
    }
}
