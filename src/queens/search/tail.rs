//! `Tail`: completes the last four rows at once.
//!
//! Four rows and four columns are left, c0 < c1 < c2 < c3: 24 permutations, as the bits of a word
//! in the order of the search. For each column, a window of four bits of either family of diagonals
//! shows in which of the rows it is attacked, and a table maps the window to the permutations that
//! avoid those squares. The permutations whose own queens do not attack each other depend on the
//! gaps between the columns, and all gaps beyond three are equivalent. The solutions are the
//! intersection of all table entries: nine look-ups without a branch.

use super::frame::Frame;

/// The rows of a tail.
pub(super) const ROWS: usize = 4;
/// Permutations of four.
const PERMUTATIONS: usize = 24;

/// For each permutation, the index of the column in each row, in lexicographic order.
pub(super) const PERMUTATION: [[u8; ROWS]; PERMUTATIONS] = {
    let mut list = [[0; ROWS]; PERMUTATIONS];
    let (mut code, mut count) = (0, 0);
    while code < 256 {
        let columns = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        if 1 << columns[0] | 1 << columns[1] | 1 << columns[2] | 1 << columns[3] == 15 {
            list[count] = [columns[0] as u8, columns[1] as u8, columns[2] as u8, columns[3] as u8];
            count += 1;
        }
        code += 1;
    }
    list
};

/// For each column and each set of rows, the permutations whose queen in the column is in none of
/// these rows. With `reversed`, bit 3 of the set is the first row.
const fn avoiding(reversed: bool) -> [[u32; 16]; ROWS] {
    let mut tables = [[0; 16]; ROWS];
    let mut at = 0;
    while at < PERMUTATIONS * 16 * ROWS {
        let (permutation, attacked, row) =
            (at % PERMUTATIONS, at / PERMUTATIONS % 16, at / PERMUTATIONS / 16);
        let column = PERMUTATION[permutation][row] as usize;
        let bit = if reversed { ROWS - 1 - row } else { row };
        if attacked >> bit & 1 == 0 {
            tables[column][attacked] |= 1 << permutation;
        }
        at += 1;
    }
    tables
}

/// For each triple of gaps, less one, the permutations without an attack among their own queens.
const fn peaceful() -> [u32; 64] {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 * PERMUTATIONS {
        let (gaps, permutation) = (at / PERMUTATIONS, PERMUTATION[at % PERMUTATIONS]);
        let place = [
            0,
            gaps / 16 + 1,
            gaps / 16 + gaps / 4 % 4 + 2,
            gaps / 16 + gaps / 4 % 4 + gaps % 4 + 3,
        ];
        let mut attack = false;
        let mut pair = 0;
        while pair < ROWS * ROWS {
            let (one, other) = (pair / ROWS, pair % ROWS);
            if one < other {
                let across =
                    place[permutation[one] as usize].abs_diff(place[permutation[other] as usize]);
                attack |= across == other - one;
            }
            pair += 1;
        }
        if !attack {
            table[gaps] |= 1 << (at % PERMUTATIONS);
        }
        at += 1;
    }
    table
}

static AVOIDING_RIGHT: [[u32; 16]; ROWS] = avoiding(false);
static AVOIDING_LEFT: [[u32; 16]; ROWS] = avoiding(true);
static PEACEFUL: [u32; 64] = peaceful();

/// The squares of the last rows that a frame closes.
pub(super) struct Tail {
    /// For each column its closed rows, the first in bit 0.
    closed: [u8; 64],
}

impl Tail {
    /// The first row of the tail; none on boards so wide that diagonals do not fit in a word.
    #[inline(always)]
    pub fn first(side: usize) -> usize {
        if (ROWS..=64 - ROWS).contains(&side) { side - ROWS } else { usize::MAX }
    }

    pub fn new(frame: &Frame) -> Tail {
        let side = frame.side;
        let mut closed = [0; 64];
        for (row, mask) in frame.rows[side.saturating_sub(ROWS)..side].iter().enumerate() {
            for (column, closed) in closed.iter_mut().enumerate() {
                *closed |= u8::from(mask >> column & 1 == 0) << row;
            }
        }
        Tail { closed }
    }

    /// The free columns in ascending order, and the permutations of them that complete the
    /// placement; `left` and `right` are the diagonals attacked in the first of the rows.
    #[inline(always)]
    pub fn completions(&self, open: u64, left: u64, right: u64) -> ([u8; ROWS], u32) {
        let mut columns = [0; ROWS];
        let mut rest = open;
        let mut found = !0;
        for (number, place) in columns.iter_mut().enumerate() {
            let column = rest.trailing_zeros() as usize & 63;
            rest &= rest.wrapping_sub(1);
            let down_right = right >> column | u64::from(self.closed[column]);
            let down_left = left << (ROWS - 1) >> column;
            found &= AVOIDING_RIGHT[number][down_right as usize & 15];
            found &= AVOIDING_LEFT[number][down_left as usize & 15];
            *place = column as u8;
        }
        let gap = |i: usize| usize::from(columns[i + 1] - columns[i] - 1).min(3);
        (columns, found & PEACEFUL[gap(0) << 4 | gap(1) << 2 | gap(2)])
    }
}
