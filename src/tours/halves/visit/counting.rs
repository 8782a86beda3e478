//! Unions as a method of the table.

use super::search::UnionSearch;
use crate::engine::estimated_nodes;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::tours::question::TourQuestion;
use crate::tours::search::{MAX_VERTICES, TourSearch};
use crate::tours::statistic::Statistic;

/// Every tour, by two systems of paths.
pub const UNION: Method<TourQuestion> = Method {
    name: "union",
    about: "Visiting every tour as the union of two half boards: a thousand million a second \
            where their systems of paths fit in memory",
    limit: |_| MAX_VERTICES,
    automatic: false,
    keeps_layers: false,
    sorts: |_| Some(1.0),
    cost,
    ready,
};

/// Systems enumerated in a second on one core.
const SYSTEMS_A_SECOND: f64 = 2e6;

/// Tours shown in a second on one core.
const TOURS_A_SECOND: f64 = 6e8;

/// Tours to a node of the linking search, which tells how many there are.
const TOURS_TO_A_NODE: f64 = 1.6;

/// Random descents of that.
const PROBES: u32 = 100;

/// Seconds are seldom further off.
const WITHIN: f64 = 5.0;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let search = UnionSearch::new(question.clone())?;
    let (common, each) = (search.bytes_in_common(), search.bytes_of_a_unit());
    let threads = means.threads_with(common, each).max(1);
    let bytes = (common + each * threads as u64) as f64;
    let visits = TourSearch::new(question.clone());
    let tours = visits.map_or(0.0, |search| TOURS_TO_A_NODE * estimated_nodes(&search, PROBES));
    let systems = search.systems();
    let seconds = systems / SYSTEMS_A_SECOND + tours / TOURS_A_SECOND;
    Ok(Cost::new(systems, bytes, seconds, threads, WITHIN))
}

fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&["split", Statistic::OPTION])?;
    let mut search = UnionSearch::new(question.clone())?.vectors(means.vectors);
    if let Some(units) = choice.units("split")? {
        search = search.split(units);
    }
    let question = question.clone();
    let what = format!("{} by union", question.label().board);
    let (common, each) = (search.bytes_in_common(), search.bytes_of_a_unit());
    let threads = means.threads_with(common, each).clamp(1, search.made().units) as u64;
    search = search.within(means.memory.saturating_sub(common) / threads);
    let ready = match Statistic::chosen(choice)? {
        None => Ready::new(search, move |tally, _| question.counts_of_any(tally)),
        Some(statistic) => {
            let pairs = statistic.of(&question)?;
            Ready::new(search.sorted_by(statistic)?, move |tally, _| {
                pairs.check(&question, tally, true)?;
                question.counts_of_any(tally)
            })
        }
    };
    Ok(ready.needing(what, common, each))
}
