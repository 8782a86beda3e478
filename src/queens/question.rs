//! `QueensQuestion`: how many placements of n non-attacking queens the n×n board has.
//!
//! "All" counts every placement (OEIS A000170); "fundamental" counts placements up to rotations and
//! reflections (A002562). The empty board has one placement, the empty one, as in A000170; listings
//! that show boards do not show it.

use crate::convention::{Convention, Label};
use crate::count::Count;
use crate::engine::Tally;
use crate::error::Error;

use super::classes::of_classes;

/// The largest board whose row fits in a word.
pub const MAX_SIDE: usize = u64::BITS as usize;

/// The side of the board, the piece, and whether a method may use symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueensQuestion {
    side: usize,
    reduced: bool,
    amazons: bool,
}

/// Refuses a board that is too large for a method.
pub(super) fn fits(
    size: usize,
    limit: usize,
    unit: &'static str,
    method: &'static str,
) -> Result<(), Error> {
    if size <= limit {
        return Ok(());
    }
    let (what, remedy) = (format!("the {size}x{size} board"), "give a smaller number");
    Err(Error::MethodTooSmall { what, size, unit, method, limit, remedy })
}

impl QueensQuestion {
    /// The n-queens question for `side` queens.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond [`MAX_SIDE`] queens.
    pub fn new(side: usize) -> Result<QueensQuestion, Error> {
        fits(side, MAX_SIDE, "queens", "search")?;
        Ok(QueensQuestion { side, reduced: true, amazons: false })
    }

    /// Forbids the use of symmetry: a method visits all placements and cannot count the fundamental
    /// ones.
    pub fn without_symmetry(self) -> QueensQuestion {
        QueensQuestion { reduced: false, ..self }
    }

    /// Asks for amazons, which attack as queen and as knight (OEIS A051223, A051224).
    pub fn with_amazons(self) -> QueensQuestion {
        QueensQuestion { amazons: true, ..self }
    }

    /// True for amazons.
    pub fn is_amazons(self) -> bool {
        self.amazons
    }

    /// The number of queens, rows and columns.
    pub fn side(self) -> usize {
        self.side
    }

    /// True if one placement of each class is visited, false if all are.
    pub fn is_reduced(self) -> bool {
        self.reduced
    }

    /// The question's name in tables.
    pub fn label(self) -> Label {
        Label {
            family: "queens",
            board: format!("{0}x{0}", self.side),
            piece: if self.amazons { "amazon" } else { "queen" }.into(),
            kind: "placement",
        }
    }

    /// The counts by convention, from a tally that holds each class once with its size, or each
    /// placement once.
    ///
    /// # Errors
    /// [`Error::Contradiction`] if no board has such classes.
    pub fn counts(self, tally: &Tally) -> Result<Vec<(Convention, Count)>, Error> {
        if self.reduced {
            return of_classes(self.side, tally);
        }
        Ok(vec![(Convention::All, tally.weighted())])
    }
}
