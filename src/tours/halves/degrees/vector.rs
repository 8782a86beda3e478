//! `Degrees`: how many edges each cell of the frontier has already.

use std::collections::BTreeSet;

use super::numbering::Numbering;

/// The degrees of the cells in the slots of a frontier. A cell is bare (no edge), an end (one)
/// or inner (two, done). A slot without a cell counts as inner, as nothing may be joined to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Degrees {
    /// The slots of the ends.
    pub ends: u32,
    /// The slots of the inner cells, and those without a cell.
    pub inner: u32,
}

impl Degrees {
    /// No slot holds a cell.
    pub fn vacant(slots: usize) -> Degrees {
        Degrees { ends: 0, inner: ((1u64 << slots) - 1) as u32 }
    }

    /// The number of paths: each has two ends.
    #[inline(always)]
    pub fn pairs(self) -> usize {
        self.ends.count_ones() as usize / 2
    }
}

/// How many slots of a set come before this one.
#[inline(always)]
pub fn below(set: u32, slot: u32) -> usize {
    (set & ((1 << slot) - 1)).count_ones() as usize
}

/// Takes the cells of some slots to other slots, or to the same ones in another order.
///
/// Sets of slots are mapped by tables for nine slots each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotMap {
    to: Vec<Option<u8>>,
    tables: Vec<[u32; 512]>,
    reverses: bool,
}

impl SlotMap {
    /// From each slot to the one that is named; a cell in a slot without a name is lost.
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

    /// True if the cells come into the opposite order.
    #[inline(always)]
    pub fn reverses(&self) -> bool {
        self.reverses
    }

    /// Where the cell of a slot goes.
    pub fn of(&self, slot: usize) -> Option<usize> {
        self.to[slot].map(usize::from)
    }

    /// The image of a set of slots.
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

    /// Degrees with each cell in its new slot.
    #[inline(always)]
    pub fn degrees(&self, d: Degrees) -> Degrees {
        Degrees { ends: self.set(d.ends), inner: self.set(d.inner) }
    }

    /// For each end, in the order of the slots, the place of its image among the images.
    pub fn places(&self, ends: u32) -> Vec<u8> {
        let images = self.set(ends);
        let slots = (0..self.to.len()).filter(|slot| ends >> slot & 1 != 0);
        let place = |slot: usize| {
            let to = self.to[slot].expect("an end has a slot to go to");
            super::below(images, u32::from(to)) as u8
        };
        slots.map(place).collect()
    }

    /// True if doing this and then `other` is the same as doing them the other way around.
    pub fn commutes_with(&self, other: &SlotMap) -> bool {
        let then = |a: &SlotMap, b: &SlotMap, slot| a.of(slot).and_then(|slot| b.of(slot));
        (0..self.to.len()).all(|slot| then(self, other, slot) == then(other, self, slot))
    }

    /// True if doing it twice changes nothing.
    pub fn is_involution(&self) -> bool {
        (0..self.to.len()).all(|slot| self.of(slot).and_then(|to| self.of(to)) == Some(slot))
    }
}

/// How a mirror exchanges the slots of a layer that is its own image. Of two groups that are each
/// other's images one is stored: the one whose degrees come first, and those in `first` are looked
/// at before all others.
///
/// What the steps before the layer leave alone is what should be looked at first: then it is known
/// before these steps which groups lead to what is stored, and the others are never made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// From each slot to that of its image.
    pub slots: SlotMap,
    /// Slots that are exchanged among themselves.
    first: u32,
}

/// What stands for a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The number by which it is stored.
    pub number: usize,
    /// The degrees that have it.
    pub degrees: Degrees,
    /// True if these are the mirror image.
    pub mirrored: bool,
}

/// What stands for degrees of a layer with a mirror, or without, if it can have them.
#[inline(always)]
pub fn stored(mirror: Option<&Mirror>, numbers: &Numbering, d: Degrees) -> Option<Stored> {
    match mirror {
        Some(mirror) => mirror.stored(numbers, d),
        None => Some(Stored { number: numbers.find(d)?, degrees: d, mirrored: false }),
    }
}

impl Mirror {
    /// Of these slots it looks at those first, as far as their images are among them.
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
    use super::super::numbering::{Known, Numbering};
    use super::{Degrees, Mirror, SlotMap};

    #[test]
    fn cells_go_where_they_are_sent() {
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
    fn wide_frontiers_take_several_tables() {
        let map = SlotMap::new((0..18).map(|slot| Some(17 - slot)).collect());
        assert_eq!(map.set(0b11 << 8 | 1), 0b11 << 8 | 1 << 17);
        assert!(map.is_involution());
    }

    #[test]
    fn two_images_are_stored_as_one() {
        let numbers = Numbering::new(&Known { slots: 6, vacant: 0, colours: None });
        let slots = SlotMap::new([5, 3, 2, 1, 4, 0].map(Some).to_vec());
        // The first slots of the third are no images of each other.
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
            // Two cells stay where they are, two pairs are exchanged: 9 times 9 are their own images.
            assert_eq!(halves, (numbers.len() + 81) / 2);
        }
    }
}
