//! The search as a counting method: its option and its cost.

use super::enumerate::QueensSearch;
use crate::engine::estimated_nodes;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready, Vectors};
use crate::queens::variants::VariantQuestion;

/// Depth first, one placement of each class.
pub const SEARCH: Method<VariantQuestion> = Method {
    name: "search",
    about: "Depth-first search that visits one placement of each class",
    limit: |_| usize::MAX,
    automatic: true,
    keeps_layers: false,
    sorts: |_| None,
    cost,
    ready,
};

/// Nodes per second on one core.
const NODES_A_SECOND: f64 = 5e7;

/// Nodes per second if the last rows are searched by levels: with AVX-512, with AVX2, and portably.
const BY_LEVELS: [f64; 3] = [3e8, 2.4e8, 8e7];

/// Seconds before the first node.
const PREPARATION: f64 = 1e-4;

const PROBES: u32 = 100;

/// The usual factor of error of random descents.
const WITHIN: f64 = 3.0;

fn cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let search = QueensSearch::new(question.plain("search")?);
    let nodes = estimated_nodes(&search, PROBES);
    let rate = match means.vectors {
        _ if !search.goes_by_levels() => NODES_A_SECOND,
        Vectors::Native => BY_LEVELS[0],
        Vectors::Narrow => BY_LEVELS[1],
        Vectors::None => BY_LEVELS[2],
    };
    let seconds = PREPARATION + nodes / rate;
    Ok(Cost::new(nodes, 0.0, seconds, means.threads, WITHIN))
}

/// `split` cuts it into at least this number of units.
fn ready(question: &VariantQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&["split"])?;
    let question = question.plain("search")?;
    let search = QueensSearch::new(question).vectors(means.vectors);
    let search = match choice.units("split")? {
        Some(units) => search.split(units),
        None => search,
    };
    Ok(Ready::new(search, move |tally, _| question.counts(tally)))
}
