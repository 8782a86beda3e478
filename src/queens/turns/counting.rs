//! Placements kept by a turn as a counting method, and the counts that follow from their number.

use super::count::TurnCount;
use super::orbits::TurnSearch;
use crate::convention::Convention;
use crate::count::Count;
use crate::engine::{Enumeration, Run, Tally, estimated_nodes};
use crate::error::Error;
use crate::method::{Choice, Cost, Counts, Means, Method, Ready};
use crate::queens::classes;
use crate::queens::turn::Turn;
use crate::queens::variants::VariantQuestion;

/// One orbit of queens at a time.
pub const TURNS: Method<VariantQuestion> = Method {
    name: "turns",
    about: "Placements kept by a turn, one orbit of queens at a time",
    limit: |_| usize::MAX,
    automatic: true,
    keeps_layers: false,
    sorts: |_| None,
    cost,
    ready,
};

/// Orbits placed per second on one core.
const NODES_A_SECOND: f64 = 1.5e8;

const PROBES: u32 = 100;

const WITHIN: f64 = 3.0;

fn count(question: &VariantQuestion) -> Result<TurnCount, Error> {
    match question.turn() {
        Some(turn) if question.is_of_plain_queens() => TurnCount::new(question.side(), turn),
        _ => Err(Error::Queens {
            problem: format!("{question}: the turns method cannot answer this"),
            remedy: "use another method",
        }),
    }
}

fn cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let nodes = estimated_nodes(&count(question)?, PROBES);
    Ok(Cost::new(nodes, 0.0, nodes / NODES_A_SECOND, means.threads, WITHIN))
}

fn ready(question: &VariantQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let (count, question) = (count(question)?, question.clone());
    Ok(Ready::new(count, move |tally, means| counts(&question, tally, means)))
}

/// The counts of a question about a turn, from its tally; with the classes, if the board has its
/// whole symmetry.
pub fn counts(question: &VariantQuestion, tally: &Tally, means: &Means) -> Result<Counts, Error> {
    let (side, kept) = (question.side(), tally.weighted());
    match question.turn() {
        None => Ok(question.counts(tally)),
        Some(Turn::Half) if question.is_of_plain_queens() => {
            let quarter = turned(side, Turn::Quarter, means)?;
            classes::of_half_turn(side, kept, quarter)
        }
        Some(Turn::Half) => Ok(vec![(Convention::KeptByHalfTurn, kept)]),
        Some(Turn::Quarter) if question.is_of_plain_queens() => {
            classes::of_quarter_turn(side, kept)
        }
        Some(Turn::Quarter) => Ok(vec![(Convention::KeptByQuarterTurn, kept)]),
    }
}

/// The number of placements of queens on the plane board that a turn keeps.
pub fn turned(side: usize, turn: Turn, means: &Means) -> Result<Count, Error> {
    all_of(&TurnCount::new(side, turn)?, &format!("{side} queens"), means)
}

/// The number for amazons.
pub fn turned_amazons(side: usize, turn: Turn, means: &Means) -> Result<Count, Error> {
    let search = TurnSearch::new(side, turn)?.with_amazons();
    all_of(&search, &format!("{side} amazons"), means)
}

/// Runs all units, however long they take.
fn all_of<E>(turned: &E, pieces: &str, means: &Means) -> Result<Count, Error>
where
    E: Enumeration<Solution = [u8]> + Sync,
{
    let outcome = Run::new(turned).threads(means.threads).stop(&means.stop).execute()?;
    if outcome.complete {
        return Ok(outcome.tally.weighted());
    }
    let what = format!("{pieces} kept by a turn");
    Err(Error::Stopped { what, finished: outcome.finished, units: outcome.units })
}

#[cfg(test)]
mod tests {
    use super::{turned, turned_amazons};
    use crate::method::Means;
    use crate::queens::Turn;

    #[test]
    fn symmetric_placements_are_counted_completely_or_not_at_all() {
        let means = Means::default();
        assert_eq!(turned(12, Turn::Half, &means).unwrap(), 80u64.into());
        assert_eq!(turned_amazons(12, Turn::Half, &means).unwrap(), 12u64.into());
        means.stop.request();
        assert!(turned(12, Turn::Half, &means).is_err());
        assert!(turned_amazons(12, Turn::Half, &means).is_err());
    }
}
