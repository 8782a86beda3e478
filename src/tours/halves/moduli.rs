//! `Moduli`: units by slice and prime. Each unit counts the tours of a slice modulo one prime. All
//! units together determine the count by the Chinese remainder theorem.
//!
//! The tally of a unit is its residue times a number that is 1 modulo its prime and 0 modulo the
//! others. Hence the sum over all units has the residue of the count modulo every prime. The weight
//! of a unit is 0, because a sum over some of the units is no count.

use std::fmt;

use super::forecast::NumberType;
use super::sweep::primes;
use crate::count::Count;
use crate::engine::Tally;
use crate::error::Error;
use crate::method::Choice;

/// The redundant bits of the moduli. A wrong residue gives a number above the bound, except in one
/// case of 2^24.
const SPARE: f64 = 24.0;
/// The largest number of primes of a choice.
const MOST: usize = 256;

/// The largest primes of a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moduli {
    pub numbers: NumberType,
    pub count: usize,
}

impl Moduli {
    /// The name of the option. Its value `8x15` means eight primes of 15 bits.
    pub const OPTION: &str = "moduli";

    /// The primes for a count of at most this many bits; none if there are too few of this width.
    pub fn new(numbers: NumberType, bits: f64) -> Option<Moduli> {
        let known_bits = primes(numbers.width()).scan(0.0, |known_bits, prime| {
            *known_bits += f64::from(prime).log2();
            Some(*known_bits)
        });
        let before = known_bits.take_while(|&known_bits| known_bits < bits + SPARE).count();
        let all = primes(numbers.width()).take(before + 1).count();
        (all > before).then_some(Moduli { numbers, count: all })
    }

    /// The primes of the units: as many as the choice names or, if it names only a width, as a
    /// count of at most `bits` bits needs; none if the choice names nothing.
    ///
    /// # Errors
    /// [`Error::Text`]; those of `bits`.
    pub fn chosen(
        choice: &Choice,
        bits: impl FnOnce() -> Result<f64, Error>,
    ) -> Result<Option<Moduli>, Error> {
        let Some(text) = choice.option(Moduli::OPTION) else { return Ok(None) };
        let wrong = |problem| choice.wrong(Moduli::OPTION, problem);
        let (count, width) = match text.split_once('x') {
            Some((count, width)) => (count.parse().ok(), width),
            None => (Some(0), text),
        };
        let numbers: Option<u32> = width.parse().ok();
        let chosen = count.zip(numbers.and_then(NumberType::of_width));
        let chosen = chosen.filter(|&(count, numbers)| {
            let last = usize::checked_sub(count, 1);
            let is_there = |last| primes(numbers.width()).nth(last).is_some();
            text == width || count <= MOST && last.is_some_and(is_there)
        });
        let problem = || "not a number of primes of 7, 15 or 31 bits, as 8x15".into();
        let (count, numbers) = chosen.ok_or_else(|| wrong(problem()))?;
        let (bits, width) = (bits()?, numbers.width());
        let Some(least) = Moduli::new(numbers, bits) else {
            let few = format!("too few primes of {width} bits for a count of up to {bits:.0} bits");
            return Err(wrong(few));
        };
        match count {
            0 => Ok(Some(least)),
            some if some >= least.count => Ok(Some(Moduli { numbers, count })),
            _ => Err(wrong(format!(
                "too few primes for a count of up to {bits:.0} bits, which takes {least}"
            ))),
        }
    }

    pub fn primes(self) -> Vec<u32> {
        primes(self.numbers.width()).take(self.count).collect()
    }

    /// The tally of a unit with this residue modulo the prime at this place.
    pub fn contribution(self, at: usize, residue: u32) -> Count {
        let one = |(other, prime): (usize, u32)| (u32::from(other == at), prime);
        let ones: Vec<_> = self.primes().into_iter().enumerate().map(one).collect();
        Count::from_residues(&ones) * u64::from(residue)
    }

    /// The count that the units add up to.
    ///
    /// # Errors
    /// [`Error::Contradiction`] if it exceeds the bound, because a unit is wrong.
    pub fn counted(self, tally: &Tally) -> Result<Count, Error> {
        let (sum, primes) = (tally.visited(), self.primes());
        let residue = |&prime: &u32| (sum.modulo(prime.into()) as u32, prime);
        let count = Count::from_residues(&primes.iter().map(residue).collect::<Vec<_>>());
        let all: f64 = primes.iter().map(|&prime| f64::from(prime).log2()).sum();
        let most = (all - SPARE).ceil();
        if count.bits() as f64 <= most {
            return Ok(count);
        }
        let what =
            format!("{count} by its residues, and at most 2^{most} by the number of 2-factors");
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
    use super::{Moduli, NumberType};
    use crate::count::Count;
    use crate::engine::Tally;
    use crate::method::Choice;

    #[test]
    fn the_number_of_primes_follows_from_the_bits() {
        let by = |numbers, bits| Moduli::new(numbers, bits).map(|moduli| moduli.to_string());
        assert_eq!(by(NumberType::Residues, 37.9).as_deref(), Some("2x31"));
        assert_eq!(by(NumberType::Residues, 38.1).as_deref(), Some("3x31"));
        assert_eq!(by(NumberType::Short, 90.0).as_deref(), Some("8x15"));
        // There are 31 primes below 128.
        assert!(by(NumberType::Narrow, 130.0).is_some() && by(NumberType::Narrow, 150.0).is_none());
        for text in ["8x15", "1x31", "31x7"] {
            let choice = Choice::of("halves").with(Moduli::OPTION, text);
            let chosen = Moduli::chosen(&choice, || Ok(0.0)).unwrap();
            assert_eq!(chosen.map(|moduli| moduli.to_string()).as_deref(), Some(text));
        }
        for text in ["0x15", "8x16", "32x7", "8x64", "999x31", "x15", "8", "-1x15"] {
            let choice = Choice::of("halves").with(Moduli::OPTION, text);
            assert!(Moduli::chosen(&choice, || Ok(0.0)).is_err(), "{text}");
        }
    }

    /// The contributions of slices add up modulo each prime; a wrong residue is detected.
    #[test]
    fn all_units_together_give_the_number() {
        let parts = [9_862u64, 55_488_142, 13_267_364_410_532, 0, 1];
        for numbers in [NumberType::Residues, NumberType::Short, NumberType::Narrow] {
            let moduli = Moduli::new(numbers, 44.0).unwrap();
            let known_bits = |wrong: u32| {
                let mut tally = Tally::default();
                for (at, prime) in moduli.primes().into_iter().enumerate() {
                    for (slice, part) in parts.iter().enumerate() {
                        let error = if (at, slice) == (1, 2) { wrong } else { 0 };
                        let residue = (part % u64::from(prime)) as u32 + error;
                        tally.find(0, moduli.contribution(at, residue));
                    }
                }
                assert!(tally.weighted().is_zero());
                moduli.counted(&tally)
            };
            assert_eq!(
                known_bits(0).unwrap(),
                Count::from(parts.iter().sum::<u64>()),
                "{numbers:?}"
            );
            assert!((1..4).all(|wrong| known_bits(wrong).is_err()), "{numbers:?}");
        }
    }
}
