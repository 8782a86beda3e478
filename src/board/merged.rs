//! `Merged`: moves that the graph of a wrapped board merges. Around a short circle two moves lead
//! to one square, and some moves lead back to their own square.

use super::board::Board;
use super::piece::Piece;

/// The moves that a simple graph cannot represent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Pairs of squares that are joined by several moves, which count as one.
    pub pairs: usize,
    /// Squares with a move back to themselves, which does not count.
    pub loops: usize,
}

impl Merged {
    /// The merged moves of a piece on a board; none if no axis wraps.
    ///
    /// ```
    /// use cavalcade::board::{Board, Merged, Piece};
    /// let merged = |board: &str, piece| {
    ///     let board: Board = board.parse()?;
    ///     let merged = Merged::of(&board, &Piece::named(piece, 2).expect("it has a name"));
    ///     Ok::<_, cavalcade::Error>((merged.pairs, merged.loops))
    /// };
    /// assert_eq!(merged("torus:4x4", "knight")?, (32, 0));
    /// assert_eq!(merged("torus:2x3", "dabbaba")?, (0, 6));
    /// assert_eq!(merged("torus:5x5", "knight")?, (0, 0));
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    pub fn of(board: &Board, piece: &Piece) -> Merged {
        let mut merged = Merged::default();
        if !board.axes().iter().any(|axis| axis.wraps) {
            return merged;
        }
        let (mut near, mut at) = (Vec::new(), vec![0; board.rank()]);
        for site in board.sites_in_order() {
            if let Some(cell) = site {
                near.clear();
                let mut returns = false;
                for step in piece.steps() {
                    let mut leaves = true;
                    board.ride(&at, step, |there| {
                        // A ride around the whole circle is not a move, and not a loop either.
                        returns |= leaves && there == cell;
                        leaves = false;
                        near.extend((there > cell).then_some(there));
                        there != cell
                    });
                }
                near.sort_unstable();
                merged.loops += usize::from(returns);
                merged.pairs += near.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).count();
            }
            board.advance(&mut at);
        }
        merged
    }

    /// A description, if anything was merged.
    pub fn sentence(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.pairs > 0 {
            let pairs = if self.pairs == 1 { "pair of squares is" } else { "pairs of squares are" };
            let n = self.pairs;
            parts.push(format!("{n} {pairs} joined by several moves, which count as one"));
        }
        if self.loops > 0 {
            let (n, s) = (self.loops, if self.loops == 1 { "" } else { "s" });
            let back = "leads back to the same square, which does not count";
            parts.push(format!("a move from {n} square{s} {back}"));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}
