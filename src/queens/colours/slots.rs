//! `Slots`: the assignment of a sieve's lanes to the cells of its slab.
//!
//! A slot is eight lanes, a byte of a table row: eight boards of one cell. In the first half of a
//! row each cell has its own slot. A cell with more boards takes up to three slots of the second
//! half, first come, first served, from the sixteen that belong to its group of sixteen cells: one
//! shuffle within sixteen bytes then adds their sums to the cell's.

use super::class::Row;
use crate::queens::lanes::Lanes;

/// Cells whose boards are tested together in a sieve.
pub(super) const CELLS: usize = 32;
/// Boards of a slot.
pub(super) const EACH: usize = 8;
/// Slots that a cell may have in the second half.
pub(super) const FURTHER: usize = 3;
/// A shuffle index that gives 0.
const NONE: u8 = 0x80;
/// Bytes within which a shuffle works.
const GROUP: usize = 16;

/// The slots of the second half, by cell.
#[repr(align(32))]
pub(super) struct Slots {
    /// For each cell, at the index of its own slot, its slots among the sixteen.
    further: [[u8; CELLS]; FURTHER],
    /// How many slots of each group of sixteen are taken.
    taken: [u8; CELLS / GROUP],
}

impl Slots {
    /// No slot is taken.
    pub const FREE: Slots = Slots { further: [[NONE; CELLS]; FURTHER], taken: [0; 2] };

    /// The cell's own slot. Counters of 16 bits are unpacked from bytes in groups of eight, so
    /// cells 0 to 7 and 16 to 23 are adjacent, as are the others.
    #[inline(always)]
    pub fn own(cell: usize) -> usize {
        (cell & 7) | ((cell & 8) << 1) | ((cell & 16) >> 1)
    }

    /// Another slot for a cell, its `nth`, if any is left.
    #[inline(always)]
    pub fn take(&mut self, cell: usize, nth: usize) -> Option<usize> {
        let own = Slots::own(cell % CELLS);
        let taken = &mut self.taken[own / GROUP];
        if nth >= FURTHER || usize::from(*taken) == GROUP {
            return None;
        }
        self.further[nth][own] = *taken;
        *taken += 1;
        Some(CELLS + own / GROUP * GROUP + usize::from(*taken) - 1)
    }

    /// True if a slot of the second half is taken.
    #[inline(always)]
    pub fn is_wide(&self) -> bool {
        self.taken != [0; 2]
    }

    /// The shuffle indices of the second half, for each further slot.
    #[inline(always)]
    pub fn further(&self) -> &[[u8; CELLS]; FURTHER] {
        &self.further
    }

    /// The sum over all slots of a cell.
    #[inline(always)]
    pub fn sum(&self, cell: usize, found: &[u8; 2 * CELLS]) -> u16 {
        let own = Slots::own(cell);
        let further = self.further.iter().map(|places| places[own]).filter(|&place| place != NONE);
        let base = CELLS + own / GROUP * GROUP;
        further.fold(u16::from(found[own]), |sum, place| {
            sum + u16::from(found[base + usize::from(place)])
        })
    }
}

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
pub(super) type Sieve<'a> = (&'a Tables, &'a Slots);

/// Squares of a row one of which a board must leave free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Check {
    pub row: Row,
    pub free: u32,
}

#[cfg(test)]
mod tests {
    use super::{CELLS, FURTHER, GROUP, Slots};

    /// Whatever the requests, no slot belongs to two cells, and a cell's sum is that of its slots.
    #[test]
    fn every_slot_belongs_to_one_cell() {
        for step in [1, 3, 7, 13] {
            let mut slots = Slots::FREE;
            let mut of = [None; 2 * CELLS];
            for cell in 0..CELLS {
                assert_eq!(of[Slots::own(cell)].replace(cell), None);
            }
            assert!(!slots.is_wide());
            for cell in (0..CELLS).map(|at| at * step % CELLS) {
                for nth in 0..cell % 5 {
                    let Some(slot) = slots.take(cell, nth) else { break };
                    assert_eq!(of[slot].replace(cell), None);
                }
            }
            assert!(slots.is_wide());
            assert!(of[CELLS..].iter().all(Option::is_some), "more slots are requested");
            let found: [u8; 2 * CELLS] = std::array::from_fn(|slot| slot as u8 * 3);
            for cell in 0..CELLS {
                let all = (0..).zip(&of).filter(|(_, of)| **of == Some(cell));
                let expected: u16 = all.map(|(slot, _)| u16::from(found[slot])).sum();
                assert_eq!(slots.sum(cell, &found), expected);
            }
            assert_eq!(slots.take(0, FURTHER), None);
            assert_eq!(slots.taken, [GROUP as u8; 2]);
        }
    }
}
