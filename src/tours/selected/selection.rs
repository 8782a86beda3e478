//! `Selection`: which tours of a question are wanted, as plain data.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// Numbers on squares: each number is on one of the squares, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Figure {
    /// From 1, ascending, as many as squares.
    pub numbers: Vec<u32>,
    /// The squares, in the given order.
    pub squares: Vec<u32>,
}

/// Equal sums of a numbered board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sums {
    /// All rows have one sum, and all columns have one sum.
    SemiMagic,
    /// In addition, both diagonals have the sum of the rows.
    Magic,
}

/// The symmetry that keeps a tour, as a set of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetric {
    /// A half turn, possibly as part of a quarter turn.
    HalfTurn,
    /// A quarter turn.
    QuarterTurn,
    /// A reflection along an axis.
    Reflection,
    /// A reflection along a diagonal.
    DiagonalReflection,
    /// Any symmetry of the board except the identity.
    Any,
}

impl Symmetric {
    /// Every symmetry with its word.
    pub const NAMES: [(&str, Symmetric); 5] = [
        ("half-turn", Symmetric::HalfTurn),
        ("quarter-turn", Symmetric::QuarterTurn),
        ("reflection", Symmetric::Reflection),
        ("diagonal", Symmetric::DiagonalReflection),
        ("any", Symmetric::Any),
    ];

    /// The name of such a symmetry on a plane board; `None` for `Any`.
    pub fn element(self) -> Option<&'static str> {
        match self {
            Symmetric::HalfTurn => Some("half-turn"),
            Symmetric::QuarterTurn => Some("quarter-turn"),
            Symmetric::Reflection => Some("reflection"),
            Symmetric::DiagonalReflection => Some("diagonal reflection"),
            Symmetric::Any => None,
        }
    }
}

impl fmt::Display for Symmetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, _) = Symmetric::NAMES
            .into_iter()
            .find(|(_, symmetric)| symmetric == self)
            .expect("each has a word");
        f.pad(word)
    }
}

impl FromStr for Symmetric {
    type Err = Error;

    /// Reads a word.
    fn from_str(text: &str) -> Result<Symmetric, Error> {
        let named = Symmetric::NAMES.into_iter().find(|(word, _)| *word == text);
        named.map(|(_, symmetric)| symmetric).ok_or_else(|| Error::Text {
            what: "symmetry",
            text: text.into(),
            at: 1,
            problem: "there is no such symmetry".into(),
            remedy: "write half-turn, quarter-turn, reflection, diagonal or any",
        })
    }
}

/// Two kinds of moves that alternate along a tour: some of the piece's moves, and all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alternating {
    /// The name of the part.
    pub part: String,
    /// Its moves, the smaller square first, ascending and distinct.
    pub moves: Vec<[u32; 2]>,
}

/// The wanted tours; all of them, if empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Selection {
    /// Moves that each tour must use, the smaller square first, ascending and distinct.
    pub through: Vec<[u32; 2]>,
    /// Every second move of the tour is one of these, and no other move is.
    pub alternating: Option<Alternating>,
    /// The arcs of a directed graph: tours follow arcs only.
    pub arcs: Option<Vec<[u32; 2]>>,
    /// Numbers on squares.
    pub figures: Vec<Figure>,
    /// Equal sums.
    pub sums: Option<Sums>,
    /// The symmetry that keeps the tours.
    pub symmetric: Option<Symmetric>,
}

impl Sums {
    /// The equal sums if a tour numbers the squares of a whole rectangle from 1 in the order of the
    /// visit.
    pub fn of(squares: &[u32], [rows, columns]: [usize; 2]) -> Option<Sums> {
        let mut numbers = vec![0u64; rows * columns];
        for (&square, number) in squares.iter().zip(1..) {
            *numbers.get_mut(square as usize)? = number;
        }
        let row = |row: usize| (0..columns).map(|column| numbers[row * columns + column]).sum();
        let column = |column: usize| (0..rows).map(|row| numbers[row * columns + column]).sum();
        let sums: [Vec<u64>; 2] =
            [(0..rows).map(row).collect(), (0..columns).map(column).collect()];
        let are_equal = |sums: &[u64]| sums.iter().all(|sum| *sum == sums[0]);
        if squares.is_empty() || !sums.iter().all(|sums| are_equal(sums)) {
            return None;
        }
        let diagonal = |turned: bool| -> u64 {
            let column = |row: usize| if turned { columns - 1 - row } else { row };
            (0..rows).map(|row| numbers[row * columns + column(row)]).sum()
        };
        let is_magic = rows == columns
            && sums[0][0] == sums[1][0]
            && [false, true].map(diagonal) == [sums[0][0]; 2];
        Some(if is_magic { Sums::Magic } else { Sums::SemiMagic })
    }
}

impl Selection {
    /// True if all tours are wanted.
    pub fn is_all(&self) -> bool {
        *self == Selection::default()
    }

    /// True if the selection consists of moves only: required ones, alternating ones, or arcs.
    pub fn is_by_moves(&self) -> bool {
        let by_moves =
            !self.through.is_empty() || self.alternating.is_some() || self.arcs.is_some();
        by_moves && !self.is_numbered() && self.symmetric.is_none()
    }

    /// True if the selection concerns numbers: a tour is then a numbered board, with a first square
    /// and a direction.
    pub fn is_numbered(&self) -> bool {
        !self.figures.is_empty() || self.sums.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{Selection, Sums, Symmetric};

    #[test]
    fn words_parse_back() {
        for (word, symmetric) in Symmetric::NAMES {
            assert_eq!(word.parse::<Symmetric>().unwrap(), symmetric);
            assert_eq!(symmetric.to_string(), word);
        }
        assert!("turn".parse::<Symmetric>().unwrap_err().to_string().contains("quarter-turn"));
    }

    #[test]
    fn sums_are_those_of_rows_columns_and_diagonals() {
        // The squares of 1, 2, …, on boards of these numbers.
        let sums = |numbers: &[u32], sides| {
            let place = |number| numbers.iter().position(|&other| other == number).unwrap() as u32;
            Sums::of(&(1..=numbers.len() as u32).map(place).collect::<Vec<_>>(), sides)
        };
        assert_eq!(sums(&[2, 7, 6, 9, 5, 1, 4, 3, 8], [3, 3]), Some(Sums::Magic));
        assert_eq!(sums(&[1, 5, 9, 6, 7, 2, 8, 3, 4], [3, 3]), Some(Sums::SemiMagic));
        assert_eq!(sums(&[1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3]), None);
        assert_eq!(sums(&[1, 7, 6, 4, 8, 2, 3, 5], [2, 4]), Some(Sums::SemiMagic));
        assert_eq!(Sums::of(&[], [0, 0]), None);
    }

    #[test]
    fn selections_of_moves_only_change_the_graph() {
        let mut selection = Selection::default();
        assert!(selection.is_all() && !selection.is_by_moves());
        selection.through = vec![[0, 7]];
        assert!(!selection.is_all() && selection.is_by_moves());
        selection.sums = Some(Sums::Magic);
        assert!(!selection.is_by_moves() && selection.is_numbered());
    }
}
