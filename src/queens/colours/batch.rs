//! `Batch`: the work of a unit, a few sets of odd rows combined with a range of sets of even rows.
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

use super::class::{Class, Classes, Row, Sets, reversed};

/// The row sets with a given number of queens in even rows on white squares.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub side: u32,
    pub classes: Classes,
    /// Queens in even rows on white squares; the odd rows have one fewer if the board is odd.
    pub queens: u32,
    /// Sets of odd rows that represent others by symmetry. The sets that others are compared with
    /// come first.
    pub odd_rows: Vec<u32>,
    /// True if the black boards in even rows are listed; otherwise those in odd rows.
    pub lists_even: bool,
}

impl Layer {
    /// Every layer of a board.
    pub fn all(side: u32) -> impl Iterator<Item = Layer> {
        (side % 2..=side.div_ceil(2)).map(move |queens| Layer::new(side, queens))
    }

    /// The layer with `queens` white queens in even rows.
    pub fn new(side: u32, queens: u32) -> Layer {
        let classes = Classes::of(side);
        let mut odd_rows = Sets::new(side / 2, queens.wrapping_sub(side % 2)).all;
        odd_rows.retain(|&rows| Symmetry::new(side, rows).of_rows() > 0);
        odd_rows.sort_by_key(|&rows| (form(side, rows), rows));
        Layer { side, classes, queens, odd_rows, lists_even: side % 2 == 1 }
    }

    pub fn is_odd(&self) -> bool {
        self.side % 2 == 1
    }

    /// Queens in each black colour class.
    pub fn black_queens(&self) -> u32 {
        self.side.div_ceil(2) - self.queens
    }

    /// True if the classes of a colour are so full that few boards pass the tests.
    pub fn is_full(&self, colour: usize) -> bool {
        [self.queens, self.black_queens()][colour] > (self.side + 2) / 4
    }

    /// Chooses the black class to list for a typical pair of odd and even rows: on an even board
    /// the class with fewer boards.
    pub fn like(self, odd_rows: u32, even_rows: u32) -> Layer {
        let boards = |at: usize, taken: u32| {
            let class = self.classes.black[at];
            class.count(&class.rows_of(class.all_rows() ^ taken, self.side))
        };
        let lists_even = self.is_odd() || boards(0, even_rows) < boards(1, odd_rows);
        Layer { lists_even, ..self }
    }

    /// The inner class of each colour.
    pub fn inner(&self) -> [Class; 2] {
        [self.classes.white[0], self.classes.black[usize::from(self.lists_even)]]
    }

    /// Even rows on white squares, or the remaining even rows for black ones.
    pub fn even_members(&self, colour: usize, even_rows: u32) -> Vec<Row> {
        let class = [self.classes.white, self.classes.black][colour][0];
        let rows = if colour == 0 { even_rows } else { class.all_rows() ^ even_rows };
        class.rows_of(rows, self.side)
    }

    /// The sets of even rows that are combined with the first of some sets of odd rows. Sets that
    /// agree in the middle of the board are adjacent.
    pub fn even_rows(&self, first: u32) -> Vec<u32> {
        let symmetry = Symmetry::new(self.side, first);
        let class = self.classes.white[0];
        let mut sets = Sets::new(class.rows, self.queens).all;
        sets.retain(|&rows| symmetry.takes_even(rows));
        let middle_first = class.middle_first(self.side);
        sets.sort_by_cached_key(|&rows| {
            middle_first.iter().fold(0u32, |key, row| key << 1 | rows >> row & 1)
        });
        sets
    }
}

/// A part of a layer: some sets of odd rows and a range of the sets of even rows of the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    pub queens: u32,
    pub odd: std::ops::Range<usize>,
    pub even: std::ops::Range<usize>,
}

impl Batch {
    /// The path of its unit.
    pub fn path(&self) -> Vec<u32> {
        let numbers = [self.odd.start, self.odd.len(), self.even.start, self.even.len()];
        std::iter::once(self.queens).chain(numbers.map(|number| number as u32)).collect()
    }

    /// The batch of a unit's path.
    pub fn of(path: &[u32]) -> Batch {
        let range = |at: usize| path[at] as usize..(path[at] + path[at + 1]) as usize;
        Batch { queens: path[0], odd: range(1), even: range(3) }
    }

    /// Every batch of a board, with its number of pairs of row sets, about `pairs` each.
    pub fn all(side: u32, pairs: usize, together: usize) -> impl Iterator<Item = (Batch, usize)> {
        Layer::all(side).flat_map(move |layer| layer.batches(pairs, together))
    }
}

impl Layer {
    fn batches(&self, pairs: usize, together: usize) -> Vec<(Batch, usize)> {
        // Trees of full classes take much memory.
        let large = self.side > 24 && self.is_odd() && self.is_full(1);
        let together = if large { 1 } else { together };
        let mut batches = Vec::new();
        for start in (0..self.odd_rows.len()).step_by(together) {
            let odd = start..self.odd_rows.len().min(start + together);
            let each = pairs.div_ceil(odd.len());
            let all = self.even_rows(self.odd_rows[start]).len();
            for first in (0..all).step_by(each) {
                let even = first..all.min(first + each);
                let pairs = odd.len() * even.len();
                batches.push((Batch { queens: self.queens, odd: odd.clone(), even }, pairs));
            }
        }
        batches
    }
}

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

#[cfg(test)]
mod tests {
    use super::{Layer, Symmetry};

    #[test]
    fn odd_rows_of_the_layers_represent_every_set_once() {
        for side in 6..=20u32 {
            let of_layer = |layer: Layer| -> u64 {
                layer.odd_rows.iter().map(|&rows| Symmetry::new(side, rows).of_rows()).sum()
            };
            assert_eq!(Layer::all(side).map(of_layer).sum::<u64>(), 1 << (side / 2), "{side}");
        }
    }
}
