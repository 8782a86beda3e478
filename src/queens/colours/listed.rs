//! `Listed`, `Slice`: boards as a structure of three arrays of 32 bits. A vector holds twice as
//! many of these as of 64-bit words with both kinds of diagonals.

use std::ops::Range;

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
    /// The number of boards.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.cells.len()
    }

    /// The boards of a range.
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
    /// The number of boards.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The boards.
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
