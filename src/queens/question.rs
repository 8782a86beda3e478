//! `QueensQuestion`: how many placements of n non-attacking queens the n×n board has.
//!
//! "All" counts every placement (OEIS A000170); "fundamental" counts placements up to rotations and
//! reflections (A002562). The empty board has one placement, the empty one, as in A000170; listings
//! that show boards do not show it.

use super::placement::Turn;
use crate::convention::{Convention, Label};
use crate::count::Count;
use crate::engine::Tally;
use crate::error::Error;

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

/// The counts of a board by every convention, from the numbers of all placements and of those that
/// a half turn and a quarter turn keep (the latter are among the former).
///
/// No reflection keeps a placement of two or more queens. Its class therefore has 8, 4 or 2
/// members: 8 without symmetry, 4 if only a half turn keeps it, 2 if a quarter turn does. A
/// placement of fewer than two queens is its own class.
///
/// # Errors
/// [`Error::Contradiction`] if the three numbers cannot belong to one board.
pub(super) fn conventions(
    side: usize,
    all: Count,
    half_turn: Count,
    quarter_turn: Count,
) -> Result<Vec<(Convention, Count)>, Error> {
    let Some([asymmetric, half, quarter]) = classes(side, &all, &half_turn, &quarter_turn) else {
        return Err(Error::Contradiction {
            what: format!(
                "{all} placements, {half_turn} of them unchanged by a half turn and \
                 {quarter_turn} by a quarter turn"
            ),
        });
    };
    let fundamental = asymmetric.clone() + half.clone() + quarter.clone();
    Ok(vec![
        (Convention::All, all),
        (Convention::Fundamental, fundamental),
        (Convention::KeptByHalfTurn, half_turn),
        (Convention::KeptByQuarterTurn, quarter_turn),
        (Convention::GroupNone, asymmetric),
        (Convention::GroupHalfTurn, half),
        (Convention::GroupQuarterTurn, quarter),
    ])
}

/// The counts of the placements that a turn keeps. For a quarter turn the two numbers are equal.
///
/// # Errors
/// [`Error::Contradiction`] if the two numbers cannot belong to one board.
pub(super) fn of_turn(
    side: usize,
    half_turn: Count,
    quarter_turn: Count,
    turn: Turn,
) -> Result<Vec<(Convention, Count)>, Error> {
    // A half turn keeps no asymmetric placement.
    let mut counts = conventions(side, half_turn.clone(), half_turn, quarter_turn)?;
    counts.retain(|(convention, _)| match convention {
        Convention::KeptByQuarterTurn | Convention::GroupQuarterTurn => true,
        Convention::KeptByHalfTurn | Convention::GroupHalfTurn => turn == Turn::Half,
        _ => false,
    });
    Ok(counts)
}

/// The numbers of classes of 8, of 4 and of 2 placements, if they are whole.
fn classes(
    side: usize,
    all: &Count,
    half_turn: &Count,
    quarter_turn: &Count,
) -> Option<[Count; 3]> {
    if side < 2 {
        return Some([Count::ZERO, Count::ZERO, quarter_turn.clone()]);
    }
    Some([
        all.less(half_turn)?.divided_exactly_by(8)?,
        half_turn.less(quarter_turn)?.divided_exactly_by(4)?,
        quarter_turn.divided_exactly_by(2)?,
    ])
}

/// The counts from a search that visits one placement of each class.
pub(super) fn of_classes(side: usize, tally: &Tally) -> Result<Vec<(Convention, Count)>, Error> {
    let of_weight = |weight: u64| tally.found().get(&weight).cloned().unwrap_or_default();
    let quarter_turn = if side < 2 { of_weight(1) } else { of_weight(2) * 2 };
    let half_turn = of_weight(4) * 4 + quarter_turn.clone();
    conventions(side, tally.weighted(), half_turn, quarter_turn)
}

#[cfg(test)]
mod tests {
    use super::conventions;
    use crate::count::Count;

    fn counts(side: usize, all: u64, half: u64, quarter: u64) -> Option<Vec<String>> {
        let [all, half, quarter] = [all, half, quarter].map(Count::from);
        let counts = conventions(side, all, half, quarter).ok()?;
        Some(counts.iter().map(|(_, count)| count.to_string()).collect())
    }

    #[test]
    fn classes_sum_to_all_placements() {
        let text = |counts: [u64; 7]| Some(counts.map(|count| count.to_string()).to_vec());
        assert_eq!(counts(0, 1, 1, 1), text([1, 1, 1, 1, 0, 0, 1]));
        assert_eq!(counts(1, 1, 1, 1), text([1, 1, 1, 1, 0, 0, 1]));
        assert_eq!(counts(2, 0, 0, 0), text([0; 7]));
        assert_eq!(counts(5, 10, 2, 2), text([10, 2, 2, 2, 1, 0, 1]));
        assert_eq!(counts(8, 92, 4, 0), text([92, 12, 4, 0, 11, 1, 0]));
    }

    #[test]
    fn inconsistent_counts_give_no_classes() {
        assert_eq!(counts(8, 93, 4, 0), None);
        assert_eq!(counts(8, 92, 3, 0), None);
        assert_eq!(counts(8, 92, 100, 0), None);
        assert_eq!(counts(12, 14200, 80, 7), None);
    }
}
