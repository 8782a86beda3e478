//! `Count`: an exact natural number; the only place that uses big numbers.
//!
//! Published counts exceed 2^128 (closed tours of the 8×32 board have 76 digits), so a count is
//! unbounded and its sums cannot overflow. Kernels never use it: they count in `u64` and convert
//! once per unit.

mod primes;

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};
use std::str::FromStr;

use num_bigint::BigUint;

use crate::error::Error;

pub use primes::{is_prime, power, primes_below};

/// The most digits of a count in a text without further bounds: enough for any count except walks
/// over tens of thousands of squares.
pub const MOST_DIGITS: usize = 1 << 16;

/// An exact natural number of solutions.
///
/// ```
/// use cavalcade::Count;
/// let directed = Count::from(9862u64) * 2;
/// assert_eq!(directed.to_string(), "19724");
/// assert_eq!(directed.grouped(), "19,724");
/// assert_eq!(directed.divided_exactly_by(2), Some(Count::from(9862u64)));
/// assert_eq!(directed.divided_exactly_by(3), None);
/// assert_eq!(directed.less(&19_723u64.into()), Some(1u64.into()));
/// assert_eq!(directed.less(&19_725u64.into()), None);
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

    /// The quotient, or `None` if `divisor` is zero or leaves a remainder. A class formula that
    /// does not divide evenly is wrong and must not be rounded.
    pub fn divided_exactly_by(&self, divisor: u64) -> Option<Count> {
        if divisor == 0 || &self.0 % divisor != BigUint::ZERO {
            return None;
        }
        Some(Count(&self.0 / divisor))
    }

    /// The difference, or `None` if it would be negative.
    pub fn less(&self, other: &Count) -> Option<Count> {
        (self >= other).then(|| Count(&self.0 - &other.0))
    }

    /// The number of binary digits.
    pub fn bits(&self) -> u64 {
        self.0.bits()
    }

    /// Its bytes in little-endian order, to pass it to other languages without decimal digits.
    ///
    /// ```
    /// use cavalcade::Count;
    /// assert_eq!(Count::from(0x0102u64).to_bytes(), [2, 1]);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes_le()
    }

    /// The number with these bytes in little-endian order.
    pub fn from_bytes(bytes: &[u8]) -> Count {
        Count(BigUint::from_bytes_le(bytes))
    }

    /// The remainders that check a sum independently.
    pub fn residues(&self) -> Residues {
        Residues(PRIMES.map(|prime| self.modulo(prime)))
    }

    /// The remainder modulo `modulus`, which is not zero.
    pub fn modulo(&self, modulus: u64) -> u64 {
        u64::try_from(&self.0 % modulus).expect("it is below the modulus")
    }

    /// The number below the product of the primes that has these residues (value, prime):
    /// the Chinese remainder theorem, one prime after the other. The primes differ.
    ///
    /// ```
    /// use cavalcade::Count;
    /// assert_eq!(Count::from_residues(&[(2u64, 3u64), (3, 5), (2, 7)]), Count::from(23u64));
    /// ```
    pub fn from_residues<N: Copy + Into<u64>>(residues: &[(N, N)]) -> Count {
        Count(BigUint::ZERO).with_residues(BigUint::from(1u64), residues)
    }

    /// Reconstructs a number that is also known modulo 2^64. It must be below 2^64 times the
    /// product of the primes, which are odd.
    pub fn from_word_and_residues<N: Copy + Into<u64>>(word: u64, residues: &[(N, N)]) -> Count {
        Count::from(word).with_residues(BigUint::from(1u64) << 64, residues)
    }

    /// The number that is this one modulo a product, and has these residues.
    fn with_residues<N: Copy + Into<u64>>(self, mut product: BigUint, all: &[(N, N)]) -> Count {
        let mut number = self.0;
        for (value, prime) in all.iter().map(|&(value, prime)| (value.into(), prime.into())) {
            // number + product * step must be value modulo prime.
            let below = |big: &BigUint| u64::try_from(big % prime).expect("it is below the prime");
            let inverse = power(below(&product), prime - 2, prime);
            let lacks = (value % prime + (prime - below(&number))) % prime;
            number += &product * primes::times(lacks, inverse, prime);
            product *= prime;
        }
        Count(number)
    }

    /// Reads plain decimal digits, at most `most` of them; `None` for anything else. The time is
    /// quadratic in their number, so external input needs a bound.
    pub fn from_digits(digits: &str, most: usize) -> Option<Count> {
        let is_plain =
            (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| digits.parse().ok())?.map(Count)
    }

    /// The decimal digits with commas between the thousands.
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

impl TryFrom<&Count> for u128 {
    type Error = ();

    /// The value, if it fits in 128 bits.
    fn try_from(count: &Count) -> Result<u128, ()> {
        u128::try_from(&count.0).map_err(drop)
    }
}

impl TryFrom<&Count> for u64 {
    type Error = ();

    /// The value, if it fits in 64 bits.
    fn try_from(count: &Count) -> Result<u64, ()> {
        u64::try_from(&count.0).map_err(drop)
    }
}

impl FromStr for Count {
    type Err = Error;

    /// Reads plain decimal digits, at most [`MOST_DIGITS`].
    fn from_str(text: &str) -> Result<Self, Error> {
        let not = || Error::NotACount { text: text.into() };
        Count::from_digits(text, MOST_DIGITS).ok_or_else(not)
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

/// Two primes just below powers of two; a wrong sum passes both with probability 2^-123.
pub const PRIMES: [u64; 2] = [(1 << 61) - 1, (1 << 62) - 57];

/// A number modulo each of [`PRIMES`]. Residues are added and multiplied in machine words,
/// independently of the big number that they check. The published total of 24 queens was once wrong
/// because its only sum overflowed silently.
///
/// ```
/// use cavalcade::Count;
/// let (a, b) = (Count::from(u64::MAX), Count::from(7u64));
/// let mut residues = a.residues();
/// residues.add(b.residues().times(3));
/// assert_eq!(residues, (a + b * 3).residues());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Residues(pub [u64; 2]);

impl Residues {
    /// Adds the residues of another number.
    pub fn add(&mut self, other: Residues) {
        for ((mine, theirs), prime) in self.0.iter_mut().zip(other.0).zip(PRIMES) {
            // Both are below 2^62, so the sum fits in a word.
            *mine = (*mine + theirs % prime) % prime;
        }
    }

    /// The residues of the number times `factor`.
    pub fn times(self, factor: u64) -> Residues {
        Residues([0, 1].map(|at| primes::times(self.0[at], factor, PRIMES[at])))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::{Count, PRIMES, Residues, is_prime};

    #[test]
    fn the_moduli_are_two_primes() {
        assert!(PRIMES.iter().all(|&prime| is_prime(prime)) && PRIMES[0] != PRIMES[1]);
    }

    proptest! {
        #[test]
        fn residues_follow_sums_and_products(a in any::<u128>(), b in any::<u128>(), f in any::<u64>()) {
            let (a, b) = (Count::from(a), Count::from(b));
            let mut sum = a.residues();
            sum.add(b.residues().times(f));
            prop_assert_eq!(sum, (a + b * f).residues());
        }
    }

    proptest! {
        #[test]
        fn products_divide_and_sums_subtract(a in any::<u128>(), b in 1u64..) {
            let count = Count::from(a);
            let product = count.clone() * b;
            prop_assert_eq!(product.divided_exactly_by(b), Some(count.clone()));
            prop_assert_eq!((product.clone() + Count::from(1u64)).divided_exactly_by(b).is_some(), b == 1);
            let sum = count.clone() + Count::from(b);
            prop_assert_eq!(sum.less(&count), Some(Count::from(b)));
            prop_assert_eq!(count.less(&sum), None);
            prop_assert_eq!(sum.less(&sum), Some(Count::ZERO));
            prop_assert_eq!(u64::try_from(&count).ok(), u64::try_from(a).ok());
            prop_assert_eq!(u128::try_from(&product).ok(), a.checked_mul(b.into()));
            prop_assert_eq!(Count::from_bytes(&product.to_bytes()), product);
        }

        #[test]
        fn residues_determine_the_number(a in any::<u128>()) {
            let primes = [PRIMES[0], PRIMES[1], 1_000_000_007];
            let product = primes.iter().fold(Count::from(1u64), |product, &prime| product * prime);
            let residues = primes.map(|prime| ((a % u128::from(prime)) as u64, prime));
            prop_assert!(Count::from(a) < product);
            prop_assert_eq!(Count::from_residues(&residues), Count::from(a));
            // 2^64 and a prime above 2^61 hold 125 bits.
            let lower = Count::from(a >> 3);
            let residue = [(lower.modulo(PRIMES[1]), PRIMES[1])];
            prop_assert_eq!(Count::from_word_and_residues((a >> 3) as u64, &residue), lower);
        }
    }

    #[test]
    fn zero_is_zero_and_divides_nothing() {
        assert!(Count::ZERO.is_zero() && !Count::from(1u64).is_zero());
        assert_eq!((Count::ZERO.bits(), Count::from(8u64).bits()), (0, 4));
        assert_eq!(Count::from(6u64).divided_exactly_by(0), None);
        assert_eq!(Count::ZERO.divided_exactly_by(0), None);
        assert_eq!(u64::try_from(&Count::from(1u128 << 64)), Err(()));
        assert_eq!(u64::try_from(&Count::from(u64::MAX)), Ok(u64::MAX));
        assert_eq!(Count::from_residues::<u64>(&[]), Count::ZERO);
    }

    #[test]
    fn residues_see_a_lost_carry() {
        let lost = Count::from(u128::MAX).residues();
        assert_ne!(lost, Count::ZERO.residues());
        assert_eq!(Count::from((1u64 << 61) - 1).residues(), Residues([0, (1 << 61) - 1]));
    }

    #[test]
    fn counts_beyond_machine_words_parse_back() {
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

    #[test]
    fn residues_of_any_words_are_added() {
        let mut residues = Residues([PRIMES[0] - 1, 5]);
        residues.add(Residues([u64::MAX, u64::MAX]));
        let sum = |word: u64, prime: u64| {
            ((u128::from(word) + u128::from(u64::MAX)) % u128::from(prime)) as u64
        };
        assert_eq!(residues, Residues([sum(PRIMES[0] - 1, PRIMES[0]), sum(5, PRIMES[1])]));
    }
}
