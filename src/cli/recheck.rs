//! `cavalcade recheck FILE…`: random units of journals, recomputed and compared.

use std::collections::HashMap;
use std::io::Write;

use cavalcade::engine::{
    Enumeration, Event, Halt, Observer, Plan, Random, Run, Tally, Unit, Visitor,
};
use cavalcade::journal::Source;

use super::args::RecheckArgs;
use super::exit::{Usage, Verdict};
use super::keep::{Known, merged};
use super::question::{Counts, Task};

/// Draws, recomputes, compares.
pub fn run(args: &RecheckArgs) -> anyhow::Result<Verdict> {
    let share = percent(&args.sample)?;
    let known = Known::read(&args.files, &args.common)?;
    known.with(Rechecking { share, seed: args.seed, known: &known })
}

/// `0.5%` as a share of 1.
fn percent(text: &str) -> Result<f64, Usage> {
    let number = text.strip_suffix('%').and_then(|digits| digits.parse::<f64>().ok());
    let share = number.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    let wrong = || Usage(format!("--sample {text}: write a share such as 1% or 100%"));
    share.map(|percent| percent / 100.0).ok_or_else(wrong)
}

/// True with the given chance, by a number from 0 to 2^32.
fn drawn(random: &mut Random, share: f64) -> bool {
    const WHOLE: f64 = (1u64 << 32) as f64;
    (random.below(1 << 32) as f64) < share * WHOLE
}

struct Rechecking<'a> {
    share: f64,
    seed: u64,
    known: &'a Known,
}

impl Task for Rechecking<'_> {
    type Output = Verdict;

    fn perform<E: Enumeration>(self, method: &E, _: Counts<'_>) -> anyhow::Result<Verdict> {
        let Known { found, question, session } = self.known;
        let plan = method.plan();
        let merge = merged(found, method, &plan, false)?;
        let mut random = Random::new(self.seed);
        // One number for each unit of the plan, recorded or not: the same seed takes the
        // same units however far the journal is.
        let drawn: Vec<bool> = plan.units.iter().map(|_| drawn(&mut random, self.share)).collect();
        let told: HashMap<_, _> = merge
            .records()
            .filter(|(record, _)| drawn[record.unit])
            .map(|(record, source)| (record.unit, (record.tally.clone(), source.clone())))
            .collect();
        let mut again = Plan { units: plan.units.clone(), trunk: Tally::default() };
        again.units.retain(|unit| told.contains_key(&unit.id));
        let units = again.units.len();
        let mut comparing = Comparing { told, way: method.other_way(), differing: Vec::new() };
        let label = question.label();
        let what = format!("{} {}", label.board, label.kind);
        let other = Other(method);
        let run = Run::new(&other).plan(again);
        let progress = session.progress();
        let outcome = session.execute(run.observe(&mut comparing), &progress, &what)?;
        if !outcome.complete {
            return Err(session.stopped(what, outcome.finished, units));
        }
        let mut out = std::io::stdout().lock();
        comparing.differing.sort();
        for (_, difference) in &comparing.differing {
            writeln!(out, "{difference}")?;
        }
        let way = comparing.way.map_or("the same method once more".to_string(), String::from);
        let (records, wrong) = (merge.records().count(), comparing.differing.len());
        let verdict = if wrong == 0 { "all agree".into() } else { format!("{wrong} DIFFER") };
        writeln!(out, "{units} of {records} recorded units recomputed by {way}: {verdict}")?;
        Ok(if wrong == 0 { Verdict::Agrees } else { Verdict::Differs })
    }
}

/// The units of an enumeration, counted in the other way.
struct Other<'a, E>(&'a E);

impl<E: Enumeration> Enumeration for Other<'_, E> {
    type Solution = E::Solution;

    fn method(&self) -> &'static str {
        self.0.method()
    }
    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }
    fn plan(&self) -> Plan {
        self.0.plan()
    }
    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<E::Solution>) -> Result<Tally, Halt> {
        self.0.recount(unit, visitor)
    }
    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        self.0.probe(probes, random)
    }
}

/// Hears what was recomputed and compares it with what is recorded.
struct Comparing {
    told: HashMap<usize, (Tally, Source)>,
    way: Option<&'static str>,
    differing: Vec<(usize, String)>,
}

impl Observer for Comparing {
    fn hear(&mut self, event: &Event<'_>) -> Result<(), cavalcade::Error> {
        let Event::UnitFinished { unit, tally, .. } = event else {
            return Ok(());
        };
        let (told, source) = &self.told[&unit.id];
        // Another way has nodes of its own.
        let same = if self.way.is_some() { told.found() == tally.found() } else { told == *tally };
        if !same {
            let (recorded, computed) = (told.weighted(), tally.weighted());
            let text = format!(
                "unit {unit}: {recorded} solutions in {source}, {computed} recomputed{}",
                if recorded == computed { " of other weights or with other nodes" } else { "" }
            );
            self.differing.push((unit.id, text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use cavalcade::engine::Random;

    use super::{drawn, percent};

    #[test]
    fn shares_are_read_in_percent() {
        assert_eq!(percent("1%").unwrap(), 0.01);
        assert_eq!(percent("100%").unwrap(), 1.0);
        for text in ["", "1", "0%", "-1%", "101%", "NaN%", "%", "one%"] {
            assert!(percent(text).is_err(), "{text}");
        }
    }

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
