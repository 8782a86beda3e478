//! `Queens`: questions about placements of non-attacking queens.

use std::fmt;

use super::instance::board;
use super::words::Words;
use crate::board::Board;
use crate::convention::Label;
use crate::error::Error;
use crate::queens::{QueensQuestion, Square, Turn, VariantQuestion, name};

/// Placements on a board. Options: queens or amazons; plane or torus; as many pieces as the shorter
/// side, or fewer; first rows only; given pieces; forbidden squares; counted up to shifts; one in
/// each region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queens(VariantQuestion);

const REMEDY: &str = "write queens queen 8x8, or 5x8, with first-rows=3, k=5, shifts, touching, \
                      regions=aab/abb/ccb, place=a1,c2 or holes=d4 behind it";

impl Queens {
    /// As many queens as rows of the plane board.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond 64 queens.
    pub fn new(side: usize) -> Result<Queens, Error> {
        // The search's own check of its limit.
        QueensQuestion::new(side)?;
        Ok(Queens(VariantQuestion::new(side)?))
    }

    /// As many queens as rows or columns, whichever are fewer.
    pub fn of_size(rows: usize, columns: usize) -> Result<Queens, Error> {
        Ok(Queens(VariantQuestion::of_size(rows, columns)?))
    }

    /// The question of a variant.
    pub fn of(variant: VariantQuestion) -> Queens {
        Queens(variant)
    }

    /// The question as the methods for variants take it.
    pub fn variant(&self) -> &VariantQuestion {
        &self.0
    }

    /// The longer side of the board.
    pub fn side(&self) -> usize {
        self.0.side()
    }

    /// The rows of the board.
    pub fn height(&self) -> usize {
        self.0.height()
    }

    /// The columns of the board.
    pub fn width(&self) -> usize {
        self.0.width()
    }

    /// The piece's name.
    pub fn piece(&self) -> &'static str {
        if self.0.is_amazons() { "amazon" } else { "queen" }
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        self.0.label()
    }

    /// The question about all placements, under which counts of symmetric ones are published. A
    /// rectangle becomes the first rows of a square.
    pub(super) fn upright(&self) -> Queens {
        Queens(self.0.clone().without_turn().in_square())
    }

    /// Reads the words after `queens`.
    pub(super) fn read(mut words: Words<'_>) -> Result<Queens, Error> {
        let amazons = match words.fixed("piece", REMEDY)? {
            (_, "queen") => false,
            (_, "amazon") => true,
            (at, other) => {
                let problem = format!("\"{other}\" is neither queen nor amazon");
                return Err(words.wrong(at, problem, REMEDY));
            }
        };
        let (at, text) = words.fixed("board", REMEDY)?;
        let torus = text.strip_prefix("torus:");
        let grid = board(torus.unwrap_or(text))?;
        let [rows, columns] = match grid.axes() {
            [] => [0; 2],
            [rows, columns] => [rows.length, columns.length],
            _ => return Err(words.wrong(at, format!("\"{text}\" is not a rectangle"), REMEDY)),
        };
        if grid != Board::rectangle(rows, columns)? {
            return Err(words.wrong(at, format!("\"{text}\" is not a rectangle"), REMEDY));
        }
        let mut question = VariantQuestion::of_size(rows, columns)?;
        if torus.is_some() {
            question = question.on_torus()?;
        }
        if amazons {
            question = question.with_amazons();
        }
        let mut options = words;
        if let Some(rows) = options.number("first-rows")? {
            question = question.in_first_rows(rows)?;
        }
        if options.flag("touching") {
            question = question.with_touching()?;
        }
        if let Some(regions) = options.value("regions")? {
            question = question.with_regions_text(regions)?;
        }
        let squares = |names: Option<&str>| -> Result<Vec<Square>, Error> {
            let square = |name| grid.square(name).map(|cell| (cell / columns, cell % columns));
            names.map_or(Ok(Vec::new()), |names| names.split(',').map(square).collect())
        };
        question = question.with_holes(&squares(options.value("holes")?)?)?;
        question = question.with_placed(&squares(options.value("place")?)?)?;
        if let Some(k) = options.number("k")? {
            question = question.with_queens(k)?;
        }
        if let Some(text) = options.value("turn")? {
            let named = Turn::NAMES.into_iter().find(|(name, _)| *name == text);
            let (_, turn) = named.ok_or_else(|| Error::Text {
                what: "turn",
                text: text.into(),
                at: 1,
                problem: "there is no such turn".into(),
                remedy: "write half or quarter",
            })?;
            question = question.kept_by(turn)?;
        }
        if options.flag("shifts") {
            question = question.up_to_shifts()?;
        }
        options.end(REMEDY)?;
        Ok(Queens(question))
    }
}

impl fmt::Display for Queens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (question, height) = (&self.0, self.height());
        let torus = if question.is_torus() { "torus:" } else { "" };
        write!(f, "queens {} {torus}{height}x{}", self.piece(), self.width())?;
        if question.rows() != height {
            write!(f, " first-rows={}", question.rows())?;
        }
        if question.queens() != question.usual_queens() {
            write!(f, " k={}", question.queens())?;
        }
        if question.is_up_to_shifts() {
            write!(f, " shifts")?;
        }
        if let Some(turn) = question.turn() {
            write!(f, " turn={turn}")?;
        }
        if question.is_touching() {
            write!(f, " touching")?;
        }
        if let Some(regions) = question.regions_text() {
            write!(f, " regions={regions}")?;
        }
        for (key, squares) in [("place", question.placed()), ("holes", question.holes())] {
            if !squares.is_empty() {
                let names: Vec<_> = squares.iter().map(|&square| name(square, height)).collect();
                write!(f, " {key}={}", names.join(","))?;
            }
        }
        Ok(())
    }
}
