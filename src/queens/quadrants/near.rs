//! Amazons: detection of knight's moves between the quadrants.
//!
//! The enumeration of a slice excludes amazons a knight's move apart within a quadrant. Between
//! quadrants such a move ends in one of the two rows, or of the two columns, nearest to the line
//! between them. Each of these holds one amazon, so it suffices to store its position.
//!
//! *Columns of near rows*, for the line between north and south: a board has a *test word* of four
//! fields besides its code. Fields 0 and 3 hold its diagonals there, the only ones that both
//! quadrants of a half set. Fields 1 and 2 have a bit for the column of the amazon in the nearest
//! row and in the next. The squares that the other board attacks there form a mask.
//!
//! *Rows of near columns*, for the line between east and west: the three highest bits of the code's
//! fields, which no diagonal needs, hold two numbers, the rows of the amazons in the nearest column
//! and in the next, or 0 if another quadrant has them. Rows are numbered from the south. [`MIDDLE`]
//! is the first row of the north on an even board, and the middle row on an odd one.
//!
//! For a half board with the middle column of an odd board, that column is the nearest. One rule
//! therefore covers all cases: in adjacent columns the amazons' rows do not differ by 2, and in
//! columns with one between them they do not differ by 1.

use super::layout::{Layout, NEAR, flip};

/// The number of the middle row.
pub(super) const MIDDLE: u64 = 16;

/// The number of row numbers, including 0 for none.
pub(super) const ROWS: usize = 32;

/// The positions of the number's bits for the nearest column; 32 higher for the next.
pub(super) const ROW_BITS: [usize; 5] = [13, 14, 15, 29, 30];

/// The bits of an item that are offsets; for amazons the others hold the rows of near columns.
pub(super) const OFFSETS: u64 = 0xffc0_ffc0_ffc0_ffc0;

/// The bits of a test word that hold diagonals.
const ASKED: u64 = 0x1fff_0000_0000_1fff;

/// The bits of a code for a row of the nearest column (0) or the next (1).
#[inline(always)]
fn row_bits(row: u64, column: usize) -> u64 {
    ((row & 7) << 13 | (row >> 3) << 29) << (32 * column)
}

/// The row of the nearest column (0) or the next (1) in a code; exchanged if the code is mirrored.
#[inline(always)]
pub(super) fn row(code: u64, column: usize) -> u64 {
    let bits = code >> (32 * column);
    bits >> 13 & 7 | bits >> 26 & 0x18
}

/// The rows of near columns in an item ([`Layout::item_of_amazons`]).
#[inline(always)]
pub(super) fn rows_of_item(item: u64) -> [usize; 2] {
    [item as usize % ROWS, (item >> 16) as usize % ROWS]
}

/// The columns that knights attack in the two rows across the line, from the sets of columns of two
/// rows; the nearest row is in the low 16 bits.
#[inline(always)]
fn across(nearest: u64, next: u64) -> u64 {
    let one = nearest << 1 | nearest >> 1;
    let two = nearest << 2 | nearest >> 2;
    (two | next << 1 | next >> 1) & 0xffff | one << 16
}

impl Layout {
    /// The bits that the amazon on a square of the north-east quadrant adds to its code.
    pub fn near_row(self, row: usize, column: usize) -> u64 {
        let number = MIDDLE + row as u64 + u64::from(self.odd);
        if column < 2 { row_bits(number, column) } else { 0 }
    }

    /// The bits that it adds to the columns of near rows.
    pub fn near_column(self, row: usize, column: usize) -> u32 {
        if row < 2 { 1 << (column + usize::from(self.odd)) << (16 * row) } else { 0 }
    }

    /// The south-east quadrant obtained by turning a north-east one upside down.
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

    /// The bits that the test word of a board on the other side must not have.
    #[inline(always)]
    pub fn attacked(self, test: u64) -> u64 {
        let (nearest, next) = (test >> 16 & 0xffff, test >> 32 & 0xffff);
        // The row next to the middle one is the second for boards on the other side.
        let knights = if self.odd { across(0, nearest) } else { across(nearest, next) };
        test & ASKED | knights << 16
    }

    /// Like `attacked`, for a board with the amazon of the middle row `distance` columns east.
    #[inline(always)]
    pub fn attacked_with_row(self, test: u64, distance: usize) -> u64 {
        let knights = across(1 << distance, test >> 16 & 0xffff);
        (test | self.middle_row(distance)) & ASKED | knights << 16
    }

    /// The item of a mirrored western half board. The rows of its near columns are in the bits that
    /// offsets leave unused, the lowest six of the first two fields.
    #[inline(always)]
    pub fn item_of_amazons(self, packed: u64) -> u64 {
        self.item(packed & !NEAR) | row(packed, 1) | row(packed, 0) << 16
    }

    /// The code of a half board or quadrant after an amazon in this row of the middle column is
    /// added, if neither attacks the other.
    #[inline(always)]
    pub fn behind(self, code: u64, middle: u64) -> Option<u64> {
        let (nearest, next) = (row(code, 0), row(code, 1));
        let attacked = nearest.abs_diff(middle) == 2 || next.abs_diff(middle) == 1;
        (!attacked).then(|| pushed(code) | row_bits(middle, 0))
    }

    /// The code and the test word of a north-east quadrant with the amazon in the middle column,
    /// `distance` rows north, if neither attacks the other.
    #[inline(always)]
    pub fn with_column(self, test: u64, code: u64, distance: usize) -> Option<(u64, u64)> {
        let amazon = self.middle_column(distance);
        let behind = self.behind(code, MIDDLE + distance as u64)?;
        // Column 0 of the test word is the middle one.
        let column = if distance < 3 { 1 << (16 * distance) } else { 0 };
        (code & amazon == 0).then_some((test | amazon & ASKED | column, behind | amazon))
    }
}

/// The code with another column before its nearest one, which becomes the next.
#[inline(always)]
pub(super) fn pushed(code: u64) -> u64 {
    code & !NEAR | (code & NEAR) << 32
}
