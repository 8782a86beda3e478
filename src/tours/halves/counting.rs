//! The two halves as a method of the table.

use super::method::HalvesCount;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::tours::question::TourQuestion;

/// Both halves of the graph, and their meeting.
pub const HALVES: Method<TourQuestion> = Method {
    name: "halves",
    about: "Counting without visiting, by half a sweep and its image or two that meet in the \
            middle: many times faster than frontier where it fits",
    automatic: true,
    cost,
    ready,
};

/// Seconds are seldom further off.
const WITHIN: f64 = 2.5;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let count = made(question, means)?;
    let estimate = count.estimate();
    if estimate.bytes() >= means.memory as f64 {
        return Err(Error::TooManyClasses {
            what: question.label().board,
            classes: estimate.states() as u64,
            limit: means.memory,
        });
    }
    let (states, bytes) = (estimate.states(), estimate.bytes());
    Ok(Cost::new(states, bytes, estimate.seconds(), means.threads, WITHIN))
}

fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let mut count = made(question, means)?;
    if let Some(layers) = means.layers.clone() {
        count = count.watched(Box::new(move |report| layers.0.hear(report)));
    }
    let question = question.clone();
    Ok(Ready::new(count, move |tally, _| Ok(question.counts(tally))))
}

/// The count with these means.
fn made(question: &TourQuestion, means: &Means) -> Result<HalvesCount, Error> {
    if means.checkpoints.is_some() {
        return Err(Error::NoMethod {
            question: question.label().board,
            method: "halves",
            reason: "it keeps no layers on disk".into(),
        });
    }
    let count = HalvesCount::new(question.clone())?;
    Ok(count.threads(means.threads).memory(means.memory).vectors(means.vectors))
}
