//! `Class`: a colour class, the squares of one parity of rows and columns, and boards of queens on
//! it.

/// The squares in rows 2i + `row` and columns 2j + a parity of the class, indexed by i and j.
///
/// All squares of a diagonal have one colour, so the diagonals of each colour are numbered
/// consecutively. In row i, column j has the sum i + j + `sums` and the difference j - i +
/// `differences`. These numbers agree between the two classes of a colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    row: u32,
    pub rows: u32,
    pub columns: u32,
    sums: u32,
    differences: u32,
}

/// The classes of a board: two of white squares and two of black ones, each time the class in even
/// rows first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classes {
    pub white: [Class; 2],
    pub black: [Class; 2],
}

impl Classes {
    /// The classes of the board with `side` rows.
    pub fn of(side: u32) -> Classes {
        let (even, odd) = (side.div_ceil(2), side / 2);
        let class =
            |row, rows, columns, sums, differences| Class { row, rows, columns, sums, differences };
        Classes {
            white: [class(0, even, even, 0, even), class(1, odd, odd, 1, even)],
            black: [class(0, even, odd, 0, even), class(1, odd, even, 0, even - 1)],
        }
    }
}

/// Queens on squares of a class: their columns, and their diagonals as a word, sums in the lower
/// half, differences in the upper half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    pub columns: u32,
    pub diagonals: u64,
}

impl Board {
    pub fn with(self, queen: Board) -> Board {
        Board { columns: self.columns | queen.columns, diagonals: self.diagonals | queen.diagonals }
    }
}

/// A row of a class, by the diagonals of its first square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The sum of column 0.
    pub sum: u32,
    /// The difference of column 0.
    pub difference: u32,
}

impl Row {
    /// The squares on none of these diagonals.
    #[inline(always)]
    pub fn free_of(self, diagonals: u64) -> u32 {
        !((diagonals as u32) >> self.sum | ((diagonals >> 32) as u32) >> self.difference)
    }

    /// The queen in this column.
    #[inline(always)]
    pub fn queen(self, column: u32) -> Board {
        let diagonals = 1 << (column + self.sum) | 1 << (32 + column + self.difference);
        Board { columns: 1 << column, diagonals }
    }
}

impl Class {
    pub fn all(self) -> u32 {
        (1 << self.columns) - 1
    }

    pub fn all_rows(self) -> u32 {
        (1 << self.rows) - 1
    }

    /// The rows of a set, from the middle of a board of `side` rows outwards: a queen in the middle
    /// attacks the most squares of the other rows.
    pub fn rows_of(self, set: u32, side: u32) -> Vec<Row> {
        let row = |row| Row { sum: row + self.sums, difference: self.differences - row };
        let rows = self.middle_first(side).into_iter().filter(|row| set >> row & 1 != 0);
        rows.map(row).collect()
    }

    /// All rows in this order.
    pub fn middle_first(self, side: u32) -> Vec<u32> {
        let mut rows: Vec<u32> = (0..self.rows).collect();
        rows.sort_by_key(|row| (2 * (2 * row + self.row)).abs_diff(side - 1));
        rows
    }

    /// Calls `found` with every board that has one more queen in each of `rows`.
    pub fn each(self, rows: &[Row], board: Board, found: &mut impl FnMut(Board)) {
        let Some((row, rest)) = rows.split_first() else { return found(board) };
        let mut free = self.all() & !board.columns & row.free_of(board.diagonals);
        while free != 0 {
            self.each(rest, board.with(row.queen(free.trailing_zeros())), found);
            free &= free - 1;
        }
    }

    /// The number of boards with a queen in each of these rows.
    pub fn count(self, rows: &[Row]) -> u64 {
        let mut boards = 0;
        self.each(rows, Board::default(), &mut |_| boards += 1);
        boards
    }
}

/// The subsets of `size` elements, ascending, and the number of each.
#[derive(Debug)]
pub(super) struct Sets {
    pub all: Vec<u32>,
    number: Vec<u16>,
}

impl Sets {
    /// The subsets of `size` of `things` elements, at most 16.
    pub fn new(things: u32, size: u32) -> Sets {
        let all: Vec<u32> = (0..1 << things).filter(|set: &u32| set.count_ones() == size).collect();
        let mut number = vec![u16::MAX; 1 << things];
        for (place, &set) in (0..).zip(&all) {
            number[set as usize] = place;
        }
        Sets { all, number }
    }

    #[inline(always)]
    pub fn number(&self, set: u32) -> u16 {
        self.number[set as usize]
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }
}

/// The set with the order of its `things` elements reversed.
pub(super) fn reversed(set: u32, things: u32) -> u32 {
    if things == 0 { 0 } else { set.reverse_bits() >> (32 - things) }
}

#[cfg(test)]
mod tests {
    use super::Classes;

    /// Two squares of one colour share a diagonal number exactly if queens on them attack each
    /// other along a diagonal.
    #[test]
    fn diagonal_numbers_agree_between_classes_of_a_colour() {
        for side in 2..=32 {
            let Classes { white, black } = Classes::of(side);
            for (classes, parity) in [(white, 0), (black, 1)] {
                let mut squares = Vec::new();
                for (class, row_parity) in classes.into_iter().zip(0..) {
                    for row in 0..class.rows {
                        let place = class.rows_of(1 << row, side)[0];
                        for column in 0..class.columns {
                            let at = (2 * row + row_parity, 2 * column + (row_parity ^ parity));
                            squares.push((at, place.queen(column).diagonals));
                        }
                    }
                }
                let expected = (side * side + 1 - parity) / 2;
                assert_eq!(squares.len(), expected as usize);
                for &((r, c), one) in &squares {
                    for &((row, column), other) in &squares {
                        let attacked = r.abs_diff(row) == c.abs_diff(column);
                        assert_eq!(one & other != 0, attacked, "{side}: {r} {c} {row} {column}");
                    }
                }
            }
        }
    }
}
