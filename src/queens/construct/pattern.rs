//! METHOD pattern: a placement of any number of queens by a formula.
//!
//! If the side n is even and n mod 6 is not 2, queens a knight's move apart in two lines attack
//! nobody. If n mod 6 is 2, the lines begin elsewhere and are images of each other under a half
//! turn. No queen is on the falling main diagonal, so an odd board is the next smaller even one
//! with a queen in the new corner. The patterns are due to E. Pauls (1874), proved again by E. J.
//! Hoffman, J. C. Loessi and R. C. Moore, "Constructions for the solution of the m queens problem"
//! (1969), in the form of B. Bernhardsson, "Explicit solutions to the n-queens problem for all n"
//! (1991).

use super::fits_one;
use crate::error::Error;

/// The column of each row's queen, counted from 0, or `None` on the boards of two and three
/// rows, which have no placement.
///
/// ```
/// use cavalcade::queens::pattern;
/// assert_eq!(pattern(6)?, Some(vec![1, 3, 5, 0, 2, 4]));
/// assert_eq!(pattern(3)?, None);
/// # Ok::<(), cavalcade::Error>(())
/// ```
///
/// # Errors
/// [`Error::MethodTooSmall`] beyond [`MOST_ROWS`](super::MOST_ROWS).
pub fn pattern(side: usize) -> Result<Option<Vec<u32>>, Error> {
    fits_one(side)?;
    Ok(match side {
        0 => Some(Vec::new()),
        1 => Some(vec![0]),
        2 | 3 => None,
        _ if side.is_multiple_of(2) => Some(even(side)),
        _ => {
            let mut columns = even(side - 1);
            columns.push(side as u32 - 1);
            Some(columns)
        }
    })
}

/// The pattern of an even board with at least four rows.
fn even(side: usize) -> Vec<u32> {
    let half = side / 2;
    if side % 6 != 2 {
        return (0..side).map(|row| (2 * row + 1) as u32 % (side as u32 + 1)).collect();
    }
    let mut columns = vec![0; side];
    for row in 0..half {
        let column = (2 * row + half - 1) % side;
        columns[row] = column as u32;
        columns[side - 1 - row] = (side - 1 - column) as u32;
    }
    columns
}
