//! `Board`: a torus with a class of pairs, one of which is on (0, 0) and (1, c).

use super::class::Classes;
use super::maps::{Pairs, Square, Torus, maps};
use super::open::{Counts, Lines, Open, left_open};

/// The constants of the search for placements with a pair of this class and none of the classes
/// before it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub torus: Torus,
    pub pairs: Pairs,
    pub classes: Classes,
    /// The differences of pairs of earlier classes.
    pub forbidden: Vec<Square>,
    /// For each square, the squares that a queen there leaves open.
    left_open: Vec<Lines>,
}

impl Board {
    /// The boards of all classes of pairs.
    pub fn all(torus: Torus) -> Vec<Board> {
        let maps = maps(torus).len();
        let all = Pairs::all(torus);
        let squares = || (0..torus.0 * torus.0).map(|at| (at / torus.0, at % torus.0));
        let board = |number: usize| {
            let (before, pairs) = (&all[..number], all[number].clone());
            let is_before =
                |&difference: &Square| before.iter().any(|pairs| pairs.contains(torus, difference));
            let forbidden: Vec<Square> = squares().filter(is_before).collect();
            let is_line = |square: &Square| torus.lines(*square).contains(&0);
            let attacked: Vec<Square> =
                squares().filter(is_line).chain(forbidden.iter().copied()).collect();
            let left_open = left_open(torus, &attacked);
            let classes = Classes::new(torus, maps, &pairs);
            Board { torus, pairs, classes, forbidden, left_open }
        };
        (0..all.len()).map(board).collect()
    }

    /// The squares that a queen leaves open.
    #[inline(always)]
    pub fn left_by(&self, square: Square) -> &Lines {
        &self.left_open[square.0 * self.torus.0 + square.1]
    }

    fn place(&self, open: &mut Open, square: Square) -> Counts {
        open.place(self.torus, square, self.left_by(square))
    }

    /// The pair and a queen in a column of the middle row, if that queen is allowed. Maps that keep
    /// the pair, or swap it, give images of a placement: a square is closed if one of them maps a
    /// queen there to an earlier column of the middle row.
    pub fn start(&self, column: usize) -> Option<(Open, Counts)> {
        let torus = self.torus;
        let pair = [(0, 0), (1, self.pairs.column)];
        let mut open = Open::all(torus);
        for queen in pair {
            self.place(&mut open, queen);
        }
        for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            let difference = (torus.less(to.0, from.0), torus.less(to.1, from.1));
            for map in &self.pairs.onto[difference.0 * torus.0 + difference.1] {
                for at in 0..torus.0 * torus.0 {
                    let square = (at / torus.0, at % torus.0);
                    let from = (torus.less(square.0, from.0), torus.less(square.1, from.1));
                    let image = map.of(torus, from);
                    if image.0 == torus.middle() && image.1 < column {
                        open.close(torus, square);
                    }
                }
            }
        }
        let queen = (torus.middle(), column);
        open.contains(queen).then(|| {
            let counts = self.place(&mut open, queen);
            (open, counts)
        })
    }
}
