//! `Moduli`: units by slice and prime. Each counts the tours of a slice modulo one prime, and all
//! of them tell the number, by the Chinese remainder theorem.
//!
//! What a unit tells is its residue times a number that is 1 modulo its prime and 0 modulo the
//! others. So the sum over all units has the residue of the count modulo every prime. A unit
//! stands for no tours, and its weight is 0: no sum of some units is a count.

use std::fmt;

use super::forecast::Numbers;
use super::sweep::{combined_residues, primes};
use crate::count::Count;
use crate::engine::Tally;
use crate::error::Error;
use crate::method::Choice;

/// Bits that the primes tell beyond those that the count can have: one wrong residue makes a
/// number that is too large, but for one case in 2^24.
const SPARE: f64 = 24.0;
/// No count takes more primes.
const MOST: usize = 256;

/// So many primes, the largest of their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moduli {
    /// What states are counted in.
    pub numbers: Numbers,
    /// How many primes there are.
    pub count: usize,
}

impl Moduli {
    /// The option of a choice that tells them, as `8x15`: eight primes of 15 bits.
    pub const OPTION: &str = "moduli";

    /// As many as a count of so many bits takes, if there are so many.
    pub fn new(numbers: Numbers, bits: f64) -> Option<Moduli> {
        let told = primes(numbers.width()).scan(0.0, |told, prime| {
            *told += f64::from(prime).log2();
            Some(*told)
        });
        let before = told.take_while(|&told| told < bits + SPARE).count();
        let all = primes(numbers.width()).take(before + 1).count();
        (all > before).then_some(Moduli { numbers, count: all })
    }

    /// Those that a choice names.
    ///
    /// # Errors
    /// [`Error::Text`].
    pub fn chosen(choice: &Choice) -> Result<Moduli, Error> {
        let text = choice.option(Moduli::OPTION).unwrap_or_default();
        let numbers = text.split_once('x').and_then(|(count, bits)| {
            let (count, bits) = (count.parse().ok()?, bits.parse().ok()?);
            let numbers = Numbers::of_width(bits)?;
            let is_there = (1..=MOST).contains(&count) && primes(bits).nth(count - 1).is_some();
            is_there.then_some(Moduli { numbers, count })
        });
        let problem = || "not a number of primes of 7, 15 or 31 bits, as 8x15".into();
        numbers.ok_or_else(|| choice.wrong(Moduli::OPTION, problem()))
    }

    /// The primes.
    pub fn primes(self) -> Vec<u32> {
        primes(self.numbers.width()).take(self.count).collect()
    }

    /// What a unit tells that counted so many modulo the prime of this number.
    pub fn told(self, at: usize, residue: u32) -> Count {
        let one = |(other, prime): (usize, u32)| (u32::from(other == at), prime);
        let ones: Vec<_> = self.primes().into_iter().enumerate().map(one).collect();
        combined_residues(&ones) * u64::from(residue)
    }

    /// The count that all units tell together.
    ///
    /// # Errors
    /// [`Error::Contradiction`] if it is too large: a unit is wrong.
    pub fn counted(self, tally: &Tally) -> Result<Count, Error> {
        let (told, primes) = (tally.visited(), self.primes());
        let residue = |&prime: &u32| (told.modulo(prime.into()) as u32, prime);
        let count = combined_residues(&primes.iter().map(residue).collect::<Vec<_>>());
        let all: f64 = primes.iter().map(|&prime| f64::from(prime).log2()).sum();
        let most = (all - SPARE).ceil();
        if count.bits() as f64 <= most {
            return Ok(count);
        }
        let what = format!("{count} by residues, and at most 2^{most} by the ways to meet");
        Err(Error::Contradiction { what })
    }
}

impl fmt::Display for Moduli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.count, self.numbers.width())
    }
}

#[cfg(test)]
mod tests {
    use super::{Moduli, Numbers};
    use crate::count::Count;
    use crate::engine::Tally;
    use crate::method::Choice;

    #[test]
    fn as_many_primes_as_the_bits_ask_for() {
        let by = |numbers, bits| Moduli::new(numbers, bits).map(|moduli| moduli.to_string());
        assert_eq!(by(Numbers::Residues, 37.9).as_deref(), Some("2x31"));
        assert_eq!(by(Numbers::Residues, 38.1).as_deref(), Some("3x31"));
        assert_eq!(by(Numbers::Short, 90.0).as_deref(), Some("8x15"));
        // There are 31 primes below 128.
        assert!(by(Numbers::Narrow, 130.0).is_some() && by(Numbers::Narrow, 150.0).is_none());
        for text in ["8x15", "1x31", "31x7"] {
            let choice = Choice::of("halves").with(Moduli::OPTION, text);
            assert_eq!(Moduli::chosen(&choice).unwrap().to_string(), text);
        }
        for text in ["0x15", "8x16", "32x7", "8x64", "999x31", "x15", "8", "-1x15"] {
            let choice = Choice::of("halves").with(Moduli::OPTION, text);
            assert!(Moduli::chosen(&choice).is_err(), "{text}");
        }
    }

    /// Slices of a number, modulo each prime; a residue that is wrong is told.
    #[test]
    fn units_tell_the_number_together_and_not_one_less() {
        let parts = [9_862u64, 55_488_142, 13_267_364_410_532, 0, 1];
        for numbers in [Numbers::Residues, Numbers::Short, Numbers::Narrow] {
            let moduli = Moduli::new(numbers, 44.0).unwrap();
            let told = |wrong: u32| {
                let mut tally = Tally::default();
                for (at, prime) in moduli.primes().into_iter().enumerate() {
                    for (slice, part) in parts.iter().enumerate() {
                        let error = if (at, slice) == (1, 2) { wrong } else { 0 };
                        let residue = (part % u64::from(prime)) as u32 + error;
                        tally.find(0, moduli.told(at, residue));
                    }
                }
                assert!(tally.weighted().is_zero());
                moduli.counted(&tally)
            };
            assert_eq!(told(0).unwrap(), Count::from(parts.iter().sum::<u64>()), "{numbers:?}");
            assert!((1..4).all(|wrong| told(wrong).is_err()), "{numbers:?}");
        }
    }
}
