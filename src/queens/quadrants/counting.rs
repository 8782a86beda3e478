//! The quadrants as a method that counts, with the symmetric placements behind the count.

use super::count::QuadrantCount;
use super::slice::partial_boards;
use crate::engine::estimated_nodes;
use crate::error::{Error, Shortage};
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::queens::classes::conventions;
use crate::queens::turn::Turn;
use crate::queens::turns::turned;
use crate::queens::variants::VariantQuestion;

/// Meet in the middle.
pub const QUADRANTS: Method<VariantQuestion> = Method {
    name: "quadrants",
    about: "Meet in the middle from four quadrants, 6 to 26 queens; visits none",
    automatic: true,
    keeps_layers: false,
    cost,
    ready,
};

/// Tests of half boards against each other in a second on one core.
const TESTS_A_SECOND: f64 = 2e8;

/// Seconds for each partial board of a quadrant, to list the half boards that it is part of: on
/// even boards, and on odd ones, whose middle lines belong to several.
const LISTED: [f64; 2] = [2e-7, 6e-7];

/// Seconds before the first test, and for the symmetric placements of a small board.
const PREPARATION: f64 = 5e-4;

/// Right within this factor with AVX-512, from 6 queens (0.2 ms) by 14 (8 ms) to 19 (8 s), where
/// the colours take as long; at 18 queens they are sooner.
const WITHIN: f64 = 3.0;

fn side(question: &VariantQuestion) -> Result<usize, Error> {
    let plain = question.plain("quadrants")?;
    if plain.is_amazons() {
        return Err(Error::Queens {
            problem: "the quadrants method counts queens, not amazons".into(),
            remedy: "use the search",
        });
    }
    Ok(plain.side())
}

fn cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let side = side(question)?;
    let quadrants = QuadrantCount::new(side)?.within(means.memory, means.threads);
    let tests = estimated_nodes(&quadrants, 1);
    let listed = partial_boards(side / 2) as f64 * LISTED[side % 2];
    let seconds = PREPARATION + listed + tests / TESTS_A_SECOND;
    let bytes = quadrants.memory(means.threads) as f64;
    Ok(Cost::new(tests, bytes, seconds, means.threads, WITHIN))
}

fn ready(question: &VariantQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let side = side(question)?;
    let quadrants = QuadrantCount::new(side)?.vectors(means.vectors);
    let quadrants = quadrants.within(means.memory, means.threads);
    let needed = quadrants.memory(means.threads);
    if needed > means.memory {
        let (what, free) = (format!("{side} queens by quadrants"), means.memory);
        return Err(Error::Memory { what, needed, free });
    }
    // What is allowed may still be refused; better now than in the middle of a unit.
    let mut room: Vec<u8> = Vec::new();
    if room.try_reserve_exact(usize::try_from(needed).unwrap_or(usize::MAX)).is_err() {
        let what = format!("{side} queens by quadrants");
        return Err(Shortage::Refused { what, bytes: needed }.into());
    }
    drop(room);
    Ok(Ready::new(quadrants, move |tally, means| {
        // Seconds where the quadrants take hours, and only for a whole total.
        let all = tally.weighted();
        let half_turn = turned(side, Turn::Half, means)?;
        let quarter_turn = turned(side, Turn::Quarter, means)?;
        conventions(side, all, half_turn, quarter_turn)
    }))
}
