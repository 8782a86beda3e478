//! `Base3`: degrees as numbers, a digit for each slot.

use super::vector::Degrees;

/// Slots that a number of 32 bits has digits for: sets of them are bitmaps of 3^20 bits, 436 MB.
pub const MOST_SLOTS: usize = 20;

/// Degrees of so many slots as numbers in base 3: 0 for bare, 1 for an end, 2 for inner.
///
/// Both ways go by tables for the lower and the upper half of the slots.
#[derive(Debug)]
pub struct Base3 {
    slots: usize,
    low: usize,
    power: usize,
    /// The sum of 3^slot over the slots of a set.
    low_sums: Vec<u32>,
    high_sums: Vec<u32>,
    low_digits: Vec<Degrees>,
    high_digits: Vec<Degrees>,
}

impl Base3 {
    /// Numbers for so many slots, at most [`MOST_SLOTS`].
    pub fn new(slots: usize) -> Base3 {
        assert!(slots <= MOST_SLOTS, "numbers have 32 bits");
        let low = slots / 2;
        let sums = |first: usize, count: usize| -> Vec<u32> {
            let sum = |set: usize| {
                let slots = (0..count).filter(|slot| set >> slot & 1 != 0);
                slots.map(|slot| 3u32.pow((first + slot) as u32)).sum()
            };
            (0..1usize << count).map(sum).collect()
        };
        let digits = |first: usize, count: usize| -> Vec<Degrees> {
            let degrees = |number: usize| {
                (0..count).fold(Degrees::default(), |d, slot| {
                    let digit = number / 3usize.pow(slot as u32) % 3;
                    let bit = |wanted| u32::from(digit == wanted) << (first + slot);
                    Degrees { ends: d.ends | bit(1), inner: d.inner | bit(2) }
                })
            };
            (0..3usize.pow(count as u32)).map(degrees).collect()
        };
        Base3 {
            slots,
            low,
            power: 3usize.pow(low as u32),
            low_sums: sums(0, low),
            high_sums: sums(low, slots - low),
            low_digits: digits(0, low),
            high_digits: digits(low, slots - low),
        }
    }

    /// One more than the largest number.
    pub fn len(&self) -> usize {
        Base3::bound(self.slots)
    }

    /// How many numbers there are for so many slots.
    pub fn bound(slots: usize) -> usize {
        3usize.pow(slots as u32)
    }

    /// The number of these degrees.
    #[inline(always)]
    pub fn number(&self, d: Degrees) -> usize {
        let sum = |set: u32| {
            let low = set as usize & ((1 << self.low) - 1);
            self.low_sums[low] + self.high_sums[set as usize >> self.low]
        };
        (sum(d.ends) + 2 * sum(d.inner)) as usize
    }

    /// The degrees of this number.
    #[inline(always)]
    pub fn degrees(&self, number: usize) -> Degrees {
        let (a, b) = (self.low_digits[number % self.power], self.high_digits[number / self.power]);
        Degrees { ends: a.ends | b.ends, inner: a.inner | b.inner }
    }
}

#[cfg(test)]
mod tests {
    use super::Base3;

    #[test]
    fn degrees_and_numbers_are_inverse() {
        for slots in 0..8 {
            let base = Base3::new(slots);
            for number in 0..base.len() {
                let d = base.degrees(number);
                assert_eq!(d.ends & d.inner, 0);
                assert_eq!(base.number(d), number, "{d:?}");
            }
        }
    }
}
