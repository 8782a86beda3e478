//! How many bits the number of tours can have, and what arithmetic that calls for.

use crate::board::Graph;
use crate::tours::question::Kind;

/// Bounds up to which numbers are expected to fit in words of 64 and of 128 bits: they have
/// about half as many bits as the bound, those of strips 0.6 times.
pub const WORD_BITS: u64 = 115;
pub const DOUBLE_BITS: u64 = 210;

/// A number of bits that no count of directed tours passes.
///
/// Directed cycles through all vertices are among the permutations that follow edges;
/// their number is a permanent, at most the product of d!^(1/d) over the degrees d
/// (Brègman 1973). Open tours are the cycles of the graph with one more vertex that is
/// joined to all. One bit covers the rounding of the logarithms.
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

#[cfg(test)]
mod tests {
    use super::bits_bound;
    use crate::board::{Board, Graph, Piece};
    use crate::tours::question::Kind;

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
