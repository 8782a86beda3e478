//! `Arithmetic`: what a state's number is counted in. Exact, or it says so.
//!
//! [`Word`]s of 64 or 128 bits are checked: a sum that does not fit raises a flag, and the
//! sweep is run again in the next wider arithmetic. [`Residues`] cannot overflow: they are
//! taken modulo primes below 2^61, and enough of them give the number, because it is
//! bounded beforehand (see [`bits_bound`]).

use super::checkpoints::Bytes;
use crate::board::Graph;
use crate::count::Count;
use crate::tours::question::Kind;

/// Numbers that states carry.
pub(super) trait Arithmetic: Copy + Send + Sync {
    /// One number.
    type Value: Copy + PartialEq + Send + Sync + Default + Bytes;
    /// Nothing.
    const ZERO: Self::Value;
    /// What reports call it.
    const NAME: &'static str;
    /// One.
    fn one(&self) -> Self::Value;
    /// The sum; `overflow` becomes true if it does not fit.
    fn sum(&self, a: Self::Value, b: Self::Value, overflow: &mut bool) -> Self::Value;
}

/// Plain integers of one width.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word<T>(std::marker::PhantomData<T>);

macro_rules! arithmetic_of_integer {
    ($integer:ty, $name:literal) => {
        impl Arithmetic for Word<$integer> {
            type Value = $integer;
            const ZERO: $integer = 0;
            const NAME: &'static str = $name;
            fn one(&self) -> $integer {
                1
            }
            #[inline(always)]
            fn sum(&self, a: $integer, b: $integer, overflow: &mut bool) -> $integer {
                let (sum, wrapped) = a.overflowing_add(b);
                *overflow |= wrapped;
                sum
            }
        }
    };
}

arithmetic_of_integer!(u64, "words of 64 bits");
arithmetic_of_integer!(u128, "words of 128 bits");

/// Residues that one sweep carries at once.
pub(super) const RESIDUES: usize = 4;

/// A number modulo several primes below 2^61.
#[derive(Clone, Copy, Debug)]
pub(super) struct Residues {
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
            // Two residues of primes below 2^61 do not wrap.
            let sum = a[i].wrapping_add(b[i]);
            let less = sum.wrapping_sub(self.primes[i]);
            if sum < self.primes[i] { sum } else { less }
        })
    }
}

/// The largest primes below 2^61, descending, in groups of [`RESIDUES`]; enough groups for
/// their product to pass 2^`bits`.
pub(super) fn moduli(bits: u64) -> Vec<Residues> {
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

/// The number that has these residues, from the numbers modulo each group.
pub(super) fn combined(groups: &[(Residues, [u64; RESIDUES])]) -> Count {
    let pairs = groups.iter().flat_map(|(group, values)| {
        values.iter().zip(&group.primes).map(|(&value, &prime)| (value, prime))
    });
    Count::from_residues(&pairs.collect::<Vec<_>>())
}

/// The Miller–Rabin test; with these bases it is no guess below 2^64 (Sinclair 2011).
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

/// A number of bits that no count of directed tours passes.
///
/// Directed cycles through all vertices are among the permutations that follow edges;
/// their number is a permanent, at most the product of d!^(1/d) over the degrees d
/// (Brègman 1973). Open tours are the cycles of the graph with one more vertex that is
/// joined to all. One bit covers the rounding of the logarithms.
pub(super) fn bits_bound(graph: &Graph, kind: Kind) -> u64 {
    let apex = usize::from(kind == Kind::Open);
    let factor = |degree: usize| {
        let log: f64 = (2..=degree).map(|i| (i as f64).log2()).sum();
        log / degree.max(1) as f64
    };
    let cells: f64 = (0..graph.len()).map(|v| factor(graph.degree(v) + apex)).sum();
    let bits = cells + if apex == 1 { factor(graph.len()) } else { 0.0 };
    (bits * (1.0 + 1e-9)) as u64 + 2
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, RESIDUES, Residues, Word, bits_bound, combined, is_prime, moduli};
    use crate::board::{Board, Graph, Piece};
    use crate::count::Count;
    use crate::tours::question::Kind;

    #[test]
    fn primes_are_told_from_others() {
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
    fn words_say_when_they_overflow() {
        let mut overflow = false;
        assert_eq!(Word::<u64>::default().sum(u64::MAX - 1, 1, &mut overflow), u64::MAX);
        assert!(!overflow);
        Word::<u64>::default().sum(u64::MAX, 1, &mut overflow);
        assert!(overflow);
    }

    #[test]
    fn residues_give_back_numbers_beyond_words() {
        // Doubling 1 five hundred times.
        let doubled = |group: &Residues| {
            (0..500).fold(group.one(), |value, _| group.sum(value, value, &mut false))
        };
        let groups: Vec<_> = moduli(501).into_iter().map(|g| (g, doubled(&g))).collect();
        let expected = (0..500).fold(Count::from(1u64), |count, _| count * 2);
        assert_eq!(combined(&groups), expected);
    }

    #[test]
    fn the_bound_is_above_known_counts() {
        let bits = |board: &str, kind| {
            let board: Board = board.parse().unwrap();
            bits_bound(&Graph::of(&board, &Piece::knight(2)), kind)
        };
        // 2^44.6 and 2^54.1 directed; the bounds are about twice that.
        assert!((45..120).contains(&bits("8x8", Kind::Closed)));
        assert!((55..140).contains(&bits("8x8", Kind::Open)));
        assert!(bits("1x1", Kind::Open) >= 1);
    }
}
