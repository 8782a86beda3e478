//! The two halves as a method of the table.

use super::cost::StateEstimate;
use super::expected::Numbers;
use super::method::HalvesCount;
use super::sorted::{SORTED, SortedHalves, told_apart};
use crate::error::{Error, Shortage};
use crate::method::{Choice, Cost, Means, Method, Ready, SweepEstimate};
use crate::tours::question::TourQuestion;
use crate::tours::statistic::Statistic;

/// Both halves of the graph, and their meeting.
pub const HALVES: Method<TourQuestion> = Method {
    name: "halves",
    about: "Counting without visiting, by half a sweep and its image or two that meet in the \
            middle, whole or in slices: many times faster than frontier on wide even boards",
    automatic: true,
    keeps_layers: true,
    sorts,
    cost,
    ready,
};

/// Seconds are seldom further off.
const WITHIN: f64 = 2.0;

/// A memory that is not known closely may be so many times what is told.
const ROUGH: f64 = 4.0;

/// Slots up to which slices are looked at to tell a cost, which takes seconds.
const LOOKED_AT: usize = 16;

fn sorts(statistic: &str) -> Option<f64> {
    statistic.parse().ok().filter(|statistic: &Statistic| statistic.is_of_moves()).map(|_| SORTED)
}

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let count = HalvesCount::new(question.clone())?.by(means);
    let (mut estimate, memory) = (count.estimate(), means.memory as f64);
    let is_closely = means.looks_closely && !means.spills() && is_near(&estimate, means);
    let looks = count.slots() <= LOOKED_AT || is_closely;
    if is_closely && estimate.within(memory).is_none() {
        estimate = closer(&count, means)?;
    }
    if means.spills() || estimate.within(memory).is_some() {
        // What wide frontiers take is known once all live degrees are.
        if means.spills() && looks {
            suffices(question, &estimate, means)?;
        }
        estimate = count.forecast(&estimate);
    } else {
        let slices = if looks { count.fitting() } else { None };
        let (slices, each) = slices.ok_or_else(|| too_large(question, &estimate, means))?;
        estimate = slices.forecast(&each);
    }
    let peak = estimate.peak(memory);
    let (states, bytes) = (estimate.states, if means.spills() { peak.min(memory) } else { peak });
    Ok(Cost::new(states, bytes, estimate.seconds(), means.threads, WITHIN))
}

/// Makes sure that there is the memory that a sweep takes whose layers are elsewhere.
fn suffices(question: &TourQuestion, estimate: &StateEstimate, means: &Means) -> Result<(), Error> {
    let (needed, free) = (estimate.least(Numbers::Residues), means.memory);
    if estimate.within(free as f64).is_some() || needed <= free as f64 {
        return Ok(());
    }
    let what = question.label().board;
    Err(Shortage::Least { what, needed: needed as u64, free }.into())
}

/// What is many times too large is so without a closer look, which would take minutes.
fn is_near(estimate: &StateEstimate, means: &Means) -> bool {
    estimate.bytes(Numbers::Residues) < ROUGH * means.memory as f64
}

/// What is expected once all live degrees are known.
fn closer(count: &HalvesCount, means: &Means) -> Result<StateEstimate, Error> {
    let what = count.question().label().board;
    let stopped = || Error::Stopped { what, finished: 0, units: 1 };
    count.estimate_unless(&mut || !means.stop.is_requested()).ok_or_else(stopped)
}

fn too_large(question: &TourQuestion, estimate: &StateEstimate, means: &Means) -> Error {
    Error::TooManyClasses {
        what: question.label().board,
        classes: estimate.states as u64,
        limit: means.memory,
    }
}

/// With `split`, so many slices, or some more; else as many as the memory asks for, and the
/// choice says so, as they are the units.
fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&["split", Statistic::OPTION])?;
    let statistic = Statistic::chosen(choice)?;
    let count = match statistic {
        Some(statistic) => told_apart(question, statistic)?,
        None => HalvesCount::new(question.clone())?,
    };
    let mut count = count.by(means);
    let mut chosen = choice.clone();
    let estimate = match choice.units("split")? {
        Some(slices) => {
            count = count.split(slices);
            None
        }
        None => {
            let mut whole = count.estimate();
            if is_near(&whole, means) || means.spills() {
                whole = closer(&count, means)?;
            }
            if means.spills() {
                suffices(question, &whole, means)?;
                Some(whole)
            } else if whole.within(means.memory as f64).is_some() {
                Some(whole)
            } else {
                let slices = count.fitting();
                let (slices, estimate) =
                    slices.ok_or_else(|| too_large(question, &whole, means))?;
                chosen = choice.clone().with("split", slices.splits());
                count = slices;
                Some(estimate)
            }
        }
    };
    if let Some(checkpoints) = &means.checkpoints {
        if statistic.is_some() {
            return Err(Error::NoMethod {
                question: question.label().board,
                method: "halves",
                reason: "it keeps no layers of sweeps that sort".into(),
            });
        }
        let store = checkpoints.open(&count.checkpoint_name())?;
        count = if checkpoints.spills { count.spilling(store) } else { count.checkpoint(store) };
    }
    if let Some(layers) = means.layers.as_ref().filter(|layers| layers.0.wants_estimate()) {
        let estimate = count.forecast(&estimate.unwrap_or_else(|| count.estimate()));
        layers.0.expect(&SweepEstimate {
            width: count.slots(),
            states: estimate.states,
            largest: estimate.largest,
            bytes: estimate.peak(means.memory as f64),
        });
    }
    count = count.telling(means);
    let question = question.clone();
    let Some(statistic) = statistic else {
        let ready = Ready::new(count, move |tally, _| question.counts_of_any(tally));
        return Ok(ready.by(chosen));
    };
    let sorted = SortedHalves::new(count, &statistic.to_string());
    let ready = Ready::new(sorted, move |tally, _| {
        statistic.of(&question)?.check(&question, tally, false)?;
        question.counts_of_any(tally)
    });
    Ok(ready.by(chosen))
}
