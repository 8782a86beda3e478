//! The two halves as a method of the table.

use super::forecast::Numbers;
use super::grounds::Told;
use super::method::HalvesCount;
use super::moduli::Moduli;
use super::sorted::{SORTED, SortedHalves, told_apart};
use crate::engine::Tally;
use crate::error::{Error, Shortage};
use crate::method::{Choice, Cost, Means, Method, Ready, SweepEstimate};
use crate::tours::question::TourQuestion;
use crate::tours::statistic::Statistic;

/// Both halves of the graph, and their meeting.
pub const HALVES: Method<TourQuestion> = Method {
    name: "halves",
    about: "Counting without visiting, by half a sweep and its image or two that meet in the \
            middle, whole or in slices: many times faster than frontier on wide even boards",
    limit: |_| HalvesCount::MOST_VERTICES,
    automatic: true,
    keeps_layers: true,
    sorts,
    cost,
    ready,
};

/// What takes more seconds is cut into units, so that a journal has some of it early.
const LONG: f64 = 3600.0;
/// Slices of what is cut into units, at least.
const SLICES: usize = 8;

/// Seconds are seldom further off.
const WITHIN: f64 = 2.0;

fn sorts(statistic: &str) -> Option<f64> {
    statistic.parse().ok().filter(|statistic: &Statistic| statistic.is_of_moves()).map(|_| SORTED)
}

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let mut count = HalvesCount::new(question.clone())?.by(means);
    count.spills = means.spills();
    let told = told(&count, means, means.looks_closely)?;
    let estimate = count.forecast(&told);
    let bytes = estimate.bytes(told.numbers);
    Ok(Cost::new(estimate.states, bytes, estimate.seconds(), means.threads, WITHIN))
}

/// What a count is expected to take, if it fits in memory, cut or not.
fn told(count: &HalvesCount, means: &Means, closely: bool) -> Result<Told, Error> {
    let (what, limit) = (count.question().label().board, means.memory);
    let stopped = |what| Error::Stopped { what, finished: 0, units: 1 };
    let too_large = |what, told: &Told| {
        let classes = told.estimate.states as u64;
        Error::TooManyClasses { what, classes, limit }
    };
    let rough = count.told(false, &mut || true).ok_or_else(|| stopped(what.clone()))?;
    if count.sets() > limit {
        return Err(too_large(what, &rough));
    }
    let told = match closely {
        true => count.told(true, &mut || !means.stop.is_requested()),
        false => Some(rough),
    };
    let told = told.ok_or_else(|| stopped(what.clone()))?;
    let needed = told.estimate.bytes(told.numbers) as u64;
    match needed <= limit {
        true => Ok(told),
        false if means.spills() => Err(Shortage::Least { what, needed, free: limit }.into()),
        false => Err(too_large(what, &told)),
    }
}

/// The primes that each unit counts modulo one of: so many as the choice says, or as many as the
/// count can take of these bits.
fn moduli(count: &HalvesCount, choice: &Choice, means: &Means) -> Result<Option<Moduli>, Error> {
    let bits = choice.option(Moduli::OPTION).and_then(|text| text.parse().ok());
    let Some(numbers) = bits.and_then(Numbers::of_width) else { return Moduli::chosen(choice) };
    let what = || count.question().label().board;
    let stopped = || Error::Stopped { what: what(), finished: 0, units: 1 };
    let bits = count.bits(&mut || !means.stop.is_requested()).ok_or_else(stopped)?;
    let few = || choice.wrong(Moduli::OPTION, format!("too few primes for {bits:.0} bits"));
    Moduli::new(numbers, bits).map(Some).ok_or_else(few)
}

/// With `split`, so many slices, or some more; else the whole, or units by slice and prime of what
/// takes long and does not fit, and the choice says so.
fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&["split", Moduli::OPTION, Statistic::OPTION])?;
    let statistic = Statistic::chosen(choice)?;
    let count = match statistic {
        Some(statistic) => told_apart(question, statistic)?,
        None => HalvesCount::new(question.clone())?,
    };
    let mut count = count.by(means);
    count.spills = means.spills();
    let (mut chosen, mut asked) = (choice.clone(), choice.clone());
    match choice.units("split")? {
        Some(slices) => count = count.split(slices),
        None => {
            // The count looks for what lives anyway.
            let told = told(&count, means, true)?;
            let is_long = count.forecast(&told).seconds() > LONG * means.threads as f64;
            if told.parts > 1 && is_long {
                let slices = told.parts.max(SLICES);
                count = count.split(slices);
                chosen = chosen.with("split", slices);
                if statistic.is_none() {
                    asked = asked.with(Moduli::OPTION, told.numbers.width().clamp(15, 31));
                }
            }
        }
    }
    let moduli = moduli(&count, &asked, means)?;
    if let Some(moduli) = moduli {
        if statistic.is_some() {
            return Err(choice.wrong(Moduli::OPTION, "it goes with no statistic".into()));
        }
        count = count.modulo(moduli);
        chosen = chosen.with(Moduli::OPTION, moduli);
    }
    if let Some(checkpoints) = &means.checkpoints {
        if statistic.is_some() {
            return Err(Error::NoMethod {
                question: question.label().board,
                method: "halves",
                reason: "it keeps no layers of sweeps that sort".into(),
            });
        }
        let kept = chosen.clone().with("split", count.splits());
        let store = checkpoints.open(&count.checkpoint_name(), &kept)?;
        count = if checkpoints.spills { count.spilling(store) } else { count.checkpoint(store) };
    }
    if let Some(layers) = means.layers.as_ref().filter(|layers| layers.0.wants_estimate())
        && let Some(told) = count.told(true, &mut || !means.stop.is_requested())
    {
        let estimate = count.forecast(&told);
        layers.0.expect(&SweepEstimate {
            width: count.slots(),
            states: estimate.states,
            largest: estimate.largest,
            bytes: estimate.bytes(told.numbers),
        });
    }
    count = count.telling(means);
    let question = question.clone();
    let Some(statistic) = statistic else {
        let weight = question.directions();
        let ready = Ready::new(count, move |tally, _| match moduli {
            None => question.counts_of_any(tally),
            Some(moduli) => {
                let mut all = Tally::default();
                all.find(weight, moduli.counted(tally)?);
                question.counts_of_any(&all)
            }
        });
        return Ok(ready.by(chosen));
    };
    let sorted = SortedHalves::new(count, &statistic.to_string());
    let ready = Ready::new(sorted, move |tally, _| {
        statistic.of(&question)?.check(&question, tally, false)?;
        question.counts_of_any(tally)
    });
    Ok(ready.by(chosen))
}
