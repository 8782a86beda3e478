//! Patterns: what the degrees of a few slots are, as numbers.

use crate::tours::halves::degrees::Degrees;

/// What is told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Ends from all others: numbers in base 2.
    Ends,
    /// Bare cells, ends and inner ones: numbers in base 3.
    Degrees,
}

impl By {
    fn base(self) -> usize {
        match self {
            By::Ends => 2,
            By::Degrees => 3,
        }
    }

    /// Slots that are told apart at most: there is a table of all patterns.
    pub fn most_slots(self) -> usize {
        match self {
            By::Ends => 20,
            By::Degrees => 12,
        }
    }

    /// How many patterns there are of so many slots.
    pub fn patterns(self, slots: usize) -> usize {
        self.base().pow(slots as u32)
    }

    /// The digits of some slots, the first one the least.
    #[inline(always)]
    pub fn pattern(self, slots: &[usize], d: Degrees) -> usize {
        let digit = |slot: usize| match self {
            By::Ends => (d.ends >> slot & 1) as usize,
            By::Degrees => (d.ends >> slot & 1) as usize + 2 * (d.inner >> slot & 1) as usize,
        };
        slots.iter().rev().fold(0, |number, &slot| self.base() * number + digit(slot))
    }

    /// For each pattern of these slots the least one that symmetries make of it, given what they
    /// make of degrees; the slots are their own images.
    pub fn least_images<I: Iterator<Item = Degrees>>(
        self,
        slots: &[usize],
        images: impl Fn(Degrees) -> I,
    ) -> Vec<u32> {
        let degrees = |pattern: usize| {
            let mut left = pattern;
            slots.iter().fold(Degrees::default(), |d, &slot| {
                let digit = left % self.base();
                left /= self.base();
                let bit = |wanted| u32::from(digit == wanted) << slot;
                Degrees { ends: d.ends | bit(1), inner: d.inner | bit(2) }
            })
        };
        let mut least = vec![u32::MAX; self.patterns(slots.len())];
        for first in 0..least.len() {
            let mut found = vec![first];
            while let Some(number) = found.pop() {
                if least[number] == u32::MAX {
                    least[number] = first as u32;
                    found.extend(images(degrees(number)).map(|d| self.pattern(slots, d)));
                }
            }
        }
        least
    }
}
