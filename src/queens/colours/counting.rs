//! The colours as a counting method; symmetric placements are counted afterwards.

use super::count::ColourCount;
use super::forecast::NODES_A_SECOND;
use crate::engine::estimated_nodes;
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready, Vectors};
use crate::queens::Turn;
use crate::queens::classes::conventions;
use crate::queens::turns::turned;
use crate::queens::variants::VariantQuestion;

/// By the colours of the squares.
pub const COLOURS: Method<VariantQuestion> = Method {
    name: "colours",
    about: "White and black queens counted separately, 6 to 32 queens, in little memory; visits none",
    limit: |_| usize::MAX,
    automatic: true,
    keeps_layers: false,
    sorts: |_| None,
    cost,
    ready,
};

/// Slowdown with AVX2 and with portable code.
const SLOWER: [f64; 2] = [2.5, 6.0];

/// The factor of error of the predicted time.
const WITHIN: f64 = 3.0;

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

fn cost(question: &VariantQuestion, means: &Means) -> Result<Cost, Error> {
    let side = side(question)?;
    let colours = ColourCount::new(side)?;
    let nodes = estimated_nodes(&colours, 1);
    let slower = match means.vectors {
        Vectors::Native => 1.0,
        Vectors::Narrow => SLOWER[0],
        Vectors::None => SLOWER[1],
    };
    let threads = means.threads_with(0, colours.memory(1)).max(1);
    let bytes = colours.memory(threads) as f64;
    let seconds = nodes / NODES_A_SECOND * slower;
    Ok(Cost::new(nodes, bytes, seconds, threads, WITHIN))
}

fn ready(question: &VariantQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&["split"])?;
    let side = side(question)?;
    let colours = ColourCount::new(side)?.vectors(means.vectors);
    let colours = match choice.units("split")? {
        Some(units) => colours.split(units),
        None => colours,
    };
    let each = colours.memory(1);
    let ready = Ready::new(colours, move |tally, means| {
        let half_turn = turned(side, Turn::Half, means)?;
        let quarter_turn = turned(side, Turn::Quarter, means)?;
        conventions(side, tally.weighted(), half_turn, quarter_turn)
    });
    Ok(ready.needing(format!("{side} queens by colours"), 0, each))
}
