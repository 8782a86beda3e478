//! The quadrants as a counting method; symmetric placements are counted afterwards.

use super::count::QuadrantCount;
use crate::engine::estimated_nodes;
use crate::error::{Error, Shortage};
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::queens::classes::conventions;
use crate::queens::turn::Turn;
use crate::queens::turns::{turned, turned_amazons};
use crate::queens::variants::VariantQuestion;

/// Meet in the middle.
pub const QUADRANTS: Method<VariantQuestion> = Method {
    name: "quadrants",
    about: "Meet in the middle from four quadrants, 6 to 26 queens or amazons; visits none",
    limit: |_| usize::MAX,
    automatic: true,
    keeps_layers: false,
    sorts: |_| None,
    cost,
    ready,
};

/// Tests of pairs of half boards per second on one core.
const TESTS_A_SECOND: f64 = 2e8;

/// Seconds for each partial board of a quadrant to list its half boards: on even boards, and on odd
/// ones, whose middle lines belong to several.
const LISTED: [f64; 2] = [2e-7, 6e-7];

/// Seconds to list the half boards of amazons: they have a fifth of the boards in the same number
/// of cells, and fill sieves for fewer tests.
const LISTED_OF_AMAZONS: [f64; 2] = [2e-6, 1e-5];

/// Seconds before the first test, and for the symmetric placements of a small board.
const PREPARATION: f64 = 5e-4;

/// The factor of error of the predicted time with AVX-512, from 6 queens (0.2 ms) over 14 (8 ms) to
/// 19 (8 s), where the colours are as fast; at 18 queens they are faster.
const WITHIN: f64 = 3.0;

fn count(question: &VariantQuestion) -> Result<QuadrantCount, Error> {
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

fn cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let (quadrants, threads) = within(count(question)?, means);
    let tests = estimated_nodes(&quadrants, 1);
    let listed = if question.is_amazons() { LISTED_OF_AMAZONS } else { LISTED };
    let listed = quadrants.boards() as f64 * listed[question.side() % 2];
    let seconds = PREPARATION + listed + tests / TESTS_A_SECOND;
    let bytes = quadrants.memory(threads) as f64;
    Ok(Cost::new(tests, bytes, seconds, threads, WITHIN))
}

fn ready(question: &VariantQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let side = question.side();
    let (quadrants, threads) = within(count(question)?.vectors(means.vectors), means);
    let needed = quadrants.memory(threads);
    let what = format!("{} by quadrants", quadrants.pieces());
    // The system may refuse memory within the limit; better now than in the middle of a unit.
    let mut room: Vec<u8> = Vec::new();
    if room.try_reserve_exact(usize::try_from(needed).unwrap_or(usize::MAX)).is_err() {
        return Err(Shortage::Refused { what, bytes: needed }.into());
    }
    drop(room);
    let turned = if question.is_amazons() { turned_amazons } else { turned };
    let each = quadrants.memory_of_thread();
    let ready = Ready::new(quadrants, move |tally, means| {
        // Takes seconds where the quadrants take hours, and is only needed for a complete total.
        let all = tally.weighted();
        let half_turn = turned(side, Turn::Half, means)?;
        let quarter_turn = turned(side, Turn::Quarter, means)?;
        conventions(side, all, half_turn, quarter_turn)
    });
    Ok(ready.needing(what, 0, each))
}
