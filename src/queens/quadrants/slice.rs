//! `Slice`: the partial boards of h×h squares with queens in given rows, by their columns.
//!
//! Stored twice, as the north-east and as the south-east quadrant, so that a join finds
//! both forms in consecutive memory; the west is the east seen in a mirror.

use super::layout::{Layout, flip};

/// The largest quadrant that is tabulated.
pub(super) const MAX_HALF: usize = 13;

/// The number of partial boards of side 0 to [`MAX_HALF`]: m non-attacking queens on the
/// h×h board, summed over m. A test counts them again where that is quick.
const PARTIAL_BOARDS: [u64; MAX_HALF + 1] = [
    1,
    2,
    5,
    18,
    87,
    462,
    2635,
    16870,
    118_969,
    915_442,
    7_535_369,
    66_807_234,
    633_443_407,
    6_354_135_838,
];

/// The number of partial boards of side `half`.
pub(super) fn partial_boards(half: usize) -> u64 {
    PARTIAL_BOARDS[half]
}

/// The codes of the partial boards of one set of rows.
pub(super) struct Slice {
    /// Where the codes of a cell start: two numbers for each set of columns, for those without
    /// and with a queen on the long diagonal; and the end.
    starts: Vec<u32>,
    north: Vec<u64>,
    south: Vec<u64>,
}

/// The codes of a slice in one of the two forms.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    starts: &'a [u32],
    codes: &'a [u64],
}

/// The codes of one pair of row and column sets.
#[derive(Clone, Copy)]
pub(super) struct Cell<'a> {
    codes: &'a [u64],
    clear: usize,
}

impl<'a> Cell<'a> {
    /// All of them.
    #[inline(always)]
    pub fn all(self) -> &'a [u64] {
        self.codes
    }

    /// Those without a queen on the long diagonal.
    #[inline(always)]
    pub fn clear(self) -> &'a [u64] {
        &self.codes[..self.clear]
    }

    /// Those with one.
    #[inline(always)]
    pub fn long(self) -> &'a [u64] {
        &self.codes[self.clear..]
    }
}

impl Slice {
    /// Tabulates the partial boards with a queen in each of the rows.
    pub fn new(layout: Layout, rows: u32) -> Slice {
        let half = layout.half;
        let queens = (0..half * half).map(|at| layout.queen(at / half, at % half)).collect();
        let mut walk = Walk { half, queens, found: Vec::new() };
        walk.extend(rows, Partial::default());
        let mut places = vec![0u32; 2 << half];
        walk.found.iter().for_each(|partial| places[walk.cell(partial)] += 1);
        let mut place = 0;
        for here in &mut places {
            place += std::mem::replace(here, place);
        }
        let starts = places.iter().copied().chain([place]).collect();
        let mut north = vec![0; walk.found.len()];
        for partial in &walk.found {
            let place = &mut places[walk.cell(partial)];
            north[*place as usize] = partial.code;
            *place += 1;
        }
        let south = north.iter().map(|&code| flip(code)).collect();
        Slice { starts, north, south }
    }

    /// What it takes.
    pub fn bytes(&self) -> u64 {
        (4 * self.starts.len() + 16 * self.north.len()) as u64
    }

    /// What all slices of a board take that has quadrants of side `half`.
    pub fn bytes_of_all(half: usize) -> u64 {
        16 * PARTIAL_BOARDS[half] + (4 << (2 * half + 1))
    }

    /// The quadrants north of the middle.
    pub fn north(&self) -> Cells<'_> {
        Cells { starts: &self.starts, codes: &self.north }
    }

    /// The quadrants south of the middle.
    pub fn south(&self) -> Cells<'_> {
        Cells { starts: &self.starts, codes: &self.south }
    }
}

impl<'a> Cells<'a> {
    /// Those with queens in these columns.
    #[inline(always)]
    pub fn of(self, columns: u32) -> Cell<'a> {
        let at = (columns as usize) << 1;
        let [start, long, end] = [0, 1, 2].map(|next| self.starts[at + next] as usize);
        Cell { codes: &self.codes[start..end], clear: long - start }
    }
}

/// The enumeration of the partial boards of one set of rows.
struct Walk {
    half: usize,
    /// The code of the queen of each square.
    queens: Vec<u64>,
    found: Vec<Partial>,
}

/// Queens that do not attack each other: their columns and diagonals, and the code.
#[derive(Clone, Copy, Default)]
struct Partial {
    columns: u32,
    sums: u32,
    differences: u32,
    code: u64,
}

impl Walk {
    fn extend(&mut self, rows: u32, partial: Partial) {
        if rows == 0 {
            self.found.push(partial);
            return;
        }
        let row = rows.trailing_zeros() as usize;
        let (half, all) = (self.half, (1 << self.half) - 1);
        let attacked = partial.columns | partial.sums >> row | partial.differences >> (half - row);
        let mut free = all & !attacked;
        while free != 0 {
            let column = free.trailing_zeros() as usize;
            free &= free - 1;
            let next = Partial {
                columns: partial.columns | 1 << column,
                sums: partial.sums | 1 << (row + column),
                differences: partial.differences | 1 << (half + column - row),
                code: partial.code | self.queens[row * half + column],
            };
            self.extend(rows & (rows - 1), next);
        }
    }

    /// Where a partial board belongs among those of its rows: its columns, then whether a
    /// queen is on the long diagonal.
    fn cell(&self, partial: &Partial) -> usize {
        let long = partial.differences >> self.half & 1;
        (partial.columns << 1 | long) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, PARTIAL_BOARDS, Slice, flip};

    /// Partial boards by a walk that knows no codes.
    fn partial_boards(half: usize, queens: &mut Vec<(usize, usize)>, row: usize) -> u64 {
        if row == half {
            return 1;
        }
        let mut boards = partial_boards(half, queens, row + 1);
        for column in 0..half {
            let free = |&(r, c): &(usize, usize)| c != column && c.abs_diff(column) != row - r;
            if queens.iter().all(free) {
                queens.push((row, column));
                boards += partial_boards(half, queens, row + 1);
                queens.pop();
            }
        }
        boards
    }

    #[test]
    fn slices_hold_every_partial_board_in_its_cell() {
        for (half, &number) in PARTIAL_BOARDS.iter().enumerate().take(8).skip(1) {
            assert_eq!(partial_boards(half, &mut Vec::new(), 0), number);
            for side in [2 * half, 2 * half + 1] {
                let (mut boards, mut bytes, sets) = (0, 0, 1 << half);
                for rows in 0..sets {
                    let slice = Slice::new(Layout::new(side, 1), rows);
                    bytes += slice.bytes();
                    for columns in 0..sets {
                        let (north, south) = (slice.north().of(columns), slice.south().of(columns));
                        assert!(
                            north
                                .all()
                                .iter()
                                .map(|&code| flip(code))
                                .eq(south.all().iter().copied())
                        );
                        assert!(
                            north.all().is_empty() || rows.count_ones() == columns.count_ones()
                        );
                        boards += north.all().len() as u64;
                    }
                }
                assert_eq!(boards, number, "side {side}: every one in some cell");
                assert_eq!(bytes, Slice::bytes_of_all(half) + (4 << half));
            }
        }
    }
}
