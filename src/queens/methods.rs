//! The methods that count placements: their names, options, costs and counts. To add one: its
//! module, and an entry here.

use super::colours::{ColourCount, NODES_A_SECOND};
use super::placement::Turn;
use super::quadrants::QuadrantCount;
use super::question::{QueensQuestion, conventions};
use super::search::QueensSearch;
use super::torus::TorusCount;
use super::turns::{TurnCount, counts, turned, turned_amazons};
use super::variants::{VariantQuestion, VariantSearch};
use crate::count::Count;
use crate::engine::{Enumeration, estimated_nodes};
use crate::error::{Error, Shortage};
use crate::method::{Choice, Cost, Counts, Means, Method, Ready, Vectors};

/// Every method, in order of the cost of estimating it.
pub const METHODS: &[Method<VariantQuestion>] = &[
    Method::new(
        "search",
        "Depth-first search that visits one placement of each class",
        search_cost,
        search_ready,
    ),
    Method::new(
        "quadrants",
        "Meet in the middle from four quadrants, 6 to 26 queens or amazons; visits none",
        quadrants_cost,
        quadrants_ready,
    ),
    Method::new(
        "colours",
        "White and black queens counted separately, 6 to 32 queens, in little memory; visits none",
        colours_cost,
        colours_ready,
    ),
    Method::new(
        "variants",
        "Plain search of the variants: torus, rectangles, fewer queens or rows, given queens, \
         holes, turns, shifts",
        |question, means| by_nodes(&VariantSearch::new(question.clone()), 2e7, means),
        variants_ready,
    ),
    Method::new(
        "torus",
        "Queens on a torus of up to 31 rows, as an exact cover of its lines; visits none",
        torus_cost,
        torus_ready,
    ),
    Method::new(
        "turns",
        "Placements kept by a turn, one orbit of queens at a time",
        |question, means| by_nodes(&turns(question)?, 1.5e8, means),
        turns_ready,
    ),
];

/// The usual factor of error of a prediction. For the quadrants with AVX-512 it holds from 6 queens
/// (0.2 ms) over 14 (8 ms) to 19 (8 s), where the colours are as fast; at 18 queens they are faster.
const WITHIN: f64 = 3.0;

const PROBES: u32 = 100;

/// The cost of a search that visits this number of nodes per second on one core.
fn by_nodes(search: &impl Enumeration, a_second: f64, means: &Means) -> Result<Cost, Error> {
    let nodes = estimated_nodes(search, PROBES);
    Ok(Cost::new(nodes, 0.0, nodes / a_second, means.threads, WITHIN))
}

/// Refuses a question about something else.
fn unable(question: &VariantQuestion, method: &str, remedy: &'static str) -> Error {
    let problem = format!("{question}: the {method} method cannot answer this");
    Error::Queens { problem, remedy }
}

/// Cuts a search into at least as many units as the choice gives, if it gives a number.
fn split<E>(search: E, choice: &Choice, cut: fn(E, usize) -> E) -> Result<E, Error> {
    choice.allow(&["split"])?;
    Ok(match choice.units("split")? {
        Some(units) => cut(search, units),
        None => search,
    })
}

/// All counts of queens or amazons from the number of all placements. The symmetric ones take
/// seconds where the others take hours, and are only needed for a complete total.
fn with_turns(side: usize, amazons: bool, all: Count, means: &Means) -> Result<Counts, Error> {
    let turned = if amazons { turned_amazons } else { turned };
    let half_turn = turned(side, Turn::Half, means)?;
    let quarter_turn = turned(side, Turn::Quarter, means)?;
    conventions(side, all, half_turn, quarter_turn)
}

impl VariantQuestion {
    /// The question in the form that methods for n queens on the n×n plane board take.
    ///
    /// # Errors
    /// [`Error::Queens`] if it is a different question.
    pub fn plain(&self, method: &'static str) -> Result<QueensQuestion, Error> {
        if !self.is_full_plane() {
            return Err(unable(self, method, "use the method variants"));
        }
        let plain = QueensQuestion::new(self.side())?;
        Ok(if self.is_amazons() { plain.with_amazons() } else { plain })
    }
}

fn search_cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let search = QueensSearch::new(question.plain("search")?);
    let rate = match means.vectors {
        _ if !search.goes_by_levels() => 5e7,
        Vectors::Native => 3e8,
        Vectors::Narrow => 2.4e8,
        Vectors::None => 8e7,
    };
    by_nodes(&search, rate, means)
}

fn search_ready(
    question: &VariantQuestion,
    choice: &Choice,
    means: &Means,
) -> Result<Ready, Error> {
    let question = question.plain("search")?;
    let search = QueensSearch::new(question).vectors(means.vectors);
    let search = split(search, choice, QueensSearch::split)?;
    Ok(Ready::new(search, move |tally, _| question.counts(tally)))
}

/// Tests of pairs of half boards per second on one core.
const TESTS_A_SECOND: f64 = 2e8;

/// Seconds for each partial board of a quadrant to list its half boards: on even boards, and on odd
/// ones, whose middle lines belong to several. Amazons have a fifth of the boards in the same number
/// of cells, and fill sieves for fewer tests.
const LISTED: [f64; 2] = [2e-7, 6e-7];
const LISTED_OF_AMAZONS: [f64; 2] = [2e-6, 1e-5];

/// Seconds before the first test, and for the symmetric placements of a small board.
const PREPARATION: f64 = 5e-4;

fn quadrants(question: &VariantQuestion) -> Result<QuadrantCount, Error> {
    let plain = question.plain("quadrants")?;
    let count = QuadrantCount::new(plain.side())?;
    Ok(if plain.is_amazons() { count.with_amazons() } else { count })
}

/// The count with as many cached slices as memory allows, and the number of threads that have
/// enough memory.
fn within(count: QuadrantCount, means: &Means) -> (QuadrantCount, usize) {
    let threads = means.threads_with(0, count.memory_of_thread()).max(1);
    (count.within(means.memory, threads), threads)
}

fn quadrants_cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let (quadrants, threads) = within(quadrants(question)?, means);
    let tests = estimated_nodes(&quadrants, 1);
    let listed = if question.is_amazons() { LISTED_OF_AMAZONS } else { LISTED };
    let listed = quadrants.boards() as f64 * listed[question.side() % 2];
    let seconds = PREPARATION + listed + tests / TESTS_A_SECOND;
    let bytes = quadrants.memory(threads) as f64;
    Ok(Cost::new(tests, bytes, seconds, threads, WITHIN))
}

fn quadrants_ready(
    question: &VariantQuestion,
    choice: &Choice,
    means: &Means,
) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let (side, amazons) = (question.side(), question.is_amazons());
    let (quadrants, threads) = within(quadrants(question)?.vectors(means.vectors), means);
    let needed = quadrants.memory(threads);
    let what = format!("{} by quadrants", quadrants.pieces());
    // The system may refuse memory within the limit; better now than in the middle of a unit.
    let mut room: Vec<u8> = Vec::new();
    if room.try_reserve_exact(usize::try_from(needed).unwrap_or(usize::MAX)).is_err() {
        return Err(Shortage::Refused { what, bytes: needed }.into());
    }
    drop(room);
    let each = quadrants.memory_of_thread();
    let ready = Ready::new(quadrants, move |tally, means| {
        with_turns(side, amazons, tally.weighted(), means)
    });
    Ok(ready.needing(what, 0, each))
}

fn colours(question: &VariantQuestion) -> Result<ColourCount, Error> {
    let plain = question.plain("colours")?;
    if plain.is_amazons() {
        let problem = "the colours method counts queens, not amazons".into();
        return Err(Error::Queens { problem, remedy: "use the search" });
    }
    ColourCount::new(plain.side())
}

fn colours_cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let colours = colours(question)?;
    let nodes = estimated_nodes(&colours, 1);
    let slower = match means.vectors {
        Vectors::Native => 1.0,
        Vectors::Narrow => 2.5,
        Vectors::None => 6.0,
    };
    let threads = means.threads_with(0, colours.memory(1)).max(1);
    let seconds = nodes / NODES_A_SECOND * slower;
    Ok(Cost::new(nodes, colours.memory(threads) as f64, seconds, threads, WITHIN))
}

fn colours_ready(
    question: &VariantQuestion,
    choice: &Choice,
    means: &Means,
) -> Result<Ready, Error> {
    let colours = colours(question)?.vectors(means.vectors);
    let colours = split(colours, choice, ColourCount::split)?;
    let (side, each) = (question.side(), colours.memory(1));
    let ready =
        Ready::new(colours, move |tally, means| with_turns(side, false, tally.weighted(), means));
    Ok(ready.needing(format!("{side} queens by colours"), 0, each))
}

fn variants_ready(question: &VariantQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let question = question.clone();
    let search = VariantSearch::new(question.clone());
    Ok(Ready::new(search, move |tally, means| counts(&question, tally, means)))
}

fn torus(question: &VariantQuestion) -> Result<TorusCount, Error> {
    if !question.is_of_torus_queens() {
        return Err(unable(question, "torus", "use the method variants"));
    }
    TorusCount::new(question.side())
}

fn torus_cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let nodes = estimated_nodes(&torus(question)?, 2 * PROBES);
    // Tables of the symmetries come before the first queen.
    Ok(Cost::new(nodes, 0.0, 1e-2 + nodes / 2e7, means.threads, WITHIN))
}

fn torus_ready(question: &VariantQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    let count = split(torus(question)?, choice, TorusCount::split)?;
    let question = question.clone();
    Ok(Ready::new(count, move |tally, _| Ok(question.counts(tally))))
}

fn turns(question: &VariantQuestion) -> Result<TurnCount, Error> {
    match question.turn() {
        Some(turn) if question.is_of_plain_queens() => TurnCount::new(question.side(), turn),
        _ => Err(unable(question, "turns", "use another method")),
    }
}

fn turns_ready(question: &VariantQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let (count, question) = (turns(question)?, question.clone());
    Ok(Ready::new(count, move |tally, means| counts(&question, tally, means)))
}
