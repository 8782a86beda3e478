//! `Placement`: columns of queens that are verified not to attack each other.

use std::fmt;

use crate::error::Error;

/// The image of the queen at (row, column) under a symmetry of a board whose last row and column
/// have the third number.
type Image = fn(usize, usize, usize) -> (usize, usize);

/// The eight rotations and reflections of the square, the identity first.
const IMAGES: [Image; 8] = [
    |row, column, _| (row, column),
    |row, column, last| (row, last - column),
    |row, column, last| (last - row, column),
    |row, column, last| (last - row, last - column),
    |row, column, _| (column, row),
    |row, column, last| (column, last - row),
    |row, column, last| (last - column, row),
    |row, column, last| (last - column, last - row),
];

/// A placement of n non-attacking queens: for each row the column of its queen.
///
/// ```
/// use cavalcade::queens::Placement;
/// let placement = Placement::check(&[1, 3, 0, 2])?;
/// // · ⍟ · ·
/// // · · · ⍟
/// // ⍟ · · ·
/// // · · ⍟ ·
/// assert_eq!(placement.class_size(), 2); // itself and its mirror image
/// assert!(placement.is_fundamental());
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(Vec<u8>);

impl Placement {
    /// Checks that `columns[row]` are the columns of queens that do not attack each other.
    ///
    /// # Errors
    /// [`Error::NotAPlacement`] with the first row whose queen breaks a rule.
    pub fn check(columns: &[u8]) -> Result<Placement, Error> {
        for (row, &column) in columns.iter().enumerate() {
            let wrong = |problem| Err(Error::NotAPlacement { problem, row });
            if usize::from(column) >= columns.len() {
                return wrong("the queen is outside the board");
            }
            for (above, &other) in columns[..row].iter().enumerate() {
                if other == column {
                    return wrong("a queen above is in the same column");
                }
                if usize::from(other.abs_diff(column)) == row - above {
                    return wrong("a queen above is on the same diagonal");
                }
            }
        }
        Ok(Placement(columns.to_vec()))
    }

    /// The column of the queen in each row.
    pub fn columns(&self) -> &[u8] {
        &self.0
    }

    /// The eight images under the symmetries of the square, this one first; equal images are
    /// repeated.
    pub fn images(&self) -> [Placement; 8] {
        IMAGES.map(|image| {
            let mut turned = vec![0; self.0.len()];
            for (row, &column) in self.0.iter().enumerate() {
                let (row, column) = image(row, usize::from(column), self.0.len() - 1);
                turned[row] = column as u8;
            }
            Placement(turned)
        })
    }

    /// True if no image is smaller in the order of the columns.
    pub fn is_fundamental(&self) -> bool {
        self.images().iter().all(|image| self <= image)
    }

    /// The number of different images: 8, 4 if only a half turn keeps it, 2 if a quarter turn does,
    /// and 1 on boards of fewer than two rows.
    pub fn class_size(&self) -> u64 {
        8 / self.images().iter().filter(|image| *image == self).count() as u64
    }
}

/// A rotation of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// By 180 degrees.
    Half,
    /// By 90 degrees.
    Quarter,
}

impl Turn {
    /// Both, with their words in the canonical text of questions.
    pub const NAMES: [(&'static str, Turn); 2] = [("half", Turn::Half), ("quarter", Turn::Quarter)];

    /// The image of a queen, on a board whose last row and column have this number.
    pub(super) fn image(self, (row, column): (usize, usize), last: usize) -> (usize, usize) {
        match self {
            Turn::Half => (last - row, last - column),
            Turn::Quarter => (column, last - row),
        }
    }

    /// The order of the rotation.
    pub(super) fn order(self) -> usize {
        match self {
            Turn::Half => 2,
            Turn::Quarter => 4,
        }
    }

    /// True if the turn maps the queens in these columns, row by row, to themselves; a column
    /// outside the board is a row without a queen.
    pub fn keeps(self, columns: &[u8]) -> bool {
        let mut queens =
            columns.iter().enumerate().filter(|(_, c)| usize::from(**c) < columns.len());
        queens.all(|(row, &column)| {
            let (row, column) = self.image((row, usize::from(column)), columns.len() - 1);
            usize::from(columns[row]) == column
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Turn::NAMES.iter().find(|(_, turn)| turn == self);
        f.pad(named.map_or("", |(name, _)| name))
    }
}

#[cfg(test)]
mod tests {
    use super::Placement;

    #[test]
    fn attacks_are_refused() {
        for (columns, problem) in [
            (&[0u8, 2, 0][..], "column"),
            (&[0, 1, 2], "diagonal"),
            (&[1, 3, 2, 0], "diagonal"),
            (&[1, 4, 0, 2], "outside"),
        ] {
            let error = Placement::check(columns).unwrap_err().to_string();
            assert!(error.contains(problem), "{columns:?}: {error}");
        }
    }
}
