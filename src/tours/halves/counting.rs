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
    let looks = means.looks_closely || count.slots() <= LOOKED_AT || count.is_looked_at();
    let (count, estimate) = fitted(count, means, looks)?;
    let (estimate, memory) = (count.forecast(&estimate), means.memory as f64);
    let peak = estimate.peak(memory);
    let (states, bytes) = (estimate.states, if means.spills() { peak.min(memory) } else { peak });
    Ok(Cost::new(states, bytes, estimate.seconds(), means.threads, WITHIN))
}

/// Whole if that fits in memory or may be put down elsewhere, else in slices that fit, and what
/// that is expected to take; after a look at what lives, if there is to be one, which may take
/// minutes.
fn fitted(
    count: HalvesCount,
    means: &Means,
    looks: bool,
) -> Result<(HalvesCount, StateEstimate), Error> {
    let (what, memory) = (count.question().label().board, means.memory);
    let fits = |estimate: &StateEstimate| estimate.within(memory as f64).is_some();
    let mut whole = count.estimate();
    let too_large =
        Error::TooManyClasses { what: what.clone(), classes: whole.states as u64, limit: memory };
    if looks && (means.spills() || !fits(&whole)) {
        if count.sets() > memory {
            return Err(too_large);
        }
        if means.spills() || is_near(&whole, means) {
            whole = closer(&count, means)?;
        }
        let needed = whole.least(Numbers::Residues);
        if means.spills() && !fits(&whole) && needed > memory as f64 {
            return Err(Shortage::Least { what, needed: needed as u64, free: memory }.into());
        }
        if !means.spills() && !fits(&whole) {
            let slices = count.fitting(&mut || !means.stop.is_requested());
            return slices.ok_or(if means.stop.is_requested() { stopped(what) } else { too_large });
        }
    }
    if means.spills() || fits(&whole) { Ok((count, whole)) } else { Err(too_large) }
}

/// What is expected once all live degrees are known.
fn closer(count: &HalvesCount, means: &Means) -> Result<StateEstimate, Error> {
    let found = count.estimate_unless(&mut || !means.stop.is_requested());
    found.ok_or_else(|| stopped(count.question().label().board))
}

fn stopped(what: String) -> Error {
    Error::Stopped { what, finished: 0, units: 1 }
}

/// What is many times too large is cut without a look at the whole of it.
fn is_near(estimate: &StateEstimate, means: &Means) -> bool {
    estimate.bytes(Numbers::Residues) < ROUGH * means.memory as f64
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
            // The count looks for what lives anyway, and more can be told.
            if is_near(&count.estimate(), means) {
                closer(&count, means)?;
            }
            let (fitted, estimate) = fitted(count, means, true)?;
            count = fitted;
            if count.splits() > 1 {
                chosen = chosen.with("split", count.splits());
            }
            Some(estimate)
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
        let kept = chosen.clone().with("split", count.splits());
        let store = checkpoints.open(&count.checkpoint_name(), &kept)?;
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
