//! Amazons: what decides about knights' moves between the quadrants.
//!
//! Within a quadrant the walk of its slice leaves out amazons a knight's move apart. Between
//! quadrants such a move ends in one of the two rows, or of the two columns, that are nearest
//! to the line between them; each holds one amazon, so it is told where that one stands.
//!
//! *Columns of near rows*, for the line between north and south: a board has a *test word* of
//! four fields beside its code. A join asks its diagonals in fields 0 and 3, the only ones that
//! both quadrants of a half set, and fields 1 and 2 have a bit for the column of the amazon in
//! the nearest row and in the next. What the other board attacks there is a mask.
//!
//! *Rows of near columns*, for the line between east and west: the three highest bits of the
//! code's fields, which no diagonal needs, hold two numbers, the rows of the amazons in the
//! nearest column and in the next; 0 where another quadrant has them. Rows are numbered from
//! the south, [`MIDDLE`] the first of the north on an even board, the middle one on an odd.
//!
//! A half board with the middle column of an odd board has that as its nearest. So it is the
//! same rule in all cases: of two columns side by side, the amazons' rows are not 2 apart, and
//! of two with one between them, not 1.

use super::layout::{Layout, NEAR, flip};

/// The number of the middle row.
pub(super) const MIDDLE: u64 = 16;

/// The numbers of rows, from 0 for none.
pub(super) const ROWS: usize = 32;

/// Where the bits of the number are for the nearest column; 32 higher for the next.
pub(super) const ROW_BITS: [usize; 5] = [13, 14, 15, 29, 30];

/// The bits of an item that are offsets: amazons have the rows of near columns in the others.
pub(super) const OFFSETS: u64 = 0xffc0_ffc0_ffc0_ffc0;

/// The diagonals of a test word.
const ASKED: u64 = 0x1fff_0000_0000_1fff;

/// The bits of a code that say so of the nearest column (0) or the next (1).
#[inline(always)]
fn row_bits(row: u64, column: usize) -> u64 {
    ((row & 7) << 13 | (row >> 3) << 29) << (32 * column)
}

/// The row that a code has for the nearest column (0) or the next (1): the other way round if
/// the code is seen in a mirror.
#[inline(always)]
pub(super) fn row(code: u64, column: usize) -> u64 {
    let bits = code >> (32 * column);
    bits >> 13 & 7 | bits >> 26 & 0x18
}

/// The same of an item ([`Layout::item_of_amazons`]).
#[inline(always)]
pub(super) fn rows_of_item(item: u64) -> [usize; 2] {
    [item as usize % ROWS, (item >> 16) as usize % ROWS]
}

/// The columns that knights attack from two rows, each a set of columns, in the two rows across
/// the line: the nearest in the low 16 bits.
#[inline(always)]
fn across(nearest: u64, next: u64) -> u64 {
    let one = nearest << 1 | nearest >> 1;
    let two = nearest << 2 | nearest >> 2;
    (two | next << 1 | next >> 1) & 0xffff | one << 16
}

impl Layout {
    /// What the amazon of a square of the north-east quadrant adds to its code.
    pub fn near_row(self, row: usize, column: usize) -> u64 {
        let number = MIDDLE + row as u64 + u64::from(self.odd);
        if column < 2 { row_bits(number, column) } else { 0 }
    }

    /// What it adds to the near rows' columns.
    pub fn near_column(self, row: usize, column: usize) -> u32 {
        if row < 2 { 1 << (column + usize::from(self.odd)) << (16 * row) } else { 0 }
    }

    /// The south-east quadrant that a north-east one is when it is turned upside down.
    pub fn upside_down(self, code: u64) -> u64 {
        let turned = |column| match row(code, column) {
            0 => 0,
            row => row_bits(2 * MIDDLE - u64::from(!self.odd) - row, column),
        };
        flip(code & !NEAR) | turned(0) | turned(1)
    }

    /// The test word of a board with this code and the columns of its near rows.
    pub fn test_word(self, code: u64, columns: u32) -> u64 {
        code & ASKED | u64::from(columns) << 16
    }

    /// What may not be in the test word of a board on the other side of the line.
    #[inline(always)]
    pub fn attacked(self, test: u64) -> u64 {
        let (nearest, next) = (test >> 16 & 0xffff, test >> 32 & 0xffff);
        // The row beside the middle one is the next for those on the other side.
        let knights = if self.odd { across(0, nearest) } else { across(nearest, next) };
        test & ASKED | knights << 16
    }

    /// The same for a board with the amazon of the middle row, so many columns east.
    #[inline(always)]
    pub fn attacked_with_row(self, test: u64, distance: usize) -> u64 {
        let knights = across(1 << distance, test >> 16 & 0xffff);
        (test | self.middle_row(distance)) & ASKED | knights << 16
    }

    /// The item of a western half board as seen in a mirror. The rows of its near columns are in
    /// the bits that the offsets leave, the lowest six of the first two fields.
    #[inline(always)]
    pub fn item_of_amazons(self, packed: u64) -> u64 {
        self.item(packed & !NEAR) | row(packed, 1) | row(packed, 0) << 16
    }

    /// A half board's or quadrant's code behind an amazon in this row of the middle column, if it
    /// does not attack it.
    #[inline(always)]
    pub fn behind(self, code: u64, middle: u64) -> Option<u64> {
        let (nearest, next) = (row(code, 0), row(code, 1));
        let attacked = nearest.abs_diff(middle) == 2 || next.abs_diff(middle) == 1;
        (!attacked).then(|| pushed(code) | row_bits(middle, 0))
    }

    /// The code and the test word of a north-east quadrant with the amazon in the middle column,
    /// so many rows north, if they do not attack each other.
    #[inline(always)]
    pub fn with_column(self, test: u64, code: u64, distance: usize) -> Option<(u64, u64)> {
        let amazon = self.middle_column(distance);
        let behind = self.behind(code, MIDDLE + distance as u64)?;
        // Column 0 of the test word is the middle one.
        let column = if distance < 3 { 1 << (16 * distance) } else { 0 };
        (code & amazon == 0).then_some((test | amazon & ASKED | column, behind | amazon))
    }
}

/// A code with another column before its nearest, which is the next then.
#[inline(always)]
pub(super) fn pushed(code: u64) -> u64 {
    code & !NEAR | (code & NEAR) << 32
}

#[cfg(test)]
mod tests {
    use super::{Layout, MIDDLE, row, row_bits};

    #[test]
    fn rows_are_read_back_and_turned_upside_down() {
        for side in [20, 21] {
            let layout = Layout::new(side, 1);
            for place in 0..layout.half {
                for column in 0..2 {
                    let code = layout.queen(place, column) | layout.near_row(place, column);
                    let north = MIDDLE + place as u64 + side as u64 % 2;
                    assert_eq!((row(code, column), row(code, 1 - column)), (north, 0));
                    let south = layout.upside_down(code);
                    assert_eq!(row(south, column), MIDDLE - 1 - place as u64, "side {side}");
                    assert_eq!(layout.upside_down(south), code);
                }
            }
        }
        assert_eq!((row(row_bits(31, 1), 1), row(row_bits(31, 1), 0)), (31, 0));
    }
}
