//! `Count`: an exact natural number, and the only home of big numbers.
//!
//! Published counts pass 2^128 (closed tours of the 8×32 board have 76 digits), so a
//! count has no largest value and its sums cannot overflow. Kernels never use it: they
//! count in plain `u64` and hand the result over once a unit.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

use num_bigint::BigUint;

use crate::error::Error;

/// An exact natural number of solutions.
///
/// ```
/// use cavalcade::Count;
/// let directed = Count::from(9862u64) * 2;
/// assert_eq!(directed.to_string(), "19724");
/// assert_eq!(directed.grouped(), "19,724");
/// assert_eq!(directed.divided_exactly_by(2), Some(Count::from(9862u64)));
/// assert_eq!(directed.divided_exactly_by(3), None);
/// assert_eq!(directed.minus(&19_723u64.into()), Some(1u64.into()));
/// assert_eq!(directed.minus(&19_725u64.into()), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(BigUint);

impl Count {
    /// Nothing found.
    pub const ZERO: Count = Count(BigUint::ZERO);

    /// True for zero.
    pub fn is_zero(&self) -> bool {
        self.0 == BigUint::ZERO
    }

    /// The quotient, or `None` when `divisor` is zero or leaves a remainder: a class
    /// formula that does not divide evenly is a wrong formula, never a rounding.
    pub fn divided_exactly_by(&self, divisor: u64) -> Option<Count> {
        if divisor == 0 || &self.0 % divisor != BigUint::ZERO {
            return None;
        }
        Some(Count(&self.0 / divisor))
    }

    /// What is left after taking `other` away; `None` if that is more.
    pub fn minus(&self, other: &Count) -> Option<Count> {
        (self >= other).then(|| Count(&self.0 - &other.0))
    }

    /// The decimal digits with a comma between the thousands, for people.
    pub fn grouped(&self) -> String {
        let digits = self.to_string();
        let mut text = String::with_capacity(digits.len() + digits.len() / 3);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }
}

impl From<u64> for Count {
    fn from(value: u64) -> Self {
        Count(BigUint::from(value))
    }
}

impl From<u128> for Count {
    fn from(value: u128) -> Self {
        Count(BigUint::from(value))
    }
}

impl TryFrom<&Count> for u64 {
    type Error = ();

    /// The value, if 64 bits hold it.
    fn try_from(count: &Count) -> Result<u64, ()> {
        u64::try_from(&count.0).map_err(drop)
    }
}

impl FromStr for Count {
    type Err = Error;

    /// Reads plain decimal digits.
    fn from_str(text: &str) -> Result<Self, Error> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let value = digits.then(|| text.parse().ok()).flatten();
        value.map(Count).ok_or_else(|| Error::NotACount { text: text.into() })
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "", &self.0.to_str_radix(10))
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        self.0 += &other.0;
    }
}

impl Add for Count {
    type Output = Count;
    fn add(mut self, other: Count) -> Count {
        self += &other;
        self
    }
}

impl Mul<u64> for Count {
    type Output = Count;
    fn mul(self, factor: u64) -> Count {
        Count(self.0 * factor)
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Count>>(items: I) -> Count {
        items.fold(Count::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn reads_what_it_prints_beyond_every_machine_word() {
        let text =
            "2989043104279785843506369864414419975166020125721505674144076449194991145270100";
        let count: Count = text.parse().unwrap();
        assert_eq!(count.to_string(), text);
        assert!(count > Count::from(u128::MAX));
    }

    #[test]
    fn refuses_signs_spaces_and_nothing() {
        for text in ["", "-1", "+1", " 1", "1 ", "1e9", "1_000"] {
            assert!(text.parse::<Count>().is_err(), "{text:?} was read as a count");
        }
    }

    #[test]
    fn groups_thousands_from_the_right() {
        let grouped = |n: u64| Count::from(n).grouped();
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(6_637_920), "6,637,920");
    }
}
