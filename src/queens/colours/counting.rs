//! The colours as a method that counts, with the symmetric placements behind the count.

use super::count::ColourCount;
use crate::engine::estimated_nodes;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::queens::classes::conventions;
use crate::queens::quadrants::turned;
use crate::queens::turns::Turn;
use crate::queens::variants::VariantQuestion;

/// By the colours of the squares.
pub const COLOURS: Method<VariantQuestion> = Method {
    name: "colours",
    about: "White and black queens counted apart, 6 to 32 queens, in little memory; visits none",
    automatic: true,
    cost,
    ready,
};

/// Right within this factor.
const WITHIN: f64 = 2.0;

fn side(question: &VariantQuestion) -> Result<usize, Error> {
    let plain = question.plain("colours")?;
    if plain.is_amazons() {
        return Err(Error::Queens {
            problem: "the colours method counts queens, not amazons".into(),
            remedy: "use the search",
        });
    }
    Ok(plain.side())
}

/// Tests that a board of this side takes.
pub(super) fn expected_tests(side: u32) -> f64 {
    f64::from(side)
}

fn cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let side = side(question)?;
    let colours = ColourCount::new(side)?;
    let tests = estimated_nodes(&colours, 1);
    Ok(Cost::new(tests, 0.0, tests, means.threads, WITHIN))
}

fn ready(question: &VariantQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&[])?;
    let side = side(question)?;
    let colours = ColourCount::new(side)?.vectors(means.vectors);
    Ok(Ready::new(colours, move |tally, means| {
        let half_turn = turned(side, Turn::Half, means)?;
        let quarter_turn = turned(side, Turn::Quarter, means)?;
        conventions(side, tally.weighted(), half_turn, quarter_turn)
    }))
}
