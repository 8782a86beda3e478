//! `Statistic`: a number of each tour of a board, defined by its moves and pairs of moves.

use std::fmt;
use std::str::FromStr;

use super::question::{Kind, TourQuestion};
use crate::convention::Convention;
use crate::count::Count;
use crate::engine::{Extreme, Histogram, Tally};
use crate::error::Error;
use crate::method::Choice;

/// A statistic counts the moves of a tour, or the pairs of its moves, with some property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Statistic {
    /// Two moves, drawn as lines between the centres of their squares, that share a point other
    /// than a common end.
    Crossings,
    /// Right-angled turns.
    RightAngles,
    /// Moves that continue in the same direction.
    StraightAngles,
    /// Moves that rise to the right, or fall to the left.
    Rising,
    /// Moves that go farther vertically than horizontally.
    Steep,
    /// Moves that are rising and steep: of a knight's four slopes, 2.
    SteepRising,
    /// Moves that rise to the right and go farther horizontally: of a knight's slopes, 1/2.
    FlatRising,
}

impl Statistic {
    /// Every statistic with its name.
    pub const NAMED: [(Statistic, &'static str); 7] = [
        (Statistic::Crossings, "crossings"),
        (Statistic::RightAngles, "right-angles"),
        (Statistic::StraightAngles, "straight-angles"),
        (Statistic::Rising, "rising"),
        (Statistic::Steep, "steep"),
        (Statistic::SteepRising, "steep-rising"),
        (Statistic::FlatRising, "flat-rising"),
    ];

    /// The option of a method that classifies tours by a statistic.
    pub const OPTION: &str = "histogram";

    /// The statistic in a choice of method.
    ///
    /// # Errors
    /// [`Error::Text`] if there is no statistic with that name.
    pub(crate) fn chosen(choice: &Choice) -> Result<Option<Statistic>, Error> {
        let Some(name) = choice.option(Statistic::OPTION) else { return Ok(None) };
        let known = name.parse();
        known
            .map(Some)
            .map_err(|_| choice.wrong(Statistic::OPTION, format!("{name} are not defined here")))
    }

    /// True if a tour and its images have the same value: rotations and reflections keep angles and
    /// crossings, but change slopes.
    pub fn is_symmetric(self) -> bool {
        use Statistic::{Crossings, RightAngles, StraightAngles};
        matches!(self, Crossings | RightAngles | StraightAngles)
    }

    /// Refuses an impossible tally, given its tours and the ones that it shows: see
    /// [`Pairs::check`].
    pub(crate) fn check(
        self,
        question: &TourQuestion,
        tally: &Tally,
        shown: bool,
    ) -> Result<(), Error> {
        self.of(question)?.check(question, tally, shown)
    }

    /// True if each move counts independently of the others.
    pub fn is_of_moves(self) -> bool {
        use Statistic::{FlatRising, Rising, Steep, SteepRising};
        matches!(self, Rising | Steep | SteepRising | FlatRising)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let named = Statistic::NAMED.iter().find(|(statistic, _)| *statistic == self);
        named.map_or("", |(_, name)| name)
    }

    /// Prepares the statistic for the board of a question.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if moves have no direction, on a graph and on a wrapped board; and for
    /// crossings and slopes on a board with other than two axes.
    pub(super) fn of(self, question: &TourQuestion) -> Result<Pairs, Error> {
        let board = question.shape().filter(|board| board.axes().iter().all(|axis| !axis.wraps));
        let Some(board) = board else {
            return Err(Error::ToursAsked {
                problem: "angles, slopes and crossings are those of tours on a board that does not \
                          close up",
                remedy: "ask for a board such as 6x6, without given moves",
            });
        };
        let angles = self.is_symmetric() && self != Statistic::Crossings;
        if !angles && board.rank() != 2 {
            return Err(Error::ToursAsked {
                problem: "crossings and slopes need a plane board",
                remedy: "give a board of two axes",
            });
        }
        let place = |cell| board.coordinates(cell).into_iter().map(|c| c as i64).collect();
        Ok(Pairs { statistic: self, places: (0..board.len()).map(place).collect() })
    }
}

impl fmt::Display for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Statistic {
    type Err = Error;

    fn from_str(text: &str) -> Result<Statistic, Error> {
        let named = Statistic::NAMED.iter().find(|(_, name)| *name == text);
        named.map(|(statistic, _)| *statistic).ok_or_else(|| Error::Text {
            what: "statistic",
            text: text.into(),
            at: 1,
            problem: "there is no such statistic".into(),
            remedy: "write crossings, right-angles, straight-angles, rising, steep, steep-rising or \
                     flat-rising",
        })
    }
}

/// The tours of a question by the value of a statistic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sorted {
    /// The statistic.
    pub statistic: Statistic,
    /// The convention of the counts.
    pub convention: Convention,
    /// The number of tours for each value, and an example of each extreme.
    pub tours: Histogram,
}

impl Sorted {
    /// A tour of the least value and one of the largest, each with its value.
    pub fn extremes(&self) -> [Option<(u32, &[u32])>; 2] {
        let extremes = [self.tours.least(), self.tours.most()];
        extremes.map(|extreme| extreme.map(|extreme| (extreme.value, &extreme.solution[..])))
    }

    /// The histogram of a tally, if the method classified its tours.
    pub(crate) fn of(
        choice: &Choice,
        counts: &[(Convention, Count)],
        tally: &Tally,
    ) -> Option<Sorted> {
        let statistic = Statistic::chosen(choice).ok().flatten()?;
        // The first convention is that of the search.
        let (convention, _) = counts.first()?;
        Some(Sorted { statistic, convention: *convention, tours: tally.histogram().clone() })
    }
}

/// A statistic on the squares of a board.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    statistic: Statistic,
    /// The coordinates of each square.
    places: Vec<Vec<i64>>,
}

impl Pairs {
    /// The statistic.
    pub fn statistic(&self) -> Statistic {
        self.statistic
    }

    /// True if this move counts by itself.
    pub fn counts_alone(&self, [from, to]: [u32; 2]) -> bool {
        // Rows are numbered from the top.
        let &[down, right] = &self.way(from, to)[..] else { return false };
        let (rises, steep) = (down * right < 0, down.abs() > right.abs());
        match self.statistic {
            Statistic::Rising => rises,
            Statistic::Steep => steep,
            Statistic::SteepRising => rises && steep,
            Statistic::FlatRising => rises && down.abs() < right.abs(),
            Statistic::Crossings | Statistic::RightAngles | Statistic::StraightAngles => false,
        }
    }

    /// True if these two moves count together.
    pub fn counts(&self, first: [u32; 2], second: [u32; 2]) -> bool {
        let common: Vec<u32> = first.into_iter().filter(|v| second.contains(v)).collect();
        match self.statistic {
            Statistic::Crossings => self.cross(first, second, &common),
            Statistic::RightAngles | Statistic::StraightAngles => {
                let &[at] = &common[..] else { return false };
                let [a, b] = [first, second].map(|[v, w]| self.way(at, v ^ w ^ at));
                let along: i64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
                if self.statistic == Statistic::RightAngles {
                    return along == 0;
                }
                let squares = |way: &[i64]| way.iter().map(|c| c * c).sum::<i64>();
                along < 0 && along * along == squares(&a) * squares(&b)
            }
            _ => false,
        }
    }

    /// The vector from one square to another.
    fn way(&self, from: u32, to: u32) -> Vec<i64> {
        let [from, to] = [from, to].map(|square| &self.places[square as usize]);
        to.iter().zip(from).map(|(to, from)| to - from).collect()
    }

    fn cross(&self, [a, b]: [u32; 2], [c, d]: [u32; 2], common: &[u32]) -> bool {
        // The side of a line on which a square is.
        let side = |from, to, of| {
            let (line, way) = (self.way(from, to), self.way(from, of));
            (line[0] * way[1] - line[1] * way[0]).signum()
        };
        let within = |from, to, of| {
            let (there, back) = (self.way(of, from), self.way(of, to));
            side(from, to, of) == 0 && there.iter().zip(&back).map(|(a, b)| a * b).sum::<i64>() < 0
        };
        if let &[at] = common {
            // Two lines with a common end share more points if one contains the other.
            let [one, other] = [a ^ b ^ at, c ^ d ^ at];
            return within(at, one, other) || within(at, other, one);
        }
        let apart = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
        let touch = [(a, b, c), (a, b, d), (c, d, a), (c, d, b)];
        common.is_empty() && (apart || touch.iter().any(|&(from, to, of)| within(from, to, of)))
    }

    /// Refuses a tally that did not classify all tours, or with wrong extremes, which must exist if
    /// any tour was `shown`. The tally may come from a file.
    pub fn check(&self, question: &TourQuestion, tally: &Tally, shown: bool) -> Result<(), Error> {
        let histogram = tally.histogram();
        let wrong = |what: String| Err(Error::Contradiction { what });
        let (sorted, found) = (histogram.total(), tally.weighted());
        if sorted != found {
            return wrong(format!(
                "{found} tours, but {sorted} of them by their {}",
                self.statistic
            ));
        }
        let values = histogram.counts();
        let ends = [values.first_key_value(), values.last_key_value()];
        for (extreme, end) in [histogram.least(), histogram.most()].into_iter().zip(ends) {
            let is_expected = match extreme {
                Some(extreme) => end.is_some_and(|(&value, _)| value == extreme.value),
                None => !shown || end.is_none(),
            };
            let is_so = |extreme: &Extreme| {
                let squares = &extreme.solution;
                let closed = question.kind() == Kind::Closed;
                question.is_tour(squares) && self.of_squares(squares, closed) == extreme.value
            };
            if !is_expected || !extreme.is_none_or(is_so) {
                return wrong(format!(
                    "no valid tour with the fewest or the most {}",
                    self.statistic
                ));
            }
        }
        Ok(())
    }

    /// The value of a tour that is given by its squares in order.
    pub fn of_squares(&self, squares: &[u32], closed: bool) -> u32 {
        let home = closed.then(|| [squares[squares.len() - 1], squares[0]]);
        let moves = squares.windows(2).map(|pair| [pair[0], pair[1]]).chain(home);
        let moves: Vec<[u32; 2]> = moves.collect();
        let before = |at: usize| {
            let counting = moves[..at].iter().filter(|earlier| self.counts(**earlier, moves[at]));
            counting.count() as u32 + u32::from(self.counts_alone(moves[at]))
        };
        (0..moves.len()).map(before).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Statistic;
    use crate::board::{Board, Piece};
    use crate::tours::question::{Kind, TourQuestion};

    fn value(statistic: &str, board: &str, squares: &[u32], closed: bool) -> u32 {
        let board: Board = board.parse().unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
        let statistic: Statistic = statistic.parse().unwrap();
        statistic.of(&question).unwrap().of_squares(squares, closed)
    }

    #[test]
    fn a_turn_is_right_or_straight_or_neither() {
        // A square rotated by 45 degrees, once around.
        for (closed, angles) in [(true, 4), (false, 2)] {
            assert_eq!(value("right-angles", "4x4", &[1, 7, 14, 8], closed), angles);
            assert_eq!(value("straight-angles", "4x4", &[1, 7, 14, 8], closed), 0);
        }
        assert_eq!(value("straight-angles", "3x5", &[0, 7, 14], false), 1);
        assert_eq!(value("straight-angles", "3x5", &[0, 7, 4], false), 0);
        // There and back is not a turn.
        assert_eq!(value("straight-angles", "3x5", &[0, 7], true), 0);
    }

    #[test]
    fn moves_have_a_slope() {
        // From a3 to b1, c3, d1: three steep moves, one of which rises.
        for (statistic, moves) in [("rising", 1), ("steep", 3), ("steep-rising", 1)] {
            assert_eq!(value(statistic, "3x4", &[0, 9, 2, 11], false), moves, "{statistic}");
        }
        // From a1 to c2, a3 and b1: one of two flat moves rises.
        for (statistic, moves) in [("rising", 1), ("steep", 1), ("flat-rising", 1)] {
            assert_eq!(value(statistic, "3x3", &[6, 5, 0, 7], false), moves, "{statistic}");
        }
        // A diagonal rises and is neither steep nor flat.
        for (statistic, moves) in [("rising", 2), ("steep", 0), ("flat-rising", 0)] {
            assert_eq!(value(statistic, "3x3", &[6, 4, 2], false), moves, "{statistic}");
        }
    }

    #[test]
    fn lines_with_a_common_end_do_not_cross() {
        let crossings = |board, squares: &[u32]| value("crossings", board, squares, false);
        assert_eq!(crossings("2x3", &[0, 5]), 0);
        assert_eq!(crossings("3x3", &[0, 7, 2, 3, 8, 1, 6, 5, 0]), 8 + 4 + 4);
        assert_eq!(crossings("4x4", &[1, 7, 14, 8, 1]), 0);
        // Overlapping lines; an end in the middle of a line; a point crossed twice.
        assert_eq!(crossings("1x4", &[0, 2, 1, 3]), 3);
        assert_eq!(crossings("3x3", &[0, 2, 7, 1]), 1);
        assert_eq!(crossings("3x3", &[0, 8, 6, 2]), 1);
    }

    #[test]
    fn wrapped_boards_have_no_directions() {
        for (board, fits) in [("torus:5x5", 0), ("cylinder:5x5", 0), ("3x3x3", 2), ("5x5", 7)] {
            let board: Board = board.parse().unwrap();
            let question = TourQuestion::new(&board, &Piece::knight(board.rank()), Kind::Closed);
            let known = Statistic::NAMED.iter().filter(|(s, _)| s.of(&question).is_ok());
            assert_eq!(known.count(), fits, "{board}");
        }
    }
}
