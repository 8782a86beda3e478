//! The transfer matrix and the search as methods that count.

use super::question::WalkQuestion;
use super::search::WalkSearch;
use super::transfer::WalkTransfer;
use crate::engine::estimated_nodes;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};

/// Every method, in order of the cost of estimating it. To add one: its module, and an entry here.
pub const METHODS: &[Method<WalkQuestion>] = &[
    Method::new(
        "transfer",
        "Transfer matrix for any length; visits none",
        cost_of_transfer,
        ready_transfer,
    ),
    Method::new("search", "Depth first, visits every walk", cost_of_search, ready_search),
];

/// Additions of short numbers, and nodes of the search, per second on one core.
const A_SECOND: f64 = 5e7;

/// Words of long numbers that are added per second.
const WORDS_A_SECOND: f64 = 2e9;

const PROBES: u32 = 100;

const WITHIN: f64 = 3.0;

fn cost_of_transfer(question: &WalkQuestion, _: &Means) -> Result<Cost, Error> {
    let transfer = WalkTransfer::new(question.clone())?;
    let additions = estimated_nodes(&transfer, 1);
    // With every step the numbers grow by the bits of a square's moves.
    let moves = additions / (question.length() * transfer.states()).max(1) as f64;
    let words = question.length() as f64 * moves.max(1.0).log2() / 64.0;
    let seconds = additions * (1.0 / A_SECOND + words / 2.0 / WORDS_A_SECOND);
    Ok(Cost::new(additions, transfer.bytes() as f64, seconds, 1, WITHIN))
}

fn cost_of_search(question: &WalkQuestion, means: &Means) -> Result<Cost, Error> {
    let nodes = estimated_nodes(&WalkSearch::new(question.clone()), PROBES);
    // Its units store their paths, which are as long as the walks if there are few walks.
    let planned = (question.length() as f64).powi(2);
    Ok(Cost::new(nodes, 0.0, (nodes + planned) / A_SECOND, means.threads, WITHIN))
}

fn ready_transfer(question: &WalkQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let transfer = WalkTransfer::new(question.clone())?;
    let (what, bytes) = (format!("{} by transfer", question.label().board), transfer.bytes());
    let ready = Ready::new(transfer, |tally, _| Ok(WalkQuestion::counts(tally.weighted())));
    Ok(ready.needing(what, bytes, 0))
}

/// `split` cuts it into at least this number of units.
fn ready_search(question: &WalkQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&["split"])?;
    let search = WalkSearch::new(question.clone());
    let search = match choice.units("split")? {
        Some(units) => search.split(units),
        None => search,
    };
    Ok(Ready::new(search, |tally, _| Ok(WalkQuestion::counts(tally.weighted()))))
}
