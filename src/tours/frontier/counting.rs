//! The sweep as a counting method.

use super::method::FrontierCount;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready, SweepEstimate};
use crate::tours::question::TourQuestion;

/// One sweep for all tours.
pub const FRONTIER: Method<TourQuestion> = Method {
    name: "frontier",
    about: "Counting without visiting, by classes of partial tours on a frontier",
    limit: FrontierCount::most_vertices,
    automatic: true,
    keeps_layers: false,
    sorts: |_| None,
    cost,
    ready,
};

/// States generated per second on one core.
const STATES_A_SECOND: f64 = 5e6;

/// Seconds to prepare a sweep.
const PREPARATION: f64 = 0.02;

/// The usual factor of error: see [`SweepEstimate`].
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
    Ok(Cost::new(estimate.states, estimate.bytes, estimate.seconds(), means.threads, WITHIN))
}

impl SweepEstimate {
    /// The predicted seconds on one thread.
    pub fn seconds(&self) -> f64 {
        PREPARATION + self.states / STATES_A_SECOND
    }
}

/// A sweep with these means, which reports its layers to their observer.
fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let sweep = FrontierCount::new(question.clone())?;
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
