//! The entry of `halves` in the table of methods.

use super::method::HalvesCount;
use super::moduli::Moduli;
use super::schedule::Prediction;
use crate::engine::{Enumeration, Histogram, Outcome, Run, Tally};
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

/// The cost of sorting relative to counting; measured for the slopes of 8x8 closed.
const SORTED: f64 = 40.0;

/// The factor by which actual and predicted seconds seldom differ.
const WITHIN: f64 = 2.0;

fn sorts(statistic: &str) -> Option<f64> {
    statistic.parse().ok().filter(|statistic: &Statistic| statistic.is_of_moves()).map(|_| SORTED)
}

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let count = HalvesCount::new(question.clone())?.by(means);
    let prediction = predict(&count, means, means.looks_closely)?;
    Ok(cost_by(&count, &prediction, means))
}

fn cost_by(count: &HalvesCount, prediction: &Prediction, means: &Means) -> Cost {
    let estimate = count.forecast(prediction);
    let bytes = estimate.bytes();
    Cost::new(estimate.states, bytes, estimate.seconds(), means.threads, WITHIN)
}

/// The predicted cost of all slices, modulo all primes if they are given.
fn cost_of_slices(
    question: &TourQuestion,
    slices: usize,
    moduli: Option<Moduli>,
    means: &Means,
) -> Result<Cost, Error> {
    let count = HalvesCount::new(question.clone())?.by(means).split(slices);
    let count = match moduli {
        Some(moduli) => count.modulo(moduli),
        None => count,
    };
    let what = question.label().board;
    let prediction = count.predict(true, &mut || !means.stop.is_requested());
    let prediction = prediction.ok_or(Error::Stopped { what, finished: 0, units: 1 })?;
    Ok(cost_by(&count, &prediction, means))
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
    let needed = prediction.estimate.bytes() as u64;
    match needed <= limit {
        true => Ok(prediction),
        false if means.spills() => Err(Shortage::Least { what, needed, free: limit }.into()),
        false => Err(too_large(what, &prediction)),
    }
}

/// `split` gives the number of slices. Without it the count is whole, or, if it is long and does
/// not fit in memory, it is cut into units by slice and prime, and the choice records that.
fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&["split", Moduli::OPTION, Statistic::OPTION])?;
    let statistic = Statistic::chosen(choice)?;
    let count = match statistic {
        Some(statistic) => HalvesCount::by_statistic(question, statistic)?,
        None => HalvesCount::new(question.clone())?,
    };
    let mut count = count.by(means);
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
    let moduli = Moduli::chosen(&asked, || {
        let stopped = || Error::Stopped { what: question.label().board, finished: 0, units: 1 };
        count.bits(&mut || !means.stop.is_requested()).ok_or_else(stopped)
    })?;
    if let Some(moduli) = moduli {
        if statistic.is_some() {
            return Err(
                choice.wrong(Moduli::OPTION, "it cannot be combined with a statistic".into())
            );
        }
        count = count.modulo(moduli);
        chosen = chosen.with(Moduli::OPTION, moduli);
    }
    let slices = count.split;
    let is_cut = (slices > 1 || moduli.is_some()) && statistic.is_none();
    let cost = {
        let (question, means) = (question.clone(), means.clone());
        move || cost_of_slices(&question, slices, moduli, &means)
    };
    if let Some(checkpoints) = &means.checkpoints {
        if statistic.is_some() {
            return Err(Error::NoMethod {
                question: question.label().board,
                method: "halves",
                reason: "it saves no layers of a sweep that sorts tours".into(),
            });
        }
        let kept = chosen.clone().with("split", count.split);
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
            bytes: estimate.bytes(),
        });
    }
    let question = question.clone();
    let weight = question.directions();
    let ready = Ready::new(count, move |tally, _| {
        if let Some(statistic) = statistic {
            statistic.of(&question)?.check(&question, tally, false)?;
        }
        let Some(moduli) = moduli else { return question.counts_of_any(tally) };
        let mut all = Tally::default();
        all.find(weight, moduli.counted(tally)?);
        question.counts_of_any(&all)
    });
    let ready = ready.by(chosen);
    Ok(if is_cut { ready.costing(cost) } else { ready })
}

/// The closed tours of a question, undirected, by the number of these edges in them; and the number
/// of states of the sweeps.
///
/// # Errors
/// Those of [`HalvesCount::new`]; [`Error::Stopped`]; [`Error::OutOfMemory`].
pub fn closed_tours_by(
    question: &TourQuestion,
    edges: &[[u32; 2]],
    means: &Means,
) -> Result<(Histogram, u64), Error> {
    if edges.is_empty() {
        let tally = whole(&HalvesCount::new(question.clone())?.by(means), means)?;
        let mut histogram = Histogram::default();
        histogram.count(0, tally.weighted());
        return Ok((histogram, tally.nodes()));
    }
    let counts = |[a, b]: [u32; 2]| edges.contains(&[a.min(b), a.max(b)]);
    let most = edges.len().min(question.graph().len());
    let count = HalvesCount::by_edges(question, &counts, "edges".into(), most)?.by(means);
    let tally = whole(&count, means)?;
    Ok((tally.histogram().clone(), tally.nodes()))
}

/// The predicted states and seconds of [`closed_tours_by`].
///
/// # Errors
/// Those of [`HalvesCount::new`].
pub fn closed_tours_cost(
    question: &TourQuestion,
    edges: &[[u32; 2]],
    means: &Means,
) -> Result<[f64; 2], Error> {
    let count = HalvesCount::new(question.clone())?.by(means);
    let prediction = count.predict(false, &mut || true).expect("no pause stops it");
    let estimate = count.forecast(&prediction);
    let times = if edges.is_empty() { 1.0 } else { SORTED };
    Ok([estimate.states, estimate.seconds() / means.threads as f64].map(|one| one * times))
}

/// The complete tally, or an error if the run was stopped.
fn whole(count: &HalvesCount, means: &Means) -> Result<Tally, Error> {
    let run = Run::new(count).threads(means.threads).stop(&means.stop);
    let Outcome { tally, complete, finished, units, .. } = run.execute()?;
    let what = count.fingerprint();
    if complete { Ok(tally) } else { Err(Error::Stopped { what, finished, units }) }
}
