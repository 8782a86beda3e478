//! The number of bits of the number of tours, and the arithmetic to choose.

use crate::board::Graph;
use crate::tours::question::Kind;

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
    use super::{bits_bound, bits_expected};
    use crate::board::{Board, Graph, Piece};
    use crate::tours::question::Kind;

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
