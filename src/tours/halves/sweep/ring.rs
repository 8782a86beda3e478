//! `Ring`: the arithmetic of states.
//!
//! A count is a sum of products, so it can be computed in any ring: modulo 2^64, or modulo a prime
//! of 31, 15 or 7 bits. The bound of the count determines the number of primes, and the Chinese
//! remainder theorem gives the count.

use crate::count::primes_below;
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

/// The sum over some meetings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeetingSum<S> {
    pub value: S,
    /// An upper bound of the tours: the number of 2-factors, that is of subgraphs in which every
    /// vertex has two edges.
    pub bound: f64,
    /// An upper bound of the sum of any group's numbers; of the tours of any degrees, if `each` is
    /// requested.
    pub largest: f64,
    /// If requested: the numbers of the upper half's degrees, with their sums.
    pub each: Vec<(u32, S)>,
}

impl<S: Copy> MeetingSum<S> {
    /// Adds the sum over other meetings.
    pub fn add<R: Sums<Sum = S>>(&mut self, ring: R, more: MeetingSum<S>) {
        self.value = ring.plus(self.value, more.value);
        self.bound += more.bound;
        self.largest = self.largest.max(more.largest);
        self.each.extend(more.each);
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
    type Factor: Copy + Default;
    /// True if a number is as long as a vector register.
    const WIDE: bool = false;
    /// The factor of this many marked edges; only rings that weigh edges have one.
    #[inline(always)]
    fn factor(self, _edges: u8) -> Self::Factor {
        Self::Factor::default()
    }
    /// Multiplies a number by a factor.
    #[inline(always)]
    fn weighed(self, a: Self::Value, _by: Self::Factor) -> Self::Value {
        a
    }
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

/// Integers modulo a prime that is at most half of the type's largest value.
#[derive(Clone, Copy, Debug)]
pub struct Residues<V> {
    prime: V,
    /// The largest multiple of the prime below 2^31; products are added modulo this.
    multiple: u32,
    /// 2^64 divided by the prime, rounded down.
    inverse: u64,
}

macro_rules! residues {
    ($value:ty, $name:literal, $lanes:literal, $product:expr) => {
        impl Residues<$value> {
            pub fn new(prime: u32) -> Residues<$value> {
                let own = <$value>::try_from(prime).expect("the prime fits in the type");
                assert!(own <= <$value>::MAX / 2, "the sum of two residues fits in the type");
                let inverse = u64::MAX / u64::from(prime);
                Residues { prime: own, multiple: (1 << 31) / prime * prime, inverse }
            }
        }

        impl Sums for Residues<$value> {
            type Value = $value;
            type Sum = u32;
            fn side_by_side<W: SideBySide>(work: W) -> W::Output {
                work.run::<$lanes>()
            }
            fn is_same(self, a: u32, b: u32) -> bool {
                a.abs_diff(b).is_multiple_of(self.prime.into())
            }
            #[inline(always)]
            fn add(self, a: $value, b: $value) -> $value {
                // The reduced sum is the smaller one, because the other wraps around.
                let sum = a.wrapping_add(b);
                sum.min(sum.wrapping_sub(self.prime))
            }
            #[inline(always)]
            fn mul(self, a: $value, b: $value) -> u32 {
                $product(self, u32::from(a), u32::from(b))
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

        impl Ring for Residues<$value> {
            type Factor = ();
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

residues!(u32, "residues of 31 bits", 16, product_of_31_bits);
residues!(u16, "residues of 15 bits", 32, product);
residues!(u8, "residues of 7 bits", 64, product);

/// The product modulo the prime. The multiple of a prime of 31 bits is the prime itself.
#[inline(always)]
fn product_of_31_bits(Residues { prime, inverse, .. }: Residues<u32>, a: u32, b: u32) -> u32 {
    let product = u64::from(a) * u64::from(b);
    // The exact quotient, or one less.
    let quotient = (u128::from(product) * u128::from(inverse)) >> 64;
    let rest = product.wrapping_sub((quotient as u64).wrapping_mul(u64::from(prime))) as u32;
    rest.min(rest.wrapping_sub(prime))
}

/// The product, which is below the multiple of the prime.
#[inline(always)]
fn product<V>(_: Residues<V>, a: u32, b: u32) -> u32 {
    a * b
}

/// The primes of at most this many bits, the largest first.
pub fn primes(bits: u32) -> impl Iterator<Item = u32> {
    primes_below(1 << bits).map(|prime| prime as u32)
}

#[cfg(test)]
mod tests {
    use super::{Number, Residues, Sums, Words, primes};

    /// Sums and differences of products modulo a multiple of the prime.
    #[test]
    fn residue_arithmetic_agrees_with_integers() {
        assert_eq!(primes(31).take(3).collect::<Vec<_>>(), [2147483647, 2147483629, 2147483587]);
        assert_eq!(primes(7).take(3).collect::<Vec<_>>(), [127, 113, 109]);
        assert_eq!((primes(7).last(), primes(7).count()), (Some(2), 31));
        assert_eq!(primes(15).next(), Some(32_749));
        macro_rules! check {
            ($value:ty, $bits:literal) => {
                for prime in primes($bits).take(31) {
                    let (ring, p) = (Residues::<$value>::new(prime), u64::from(prime));
                    let samples = [0, 1, 2, 17, p / 2, p - 2, p - 1].map(|n| n.min(p - 1));
                    let (mut sum, mut exact) = (0, 0i128);
                    for (at, (a, b)) in
                        samples.iter().flat_map(|&a| samples.map(|b| (a, b))).enumerate()
                    {
                        let [x, y] = [a, b].map(|n| n as $value);
                        assert_eq!(u64::from(ring.add(x, y)), (a + b) % p);
                        assert_eq!(u64::from(ring.times(x, 8)), 8 * a % p);
                        let product = i128::from(a * b);
                        (sum, exact) = match at % 3 {
                            2 => (ring.less(sum, ring.mul(x, y)), exact - product),
                            _ => (ring.plus(sum, ring.mul(x, y)), exact + product),
                        };
                        assert_eq!(i128::from(sum % prime), exact.rem_euclid(p.into()));
                    }
                }
            };
        }
        check!(u32, 31);
        check!(u16, 15);
        check!(u8, 7);
        assert_eq!(Words.times(u64::MAX, 3), u64::MAX - 2);
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
}
