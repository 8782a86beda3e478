//! `Quadrants`: every partial board of h×h squares, by the rows and columns of its queens.
//!
//! Stored twice, as the north-east and as the south-east quadrant, so that a join finds
//! both forms in consecutive memory; the west is the east seen in a mirror.

use super::layout::{Layout, flip};

/// The largest quadrant that the table is built for.
pub(super) const MAX_HALF: usize = 12;

/// The number of partial boards of side 0 to [`MAX_HALF`]: m non-attacking queens on the
/// h×h board, summed over m. A test counts them again where that is quick.
const PARTIAL_BOARDS: [u64; MAX_HALF + 1] =
    [1, 2, 5, 18, 87, 462, 2635, 16870, 118_969, 915_442, 7_535_369, 66_807_234, 633_443_407];

/// The number of partial boards of side `half`.
pub(super) fn partial_boards(half: usize) -> u64 {
    PARTIAL_BOARDS[half]
}

/// The codes of all partial boards.
pub(super) struct Quadrants {
    half: usize,
    /// Where the codes of a cell start: two numbers for each pair of row and column sets,
    /// for those without and with a queen on the long diagonal; and the end.
    starts: Vec<u32>,
    north: Vec<u64>,
    south: Vec<u64>,
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

impl Quadrants {
    /// Tabulates the quadrants of a board.
    pub fn new(layout: Layout) -> Quadrants {
        let half = layout.half;
        let boards = PARTIAL_BOARDS[half] as usize;
        let mut north = Vec::with_capacity(boards);
        let mut starts = Vec::with_capacity((1 << (2 * half + 1)) + 1);
        let queens = (0..half * half).map(|at| layout.queen(at / half, at % half)).collect();
        let mut walk = Walk { half, queens, found: Vec::new() };
        let mut places = vec![0u32; 2 << half];
        for rows in 0..1 << half {
            walk.found.clear();
            walk.extend(rows, Partial::default());
            places.fill(0);
            walk.found.iter().for_each(|partial| places[walk.cell(partial)] += 1);
            let mut place = 0;
            for here in &mut places {
                starts.push((north.len() + place as usize) as u32);
                place += std::mem::replace(here, place);
            }
            let base = north.len();
            north.resize(base + walk.found.len(), 0);
            for partial in &walk.found {
                let place = &mut places[walk.cell(partial)];
                north[base + *place as usize] = partial.code;
                *place += 1;
            }
        }
        debug_assert_eq!(north.len(), boards);
        starts.push(north.len() as u32);
        let south = north.iter().map(|&code| flip(code)).collect();
        Quadrants { half, starts, north, south }
    }

    /// What the table of a quadrant of side `half` takes, in bytes.
    pub fn bytes(half: usize) -> u64 {
        16 * PARTIAL_BOARDS[half] + (4 << (2 * half + 1))
    }

    /// The quadrants north of the middle.
    #[inline(always)]
    pub fn north(&self, rows: u32, columns: u32) -> Cell<'_> {
        self.cell(&self.north, rows, columns)
    }

    /// The quadrants south of the middle.
    #[inline(always)]
    pub fn south(&self, rows: u32, columns: u32) -> Cell<'_> {
        self.cell(&self.south, rows, columns)
    }

    #[inline(always)]
    fn cell<'a>(&self, codes: &'a [u64], rows: u32, columns: u32) -> Cell<'a> {
        let at = ((rows as usize) << self.half | columns as usize) << 1;
        let [start, long, end] = [0, 1, 2].map(|next| self.starts[at + next] as usize);
        Cell { codes: &codes[start..end], clear: long - start }
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
    use super::{Layout, PARTIAL_BOARDS, Quadrants, flip};

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
    fn the_table_holds_every_partial_board_in_its_cell() {
        for (half, &number) in PARTIAL_BOARDS.iter().enumerate().take(8).skip(1) {
            assert_eq!(partial_boards(half, &mut Vec::new(), 0), number);
            for side in [2 * half, 2 * half + 1] {
                let table = Quadrants::new(Layout::new(side, 1));
                assert_eq!(table.north.len() as u64, number, "side {side}");
                let (mut boards, sets) = (0, 1 << half);
                for (rows, columns) in (0..sets * sets).map(|at| (at / sets, at % sets)) {
                    let (north, south) = (table.north(rows, columns), table.south(rows, columns));
                    assert!(
                        north.all().iter().map(|&code| flip(code)).eq(south.all().iter().copied())
                    );
                    assert!(north.all().is_empty() || rows.count_ones() == columns.count_ones());
                    boards += north.all().len();
                }
                assert_eq!(boards, table.north.len(), "every one in some cell");
            }
        }
    }
}
