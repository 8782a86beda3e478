//! What the inner loops read and write: tables of lanes, and counters.

use super::class::Row;
use super::slots::{CELLS, Slots};
use crate::queens::lanes::Lanes;

/// Rows of a table: two columns of four bits.
pub(super) const ENTRIES: usize = 256;

/// How often something was found, for each of the cells of a slab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Counters(pub [u16; CELLS]);

impl Counters {
    pub const ZERO: Counters = Counters([0; CELLS]);
}

/// The lanes whose boards leave two squares free, by the squares: one table for the first two
/// rows of a rest, one for the others.
pub(super) struct Tables {
    pub first: [Lanes; ENTRIES],
    pub second: [Lanes; ENTRIES],
}

impl Tables {
    /// The lanes that an item lets pass.
    #[inline(always)]
    pub fn of(&self, item: u32) -> Lanes {
        let first = &self.first[(item as u16 >> 6) as usize % ENTRIES];
        first.and(&self.second[(item >> 22) as usize % ENTRIES])
    }

    /// One word of them.
    #[inline(always)]
    pub fn word(&self, item: u32, word: usize) -> u64 {
        let first = &self.first[(item as u16 >> 6) as usize % ENTRIES];
        first.0[word] & self.second[(item >> 22) as usize % ENTRIES].0[word]
    }
}

/// The boards of a sieve: the tables, and what cells their lanes are of.
pub(super) type Standing<'a> = (&'a Tables, &'a Slots);

/// Squares of a row one of which a board must leave free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    pub row: Row,
    pub free: u32,
}
