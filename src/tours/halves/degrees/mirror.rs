//! `Mirror`: which of two groups that are images of each other is stored.

use super::numbering::Numbering;
use super::vector::{Degrees, SlotMap};

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
    use super::{Mirror, SlotMap};

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
