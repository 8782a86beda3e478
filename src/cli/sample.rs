//! A share of a search's units at random, and what the whole would be by it.

use std::io::Write;
use std::time::Duration;

use cavalcade::Count;
use cavalcade::engine::{Enumeration, Event, Halt, Observer, Plan, Random, Tally, Unit, Visitor};

use super::exit::Verdict;
use super::session::Session;

/// Some units of an enumeration.
struct Part<'a, E> {
    whole: &'a E,
    units: Vec<Unit>,
}

impl<E: Enumeration> Enumeration for Part<'_, E> {
    type Solution = E::Solution;

    fn method(&self) -> &'static str {
        self.whole.method()
    }

    fn fingerprint(&self) -> String {
        format!("{}, {} units", self.whole.fingerprint(), self.units.len())
    }

    fn plan(&self) -> Plan {
        Plan { units: self.units.clone(), trunk: Tally::default() }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<E::Solution>) -> Result<Tally, Halt> {
        self.whole.run(unit, visitor)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        self.whole.probe(probes, random)
    }
}

/// What each unit found and how long it took.
#[derive(Default)]
struct Spread {
    counts: Vec<f64>,
    visited: Count,
    times: Vec<Duration>,
}

impl Observer for Spread {
    fn hear(&mut self, event: &Event<'_>) -> Result<(), cavalcade::Error> {
        if let Event::UnitFinished { tally, took, .. } = event {
            let digits = tally.weighted().to_string();
            self.counts.push(digits.parse().expect("digits are a number"));
            self.visited += &tally.visited();
            self.times.push(*took);
        }
        Ok(())
    }
}

/// Runs `share` of the units, at least two, and prints the extrapolation: the mean over the
/// sampled units times the number of units, with its standard error.
pub fn run(
    session: &Session,
    search: &impl Enumeration,
    share: f64,
    what: &str,
) -> anyhow::Result<Verdict> {
    let all = search.plan().units;
    let size = ((all.len() as f64 * share).ceil() as usize).clamp(2, all.len().max(2));
    // The first of a shuffle: every set of so many units is as likely as any other.
    let mut order: Vec<usize> = (0..all.len()).collect();
    let mut random = Random::new(2026);
    for i in 0..size.min(all.len()) {
        let other = i + random.below(all.len() - i);
        order.swap(i, other);
    }
    let units: Vec<Unit> =
        order.iter().take(size).enumerate().map(|(id, &i)| Unit { id, ..all[i].clone() }).collect();
    let part = Part { whole: search, units };
    let mut spread = Spread::default();
    session.run_to_the_end(&part, what, &mut [&mut spread])?;
    let Spread { counts, visited, mut times } = spread;
    let (units, sampled) = (all.len() as f64, counts.len() as f64);
    let mean = counts.iter().sum::<f64>() / sampled;
    let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / (sampled - 1.0);
    let error = units * (variance / sampled * (1.0 - sampled / units)).sqrt();
    times.sort_unstable();
    let busy: Duration = times.iter().sum();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64();
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{what}: {:.5e} ± {:.1e} from {} of {} units; {} tours visited",
        units * mean,
        error,
        counts.len(),
        all.len(),
        visited.grouped(),
    )?;
    writeln!(
        out,
        "a unit takes {:.3} s at the median, {:.3} s at nine tenths, {:.3} s at most; \
         all would take {:.1} thread hours, {:.1} million visited a second on a thread",
        at(0.5),
        at(0.9),
        at(1.0),
        busy.as_secs_f64() * units / sampled / 3600.0,
        visited.to_string().parse::<f64>().unwrap_or(0.0) / busy.as_secs_f64() / 1e6,
    )?;
    out.flush()?;
    Ok(Verdict::Agrees)
}
