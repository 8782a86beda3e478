//! `Residues`: numbers modulo several primes at a time.
//!
//! The primes are below 2^61. Enough of them determine the number, because a bound of it is known
//! (see [`super::size::bits_bound`]).

use super::arithmetic::Arithmetic;
use crate::count::Count;

/// The number of residues in one sweep.
pub const RESIDUES: usize = 4;

/// A number modulo several primes below 2^61.
#[derive(Clone, Copy, Debug)]
pub struct Residues {
    pub primes: [u64; RESIDUES],
}

impl Arithmetic for Residues {
    type Value = [u64; RESIDUES];
    const ZERO: Self::Value = [0; RESIDUES];
    const NAME: &'static str = "residues modulo four primes";
    fn one(&self) -> Self::Value {
        [1; RESIDUES]
    }
    #[inline(always)]
    fn sum(&self, a: Self::Value, b: Self::Value, _: &mut bool) -> Self::Value {
        std::array::from_fn(|i| {
            // The sum of two residues of primes below 2^61 does not wrap.
            let sum = a[i].wrapping_add(b[i]);
            let less = sum.wrapping_sub(self.primes[i]);
            if sum < self.primes[i] { sum } else { less }
        })
    }
}

/// The largest primes below 2^61, descending, in groups of [`RESIDUES`]; enough groups for their
/// product to exceed 2^`bits`.
pub fn moduli(bits: u64) -> Vec<Residues> {
    let mut candidate = 1u64 << 61;
    let mut next = || {
        candidate -= 1;
        while !is_prime(candidate) {
            candidate -= 1;
        }
        candidate
    };
    // Each prime is above 2^60.
    let groups = bits / (60 * RESIDUES as u64) + 1;
    (0..groups).map(|_| Residues { primes: std::array::from_fn(|_| next()) }).collect()
}

/// The number with these residues, given for each group.
pub fn combined(groups: &[(Residues, [u64; RESIDUES])]) -> Count {
    let pairs = groups.iter().flat_map(|(group, values)| {
        values.iter().zip(&group.primes).map(|(&value, &prime)| (value, prime))
    });
    Count::from_residues(&pairs.collect::<Vec<_>>())
}

/// The Miller-Rabin test; with these bases it is exact below 2^64 (Sinclair 2011).
fn is_prime(n: u64) -> bool {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n)) as u64;
    let power = |mut base: u64, mut exponent: u64| {
        let mut result = 1;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = times(result, base);
            }
            base = times(base, base);
            exponent >>= 1;
        }
        result
    };
    if n < 2 || n.is_multiple_of(2) {
        return n == 2;
    }
    let twos = (n - 1).trailing_zeros();
    [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022].iter().all(|&base: &u64| {
        let base = base % n;
        let mut x = power(base, (n - 1) >> twos);
        if base == 0 || x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x);
            x == n - 1
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, RESIDUES, Residues, combined, is_prime, moduli};
    use crate::count::Count;

    #[test]
    fn primality_is_decided() {
        let naive =
            |n: u64| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((0..20_000).all(|n| is_prime(n) == naive(n)));
        assert!(is_prime((1 << 61) - 1));
        assert!(!is_prime(3_215_031_751) && !is_prime(3_825_123_056_546_413_051));
    }

    #[test]
    fn moduli_are_different_primes_below_the_limit() {
        let primes: Vec<u64> = moduli(700).iter().flat_map(|group| group.primes).collect();
        assert_eq!(primes.len(), 3 * RESIDUES);
        assert_eq!(primes[0], (1 << 61) - 1);
        assert!(primes.windows(2).all(|pair| pair[0] > pair[1]));
        assert!(primes.iter().all(|&p| is_prime(p) && p > 1 << 60));
    }

    #[test]
    fn residues_determine_numbers_beyond_words() {
        // Doubles 1 five hundred times.
        let doubled = |group: &Residues| {
            (0..500).fold(group.one(), |value, _| group.sum(value, value, &mut false))
        };
        let groups: Vec<_> = moduli(501).into_iter().map(|g| (g, doubled(&g))).collect();
        let expected = (0..500).fold(Count::from(1u64), |count, _| count * 2);
        assert_eq!(combined(&groups), expected);
    }
}
