//! The torus as a counting method: its option and its cost.

use super::count::TorusCount;
use crate::engine::estimated_nodes;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::queens::variants::VariantQuestion;

/// As many queens as rows on a torus.
pub const TORUS: Method<VariantQuestion> = Method {
    name: "torus",
    about: "Queens on a torus of up to 31 rows, as an exact cover of its lines; visits none",
    limit: |_| usize::MAX,
    automatic: true,
    keeps_layers: false,
    sorts: |_| None,
    cost,
    ready,
};

/// Queens placed per second on one core.
const NODES_A_SECOND: f64 = 2e7;

/// Seconds before the first queen.
const PREPARATION: f64 = 1e-2;

const PROBES: u32 = 200;

/// The usual factor of error of random descents.
const WITHIN: f64 = 3.0;

fn count(question: &VariantQuestion) -> Result<TorusCount, Error> {
    if !question.is_of_torus_queens() {
        return Err(Error::Queens {
            problem: format!("{question}: the torus method cannot answer this"),
            remedy: "use the method variants",
        });
    }
    TorusCount::new(question.side())
}

fn cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let nodes = estimated_nodes(&count(question)?, PROBES);
    let seconds = PREPARATION + nodes / NODES_A_SECOND;
    Ok(Cost::new(nodes, 0.0, seconds, means.threads, WITHIN))
}

/// `split` cuts it into at least this number of units.
fn ready(question: &VariantQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&["split"])?;
    let count = match choice.units("split")? {
        Some(units) => count(question)?.split(units),
        None => count(question)?,
    };
    let question = question.clone();
    Ok(Ready::new(count, move |tally, _| Ok(question.counts(tally))))
}
