//! `Points`: the values of a polynomial at sixteen points, modulo a prime of 31 bits.

use crate::count::power;
use crate::tours::frontier::Bytes;
use crate::tours::halves::machine::Packed;
use crate::tours::halves::sweep::{Number, Ring, SideBySide, Sums};

/// The values that are computed together: a cache line.
pub const LANES: usize = 16;

/// One more than the most edges that a step takes.
const POWERS: usize = 3;

/// The value at each point.
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

/// A power of x at each point, and 2^32 times the power divided by the prime, rounded down (Shoup's
/// multiplication).
#[derive(Clone, Copy, Debug)]
pub struct Power {
    values: [u32; LANES],
    quotients: [u32; LANES],
}

/// The powers of x that a step multiplies by.
#[derive(Clone, Debug)]
pub struct Powers {
    prime: u32,
    /// 2^62 divided by the prime, rounded down.
    inverse: u32,
    all: [Power; POWERS],
}

impl Powers {
    /// The powers of these points, which are below the prime.
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

/// The ring of values at the points of these powers.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a>(pub &'a Powers);

/// Reduces a number below twice the prime.
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
            // The exact quotient, or one less.
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
            // The exact quotient, or at most two less.
            let quotient = ((product >> 30) * inverse) >> 32;
            let rest = product - quotient * u64::from(prime);
            let rest = rest.min(rest.wrapping_sub(u64::from(prime)));
            *a = rest.min(rest.wrapping_sub(u64::from(prime))) as u32;
        }
        a
    }
}

/// The coefficients of the polynomial of least degree with these values at 0, 1, 2 and so on. There
/// are fewer values than the prime.
pub fn coefficients(values: &[u32], prime: u32) -> Vec<u32> {
    let p = u64::from(prime);
    let mut differences: Vec<u64> = values.iter().map(|&value| u64::from(value)).collect();
    // Newton's divided differences: the points are equidistant, so the divisor is the order.
    for order in 1..differences.len() {
        let inverse = power(order as u64, p - 2, p);
        for at in (order..differences.len()).rev() {
            let difference = differences[at] + p - differences[at - 1];
            differences[at] = difference % p * inverse % p;
        }
    }
    // d0 + x (d1 + (x - 1) (d2 + …)), expanded from the inside.
    let mut all: Vec<u64> = Vec::new();
    for (at, &difference) in differences.iter().enumerate().rev() {
        all.insert(0, 0);
        for lower in 0..all.len() - 1 {
            all[lower] = (all[lower] + (p - at as u64) * all[lower + 1]) % p;
        }
        all[0] = (all[0] + difference) % p;
    }
    all.into_iter().map(|n| n as u32).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{LANES, Point, Points, Powers, coefficients};
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

    const PRIME: u32 = 2_147_483_629;

    /// Horner's rule.
    fn value(polynomial: &[u32], x: u64) -> u32 {
        let p = u64::from(PRIME);
        polynomial.iter().rev().fold(0, |sum, &n| (sum * x + u64::from(n)) % p) as u32
    }

    proptest! {
        #[test]
        fn a_polynomial_is_found_by_its_values(
            numbers in proptest::collection::vec(any::<u32>(), 0..70),
            more in 0u64..5,
        ) {
            let polynomial: Vec<u32> = numbers.iter().map(|n| n % PRIME).collect();
            let places = polynomial.len() as u64 + more;
            let values: Vec<u32> = (0..places).map(|x| value(&polynomial, x)).collect();
            let mut found = coefficients(&values, PRIME);
            prop_assert_eq!(found.len(), values.len());
            let beyond = found.split_off(polynomial.len());
            prop_assert_eq!(found, polynomial);
            prop_assert_eq!(beyond.iter().max().copied().unwrap_or(0), 0);
        }
    }
}
