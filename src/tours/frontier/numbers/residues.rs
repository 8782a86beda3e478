//! `Residues`: numbers modulo several primes at a time.
//!
//! The primes are below 2^61. Enough of them determine the number, because a bound of it is known
//! (see [`super::size::bits_bound`]).

use super::arithmetic::Arithmetic;
use crate::count::{Count, primes_below};

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
    let mut primes = primes_below(1 << 61);
    let mut next = || primes.next().expect("there are more than any count needs");
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

#[cfg(test)]
mod tests {
    use super::{Arithmetic, RESIDUES, Residues, combined, moduli};
    use crate::count::{Count, is_prime};

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
