//! `Tour`: a sequence of squares that was verified to be a tour. Only the checks below create one.

use super::question::{Kind, TourQuestion};
use crate::board::Graph;
use crate::error::Error;

/// A tour of a question's graph: every vertex once, each a move from the one before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tour {
    squares: Vec<u32>,
    kind: Kind,
}

impl Tour {
    /// Checks a sequence of vertices against the question.
    ///
    /// # Errors
    /// [`Error::NotATour`] with the first position that breaks a rule.
    pub fn check(question: &TourQuestion, squares: &[u32]) -> Result<Tour, Error> {
        Tour::on_graph(question.graph(), question.kind(), squares)
    }

    /// Checks a sequence of vertices against a graph, for boards too large for a question.
    pub fn on_graph(graph: &Graph, kind: Kind, squares: &[u32]) -> Result<Tour, Error> {
        let wrong = |at, problem| Err(Error::NotATour { problem, at });
        let mut seen = vec![false; graph.len()];
        for (at, &square) in squares.iter().enumerate() {
            match seen.get_mut(square as usize) {
                None => return wrong(at, "no such square"),
                Some(true) => return wrong(at, "a square is visited again"),
                Some(fresh) => *fresh = true,
            }
            if at > 0 && !graph.joins(squares[at - 1] as usize, square as usize) {
                return wrong(at, "no move leads here from the square before");
            }
        }
        let last = squares.len().saturating_sub(1);
        if squares.is_empty() || squares.len() < graph.len() {
            return wrong(squares.len(), "squares are missing");
        }
        let closes = squares.len() > 2 && graph.joins(squares[last] as usize, squares[0] as usize);
        if kind == Kind::Closed && !closes {
            return wrong(last, "no move leads from the last square to the first");
        }
        Ok(Tour { squares: squares.to_vec(), kind })
    }

    /// The squares in the order of the visit.
    pub fn squares(&self) -> &[u32] {
        &self.squares
    }

    /// The canonical form of an undirected tour: two tours have equal forms exactly if they are the
    /// same undirected tour. An open one is read from its smaller end, a closed one from square 0
    /// towards the smaller neighbour.
    pub fn undirected(&self) -> Tour {
        let mut squares = self.squares.clone();
        let last = squares.len() - 1;
        match self.kind {
            Kind::Open if squares[last] < squares[0] => squares.reverse(),
            Kind::Open => {}
            Kind::Closed => {
                let zero = squares.iter().position(|&square| square == 0).unwrap_or(0);
                squares.rotate_left(zero);
                if squares[last] < squares[1] {
                    squares[1..].reverse();
                }
            }
        }
        Tour { squares, kind: self.kind }
    }
}

#[cfg(test)]
mod tests {
    use super::Tour;
    use crate::board::{Board, Piece};
    use crate::tours::{Kind, TourQuestion};

    fn question(kind: Kind) -> TourQuestion {
        let board = Board::rectangle(2, 3).unwrap();
        TourQuestion::new(&board, &Piece::named("wazir", 2).unwrap(), kind)
    }

    #[test]
    fn each_rule_rejects_violations() {
        let check = |kind, squares: &[u32]| {
            Tour::check(&question(kind), squares).map_err(|e| e.to_string())
        };
        assert!(check(Kind::Open, &[0, 3, 4, 1, 2, 5]).is_ok());
        assert!(check(Kind::Closed, &[0, 1, 2, 5, 4, 3]).is_ok());
        for (kind, squares, problem) in [
            (Kind::Open, &[0, 1, 2, 5, 4][..], "missing"),
            (Kind::Open, &[], "missing"),
            (Kind::Open, &[0, 1, 2, 5, 4, 6], "no such square"),
            (Kind::Open, &[0, 1, 0, 3, 4, 5], "again"),
            (Kind::Open, &[0, 1, 2, 3, 4, 5], "no move leads here"),
            (Kind::Closed, &[0, 3, 4, 1, 2, 5], "to the first"),
        ] {
            let error = check(kind, squares).unwrap_err();
            assert!(error.contains(problem), "{squares:?}: {error}");
        }
    }

    #[test]
    fn the_undirected_form_is_canonical() {
        let form =
            |kind, squares: &[u32]| Tour::check(&question(kind), squares).unwrap().undirected();
        let closed = form(Kind::Closed, &[0, 1, 2, 5, 4, 3]);
        assert_eq!(form(Kind::Closed, &[4, 5, 2, 1, 0, 3]), closed);
        assert_eq!(form(Kind::Open, &[5, 2, 1, 4, 3, 0]), form(Kind::Open, &[0, 3, 4, 1, 2, 5]));
        assert_ne!(form(Kind::Open, &[0, 1, 2, 5, 4, 3]), form(Kind::Open, &[1, 2, 5, 4, 3, 0]));
    }
}
