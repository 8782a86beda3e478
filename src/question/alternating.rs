//! Alternating moves: moves of two kinds that take turns, some of a piece's moves and the rest.

use super::instance::Instance;
use crate::board::{Board, Graph, Piece};
use crate::error::Error;
use crate::tours::Alternating;

impl Instance {
    /// Splits the moves of the piece into those of `part` and the others, which take turns. The
    /// kind with the shorter name represents both, so the same alternation has one text.
    ///
    /// ```
    /// use cavalcade::question::Instance;
    /// let king = Instance::Board("4x4".parse()?, cavalcade::board::Piece::parse("king", 2)?);
    /// assert_eq!(king.alternating("wazir")?, king.alternating("ferz")?);
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Text`] if the piece has moves of neither kind, moves of only one kind, or two
    /// squares that are joined by a move of each kind.
    pub fn alternating(&self, part: &str) -> Result<Alternating, Error> {
        let wrong = |problem: String| Error::Text {
            what: "alternating moves",
            text: part.into(),
            at: 1,
            problem,
            remedy: "write a part of the piece's moves, as ferz of the king",
        };
        let Instance::Board(board, piece) = self else {
            return Err(wrong("only the moves of a piece on a board can alternate".into()));
        };
        let one = Piece::parse(part, board.rank())?;
        let name = piece.name();
        let other = piece.without(&one).ok_or_else(|| wrong(format!("no part of the {name}")))?;
        let mut kinds = [one, other];
        kinds.sort_by_key(|kind| (kind.name().len(), kind.name().to_string()));
        let [moves, others] = [&kinds[0], &kinds[1]].map(|kind| moves(board, kind));
        match moves.iter().find(|pair| others.binary_search(pair).is_ok()) {
            None => Ok(Alternating { part: kinds[0].name().into(), moves }),
            Some(&[a, b]) => {
                let [a, b] = [a, b].map(|square| self.square_name(square as usize));
                Err(wrong(format!("moves of both kinds join {a} and {b}")))
            }
        }
    }
}

/// The moves of a piece, ascending.
fn moves(board: &Board, piece: &Piece) -> Vec<[u32; 2]> {
    let graph = Graph::of(board, piece);
    let mut moves: Vec<_> = graph.edges().map(|(a, b)| [a, b].map(|v| v as u32)).collect();
    moves.sort_unstable();
    moves
}

#[cfg(test)]
mod tests {
    use crate::question::Question;

    #[test]
    fn one_text_for_both_kinds() {
        let read = |text: &str| text.parse::<Question>().map(|question| question.to_string());
        let expected = "tours closed king 4x4 alternating=ferz";
        assert_eq!(read("tours closed king 4x4 alternating=wazir").unwrap(), expected);
        assert_eq!(read("tours closed king 4x4 alternating=(0,1)+(1,0)").unwrap(), expected);
        let mixed = "tours open camel+knight 5x5 alternating=camel";
        assert_eq!(read(&mixed.replace("=camel", "=knight")).unwrap(), mixed);
    }

    #[test]
    fn kinds_must_be_disjoint_parts() {
        for (text, problem) in [
            ("tours open king 4x4 alternating=knight", "no part of the king"),
            ("tours open king 4x4 alternating=king", "no part of the king"),
            ("tours open king 4x4 alternating=pawn", "pawn"),
            ("tours open graph:DQc alternating=ferz", "a piece on a board"),
            ("tours open king torus:2x4 alternating=(1,1)", "both kinds join"),
            ("tours open king 4x4 alternating=ferz magic", "numbers"),
            ("tours open king 4x4 alternating=ferz symmetric=any", "symmetry"),
        ] {
            let error = text.parse::<Question>().unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }

    #[test]
    fn transposed_boards_have_one_question() {
        let upright = |text: &str| text.parse::<Question>().unwrap().upright().to_string();
        let expected = "tours closed king 2x4 alternating=ferz";
        assert_eq!(upright("tours closed king 4x2 alternating=ferz"), expected);
        // Moves along one axis only: on the transposed board the alternation is different.
        let lame = "tours closed wazir 4x2 alternating=(0,1)";
        assert_eq!(upright(lame), lame);
    }
}
