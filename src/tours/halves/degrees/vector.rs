//! `Degrees`: the number of edges that each cell of the frontier already has.

use std::collections::BTreeSet;

use super::numbering::Numbering;

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

/// The mirror of a layer that is its own image. Of two groups that are images of each other, one is
/// stored: the one with the lesser degrees, where the slots in `first` are compared before all
/// others.
///
/// The steps before the layer should not touch the slots in `first`. Then these slots determine
/// before these steps which groups lead to stored ones, and the other groups are never made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// The image of each slot.
    pub slots: SlotMap,
    /// A set of slots that is its own image.
    first: u32,
}

/// The stored representative of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The number of the stored degrees.
    pub number: usize,
    pub degrees: Degrees,
    pub mirrored: bool,
}

/// The stored representative of degrees in a layer with or without a mirror; none if the layer
/// cannot have them.
#[inline(always)]
pub fn stored(mirror: Option<&Mirror>, numbers: &Numbering, d: Degrees) -> Option<Stored> {
    match mirror {
        Some(mirror) => mirror.stored(numbers, d),
        None => Some(Stored { number: numbers.find(d)?, degrees: d, mirrored: false }),
    }
}

impl Mirror {
    /// A mirror that compares the slots of `first` before others, as far as their images are also
    /// in `first`.
    pub fn new(slots: SlotMap, first: u32) -> Mirror {
        let first = first & slots.set(first);
        Mirror { first: first & slots.set(first), slots }
    }

    #[inline(always)]
    fn stored(&self, numbers: &Numbering, d: Degrees) -> Option<Stored> {
        let image = self.slots.degrees(d);
        let own = Stored { number: 0, degrees: d, mirrored: false };
        let other = Stored { number: 0, degrees: image, mirrored: true };
        let [a, b] = [d, image].map(|d| {
            let [ends, inner] = [d.ends, d.inner].map(|set| u64::from(set & self.first));
            ends << 32 | inner
        });
        if a == b {
            let (a, b) = (numbers.find(d)?, numbers.find(image)?);
            let chosen = if a <= b { own } else { other };
            return Some(Stored { number: a.min(b), ..chosen });
        }
        let chosen = if a < b { own } else { other };
        Some(Stored { number: numbers.find(chosen.degrees)?, ..chosen })
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbering::{DegreeConstraints, Numbering};
    use super::{Degrees, Mirror, SlotMap};

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

    #[test]
    fn one_of_two_images_is_stored() {
        let numbers = Numbering::new(&DegreeConstraints { slots: 6, vacant: 0, colours: None });
        let slots = SlotMap::new([5, 3, 2, 1, 4, 0].map(Some).to_vec());
        // The third set has slots whose images are not in it.
        for (first, kept) in
            [(0, 0), (0b10_0001, 0b10_0001), (0b00_0111, 0b00_0100), (!0, 0b11_1111)]
        {
            let mirror = Mirror::new(slots.clone(), first);
            assert_eq!(mirror.first, kept);
            let mut halves = 0;
            for number in 0..numbers.len() {
                let d = numbers.degrees(number);
                let stored = |d| mirror.stored(&numbers, d).expect("all are possible");
                let (own, other) = (stored(d), stored(slots.degrees(d)));
                assert_eq!((own.number, own.degrees), (other.number, other.degrees));
                assert_eq!(own.degrees, if own.mirrored { slots.degrees(d) } else { d });
                assert_eq!(numbers.number(own.degrees), own.number);
                halves += usize::from(!own.mirrored);
            }
            // Two cells are fixed and two pairs are exchanged: 9 times 9 vectors are their own
            // images.
            assert_eq!(halves, (numbers.len() + 81) / 2);
        }
    }
}
