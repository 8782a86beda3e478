//! `Class`: the squares of one parity of rows and columns, and boards of queens on them.

/// The squares in rows 2i + `row` and columns 2j + a parity of their own, by i and j.
///
/// A diagonal has squares of one colour, so those of a colour are numbered closely: in row i,
/// column j has the sum i + j + `sums` and the difference j - i + `differences`, and these
/// numbers are the same in both classes of the colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    row: u32,
    /// Its rows.
    pub rows: u32,
    /// Its columns.
    pub columns: u32,
    sums: u32,
    differences: u32,
}

/// The classes of a board: of the white squares and of the black, first the one in even rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Classes {
    pub white: [Class; 2],
    pub black: [Class; 2],
}

impl Classes {
    /// Those of the board of `side` rows.
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

/// Queens on squares of a class: their columns, and their diagonals as a word, sums below
/// differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    pub columns: u32,
    pub diagonals: u64,
}

impl Board {
    /// With another queen.
    pub fn with(self, queen: Board) -> Board {
        Board { columns: self.columns | queen.columns, diagonals: self.diagonals | queen.diagonals }
    }
}

/// A row of a class, where its squares lie on the diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Of column 0.
    pub sum: u32,
    /// Of column 0.
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
    /// All columns.
    pub fn all(self) -> u32 {
        (1 << self.columns) - 1
    }

    /// All rows.
    pub fn all_rows(self) -> u32 {
        (1 << self.rows) - 1
    }

    /// The rows of a set, those in the middle of a board of `side` rows first: there a queen
    /// leaves the fewest squares of the others free.
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

    /// Every way to add a queen in each of `rows` to a board, by what it comes to.
    pub fn each(self, rows: &[Row], board: Board, found: &mut impl FnMut(Board)) {
        let Some((row, rest)) = rows.split_first() else { return found(board) };
        let mut free = self.all() & !board.columns & row.free_of(board.diagonals);
        while free != 0 {
            self.each(rest, board.with(row.queen(free.trailing_zeros())), found);
            free &= free - 1;
        }
    }

    /// How many boards there are with a queen in each of these rows.
    pub fn count(self, rows: &[Row]) -> u64 {
        let mut boards = 0;
        self.each(rows, Board::default(), &mut |_| boards += 1);
        boards
    }
}

#[cfg(test)]
mod tests {
    use super::Classes;

    /// The diagonals of two squares of one colour are the same numbers if and only if a queen
    /// on one attacks the other.
    #[test]
    fn diagonals_have_one_number_in_both_classes_of_a_colour() {
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

    /// A class is a board of its own: as many queens as it has rows are placed on it as on any
    /// board of that size.
    #[test]
    fn a_full_class_is_a_board_of_queens() {
        for (side, placements) in [(8, 2), (10, 10), (12, 4), (16, 92)] {
            let class = Classes::of(side).white[0];
            assert_eq!(class.count(&class.rows_of(class.all(), side)), placements, "{side}");
        }
    }
}
