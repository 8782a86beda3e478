//! `Points`: a number at sixteen places of x, modulo a prime of 31 bits.

use crate::tours::frontier::Bytes;
use crate::tours::halves::machine::Packed;
use crate::tours::halves::sweep::{Number, Ring, SideBySide, Sums};

/// Places of x side by side: a line of the cache.
pub const LANES: usize = 16;

/// The edges that a step takes at most, and one more.
const POWERS: usize = 3;

/// The value at each place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
pub struct Point(pub [u32; LANES]);

impl Bytes for Point {
    const LEN: usize = <[u32; LANES]>::LEN;
    fn put(self, out: &mut Vec<u8>) {
        self.0.put(out);
    }
    fn get(bytes: &[u8]) -> Point {
        Point(Bytes::get(bytes))
    }
}

impl Packed for Point {}

impl Number for Point {
    const BITS: usize = 0;
}

/// A power of x at each place, and 2^32 times it over the prime, rounded down (Shoup).
#[derive(Clone, Copy, Debug)]
pub struct Power {
    values: [u32; LANES],
    quotients: [u32; LANES],
}

/// The powers of x that a step multiplies by.
#[derive(Clone, Debug)]
pub struct Powers {
    prime: u32,
    /// 2^62 over the prime, rounded down.
    inverse: u32,
    all: [Power; POWERS],
}

impl Powers {
    /// Of these x, below the prime.
    pub fn new(prime: u32, x: [u32; LANES]) -> Powers {
        let p = u64::from(prime);
        let power = |exponent: usize| {
            let values = x.map(|x| (0..exponent).fold(1, |power, _| power * u64::from(x) % p));
            let quotients = values.map(|value| ((value << 32) / p) as u32);
            Power { values: values.map(|value| value as u32), quotients }
        };
        Powers { prime, inverse: ((1 << 62) / p) as u32, all: std::array::from_fn(power) }
    }
}

/// Numbers at the places of some powers.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a>(pub &'a Powers);

/// Of a number below twice the prime.
#[inline(always)]
fn reduced(number: u32, prime: u32) -> u32 {
    number.min(number.wrapping_sub(prime))
}

impl<'a> Ring for Points<'a> {
    type Factor = Option<&'a Power>;
    const WIDE: bool = true;
    const ONE: Point = Point([1; LANES]);
    const NAME: &'static str = "residues of 31 bits at 16 places";
    #[inline(always)]
    fn factor(self, edges: u8) -> Option<&'a Power> {
        (edges > 0).then(|| &self.0.all[usize::from(edges)])
    }
    #[inline(always)]
    fn weighed(self, mut a: Point, by: Option<&'a Power>) -> Point {
        let Some(Power { values, quotients }) = by else { return a };
        let prime = self.0.prime;
        for (lane, n) in a.0.iter_mut().enumerate() {
            // The quotient, or one less.
            let quotient = (u64::from(*n) * u64::from(quotients[lane])) >> 32;
            let product = n.wrapping_mul(values[lane]);
            *n = reduced(product.wrapping_sub((quotient as u32).wrapping_mul(prime)), prime);
        }
        a
    }
    fn modulus(self) -> u64 {
        u64::from(self.0.prime)
    }
    fn has(self, a: Point) -> bool {
        a.0.iter().all(|&n| n < self.0.prime)
    }
}

impl Sums for Points<'_> {
    type Value = Point;
    type Sum = Point;
    fn side_by_side<W: SideBySide>(work: W) -> W::Output {
        work.run::<1>()
    }
    #[inline(always)]
    fn add(self, mut a: Point, b: Point) -> Point {
        for (a, b) in a.0.iter_mut().zip(b.0) {
            *a = reduced(a.wrapping_add(b), self.0.prime);
        }
        a
    }
    #[inline(always)]
    fn plus(self, a: Point, b: Point) -> Point {
        self.add(a, b)
    }
    #[inline(always)]
    fn less(self, mut a: Point, b: Point) -> Point {
        for (a, b) in a.0.iter_mut().zip(b.0) {
            let difference = a.wrapping_sub(b);
            *a = difference.min(difference.wrapping_add(self.0.prime));
        }
        a
    }
    #[inline(always)]
    fn mul(self, mut a: Point, b: Point) -> Point {
        let (prime, inverse) = (self.0.prime, u64::from(self.0.inverse));
        for (a, b) in a.0.iter_mut().zip(b.0) {
            let product = u64::from(*a) * u64::from(b);
            // The quotient, or up to two less.
            let quotient = ((product >> 30) * inverse) >> 32;
            let rest = product - quotient * u64::from(prime);
            let rest = rest.min(rest.wrapping_sub(u64::from(prime)));
            *a = rest.min(rest.wrapping_sub(u64::from(prime))) as u32;
        }
        a
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{LANES, Point, Points, Powers};
    use crate::tours::halves::sweep::{Ring, Sums, primes};

    proptest! {
        #[test]
        fn points_are_residues_lane_by_lane(
            a in any::<[u32; LANES]>(),
            b in any::<[u32; LANES]>(),
            x in any::<[u32; LANES]>(),
            which in 0usize..3,
            extreme in any::<bool>(),
        ) {
            // The largest primes, and the largest residues.
            let prime = primes(31).nth(which).unwrap();
            let p = u64::from(prime);
            let residue = |n: u32| if extreme && n.is_multiple_of(2) { prime - 1 - n % 5 } else { n % prime };
            let [a, b, x] = [a, b, x].map(|lanes| lanes.map(residue));
            let powers = Powers::new(prime, x);
            let ring = Points(&powers);
            let lanes = |of: &dyn Fn(u64, u64, u64) -> u64| {
                let at = |lane: usize| of(a[lane].into(), b[lane].into(), x[lane].into()) as u32;
                Point(std::array::from_fn(at))
            };
            let (one, other) = (Point(a), Point(b));
            prop_assert_eq!(ring.add(one, other), lanes(&|a, b, _| (a + b) % p));
            prop_assert_eq!(ring.less(one, other), lanes(&|a, b, _| (a + p - b) % p));
            prop_assert_eq!(ring.mul(one, other), lanes(&|a, b, _| a * b % p));
            for (edges, product) in [
                lanes(&|a, _, _| a),
                lanes(&|a, _, x| a * x % p),
                lanes(&|a, _, x| a * (x * x % p) % p),
            ].into_iter().enumerate() {
                prop_assert_eq!(ring.weighed(one, ring.factor(edges as u8)), product);
            }
        }
    }
}
