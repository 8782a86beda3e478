//! `Slots`: which lanes of a sieve stand for which cell of its slab.
//!
//! A slot is eight lanes, a byte of a row of a table: eight boards of one cell. In the first half
//! of a row each cell has a slot of its own; a cell with more boards takes up to three of the
//! second half, as they come, from the sixteen that stand for its sixteen cells: so that one
//! shuffle inside sixteen bytes brings their sums to the cell's.

/// Cells whose boards are tested at a time in a sieve.
pub(super) const CELLS: usize = 32;
/// Boards of a slot.
pub(super) const EACH: usize = 8;
/// Slots that a cell may have in the second half.
pub(super) const FURTHER: usize = 3;
/// What a shuffle makes 0.
const NONE: u8 = 0x80;
/// Bytes that are shuffled among themselves.
const GROUP: usize = 16;

/// The slots of the second half, by cell.
#[repr(align(32))]
pub(super) struct Slots {
    /// For each cell, in the place of its own slot, which of the sixteen are its.
    further: [[u8; CELLS]; FURTHER],
    /// How many of each sixteen are taken.
    taken: [u8; CELLS / GROUP],
}

impl Slots {
    /// None is taken.
    pub const FREE: Slots = Slots { further: [[NONE; CELLS]; FURTHER], taken: [0; 2] };

    /// The cell's own slot. Counters of 16 bits are unpacked from bytes in groups of eight, so
    /// cells 0 to 7 and 16 to 23 stand together, and the others.
    #[inline(always)]
    pub fn own(cell: usize) -> usize {
        (cell & 7) | ((cell & 8) << 1) | ((cell & 16) >> 1)
    }

    /// Another slot for a cell, its `nth`, if one is left.
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

    /// Which bytes of the second half are shuffled to the cells, for each of their slots.
    #[inline(always)]
    pub fn further(&self) -> &[[u8; CELLS]; FURTHER] {
        &self.further
    }

    /// What all slots of a cell have found.
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

#[cfg(test)]
mod tests {
    use super::{CELLS, FURTHER, GROUP, Slots};

    /// Whatever is asked for, no slot has two cells, and a cell's sum is that of its slots.
    #[test]
    fn every_slot_is_of_one_cell() {
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
            assert!(of[CELLS..].iter().all(Option::is_some), "they are asked for more");
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

    #[test]
    fn one_further_slot_of_any_cell_makes_the_sums_wide() {
        for cell in 0..CELLS {
            let mut slots = Slots::FREE;
            assert!(slots.take(cell, 0).is_some() && slots.is_wide(), "{cell}");
        }
    }
}
