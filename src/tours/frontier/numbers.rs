//! The arithmetic of states: checked words, residues that cannot overflow, and the number of bits
//! to expect.

use crate::board::Graph;
use crate::count::{Count, primes_below};
use crate::tours::question::Kind;

/// The arithmetic of the numbers that states carry.
pub trait Arithmetic: Copy + Send + Sync {
    /// One number.
    type Value: Copy + PartialEq + Send + Sync + Default;
    /// Zero.
    const ZERO: Self::Value;
    /// The name in reports.
    const NAME: &'static str;
    /// One.
    fn one(&self) -> Self::Value;
    /// The sum; sets `overflow` if it does not fit.
    fn sum(&self, a: Self::Value, b: Self::Value, overflow: &mut bool) -> Self::Value;
}

/// Plain integers of one width.
#[derive(Clone, Copy, Debug, Default)]
pub struct Word<T>(std::marker::PhantomData<T>);

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

/// Numbers of a fixed size, in little-endian bytes.
pub trait Bytes: Sized {
    /// The number of bytes.
    const LEN: usize;
    fn put(self, out: &mut Vec<u8>);
    fn put_all(items: &[Self], out: &mut Vec<u8>)
    where
        Self: Copy,
    {
        items.iter().for_each(|item| item.put(out));
    }
    /// Reads exactly [`Bytes::LEN`] bytes.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! bytes_of_integer {
    ($($integer:ty),*) => {$(
        impl Bytes for $integer {
            const LEN: usize = size_of::<$integer>();
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            /// One copy on little-endian machines.
            fn put_all(items: &[$integer], out: &mut Vec<u8>) {
                let start = out.len();
                out.resize(start + size_of_val(items), 0);
                for (item, place) in items.iter().zip(out[start..].chunks_exact_mut(Self::LEN)) {
                    place.copy_from_slice(&item.to_le_bytes());
                }
            }
            fn get(bytes: &[u8]) -> Self {
                <$integer>::from_le_bytes(bytes.try_into().expect("the caller counts bytes"))
            }
        }
    )*};
}

bytes_of_integer!(u8, u16, u32, u64, u128);

impl<T: Bytes, const N: usize> Bytes for [T; N] {
    const LEN: usize = N * T::LEN;
    fn put(self, out: &mut Vec<u8>) {
        self.into_iter().for_each(|item| item.put(out));
    }
    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|i| T::get(&bytes[i * T::LEN..(i + 1) * T::LEN]))
    }
}

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

/// Bounds up to which numbers are expected to fit in words of 64 and of 128 bits: they have about
/// half as many bits as the bound, those of strips 0.6 times as many.
pub const WORD_BITS: u64 = 115;
pub const DOUBLE_BITS: u64 = 210;

/// An upper bound on the bits of a count of directed tours.
///
/// Directed Hamiltonian cycles are among the permutations that follow edges. The number of these is
/// a permanent, at most the product of d!^(1/d) over the degrees d (Brègman 1973). Open tours are
/// the cycles of the graph with one more vertex that is joined to all. One bit covers the rounding
/// of the logarithms.
pub fn bits_bound(graph: &Graph, kind: Kind) -> u64 {
    let apex = usize::from(kind == Kind::Open);
    let factor = |degree: usize| {
        let log: f64 = (2..=degree).map(|i| (i as f64).log2()).sum();
        log / degree.max(1) as f64
    };
    let cells: f64 = (0..graph.len()).map(|v| factor(graph.degree(v) + apex)).sum();
    let bits = cells + if apex == 1 { factor(graph.len()) } else { 0.0 };
    (bits * (1.0 + 1e-9)) as u64 + 2
}

/// The ratio of the bits to the value predicted from the degrees of a random graph: boards have
/// fewer tours because of their edges. Measured 0.79 (8x8) to 0.87 (7x20).
const SEEN: f64 = 0.82;

/// The approximate number of bits of the count of directed tours.
///
/// A random d-regular graph has about (d - 1) ((d - 2) / d)^((d - 2) / 2) to the power of its
/// vertices (Robinson and Wormald 1994); an open tour is a closed one with an edge anywhere.
pub fn bits_expected(graph: &Graph, kind: Kind) -> f64 {
    let factor = |degree: f64| {
        let decided =
            if degree > 2.0 { (1.0 - 2.0 / degree).log2() * (degree / 2.0 - 1.0) } else { 0.0 };
        (degree - 1.0).max(1.0).log2() + decided
    };
    let closed: f64 = (0..graph.len()).map(|v| factor(graph.degree(v) as f64)).sum();
    let ends = if kind == Kind::Open { (graph.len() as f64).log2() } else { 0.0 };
    SEEN * closed + ends
}

#[cfg(test)]
mod tests {
    use super::{
        Arithmetic, RESIDUES, Residues, Word, bits_bound, bits_expected, combined, moduli,
    };
    use crate::board::{Board, Graph, Piece};
    use crate::count::{Count, is_prime};
    use crate::tours::question::Kind;

    #[test]
    fn words_detect_overflow() {
        let mut overflow = false;
        assert_eq!(Word::<u64>::default().sum(u64::MAX - 1, 1, &mut overflow), u64::MAX);
        assert!(!overflow);
        Word::<u64>::default().sum(u64::MAX, 1, &mut overflow);
        assert!(overflow);
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

    #[test]
    fn the_bound_is_above_known_counts() {
        let bits = |board: &str, kind| {
            let board: Board = board.parse().unwrap();
            bits_bound(&Graph::of(&board, &Piece::knight(2)), kind)
        };
        // 2^44.6 and 2^54.1 directed; the bounds have about twice the bits.
        assert!((45..120).contains(&bits("8x8", Kind::Closed)));
        assert!((55..140).contains(&bits("8x8", Kind::Open)));
        assert!(bits("1x1", Kind::Open) >= 1);
    }

    #[test]
    fn predicted_bits_are_near_known_counts() {
        for (board, kind, seen) in [
            ("8x8", Kind::Closed, 44.6),
            ("8x8", Kind::Open, 54.1),
            ("8x10", Kind::Closed, 62.9),
            ("9x10", Kind::Closed, 75.0),
            ("7x12", Kind::Closed, 66.1),
            ("7x7", Kind::Open, 37.3),
        ] {
            let board: Board = board.parse().unwrap();
            let expected = bits_expected(&Graph::of(&board, &Piece::knight(2)), kind);
            assert!((expected - seen).abs() < 3.0, "{board}: {expected} for {seen}");
        }
    }
}
