//! The sweep as a method that counts: by one sweep, or by one for each pair of ends.

use super::method::FrontierCount;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready, SweepEstimate};
use crate::tours::question::{Kind, TourQuestion};

/// One sweep for all tours.
pub const FRONTIER: Method<TourQuestion> = Method {
    name: "frontier",
    about: "Counting without visiting, by classes of partial tours on a frontier",
    automatic: true,
    keeps_layers: false,
    sorts: |_| None,
    cost,
    ready,
};

/// A sweep for each class of pairs of ends.
pub const PAIRS: Method<TourQuestion> = Method {
    name: "pairs",
    about: "The same by pairs of ends: open tours only, slower in all, less memory each; each \
            class of pairs is a unit",
    automatic: false,
    keeps_layers: false,
    sorts: |_| None,
    cost: cost_of_pairs,
    ready: ready_by_pairs,
};

/// States that are made in a second on one core.
const STATES_A_SECOND: f64 = 5e6;

/// Seconds for a sweep's preparation.
const PREPARATION: f64 = 0.02;

/// States are seldom further off: see [`SweepEstimate`].
const WITHIN: f64 = 2.5;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let sweep = FrontierCount::new(question.clone())?.memory(means.memory);
    let estimate = sweep.estimate();
    if estimate.bytes >= means.memory as f64 {
        return Err(Error::TooManyClasses {
            what: question.label().board,
            classes: estimate.states as u64,
            limit: means.memory,
        });
    }
    Ok(of_states(&estimate, estimate.states, means))
}

impl SweepEstimate {
    /// The seconds that one thread is expected to take.
    pub fn seconds(&self) -> f64 {
        PREPARATION + self.states / STATES_A_SECOND
    }
}

fn of_states(estimate: &SweepEstimate, states: f64, means: &Means) -> Cost {
    let seconds = PREPARATION + states / STATES_A_SECOND;
    Cost::new(states, estimate.bytes, seconds, means.threads, WITHIN)
}

fn cost_of_pairs(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let sweep = by_pairs(question)?.memory(means.memory);
    let estimate = sweep.estimate();
    // One pair of ends leaves about as many states as closed tours have: one of so many slots
    // fewer than free ends have.
    let size = question.graph().len() as f64;
    let units = size * size / (2.0 * question.symmetries().order() as f64);
    let states = estimate.states / size.max(1.0) * units.max(1.0);
    Ok(of_states(&estimate, states, means))
}

fn by_pairs(question: &TourQuestion) -> Result<FrontierCount, Error> {
    if question.kind() == Kind::Closed || question.has_ends() {
        return Err(Error::ToursAsked {
            problem: "the pairs method counts open tours with free ends",
            remedy: "use the frontier method",
        });
    }
    Ok(FrontierCount::new(question.clone())?.by_ends())
}

fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    of_sweep(FrontierCount::new(question.clone())?, question, means)
}

fn ready_by_pairs(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    of_sweep(by_pairs(question)?, question, means)
}

/// A sweep with these means, whose observers hear of its layers.
fn of_sweep(sweep: FrontierCount, question: &TourQuestion, means: &Means) -> Result<Ready, Error> {
    let mut sweep = sweep.threads(means.threads).memory(means.memory);
    if let Some(layers) = means.layers.clone() {
        if layers.0.wants_estimate() {
            layers.0.expect(&sweep.estimate());
        }
        sweep = sweep.watched(Box::new(move |report| layers.0.hear(report)));
    }
    let question = question.clone();
    Ok(Ready::new(sweep, move |tally, _| question.counts_of_any(tally)))
}
