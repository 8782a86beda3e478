//! `Slice`: the partial boards of h×h squares with queens in given rows, by their columns.
//!
//! Stored twice, as the north-east and as the south-east quadrant, so that a join reads consecutive
//! memory in both forms; the west is the mirrored east.
//!
//! Consecutive row sets share the southern rows and most of the northern ones, so slices are kept
//! within a memory limit. The least recently used one is dropped first.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::layout::{Layout, flip};

/// The largest quadrant that is tabulated.
pub(super) const MAX_HALF: usize = 13;

/// The number of partial boards of side 0 to [`MAX_HALF`]: m non-attacking queens on the h×h board,
/// summed over m. A test verifies the small values.
const OF_QUEENS: [u64; MAX_HALF + 1] = [
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

/// The numbers for amazons.
const OF_AMAZONS: [u64; MAX_HALF + 1] = [
    1,
    2,
    5,
    10,
    37,
    168,
    833,
    4608,
    28_923,
    204_056,
    1_591_575,
    13_426_100,
    121_866_433,
    1_173_737_836,
];

/// The number of partial boards of all slices.
pub(super) fn partial_boards(layout: Layout) -> u64 {
    if layout.amazons { OF_AMAZONS[layout.half] } else { OF_QUEENS[layout.half] }
}

/// The codes of the partial boards of one set of rows.
pub(super) struct Slice {
    /// Where the codes of a cell start: two numbers for each set of columns, without and with a
    /// queen on the long diagonal; and the end.
    starts: Vec<u32>,
    north: Form,
    south: Form,
}

/// The boards of a slice in one of its two forms.
struct Form {
    codes: Vec<u64>,
    /// The test words of amazons; empty for queens.
    tests: Vec<u64>,
}

/// Boards of one form: their codes, and what a join tests: test words, or the codes again.
#[derive(Clone, Copy)]
pub(super) struct Boards<'a, const AMAZONS: bool> {
    pub tests: &'a [u64],
    pub codes: &'a [u64],
}

/// The boards of a slice in one of its two forms, by cells.
#[derive(Clone, Copy)]
pub(super) struct Cells<'a, const AMAZONS: bool> {
    starts: &'a [u32],
    boards: Boards<'a, AMAZONS>,
}

/// The boards with one pair of row and column sets.
#[derive(Clone, Copy)]
pub(super) struct Cell<'a, const AMAZONS: bool> {
    boards: Boards<'a, AMAZONS>,
    clear: usize,
}

impl<'a, const AMAZONS: bool> Boards<'a, AMAZONS> {
    /// Queens have no separate test words.
    #[inline(always)]
    pub fn of(codes: &'a [u64], tests: &'a [u64]) -> Boards<'a, AMAZONS> {
        Boards { tests: if AMAZONS { tests } else { codes }, codes }
    }

    #[inline(always)]
    pub fn part(self, part: Range<usize>) -> Boards<'a, AMAZONS> {
        Boards::of(&self.codes[part.clone()], if AMAZONS { &self.tests[part] } else { &[] })
    }

    /// The test word and the code of each board.
    #[inline(always)]
    pub fn pairs(self) -> impl Iterator<Item = (u64, u64)> {
        self.tests.iter().copied().zip(self.codes.iter().copied())
    }

    #[inline(always)]
    pub fn len(self) -> usize {
        self.codes.len()
    }
}

impl<'a, const AMAZONS: bool> Cell<'a, AMAZONS> {
    #[inline(always)]
    pub fn all(self) -> Boards<'a, AMAZONS> {
        self.boards
    }

    /// The boards without a queen on the long diagonal.
    #[inline(always)]
    pub fn clear(self) -> Boards<'a, AMAZONS> {
        self.boards.part(0..self.clear)
    }

    /// The boards with a queen on the long diagonal.
    #[inline(always)]
    pub fn long(self) -> Boards<'a, AMAZONS> {
        self.boards.part(self.clear..self.boards.len())
    }
}

impl Slice {
    /// Tabulates the partial boards with a queen in each of the rows.
    pub fn new(layout: Layout, rows: u32) -> Slice {
        let half = layout.half;
        let mut walk =
            Walk { half, amazons: layout.amazons, queens: squares(layout), found: Vec::new() };
        walk.extend(rows, Partial::default(), Knights::default());
        let mut places = vec![0u32; 2 << half];
        walk.found.iter().for_each(|partial| places[walk.cell(partial)] += 1);
        let mut place = 0;
        for here in &mut places {
            place += std::mem::replace(here, place);
        }
        let starts = places.iter().copied().chain([place]).collect();
        let mut codes = vec![0; walk.found.len()];
        let mut columns = vec![0; if layout.amazons { codes.len() } else { 0 }];
        for partial in &walk.found {
            let place = &mut places[walk.cell(partial)];
            codes[*place as usize] = partial.code;
            if layout.amazons {
                columns[*place as usize] = partial.near;
            }
            *place += 1;
        }
        drop(walk);
        let form = |codes: Vec<u64>| {
            let tests =
                codes.iter().zip(&columns).map(|(&code, &near)| layout.test_word(code, near));
            Form { tests: tests.collect(), codes }
        };
        let turned =
            |&code: &u64| if layout.amazons { layout.upside_down(code) } else { flip(code) };
        let south = form(codes.iter().map(turned).collect());
        Slice { starts, north: form(codes), south }
    }

    pub fn bytes(&self) -> u64 {
        let words = self.north.codes.len() + self.north.tests.len();
        (4 * self.starts.len() + 16 * words) as u64
    }

    /// The size of all slices of a board in bytes.
    pub fn bytes_of_all(layout: Layout) -> u64 {
        let board = if layout.amazons { 32 } else { 16 };
        board * partial_boards(layout) + (4 << (2 * layout.half + 1))
    }

    /// The quadrants north of the middle.
    pub fn north<const AMAZONS: bool>(&self) -> Cells<'_, AMAZONS> {
        self.cells(&self.north)
    }

    /// The quadrants south of the middle.
    pub fn south<const AMAZONS: bool>(&self) -> Cells<'_, AMAZONS> {
        self.cells(&self.south)
    }

    fn cells<'a, const AMAZONS: bool>(&'a self, form: &'a Form) -> Cells<'a, AMAZONS> {
        Cells { starts: &self.starts, boards: Boards::of(&form.codes, &form.tests) }
    }
}

impl<'a, const AMAZONS: bool> Cells<'a, AMAZONS> {
    /// The boards with queens in these columns.
    #[inline(always)]
    pub fn of(self, columns: u32) -> Cell<'a, AMAZONS> {
        let at = (columns as usize) << 1;
        let border = |next| self.starts[at + next] as usize;
        let (start, long, end) = (border(0), border(1), border(2));
        Cell { boards: self.boards.part(start..end), clear: long - start }
    }
}

/// The bits that a queen adds to its board, for each square of a quadrant.
fn squares(layout: Layout) -> Vec<(u64, u32)> {
    let half = layout.half;
    let squares = (0..half * half).map(|at| (at / half, at % half));
    let added = |(row, column)| {
        let code = layout.queen(row, column);
        if !layout.amazons {
            return (code, 0);
        }
        (code | layout.near_row(row, column), layout.near_column(row, column))
    };
    squares.map(added).collect()
}

/// The enumeration of the partial boards of one set of rows.
struct Walk {
    half: usize,
    amazons: bool,
    /// The code of the queen of each square, and its column in near rows.
    queens: Vec<(u64, u32)>,
    found: Vec<Partial>,
}

/// Non-attacking queens: their columns and diagonals, the code, and the columns in the near rows.
#[derive(Clone, Copy, Default)]
struct Partial {
    columns: u32,
    sums: u32,
    differences: u32,
    near: u32,
    code: u64,
}

/// The squares that amazons attack by a knight's move, in the next row and in the one after that.
#[derive(Clone, Copy, Default)]
struct Knights {
    next: usize,
    squares: [u32; 2],
}

impl Knights {
    fn of(self, row: usize) -> u32 {
        self.squares.get(row - self.next).copied().unwrap_or_default()
    }

    fn with(self, row: usize, column: usize) -> Knights {
        let amazon = 1 << column;
        let beside = self.of(row + 1) | amazon << 2 | amazon >> 2;
        Knights { next: row + 1, squares: [beside, amazon << 1 | amazon >> 1] }
    }
}

impl Walk {
    fn extend(&mut self, rows: u32, partial: Partial, knights: Knights) {
        if rows == 0 {
            self.found.push(partial);
            return;
        }
        let row = rows.trailing_zeros() as usize;
        let (half, all) = (self.half, (1 << self.half) - 1);
        let attacked = partial.columns | partial.sums >> row | partial.differences >> (half - row);
        let mut free = all & !(attacked | knights.of(row));
        while free != 0 {
            let column = free.trailing_zeros() as usize;
            free &= free - 1;
            let (code, near) = self.queens[row * half + column];
            let next = Partial {
                columns: partial.columns | 1 << column,
                sums: partial.sums | 1 << (row + column),
                differences: partial.differences | 1 << (half + column - row),
                near: partial.near | near,
                code: partial.code | code,
            };
            let knights = if self.amazons { knights.with(row, column) } else { knights };
            self.extend(rows & (rows - 1), next, knights);
        }
    }

    /// The index of a partial board's cell: its columns, then whether a queen is on the long
    /// diagonal.
    fn cell(&self, partial: &Partial) -> usize {
        let long = partial.differences >> self.half & 1;
        (partial.columns << 1 | long) as usize
    }
}

/// A growing list of codes that a join can write to without asking for room each time.
#[derive(Default)]
pub(super) struct Codes {
    codes: Vec<u64>,
    len: usize,
}

impl Codes {
    /// Empties it; the memory stays.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[u64] {
        &self.codes[..self.len]
    }

    /// Space for `more` codes after the last one.
    #[inline(always)]
    pub fn room(&mut self, more: usize) -> &mut [u64] {
        if self.codes.len() - self.len < more {
            self.grow(more);
        }
        &mut self.codes[self.len..]
    }

    /// Takes the first `more` codes of the room as written.
    #[inline(always)]
    pub fn take(&mut self, more: usize) {
        debug_assert!(self.codes.len() - self.len >= more);
        self.len += more;
    }

    #[inline(always)]
    pub fn push(&mut self, code: u64) {
        self.room(1)[0] = code;
        self.take(1);
    }

    /// Keeps what something is made of, in its place.
    pub fn keep(&mut self, made: impl Fn(u64) -> Option<u64>) {
        let mut kept = 0;
        for at in 0..self.len {
            if let Some(code) = made(self.codes[at]) {
                self.codes[kept] = code;
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Appends the union of `with` and each code whose test word is disjoint from `attacked`.
    #[inline(always)]
    pub fn join<const AMAZONS: bool>(
        &mut self,
        with: u64,
        attacked: u64,
        boards: Boards<'_, AMAZONS>,
    ) {
        let room = &mut self.room(boards.len())[..boards.len()];
        let mut joined = 0;
        for (test, code) in boards.pairs() {
            // Without a branch: hardly one in ten outcomes could be foretold.
            room[joined] = code | with;
            joined += usize::from(test & attacked == 0);
        }
        self.take(joined);
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        self.codes.resize(2 * self.len + more + 4096, 0);
    }
}

/// The cached slices of a board.
pub(super) struct Slices {
    layout: Layout,
    /// The limit in bytes.
    cache_bytes: u64,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    slices: HashMap<u32, (Arc<Slice>, u64)>,
    bytes: u64,
    /// A clock that ticks with each request.
    now: u64,
}

impl Slices {
    /// An empty cache of at most `room` bytes.
    pub fn new(layout: Layout, cache_bytes: u64) -> Slices {
        Slices { layout, cache_bytes, kept: Mutex::default() }
    }

    /// The quadrant boards with a queen in each of these rows and in no other.
    #[inline(never)]
    pub fn get(&self, rows: u32) -> Arc<Slice> {
        if let Some(slice) = self.kept().find(rows) {
            return slice;
        }
        // Computed without the lock; two threads may compute the same slice.
        let slice = Arc::new(Slice::new(self.layout, rows));
        self.kept().keep(rows, &slice, self.cache_bytes);
        slice
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, rows: u32) -> Option<Arc<Slice>> {
        self.now += 1;
        let (slice, used) = self.slices.get_mut(&rows)?;
        *used = self.now;
        Some(Arc::clone(slice))
    }

    fn keep(&mut self, rows: u32, slice: &Arc<Slice>, cache_bytes: u64) {
        if slice.bytes() > cache_bytes || self.slices.contains_key(&rows) {
            return;
        }
        self.bytes += slice.bytes();
        while self.bytes > cache_bytes {
            let oldest = self.slices.iter().min_by_key(|(_, (_, used))| *used);
            let Some((&rows, _)) = oldest else { break };
            if let Some((slice, _)) = self.slices.remove(&rows) {
                self.bytes -= slice.bytes();
            }
        }
        self.slices.insert(rows, (Arc::clone(slice), self.now));
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, Layout, OF_AMAZONS, OF_QUEENS, Slice, Slices, flip, partial_boards};

    /// Counts partial boards without using codes.
    fn walk(half: usize, amazons: bool, queens: &mut Vec<(usize, usize)>, row: usize) -> u64 {
        if row == half {
            return 1;
        }
        let mut boards = walk(half, amazons, queens, row + 1);
        for column in 0..half {
            let free = |&(r, c): &(usize, usize)| {
                let (rows, columns) = (row - r, c.abs_diff(column));
                let knight = [(1, 2), (2, 1)].contains(&(rows, columns));
                columns != 0 && columns != rows && !(amazons && knight)
            };
            if queens.iter().all(free) {
                queens.push((row, column));
                boards += walk(half, amazons, queens, row + 1);
                queens.pop();
            }
        }
        boards
    }

    #[test]
    fn slices_store_every_partial_board_in_its_cell() {
        for half in 1..8 {
            for side in [2 * half, 2 * half + 1] {
                let queens = Layout::new(side, 1);
                hold_every_board(queens, OF_QUEENS[half]);
                hold_every_board(queens.with_amazons(), OF_AMAZONS[half]);
            }
        }
    }

    fn hold_every_board(layout: Layout, number: u64) {
        assert_eq!(walk(layout.half, layout.amazons, &mut Vec::new(), 0), number);
        assert_eq!(partial_boards(layout), number);
        let (mut boards, mut bytes, sets) = (0, 0, 1 << layout.half);
        for rows in 0..sets {
            let slice = Slice::new(layout, rows);
            bytes += slice.bytes();
            for columns in 0..sets {
                let [north, south] = [slice.north(), slice.south()]
                    .map(|form: Cells<'_, false>| form.of(columns).all());
                let turned = |&code: &u64| {
                    if layout.amazons { layout.upside_down(code) } else { flip(code) }
                };
                assert!(north.codes.iter().map(turned).eq(south.codes.iter().copied()));
                assert!(north.len() == 0 || rows.count_ones() == columns.count_ones());
                boards += north.len() as u64;
            }
        }
        assert_eq!(boards, number, "{layout:?}: every one in some cell");
        assert_eq!(bytes, Slice::bytes_of_all(layout) + (4 << layout.half));
    }

    #[test]
    fn the_least_recently_used_slice_is_dropped() {
        let layout = Layout::for_side(14, false);
        let bytes = |rows| super::Slice::new(layout, rows).bytes();
        let (first, second, third) = (0b111, 0b1011, 0b1_0011);
        let cache_bytes = bytes(first) + bytes(second) + bytes(third) - 1;
        let slices = Slices::new(layout, cache_bytes);
        let kept = || {
            let mut kept: Vec<u32> = slices.kept().slices.keys().copied().collect();
            kept.sort_unstable();
            assert!(slices.kept().bytes <= cache_bytes);
            kept
        };
        slices.get(first);
        slices.get(second);
        slices.get(first);
        assert_eq!(kept(), [first, second]);
        slices.get(third);
        assert_eq!(kept(), [first, third]);
        // A slice larger than the cache is computed each time.
        let none = Slices::new(layout, 0);
        assert_eq!(none.get(first).bytes(), bytes(first));
        assert!(none.kept().slices.is_empty());
    }
}
