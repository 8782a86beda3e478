//! `Symmetry`: which row sets and column sets are counted, and the weight of each.
//!
//! On an odd board a reflection keeps every class. It reverses the set of odd rows, or of odd
//! columns, and the reflection in the diagonal exchanges the two sets. Each set is taken in its
//! smaller form, with the columns no smaller than the rows.
//!
//! On an even board the symmetries map the white classes, in which odd rows meet odd columns and
//! even rows meet even ones, to each other or to the black classes, whose rows and columns are the
//! complements. They permute four sets, each taken together with its complement: the odd rows, the
//! reversed even rows, the odd columns and the reversed even columns. Any of the four can come
//! first. Only placements with the least set in the first place are counted. If several sets are
//! least, the weight is smaller. If three are least, only placements whose even rows are not among
//! them count: a quarter of such placements has the odd one out there. (The reflection that
//! exchanges colours maps this case to itself with even rows in place, so a set of odd rows or its
//! complement still represents both.)

use super::sets::reversed;

/// Placements by weight, at most 8.
pub(super) type Found = [u128; 9];

/// The symmetries of a board, with the odd rows that everything is compared with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetry {
    side: u32,
    odd_rows: u32,
    least: u32,
}

impl Symmetry {
    /// The symmetries of the board of `side` rows for row sets with these odd rows.
    pub fn new(side: u32, odd_rows: u32) -> Symmetry {
        Symmetry { side, odd_rows, least: form(side, odd_rows) }
    }

    fn is_odd(self) -> bool {
        self.side % 2 == 1
    }

    /// The number of sets of odd rows that this one represents: 0 if another set represents it.
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

    /// True if this set of even rows, or of even columns, is counted.
    pub fn takes_even(self, set: u32) -> bool {
        self.is_odd() || form(self.side, reversed(set, self.side / 2)) >= self.least
    }

    /// True if this set of even rows, or of even columns, is equal to the least form.
    pub fn ties_even(self, set: u32) -> bool {
        !self.is_odd() && form(self.side, reversed(set, self.side / 2)) == self.least
    }

    /// True if this set of odd columns is counted.
    pub fn takes_odd(self, set: u32) -> bool {
        let canonical = !self.is_odd() || set <= reversed(set, self.side / 2);
        canonical && form(self.side, set) >= self.least
    }

    /// The weight of a placement with these odd columns, depending on whether even rows and even
    /// columns tie.
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

/// The least image of a set of odd rows under the symmetries that keep its place.
pub(super) fn form(side: u32, set: u32) -> u32 {
    let odd = side / 2;
    if side % 2 == 1 { set.min(reversed(set, odd)) } else { set.min(((1 << odd) - 1) ^ set) }
}
