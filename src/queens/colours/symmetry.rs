//! `Symmetry`: which row sets and column sets are taken, and for how many each stands.
//!
//! On an odd board a reflection keeps every class. It turns round the set of odd rows, or of odd
//! columns, and the diagonal exchanges the two: each is taken in its smaller form, and the
//! columns no smaller than the rows.
//!
//! On an even board the symmetries take the white classes, in which odd rows meet odd columns
//! and even rows even ones, to each other or to the black ones, whose rows and columns are those
//! that are left. So the set of odd rows, the set of even rows turned round, and the same of the
//! columns, each without its order as a pair with its complement, change places: any comes to
//! the first place. Only what has the least one there is taken. Where several are the least,
//! what is counted stands for fewer; of those with three least ones only those are taken whose
//! even rows are not among them: a quarter of such placements has the odd one out there. (With
//! the even rows' place the reflection that changes colours takes this case to itself, so that
//! one of a set of odd rows and its complement still stands for both.)

use super::sets::reversed;

/// Placements by weight, which is at most 8.
pub(super) type Found = [u128; 9];

/// The symmetries of a board, and the odd rows that everything is compared with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetry {
    side: u32,
    odd_rows: u32,
    least: u32,
}

impl Symmetry {
    /// Of the board of `side` rows, for the row sets with these odd rows.
    pub fn new(side: u32, odd_rows: u32) -> Symmetry {
        Symmetry { side, odd_rows, least: form(side, odd_rows) }
    }

    fn is_odd(self) -> bool {
        self.side % 2 == 1
    }

    /// For how many sets of odd rows this one stands: not at all if another stands for it.
    pub fn of_rows(self) -> u64 {
        let odd = self.side / 2;
        if self.is_odd() {
            let turned = reversed(self.odd_rows, odd);
            return u64::from(self.odd_rows <= turned) + u64::from(self.odd_rows < turned);
        }
        let others = ((1 << odd) - 1) ^ self.odd_rows;
        let sized = |set: u32| (set.count_ones(), set);
        2 * u64::from(sized(self.odd_rows) < sized(others))
    }

    /// True if even rows, or even columns, may be these.
    pub fn takes_even(self, set: u32) -> bool {
        self.is_odd() || form(self.side, reversed(set, self.side / 2)) >= self.least
    }

    /// True if even rows, or even columns, are one of the least.
    pub fn ties_even(self, set: u32) -> bool {
        !self.is_odd() && form(self.side, reversed(set, self.side / 2)) == self.least
    }

    /// True if odd columns may be these.
    pub fn takes_odd(self, set: u32) -> bool {
        let canonical = !self.is_odd() || set <= reversed(set, self.side / 2);
        canonical && form(self.side, set) >= self.least
    }

    /// For how many placements one with these odd columns stands; besides if even rows tie, and
    /// even columns.
    pub fn weight(self, odd_columns: u32, even_rows_tie: bool, even_columns_tie: bool) -> u64 {
        let ties = form(self.side, odd_columns) == self.least;
        if self.is_odd() {
            let turned = reversed(odd_columns, self.side / 2);
            return self.of_rows() << (u32::from(odd_columns < turned) + u32::from(!ties));
        }
        let weights = match (u8::from(ties) + u8::from(even_columns_tie), even_rows_tie) {
            (0, false) | (2, false) => 4,
            (0, true) | (1, false) => 2,
            (1, true) => 0,
            _ => 1,
        };
        self.of_rows() * weights
    }
}

/// The least of what a set of odd rows may become by symmetry in its place.
pub(super) fn form(side: u32, set: u32) -> u32 {
    let odd = side / 2;
    if side % 2 == 1 { set.min(reversed(set, odd)) } else { set.min(((1 << odd) - 1) ^ set) }
}
