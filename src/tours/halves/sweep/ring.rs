//! `Ring`: the arithmetic of states.
//!
//! A count is a sum of products, so it can be computed in any ring: modulo 2^64, or modulo a prime
//! of 31, 15 or 7 bits. The bound of the count determines the number of primes, and the Chinese
//! remainder theorem gives the count.

use crate::count::{Count, primes_below};
use crate::tours::frontier::Bytes;
use crate::tours::halves::machine::Packed;

/// A number as it is stored.
pub trait Number: Bytes + Packed + Send + Sync + std::fmt::Debug {
    /// The bits of the type, if it can also store bitmaps; 0 otherwise.
    const BITS: usize;

    /// Appends a word of a bitmap as numbers.
    fn put_marks(_word: u64, _numbers: &mut Vec<Self>) {}

    /// The word of a bitmap that these numbers store.
    fn marks(_numbers: &[Self]) -> u64 {
        0
    }

    /// The numbers that store a bitmap of this many places.
    #[inline(always)]
    fn of_marks(places: usize) -> usize {
        places.div_ceil(64) * 64usize.checked_div(Self::BITS).unwrap_or(0)
    }
}

macro_rules! number {
    ($integer:ty, $bits:literal) => {
        impl Number for $integer {
            const BITS: usize = $bits;

            #[inline(always)]
            fn put_marks(word: u64, numbers: &mut Vec<Self>) {
                numbers.extend((0..64 / $bits).map(|at| (word >> ($bits * at)) as Self));
            }

            #[inline(always)]
            fn marks(numbers: &[Self]) -> u64 {
                let all = numbers.iter().zip(0..);
                all.fold(0, |word, (&own, at)| word | u64::from(own) << ($bits * at))
            }
        }
    };
}

number!(u64, 64);
number!(u32, 32);
number!(u16, 16);
number!(u8, 8);

/// Addition and multiplication of numbers.
pub trait Sums: Copy + Send + Sync {
    type Value: Number;
    /// A sum of products of two numbers.
    type Sum: Bytes + Copy + Default + PartialEq + Send + Sync + std::fmt::Debug;
    fn add(self, a: Self::Value, b: Self::Value) -> Self::Value;
    fn mul(self, a: Self::Value, b: Self::Value) -> Self::Sum;
    fn plus(self, a: Self::Sum, b: Self::Sum) -> Self::Sum;
    fn less(self, a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// True if two sums represent the same number.
    fn is_same(self, a: Self::Sum, b: Self::Sum) -> bool {
        a == b
    }
    /// Runs work with as many numbers together as fit in a cache line.
    fn side_by_side<W: SideBySide>(work: W) -> W::Output {
        work.run::<8>()
    }
    /// The multiple of a number.
    fn times(self, a: Self::Value, n: u32) -> Self::Value {
        (1..n).fold(a, |sum, _| self.add(sum, a))
    }
}

/// Work that computes several numbers together.
pub trait SideBySide {
    type Output;
    /// Runs with this many numbers together.
    fn run<const LANES: usize>(self) -> Self::Output;
}

/// The ring of the states of a layer.
pub trait Ring: Sums {
    /// The factor of a step's marked edges.
    type Factor: Copy;
    /// True if a number is as long as a vector register.
    const WIDE: bool = false;
    /// The factor of this many marked edges.
    fn factor(self, edges: u8) -> Self::Factor;
    /// Multiplies a number by a factor.
    fn weighed(self, a: Self::Value, by: Self::Factor) -> Self::Value;
    const ONE: Self::Value;
    /// The name in reports.
    const NAME: &'static str;
    /// The modulus; 0 stands for 2^64.
    fn modulus(self) -> u64;
    /// True if the value is reduced.
    fn has(self, a: Self::Value) -> bool;
}

/// Integers modulo 2^64.
#[derive(Clone, Copy, Debug)]
pub struct Words;

impl Ring for Words {
    type Factor = ();
    fn factor(self, _: u8) {}
    #[inline(always)]
    fn weighed(self, a: u64, (): ()) -> u64 {
        a
    }
    const ONE: u64 = 1;
    const NAME: &'static str = "words of 64 bits";
    fn modulus(self) -> u64 {
        0
    }
    fn has(self, _: u64) -> bool {
        true
    }
}

impl Sums for Words {
    type Value = u64;
    type Sum = u64;
    #[inline(always)]
    fn add(self, a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn mul(self, a: u64, b: u64) -> u64 {
        a.wrapping_mul(b)
    }
    #[inline(always)]
    fn plus(self, a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn less(self, a: u64, b: u64) -> u64 {
        a.wrapping_sub(b)
    }
}

/// Integers modulo 2^64 whose sums of products are also approximated. That gives a closer bound
/// than the number of 2-factors, as long as no number reaches 2^64.
#[derive(Clone, Copy, Debug)]
pub struct Measured;

/// A sum modulo 2^64 and its approximation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    pub word: u64,
    /// The sum in floating point.
    pub about: f64,
}

impl Bytes for Measure {
    const LEN: usize = 2 * u64::LEN;
    fn put(self, out: &mut Vec<u8>) {
        [self.word, self.about.to_bits()].put(out);
    }
    fn get(bytes: &[u8]) -> Measure {
        let [word, about] = Bytes::get(bytes);
        Measure { word, about: f64::from_bits(about) }
    }
}

impl Sums for Measured {
    type Value = u64;
    type Sum = Measure;
    fn is_same(self, a: Measure, b: Measure) -> bool {
        a.word == b.word
    }
    #[inline(always)]
    fn add(self, a: u64, b: u64) -> u64 {
        Words.add(a, b)
    }
    #[inline(always)]
    fn mul(self, a: u64, b: u64) -> Measure {
        Measure { word: Words.mul(a, b), about: a as f64 * b as f64 }
    }
    #[inline(always)]
    fn plus(self, a: Measure, b: Measure) -> Measure {
        Measure { word: Words.plus(a.word, b.word), about: a.about + b.about }
    }
    #[inline(always)]
    fn less(self, a: Measure, b: Measure) -> Measure {
        Measure { word: Words.less(a.word, b.word), about: a.about - b.about }
    }
}

/// Integers modulo a prime below 2^31.
#[derive(Clone, Copy, Debug)]
pub struct Modulo {
    prime: u32,
    /// 2^64 divided by the prime, rounded down.
    inverse: u64,
}

impl Modulo {
    pub fn new(prime: u32) -> Modulo {
        Modulo { prime, inverse: u64::MAX / u64::from(prime) }
    }
}

impl Ring for Modulo {
    type Factor = ();
    fn factor(self, _: u8) {}
    #[inline(always)]
    fn weighed(self, a: u32, (): ()) -> u32 {
        a
    }
    const ONE: u32 = 1;
    const NAME: &'static str = "residues of 31 bits";
    fn modulus(self) -> u64 {
        u64::from(self.prime)
    }
    fn has(self, a: u32) -> bool {
        a < self.prime
    }
}

impl Sums for Modulo {
    type Value = u32;
    type Sum = u32;
    fn side_by_side<W: SideBySide>(work: W) -> W::Output {
        work.run::<16>()
    }
    #[inline(always)]
    fn add(self, a: u32, b: u32) -> u32 {
        // The reduced sum is the smaller one, because the other wraps around.
        let sum = a.wrapping_add(b);
        sum.min(sum.wrapping_sub(self.prime))
    }
    #[inline(always)]
    fn plus(self, a: u32, b: u32) -> u32 {
        self.add(a, b)
    }
    #[inline(always)]
    fn less(self, a: u32, b: u32) -> u32 {
        let difference = a.wrapping_sub(b);
        difference.min(difference.wrapping_add(self.prime))
    }
    #[inline(always)]
    fn mul(self, a: u32, b: u32) -> u32 {
        let product = u64::from(a) * u64::from(b);
        // The exact quotient, or one less.
        let quotient = (u128::from(product) * u128::from(self.inverse)) >> 64;
        let rest = product.wrapping_sub((quotient as u64).wrapping_mul(u64::from(self.prime)));
        let rest = rest as u32;
        rest.min(rest.wrapping_sub(self.prime))
    }
}

/// Integers modulo a prime that is at most half of the type's largest value.
#[derive(Clone, Copy, Debug)]
pub struct Narrow<V> {
    prime: V,
    /// The largest multiple of the prime below 2^31; products are added modulo this.
    multiple: u32,
}

macro_rules! narrow {
    ($value:ty, $name:literal, $lanes:literal) => {
        impl Narrow<$value> {
            pub fn new(prime: u32) -> Narrow<$value> {
                let own = <$value>::try_from(prime).expect("the prime fits in the type");
                assert!(own <= <$value>::MAX / 2, "the sum of two residues fits in the type");
                Narrow { prime: own, multiple: (1 << 31) / prime * prime }
            }
        }

        impl Sums for Narrow<$value> {
            type Value = $value;
            type Sum = u32;
            fn side_by_side<W: SideBySide>(work: W) -> W::Output {
                work.run::<$lanes>()
            }
            fn is_same(self, a: u32, b: u32) -> bool {
                (a.abs_diff(b)).is_multiple_of(self.prime.into())
            }
            #[inline(always)]
            fn add(self, a: $value, b: $value) -> $value {
                let sum = a.wrapping_add(b);
                sum.min(sum.wrapping_sub(self.prime))
            }
            #[inline(always)]
            fn mul(self, a: $value, b: $value) -> u32 {
                u32::from(a) * u32::from(b)
            }
            #[inline(always)]
            fn plus(self, a: u32, b: u32) -> u32 {
                let sum = a.wrapping_add(b);
                sum.min(sum.wrapping_sub(self.multiple))
            }
            #[inline(always)]
            fn less(self, a: u32, b: u32) -> u32 {
                let difference = a.wrapping_sub(b);
                difference.min(difference.wrapping_add(self.multiple))
            }
        }

        impl Ring for Narrow<$value> {
            type Factor = ();
            fn factor(self, _: u8) {}
            #[inline(always)]
            fn weighed(self, a: $value, (): ()) -> $value {
                a
            }
            const ONE: $value = 1;
            const NAME: &'static str = $name;
            fn modulus(self) -> u64 {
                u64::from(self.prime)
            }
            fn has(self, a: $value) -> bool {
                a < self.prime
            }
        }
    };
}

narrow!(u16, "residues of 15 bits", 32);
narrow!(u8, "residues of 7 bits", 64);

/// The primes of at most this many bits, the largest first.
pub fn primes(bits: u32) -> impl Iterator<Item = u32> {
    primes_below(1 << bits).map(|prime| prime as u32)
}

/// The number with these residues (value, prime), below the product of the primes.
pub fn combined_residues(residues: &[(u32, u32)]) -> Count {
    Count::from_residues(residues)
}

/// The number with this residue modulo 2^64 and these residues (value, prime), below the product of
/// all moduli: word + 2^64 (a + p (b + q (…))), digit by digit (Garner 1959).
pub fn combined(word: u64, residues: &[(u32, u32)]) -> Count {
    Count::from_word_and_residues(word, residues)
}

#[cfg(test)]
mod tests {
    use super::{Modulo, Narrow, Number, Sums, Words, combined, combined_residues, primes};
    use crate::count::Count;

    #[test]
    fn residue_arithmetic_agrees_with_integers() {
        for prime in primes(31).take(3) {
            let ring = Modulo::new(prime);
            let p = u64::from(prime);
            let samples = [0, 1, 2, 12_345, p / 2, p - 2, p - 1];
            for (a, b) in samples.iter().flat_map(|&a| samples.map(|b| (a, b))) {
                let [x, y] = [a, b].map(|n| n as u32);
                assert_eq!(u64::from(ring.add(x, y)), (a + b) % p);
                assert_eq!(u64::from(ring.less(x, y)), (a + p - b) % p);
                assert_eq!(u64::from(ring.mul(x, y)), a * b % p);
                assert_eq!(u64::from(ring.times(x, 8)), 8 * a % p);
            }
        }
        assert_eq!(primes(31).take(3).collect::<Vec<_>>(), [2147483647, 2147483629, 2147483587]);
        assert_eq!(Words.times(u64::MAX, 3), u64::MAX - 2);
    }

    /// Sums and differences of products modulo a multiple of the prime.
    #[test]
    fn narrow_residue_arithmetic_agrees_with_integers() {
        assert_eq!(primes(7).take(3).collect::<Vec<_>>(), [127, 113, 109]);
        assert_eq!((primes(7).last(), primes(7).count()), (Some(2), 31));
        assert_eq!(primes(15).next(), Some(32_749));
        macro_rules! check {
            ($value:ty, $bits:literal) => {
                for prime in primes($bits).take(31) {
                    let (ring, p) = (Narrow::<$value>::new(prime), u64::from(prime));
                    let samples = [0, 1, 2, 17, p / 2, p - 2, p - 1].map(|n| n.min(p - 1));
                    let (mut sum, mut exact) = (0, 0i64);
                    for (at, (a, b)) in
                        samples.iter().flat_map(|&a| samples.map(|b| (a, b))).enumerate()
                    {
                        let [x, y] = [a, b].map(|n| n as $value);
                        assert_eq!(u64::from(ring.add(x, y)), (a + b) % p);
                        let product = (a * b) as i64;
                        (sum, exact) = match at % 3 {
                            2 => (ring.less(sum, ring.mul(x, y)), exact - product),
                            _ => (ring.plus(sum, ring.mul(x, y)), exact + product),
                        };
                        assert_eq!(i64::from(sum % prime), exact.rem_euclid(p as i64));
                    }
                }
            };
        }
        check!(u16, 15);
        check!(u8, 7);
    }

    #[test]
    fn bitmaps_are_stored_as_numbers() {
        let word = 0x8123_4567_89AB_CDEF;
        macro_rules! check {
            ($($value:ty),*) => {$(
                let mut numbers: Vec<$value> = vec![1];
                <$value>::put_marks(word, &mut numbers);
                assert_eq!(numbers.len() - 1, <$value>::of_marks(64));
                assert_eq!((<$value>::of_marks(65), <$value>::marks(&numbers[1..])), (2 * (numbers.len() - 1), word));
            )*};
        }
        check!(u8, u16, u32, u64);
    }

    #[test]
    fn residues_combine_to_the_number() {
        // Powers of three, up to 3^180 with 286 bits.
        let used: Vec<u32> = primes(31).take(8).collect();
        let mut number = Count::from(1u64);
        let mut word = 1u64;
        let mut residues: Vec<(u32, u32)> = used.iter().map(|&p| (1, p)).collect();
        for _ in 0..180 {
            number = number * 3;
            word = word.wrapping_mul(3);
            residues.iter_mut().for_each(|(r, p)| *r = Modulo::new(*p).times(*r, 3));
            assert_eq!(combined(word, &residues), number);
        }
        let more: Vec<u32> = primes(31).take(10).collect();
        let mut all: Vec<(u32, u32)> = more.iter().map(|&p| (1, p)).collect();
        for (r, p) in &mut all {
            (0..180).for_each(|_| *r = Modulo::new(*p).times(*r, 3));
        }
        assert_eq!(combined_residues(&all), number);
        assert_ne!(combined_residues(&all[..9]), number);
        assert_ne!(combined(word, &residues[..7]), number, "seven primes are one too few");
        assert_eq!(combined(77, &[]), Count::from(77u64));
    }
}
