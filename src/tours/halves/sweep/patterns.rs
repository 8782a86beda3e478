//! Patterns: the degrees of a few slots, as numbers in base 3.

use crate::tours::halves::degrees::Degrees;

/// The digits of some slots, the first one the least.
#[inline(always)]
pub fn pattern(slots: &[usize], d: Degrees) -> usize {
    let digit = |slot: usize| (d.ends >> slot & 1) as usize + 2 * (d.inner >> slot & 1) as usize;
    slots.iter().rev().fold(0, |number, &slot| 3 * number + digit(slot))
}

/// For each pattern of these slots the least one that symmetries make of it, given what they make
/// of degrees; the slots are their own images.
pub fn least_images<I: Iterator<Item = Degrees>>(
    slots: &[usize],
    images: impl Fn(Degrees) -> I,
) -> Vec<usize> {
    let patterns = 3usize.pow(slots.len() as u32);
    let degrees = |pattern: usize| {
        let mut left = pattern;
        slots.iter().fold(Degrees::default(), |d, &slot| {
            let digit = left % 3;
            left /= 3;
            let bit = |wanted| u32::from(digit == wanted) << slot;
            Degrees { ends: d.ends | bit(1), inner: d.inner | bit(2) }
        })
    };
    let mut least = vec![usize::MAX; patterns];
    for first in 0..patterns {
        let mut found = vec![first];
        while let Some(number) = found.pop() {
            if least[number] == usize::MAX {
                least[number] = first;
                found.extend(images(degrees(number)).map(|d| pattern(slots, d)));
            }
        }
    }
    least
}
