//! `Machine`: the inner loops of the method for one kind of processor.

use super::class::Row;
use super::listed::{Listed, Slice};
use super::slots::{CELLS, Slots};
use crate::queens::lanes::{Lanes, transpose};

/// Rows of a table: two columns of four bits.
pub(super) const ENTRIES: usize = 256;

/// A counter for each cell of a slab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Counters(pub [u16; CELLS]);

impl Counters {
    pub const ZERO: Counters = Counters([0; CELLS]);
}

/// The lanes whose boards leave two squares free, by the squares: one table for the first two rows
/// of a rest, one for the others.
pub(super) struct Tables {
    pub first: [Lanes; ENTRIES],
    pub second: [Lanes; ENTRIES],
}

impl Tables {
    /// The lanes that pass an item.
    #[inline(always)]
    pub fn of(&self, item: u32) -> Lanes {
        let first = &self.first[(item as u16 >> 6) as usize % ENTRIES];
        first.and(&self.second[(item >> 22) as usize % ENTRIES])
    }

    /// One word of these lanes.
    #[inline(always)]
    pub fn word(&self, item: u32, word: usize) -> u64 {
        let first = &self.first[(item as u16 >> 6) as usize % ENTRIES];
        first.0[word] & self.second[(item >> 22) as usize % ENTRIES].0[word]
    }
}

/// The boards of a sieve: the tables, and the assignment of lanes to cells.
pub(super) type Standing<'a> = (&'a Tables, &'a Slots);

/// Squares of a row of which a board must leave at least one free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    pub row: Row,
    pub free: u32,
}

/// A piece of work to be compiled for a machine.
pub(super) trait Job {
    /// The result.
    type Output;
    /// Does the work; inlined into [`Machine::enter`].
    fn run(self, machine: impl Machine) -> Self::Output;
}

/// The inner loops for one kind of processor. Every machine gives the same results.
pub(super) trait Machine: Copy {
    /// Runs a job compiled with the processor's instructions.
    fn enter<T: Job>(self, job: T) -> T::Output;

    /// Keeps the boards that have none of these diagonals and leave a square of each check free.
    /// There are at most as many checks as a rest has rows.
    #[inline(always)]
    fn sift(self, boards: Slice<'_>, diagonals: u64, checks: &[Check], kept: &mut Listed) {
        let [sums, differences, cells] = kept.space(boards.len());
        let mut len = 0;
        for (at, board) in boards.diagonals().enumerate() {
            if board & diagonals == 0 {
                // Branch-free: most boards pass most checks.
                (sums[len], differences[len]) = (boards.sums[at], boards.differences[at]);
                cells[len] = boards.cells[at];
                let passed = |check: &Check| check.free & check.row.free_of(board) != 0;
                len += usize::from(checks.iter().fold(true, |all, check| all & passed(check)));
            }
        }
        kept.take(len);
    }

    /// Transposes each of the eight 64×64 bit matrices formed by the rows' words.
    #[inline(always)]
    fn transpose(self, rows: &mut [Lanes; 64]) {
        transpose(rows);
    }

    /// For each run of items, adds to its counters the number of lanes of each cell that pass its
    /// items. Counters hold up to 2^16 - 1.
    fn sieve(self, standing: Standing<'_>, items: &[u32], runs: &[u32], counts: &mut [Counters]);

    /// Transposes a tile: its rows, at most as many as it has columns, become columns.
    #[inline(always)]
    fn turn<'a>(self, rows: impl Iterator<Item = &'a Counters>, tile: &mut [Counters; CELLS]) {
        for (at, row) in rows.enumerate() {
            for (to, &count) in tile.iter_mut().zip(&row.0) {
                to.0[at] = count;
            }
        }
    }

    /// Prefetches counters that will be incremented soon.
    #[inline(always)]
    fn fetch(self, _: &[Counters], _: usize) {}

    /// For each item, the set of words in which any lane passes.
    #[inline(always)]
    fn passing(self, tables: &Tables, items: &[u32], words: &mut [u8]) {
        for (words, &item) in words.iter_mut().zip(items) {
            let lanes = tables.of(item);
            *words = (0..).zip(lanes.0).fold(0, |set, (at, word)| set | u8::from(word != 0) << at);
        }
    }
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Machine for Portable {
    fn enter<T: Job>(self, job: T) -> T::Output {
        job.run(self)
    }

    /// Sums of four bits hold three items, and sums of a byte a run of up to 24 (the ways to
    /// distribute a rest's columns among its rows). So bits are added in steps, few for each item.
    #[inline(always)]
    fn sieve(
        self,
        (tables, slots): Standing<'_>,
        mut items: &[u32],
        runs: &[u32],
        counts: &mut [Counters],
    ) {
        for &run in runs {
            let (here, left) = items.split_at((run >> 16) as usize);
            items = left;
            let mut bytes = [0u64; 8];
            for three in here.chunks(3) {
                let mut nibbles = [0u64; 8];
                for &item in three {
                    for (sum, word) in nibbles.iter_mut().zip(tables.of(item).0) {
                        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
                        let low = pairs & 0x3333_3333_3333_3333;
                        *sum += low + (pairs >> 2 & 0x3333_3333_3333_3333);
                    }
                }
                for (sum, word) in bytes.iter_mut().zip(nibbles) {
                    *sum += (word & 0x0f0f_0f0f_0f0f_0f0f) + (word >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
                }
            }
            let mut found = [0; 2 * CELLS];
            for (found, word) in found.as_chunks_mut().0.iter_mut().zip(bytes) {
                *found = word.to_le_bytes();
            }
            for (cell, counter) in counts[run as u16 as usize].0.iter_mut().enumerate() {
                *counter = counter.saturating_add(slots.sum(cell, &found));
            }
        }
    }
}
