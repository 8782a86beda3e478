//! `Mirror`: a symmetry of a layer, and which of two images is stored.

use super::numbering::Numbering;
use super::slot_map::SlotMap;
use super::vector::Degrees;

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
    use super::{Mirror, SlotMap};

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
