//! The entry of `halves` in the table of methods.

use super::cache::Prediction;
use super::forecast::NumberType;
use super::method::HalvesCount;
use super::moduli::Moduli;
use super::sorted::{SORTED, SortedHalves, count_by_statistic};
use crate::engine::Tally;
use crate::error::{Error, Shortage};
use crate::method::{Choice, Cost, Means, Method, Ready, SweepEstimate};
use crate::tours::question::TourQuestion;
use crate::tours::statistic::Statistic;

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

/// A count that takes more seconds is cut into units, so that its journal has early results.
const LONG: f64 = 3600.0;
/// The least number of slices of such a count.
const SLICES: usize = 8;

/// The factor by which actual and predicted seconds seldom differ.
const WITHIN: f64 = 2.0;

fn sorts(statistic: &str) -> Option<f64> {
    statistic.parse().ok().filter(|statistic: &Statistic| statistic.is_of_moves()).map(|_| SORTED)
}

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let mut count = HalvesCount::new(question.clone())?.by(means);
    count.spills = means.spills();
    let prediction = predict(&count, means, means.looks_closely)?;
    let estimate = count.forecast(&prediction);
    let bytes = estimate.bytes(prediction.numbers);
    Ok(Cost::new(estimate.states, bytes, estimate.seconds(), means.threads, WITHIN))
}

/// The predicted cost of a count, or an error if it does not fit in memory even with cuts.
fn predict(count: &HalvesCount, means: &Means, closely: bool) -> Result<Prediction, Error> {
    let (what, limit) = (count.question().label().board, means.memory);
    let stopped = |what| Error::Stopped { what, finished: 0, units: 1 };
    let too_large = |what, prediction: &Prediction| {
        let classes = prediction.estimate.states as u64;
        Error::TooManyClasses { what, classes, limit }
    };
    let rough = count.predict(false, &mut || true).ok_or_else(|| stopped(what.clone()))?;
    if count.sets() > limit {
        return Err(too_large(what, &rough));
    }
    let prediction = match closely {
        true => count.predict(true, &mut || !means.stop.is_requested()),
        false => Some(rough),
    };
    let prediction = prediction.ok_or_else(|| stopped(what.clone()))?;
    let needed = prediction.estimate.bytes(prediction.numbers) as u64;
    match needed <= limit {
        true => Ok(prediction),
        false if means.spills() => Err(Shortage::Least { what, needed, free: limit }.into()),
        false => Err(too_large(what, &prediction)),
    }
}

/// The primes of the units: the number that the choice names, or, if it names only a width, as many
/// as the count needs.
fn moduli(count: &HalvesCount, choice: &Choice, means: &Means) -> Result<Option<Moduli>, Error> {
    let Some(text) = choice.option(Moduli::OPTION) else { return Ok(None) };
    let chosen = match text.parse().ok().and_then(NumberType::of_width) {
        Some(numbers) => Moduli { numbers, count: 0 },
        None => Moduli::chosen(choice)?,
    };
    let what = || count.question().label().board;
    let stopped = || Error::Stopped { what: what(), finished: 0, units: 1 };
    let bits = count.bits(&mut || !means.stop.is_requested()).ok_or_else(stopped)?;
    let width = chosen.numbers.width();
    let Some(least) = Moduli::new(chosen.numbers, bits) else {
        let few = format!("too few primes of {width} bits for a count of up to {bits:.0} bits");
        return Err(choice.wrong(Moduli::OPTION, few));
    };
    match chosen.count {
        0 => Ok(Some(least)),
        some if some >= least.count => Ok(Some(chosen)),
        _ => {
            let few =
                format!("too few primes for a count of up to {bits:.0} bits, which takes {least}");
            Err(choice.wrong(Moduli::OPTION, few))
        }
    }
}

/// `split` gives the number of slices. Without it the count is whole, or, if it is long and does
/// not fit in memory, it is cut into units by slice and prime, and the choice records that.
fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&["split", Moduli::OPTION, Statistic::OPTION])?;
    let statistic = Statistic::chosen(choice)?;
    let count = match statistic {
        Some(statistic) => count_by_statistic(question, statistic)?,
        None => HalvesCount::new(question.clone())?,
    };
    let mut count = count.by(means);
    count.spills = means.spills();
    let (mut chosen, mut asked) = (choice.clone(), choice.clone());
    match choice.units("split")? {
        Some(slices) => count = count.split(slices),
        None => {
            // The count needs the live degrees in any case.
            let prediction = predict(&count, means, true)?;
            let is_long = count.forecast(&prediction).seconds() > LONG * means.threads as f64;
            if prediction.parts > 1 && is_long {
                let slices = prediction.parts.max(SLICES);
                count = count.split(slices);
                chosen = chosen.with("split", slices);
                if statistic.is_none() {
                    asked = asked.with(Moduli::OPTION, prediction.numbers.width().clamp(15, 31));
                }
            }
        }
    }
    let moduli = moduli(&count, &asked, means)?;
    if let Some(moduli) = moduli {
        if statistic.is_some() {
            return Err(
                choice.wrong(Moduli::OPTION, "it cannot be combined with a statistic".into())
            );
        }
        count = count.modulo(moduli);
        chosen = chosen.with(Moduli::OPTION, moduli);
    }
    if let Some(checkpoints) = &means.checkpoints {
        if statistic.is_some() {
            return Err(Error::NoMethod {
                question: question.label().board,
                method: "halves",
                reason: "it saves no layers of a sweep that sorts tours".into(),
            });
        }
        let kept = chosen.clone().with("split", count.splits());
        let store = checkpoints.open(&count.checkpoint_name(), &kept)?;
        count = if checkpoints.spills { count.spilling(store) } else { count.checkpoint(store) };
    }
    if let Some(layers) = means.layers.as_ref().filter(|layers| layers.0.wants_estimate())
        && let Some(prediction) = count.predict(true, &mut || !means.stop.is_requested())
    {
        let estimate = count.forecast(&prediction);
        layers.0.expect(&SweepEstimate {
            width: count.slots(),
            states: estimate.states,
            largest: estimate.largest,
            bytes: estimate.bytes(prediction.numbers),
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
