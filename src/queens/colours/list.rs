//! `Boards`: the boards of a class with queens in given rows, sorted by their columns.

use std::ops::Range;

use super::class::{Board, Class, Row};
use super::slots::CELLS;

/// Boards that are processed between two beats.
const STRETCH: usize = 1 << 20;

/// All boards of a class with queens in given rows whose set of columns is wanted, grouped by this
/// set.
#[derive(Debug)]
pub(super) struct Boards {
    /// The sets of columns that occur, the most frequent first: the cells.
    pub sets: Vec<u32>,
    /// Where the boards of each cell begin, followed by the total.
    pub starts: Vec<usize>,
    listed: Listed,
    /// The cell of each set, or an invalid number.
    cell: Vec<u32>,
}

impl Boards {
    /// The boards whose set of columns passes `takes`.
    pub fn new(class: Class, rows: &[Row], takes: impl Fn(u32) -> bool) -> Boards {
        let mut sizes = vec![0u32; 1 << class.columns];
        class.each(rows, Board::default(), &mut |board| sizes[board.columns as usize] += 1);
        let mut sets: Vec<u32> =
            (0..1 << class.columns).filter(|&set| sizes[set as usize] > 0 && takes(set)).collect();
        sets.sort_by_key(|&set| std::cmp::Reverse(sizes[set as usize]));
        let mut starts = vec![0];
        let mut cell = vec![u32::MAX; 1 << class.columns];
        let mut next = Vec::new();
        for (place, &set) in (0..).zip(&sets) {
            cell[set as usize] = place;
            next.push(starts[place as usize]);
            starts.push(starts[place as usize] + sizes[set as usize] as usize);
        }
        let len = starts[sets.len()];
        let mut listed = Listed::default();
        let [sums, differences, cells] = listed.space(len);
        class.each(rows, Board::default(), &mut |board| {
            let cell = cell[board.columns as usize];
            if cell != u32::MAX {
                let at = &mut next[cell as usize];
                sums[*at] = board.diagonals as u32;
                differences[*at] = (board.diagonals >> 32) as u32;
                cells[*at] = cell;
                *at += 1;
            }
        });
        listed.take(len);
        Boards { sets, starts, listed, cell }
    }

    pub fn all(&self) -> Slice<'_> {
        self.listed.boards()
    }

    /// The boards of some slabs of cells.
    pub fn slabs(&self, slabs: Range<usize>) -> Slice<'_> {
        self.all().range(self.start(slabs.start)..self.start(slabs.end))
    }

    /// The end of the slabs, starting with `slab`, that are processed together.
    pub fn stretch(&self, slab: usize, most: usize) -> usize {
        let mut end = slab + 1;
        while end < most && self.start(end + 1) - self.start(slab) <= STRETCH {
            end += 1;
        }
        end
    }

    /// Where the boards of a slab begin.
    fn start(&self, slab: usize) -> usize {
        self.starts[self.sets.len().min(slab * CELLS)]
    }

    /// The cell of a set of columns, if boards have it.
    pub fn cell(&self, set: u32) -> Option<usize> {
        Some(self.cell[set as usize] as usize).filter(|&cell| cell < self.sets.len())
    }
}

/// Some boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice<'a> {
    /// The diagonals of the two directions.
    pub sums: &'a [u32],
    pub differences: &'a [u32],
    /// The cells.
    pub cells: &'a [u32],
}

impl<'a> Slice<'a> {
    #[inline(always)]
    pub fn len(self) -> usize {
        self.cells.len()
    }

    #[inline(always)]
    pub fn range(self, range: Range<usize>) -> Slice<'a> {
        let of = |column: &'a [u32]| &column[range.clone()];
        Slice { sums: of(self.sums), differences: of(self.differences), cells: of(self.cells) }
    }

    /// Consecutive parts of at most `most` boards.
    #[inline(always)]
    pub fn chunks(self, most: usize) -> impl Iterator<Item = Slice<'a>> {
        let ends = move |at: usize| at..self.len().min(at + most);
        (0..self.len()).step_by(most).map(move |at| self.range(ends(at)))
    }

    /// The diagonals of each as a word, differences in the upper half.
    #[inline(always)]
    pub fn diagonals(self) -> impl Iterator<Item = u64> + 'a {
        let word = |(&sums, &differences)| u64::from(sums) | u64::from(differences) << 32;
        self.sums.iter().zip(self.differences).map(word)
    }
}

/// The boards of a list or a sift. Memory is reused.
#[derive(Debug, Default)]
pub(super) struct Listed {
    sums: Vec<u32>,
    differences: Vec<u32>,
    cells: Vec<u32>,
    len: usize,
}

impl Listed {
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn boards(&self) -> Slice<'_> {
        let Listed { sums, differences, cells, len } = self;
        Slice { sums: &sums[..*len], differences: &differences[..*len], cells: &cells[..*len] }
    }

    /// Space for `most` boards from the beginning.
    #[inline(always)]
    pub fn space(&mut self, most: usize) -> [&mut [u32]; 3] {
        [&mut self.sums, &mut self.differences, &mut self.cells].map(|column| {
            if column.len() < most {
                column.resize(most, 0);
            }
            &mut column[..most]
        })
    }

    /// Declares the first `len` boards of the space as written.
    #[inline(always)]
    pub fn take(&mut self, len: usize) {
        debug_assert!(len <= self.cells.len());
        self.len = len;
    }
}
