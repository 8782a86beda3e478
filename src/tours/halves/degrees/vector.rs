//! `Degrees`: the number of edges that each cell of the frontier already has.

use std::collections::BTreeSet;

/// The degrees of the cells in the slots of a frontier. A cell is bare (no edge), an end (one edge)
/// or inner (two edges, complete). A slot without a cell counts as inner, because nothing may be
/// joined to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Degrees {
    pub ends: u32,
    /// The slots of inner cells and those without a cell.
    pub inner: u32,
}

impl Degrees {
    /// The degrees without any cell.
    pub fn vacant(slots: usize) -> Degrees {
        Degrees { ends: 0, inner: ((1u64 << slots) - 1) as u32 }
    }

    /// The number of paths. Each has two ends.
    #[inline(always)]
    pub fn pairs(self) -> usize {
        self.ends.count_ones() as usize / 2
    }
}

/// The number of slots in a set below this one.
#[inline(always)]
pub fn below(set: u32, slot: u32) -> usize {
    (set & ((1 << slot) - 1)).count_ones() as usize
}

/// Moves cells to other slots or permutes them.
///
/// Images of sets are looked up in tables of nine slots each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotMap {
    to: Vec<Option<u8>>,
    tables: Vec<[u32; 512]>,
    reverses: bool,
}

impl SlotMap {
    /// Moves the cell of each slot to the given slot, or removes it if none is given.
    pub fn new(to: Vec<Option<u8>>) -> SlotMap {
        let table = |slots: &[Option<u8>]| {
            std::array::from_fn(|set| {
                let chosen = slots.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0);
                chosen.filter_map(|(_, &to)| to).fold(0, |image, to| image | 1u32 << to)
            })
        };
        let distinct: BTreeSet<u8> = to.iter().filter_map(|&to| to).collect();
        assert_eq!(distinct.len(), to.iter().flatten().count(), "one cell to a slot: {to:?}");
        let reverses = to.windows(2).all(|two| two[1].is_some() && two[0] > two[1]);
        SlotMap { tables: to.chunks(9).map(table).collect(), reverses, to }
    }

    /// True if the map reverses the order of the cells.
    #[inline(always)]
    pub fn reverses(&self) -> bool {
        self.reverses
    }

    pub fn of(&self, slot: usize) -> Option<usize> {
        self.to[slot].map(usize::from)
    }

    #[inline(always)]
    pub fn set(&self, set: u32) -> u32 {
        let mut rest = set as usize;
        let mut image = 0;
        for table in &self.tables {
            image |= table[rest & 511];
            rest >>= 9;
        }
        image
    }

    /// The degrees after the move.
    #[inline(always)]
    pub fn degrees(&self, d: Degrees) -> Degrees {
        Degrees { ends: self.set(d.ends), inner: self.set(d.inner) }
    }

    /// For each end, in the order of the slots, the place of its image among the images.
    pub fn places(&self, ends: u32) -> Vec<u8> {
        let images = self.set(ends);
        let slots = (0..self.to.len()).filter(|slot| ends >> slot & 1 != 0);
        let place = |slot: usize| {
            let to = self.to[slot].expect("an end has an image");
            super::below(images, u32::from(to)) as u8
        };
        slots.map(place).collect()
    }

    pub fn commutes_with(&self, other: &SlotMap) -> bool {
        let then = |a: &SlotMap, b: &SlotMap, slot| a.of(slot).and_then(|slot| b.of(slot));
        (0..self.to.len()).all(|slot| then(self, other, slot) == then(other, self, slot))
    }

    pub fn is_involution(&self) -> bool {
        (0..self.to.len()).all(|slot| self.of(slot).and_then(|to| self.of(to)) == Some(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::{Degrees, SlotMap};

    #[test]
    fn slot_maps_move_cells_to_their_images() {
        let map = SlotMap::new([3, 2, 0, 1].map(Some).to_vec());
        let d = Degrees { ends: 0b0101, inner: 0b1000 };
        assert_eq!(map.degrees(d), Degrees { ends: 0b1001, inner: 0b0010 });
        assert_eq!(map.places(0b0111), [2, 1, 0]);
        assert!(!map.is_involution());
        let turned = SlotMap::new([3, 2, 1, 0].map(Some).to_vec());
        assert!(turned.reverses() && !map.reverses());
        assert!(turned.is_involution() && !turned.commutes_with(&map));
        assert!(map.commutes_with(&map));
    }

    #[test]
    fn wide_frontiers_use_several_tables() {
        let map = SlotMap::new((0..18).map(|slot| Some(17 - slot)).collect());
        assert_eq!(map.set(0b11 << 8 | 1), 0b11 << 8 | 1 << 17);
        assert!(map.is_involution());
    }
}
