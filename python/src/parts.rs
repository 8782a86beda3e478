//! Questions from their parts in Python.

use cavalcade::Error;
use cavalcade::board::Board;
use cavalcade::queens::{Turn, VariantQuestion};
use cavalcade::question::{Instance, Queens, Question, Tours, Walks};
use cavalcade::tours::{Ends, Kind};
use pyo3::prelude::*;

use crate::square::{Square, instance, without};

/// Tours of a board and piece or of a graph, with free ends, a first end, or both ends given.
pub fn tours(
    place: &str,
    piece: &str,
    names: Option<Vec<String>>,
    holes: &[Square],
    closed: bool,
    ends: [Option<Square>; 2],
) -> Result<Question, Error> {
    let instance = without(instance(place, piece, names)?, holes)?;
    let kind = if closed { Kind::Closed } else { Kind::Open };
    let square = |square: Square| square.on(&instance).map(|square| square as u32);
    let [start, end] = ends;
    let ends = match (start.map(square).transpose()?, end.map(square).transpose()?) {
        (None, None) => Ends::Free,
        (Some(start), None) => Ends::From(start),
        (Some(start), Some(end)) => Ends::Between(start, end),
        (None, Some(_)) => {
            return Err(Error::ToursAsked {
                problem: "an end without a start",
                remedy: "give both ends, or the start alone",
            });
        }
    };
    Tours::new(instance, kind).ending(ends).map(Question::Tours)
}

/// Walks of an instance.
pub fn walks(
    instance: Instance,
    length: usize,
    self_avoiding: bool,
    limits: &[String],
    start: Option<Square>,
) -> Result<Question, Error> {
    let limits: Result<_, _> = limits.iter().map(|limit| Walks::limit(&instance, limit)).collect();
    let from = start.map(|square| square.on(&instance)).transpose()?;
    let mut walks = Walks::new(instance, length)?.limited(limits?);
    if self_avoiding {
        walks = walks.self_avoiding();
    }
    match from {
        Some(square) => walks.from(square).map(Question::Walks),
        None => Ok(Question::Walks(walks)),
    }
}

/// The parts of a question about placements other than the size.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Placements {
    torus: bool,
    amazons: bool,
    k: Option<usize>,
    place: Vec<Square>,
    holes: Vec<Square>,
    turn: Option<String>,
}

/// Placements on a board with these numbers of rows and columns.
pub fn placements(size: (usize, usize), asked: &Placements) -> Result<Question, Error> {
    let (rows, columns) = size;
    let grid = Board::rectangle(rows, columns)?;
    let mut question = VariantQuestion::of_size(rows, columns)?;
    if asked.torus {
        question = question.on_torus()?;
    }
    if asked.amazons {
        question = question.with_amazons();
    }
    let squares = |squares: &[Square]| -> Result<Vec<_>, Error> {
        squares.iter().map(|square| square.row_and_column(&grid)).collect()
    };
    question = question.with_holes(&squares(&asked.holes)?)?;
    question = question.with_placed(&squares(&asked.place)?)?;
    if let Some(k) = asked.k {
        question = question.with_queens(k)?;
    }
    if let Some(text) = &asked.turn {
        let named = Turn::NAMES.into_iter().find(|(name, _)| name == text);
        let (_, turn) = named.ok_or_else(|| Error::Text {
            what: "turn",
            text: text.clone(),
            at: 1,
            problem: "no turn is called that".into(),
            remedy: "write half or quarter",
        })?;
        question = question.kept_by(turn)?;
    }
    Ok(Question::from(Queens::of(question)))
}
