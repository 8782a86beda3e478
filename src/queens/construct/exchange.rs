//! METHOD exchange: a random placement, by exchanging the columns of two rows while that resolves
//! an attack.
//!
//! First the queens are placed row by row in random remaining columns; if the square is attacked,
//! another one is tried, a limited number of times. On a board of any size all but a few dozen
//! queens are then unattacked. The rows of the others are exchanged with random rows. If no
//! exchange helps any more, everything starts again. After R. Sosič and J. Gu, "Fast search
//! algorithms for the N-queens problem" (1991). Every placement is possible, but not all are
//! equally likely.

use super::fits_one;
use crate::engine::{Random, Stop};
use crate::error::Error;

/// Squares that are tried for a row in the first phase.
const TRIES: usize = 40;

/// Exchanges that are tried for a row before the next row.
const EXCHANGES: usize = 400;

/// Rows between two checks of the stop request.
const LOOK: usize = 1 << 10;

/// The column of each row's queen, counted from 0. The same seed gives the same placement on every
/// machine. `None` on the boards of two and three rows.
///
/// ```
/// use cavalcade::engine::Stop;
/// use cavalcade::queens::{Placement, at_random};
/// let columns = at_random(40, 7, &Stop::new())?.expect("there are placements");
/// let columns: Vec<u8> = columns.into_iter().map(|column| column as u8).collect();
/// assert!(Placement::check(&columns).is_ok());
/// # Ok::<(), cavalcade::Error>(())
/// ```
///
/// # Errors
/// [`Error::MethodTooSmall`] beyond [`MOST_ROWS`](super::MOST_ROWS), and [`Error::Stopped`].
pub fn at_random(side: usize, seed: u64, stop: &Stop) -> Result<Option<Vec<u32>>, Error> {
    fits_one(side)?;
    if side == 2 || side == 3 {
        return Ok(None);
    }
    let mut random = Random::new(seed);
    loop {
        if stop.is_requested() {
            return Err(stopped(side));
        }
        let mut queens = Queens::dropped(side, &mut random);
        if queens.settle(&mut random, stop)? {
            return Ok(Some(queens.columns));
        }
    }
}

/// A queen in each row and column.
struct Queens {
    columns: Vec<u32>,
    /// Queens on each diagonal, by row + column.
    rising: Vec<u32>,
    /// Queens on each diagonal, by row − column.
    falling: Vec<u32>,
    /// The sum over all diagonals of the number of queens beyond one.
    excess: u64,
}

impl Queens {
    fn dropped(side: usize, random: &mut Random) -> Queens {
        let lines = vec![0; 2 * side];
        let columns = (0..side as u32).collect();
        let mut queens = Queens { columns, rising: lines.clone(), falling: lines, excess: 0 };
        for row in 0..side {
            for _ in 0..TRIES {
                // The remaining columns are in the rows from here on.
                queens.columns.swap(row, row + random.below(side - row));
                if !queens.attacked(row) {
                    break;
                }
            }
            queens.add(row);
        }
        queens
    }

    /// The diagonals of a row's queen.
    fn lines(&self, row: usize) -> (usize, usize) {
        let column = self.columns[row] as usize;
        (row + column, self.columns.len() + row - column)
    }

    /// True if the row's queen, not yet added, would share a diagonal with an added one.
    fn attacked(&self, row: usize) -> bool {
        let (rising, falling) = self.lines(row);
        self.rising[rising] > 0 || self.falling[falling] > 0
    }

    fn add(&mut self, row: usize) {
        let (rising, falling) = self.lines(row);
        for count in [&mut self.rising[rising], &mut self.falling[falling]] {
            self.excess += u64::from(*count > 0);
            *count += 1;
        }
    }

    fn remove(&mut self, row: usize) {
        let (rising, falling) = self.lines(row);
        for count in [&mut self.rising[rising], &mut self.falling[falling]] {
            *count -= 1;
            self.excess -= u64::from(*count > 0);
        }
    }

    fn exchange(&mut self, one: usize, other: usize) {
        self.remove(one);
        self.remove(other);
        self.columns.swap(one, other);
        self.add(one);
        self.add(other);
    }

    /// True if another queen shares a diagonal with the row's.
    fn shares(&self, row: usize) -> bool {
        let (rising, falling) = self.lines(row);
        self.rising[rising] > 1 || self.falling[falling] > 1
    }

    /// Exchanges until no queen is attacked; false if no exchange helps any more.
    fn settle(&mut self, random: &mut Random, stop: &Stop) -> Result<bool, Error> {
        let side = self.columns.len();
        let mut looks: usize = 0;
        while self.excess > 0 {
            let before = self.excess;
            let wrong: Vec<usize> = (0..side).filter(|&row| self.shares(row)).collect();
            for row in wrong {
                looks += 1;
                if looks.is_multiple_of(LOOK) && stop.is_requested() {
                    return Err(stopped(side));
                }
                self.resolve(row, random);
            }
            if self.excess == before {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Exchanges the row's queen with another one, if one that helps is found.
    fn resolve(&mut self, row: usize, random: &mut Random) {
        let before = self.excess;
        for _ in 0..EXCHANGES {
            if !self.shares(row) {
                return;
            }
            let other = random.below(self.columns.len());
            if other == row {
                continue;
            }
            self.exchange(row, other);
            if self.excess < before {
                return;
            }
            self.exchange(row, other);
        }
    }
}

fn stopped(side: usize) -> Error {
    let what = format!("a placement of {side} queens at random");
    Error::Stopped { what, finished: 0, units: 1 }
}

#[cfg(test)]
mod tests {
    use super::Queens;
    use crate::engine::Random;

    #[test]
    fn the_excess_agrees_with_the_diagonals() {
        let mut random = Random::new(3);
        let mut queens = Queens::dropped(50, &mut random);
        for _ in 0..200 {
            let (one, other) = (random.below(50), random.below(50));
            if one != other {
                queens.exchange(one, other);
            }
            let over = |counts: &[u32]| -> u32 { counts.iter().map(|c| c.saturating_sub(1)).sum() };
            assert_eq!(u64::from(over(&queens.rising) + over(&queens.falling)), queens.excess);
            assert_eq!(queens.rising.iter().sum::<u32>(), 50);
        }
    }
}
