//! The search as a counting method: its options and its cost.

use super::sorted::SortedSearch;
use super::tour_search::{Strategy, TourSearch};
use super::visited::MAX_VERTICES;
use crate::engine::estimated_nodes;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::tours::question::TourQuestion;
use crate::tours::statistic::Statistic;

/// Depth first, every tour or one of each class.
pub const SEARCH: Method<TourQuestion> = Method {
    name: "search",
    about: "Depth-first search that visits every solution, or one of each class",
    limit: |_| MAX_VERTICES,
    automatic: true,
    keeps_layers: false,
    sorts: |_| Some(1.0),
    cost,
    ready,
};

/// Nodes per second on one core.
const NODES_A_SECOND: f64 = 5e7;

/// The number of random descents at first, and for searches that appear to have at least this
/// number of nodes. A clear case needs no better estimate, which would take as long as a small
/// search. With few descents heavy branches are missed: after a hundred of 7x7 from b2 a search of
/// 47 s looked shorter than a sweep of two.
const PROBES: u32 = 16;
const MORE_PROBES: [(f64, u32); 2] = [(2.5e5, 100), (2e7, 3000)];

/// The usual factor of error of random descents.
const WITHIN: f64 = 3.0;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let search = TourSearch::new(question.clone())?;
    let mut nodes = estimated_nodes(&search, PROBES);
    for (least, probes) in MORE_PROBES {
        if nodes >= least {
            nodes = estimated_nodes(&search, probes);
        }
    }
    Ok(Cost::new(nodes, 0.0, nodes / NODES_A_SECOND, means.threads, WITHIN))
}

fn ready(question: &TourQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    let statistic = Statistic::chosen(choice)?;
    let plain = choice.clone().without(Statistic::OPTION);
    let search = match statistic {
        Some(statistic) if !statistic.is_symmetric() => {
            search_of(question, &plain.with("symmetry", "off"))?
        }
        _ => search_of(question, &plain)?,
    };
    let question = search.question().clone();
    let Some(statistic) = statistic else {
        return Ok(Ready::new(search, move |tally, _| question.counts_of_any(tally)));
    };
    let pairs = statistic.of(&question)?;
    Ok(Ready::new(SortedSearch::new(search, statistic)?, move |tally, _| {
        pairs.check(&question, tally, true)?;
        question.counts_of_any(tally)
    }))
}

/// The search selected by a choice: `split` cuts it into about this number of units, `cut-at` at
/// squares given by number; `strategy` selects the strategy, and `symmetry=off` disables symmetry.
///
/// # Errors
/// [`Error::Text`] for unknown options, and those of [`TourSearch`].
pub(crate) fn search_of(question: &TourQuestion, choice: &Choice) -> Result<TourSearch, Error> {
    choice.allow(&["split", "cut-at", "strategy", "symmetry"])?;
    let question = match choice.option("symmetry") {
        None => question.clone(),
        Some("off") => question.clone().without_symmetry(),
        Some(other) => return Err(choice.wrong("symmetry", format!("{other} is not \"off\""))),
    };
    let mut search = TourSearch::by(question.clone(), strategy_of(choice)?)?;
    if let Some(squares) = choice.option("cut-at") {
        let vertex = |text: &str| text.parse().ok().filter(|&v: &usize| v < question.graph().len());
        let squares: Option<Vec<usize>> = squares.split(',').map(vertex).collect();
        let wrong = || choice.wrong("cut-at", "these are not numbers of squares".into());
        search = search.cut_at(&squares.ok_or_else(wrong)?)?;
    }
    if let Some(units) = choice.units("split")? {
        search = search.split(units);
    }
    Ok(search)
}

/// The strategy in the options.
///
/// # Errors
/// [`Error::Text`] for an unknown strategy.
pub(crate) fn strategy_of(choice: &Choice) -> Result<Strategy, Error> {
    match choice.option("strategy") {
        None | Some("auto") => Ok(Strategy::Auto),
        Some("link") => Ok(Strategy::Link),
        Some("extend") => Ok(Strategy::Extend),
        Some(other) => Err(choice.wrong("strategy", format!("{other} is not a strategy"))),
    }
}
