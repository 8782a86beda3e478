//! `Ring`: what states are counted in.
//!
//! Numbers are sums of products of numbers, so they may be counted modulo anything: in words
//! of 64 bits, that is modulo 2^64, or modulo a prime of 31, 15 or 7 bits. As many of these are
//! taken as the bound of the count asks for, and the count follows by the Chinese remainder
//! theorem.

use crate::count::{Count, primes_below};
use crate::tours::frontier::Bytes;
use crate::tours::halves::machine::Packed;

/// A number as it is stored.
pub trait Number: Bytes + Packed + Send + Sync + std::fmt::Debug {
    /// Its bits, if it may stand for as many marks; 0 if not.
    const BITS: usize;

    /// Appends a word of marks, as numbers.
    fn put_marks(_word: u64, _numbers: &mut Vec<Self>) {}

    /// The word of marks that so many numbers stand for.
    fn marks(_numbers: &[Self]) -> u64 {
        0
    }

    /// The numbers that stand for the marks of so many places.
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

/// Numbers that can be added and multiplied.
pub trait Sums: Copy + Send + Sync {
    /// One number.
    type Value: Number;
    /// A sum of products of two numbers.
    type Sum: Bytes + Copy + Default + PartialEq + Send + Sync + std::fmt::Debug;
    /// The sum.
    fn add(self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// The product.
    fn mul(self, a: Self::Value, b: Self::Value) -> Self::Sum;
    /// More products.
    fn plus(self, a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// Fewer products.
    fn less(self, a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// True if two sums are of the same number.
    fn is_same(self, a: Self::Sum, b: Self::Sum) -> bool {
        a == b
    }
    /// Does something with as many numbers side by side as pay: a line of the cache.
    fn side_by_side<W: SideBySide>(work: W) -> W::Output {
        work.run::<8>()
    }
    /// A number so many times.
    fn times(self, a: Self::Value, n: u32) -> Self::Value {
        (1..n).fold(a, |sum, _| self.add(sum, a))
    }
}

/// What is done with so many numbers side by side.
pub trait SideBySide {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<const LANES: usize>(self) -> Self::Output;
}

/// Numbers that layers are made of.
pub trait Ring: Sums {
    /// What a number is multiplied by for the edges that are told apart.
    type Factor: Copy;
    /// True if a number is as long as a vector.
    const WIDE: bool = false;
    /// That of so many edges.
    fn factor(self, edges: u8) -> Self::Factor;
    /// The product.
    fn weighed(self, a: Self::Value, by: Self::Factor) -> Self::Value;
    /// One.
    const ONE: Self::Value;
    /// What reports call it.
    const NAME: &'static str;
    /// What it is modulo; 0 for 2^64.
    fn modulus(self) -> u64;
    /// True of its numbers, whatever their type would hold.
    fn has(self, a: Self::Value) -> bool;
}

/// Words of 64 bits: numbers modulo 2^64.
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

/// Words whose sums of products are measured as well, so that a closer bound is known than that
/// of all ways to meet: right as long as no number passes 2^64.
#[derive(Clone, Copy, Debug)]
pub struct Measured;

/// A sum modulo 2^64, and about what it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// The sum modulo 2^64.
    pub word: u64,
    /// The sum, rounded whenever something was added.
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

/// Numbers modulo a prime below 2^31.
#[derive(Clone, Copy, Debug)]
pub struct Modulo {
    prime: u32,
    /// 2^64 over the prime, rounded down.
    inverse: u64,
}

impl Modulo {
    /// Modulo this prime.
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
        // Of the sum and the sum less the prime the one that did not wrap is smaller.
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
        // The quotient, or one less.
        let quotient = (u128::from(product) * u128::from(self.inverse)) >> 64;
        let rest = product.wrapping_sub((quotient as u64).wrapping_mul(u64::from(self.prime)));
        let rest = rest as u32;
        rest.min(rest.wrapping_sub(self.prime))
    }
}

/// Numbers modulo a prime of less than half of what their type holds.
#[derive(Clone, Copy, Debug)]
pub struct Narrow<V> {
    prime: V,
    /// The largest multiple of the prime below 2^31: what products are added up modulo.
    multiple: u32,
}

macro_rules! narrow {
    ($value:ty, $name:literal, $lanes:literal) => {
        impl Narrow<$value> {
            /// Modulo this prime.
            pub fn new(prime: u32) -> Narrow<$value> {
                let own = <$value>::try_from(prime).expect("a prime of so few bits");
                assert!(own <= <$value>::MAX / 2, "the sum of two residues has its type");
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

/// The primes of at most so many bits, the largest first.
pub fn primes(bits: u32) -> impl Iterator<Item = u32> {
    primes_below(1 << bits).map(|prime| prime as u32)
}

/// The number that has these residues (value, prime), below the product of the primes.
pub fn combined_residues(residues: &[(u32, u32)]) -> Count {
    Count::from_residues(residues)
}

/// The number that has this residue modulo 2^64 and these (value, prime), below the product.
pub fn combined(word: u64, residues: &[(u32, u32)]) -> Count {
    Count::from_word_and_residues(word, residues)
}

#[cfg(test)]
mod tests {
    use super::{Modulo, Narrow, Number, Sums, Words, combined, combined_residues, primes};
    use crate::count::Count;

    #[test]
    fn residues_are_those_of_the_numbers() {
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

    /// Products are added up and taken off modulo a multiple of the prime, whatever they come to.
    #[test]
    fn narrow_residues_are_those_of_the_numbers() {
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
    fn marks_stand_as_numbers() {
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
    fn numbers_come_back_from_their_residues() {
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
