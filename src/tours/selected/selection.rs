//! `Selection`: which tours of a question are wanted, as plain data.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// Numbers that stand on squares: each of the numbers on one of the squares, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Figure {
    /// From 1, ascending; as many as squares.
    pub numbers: Vec<u32>,
    /// The squares, in the order in which they were given.
    pub squares: Vec<u32>,
}

/// Sums of a numbered board that are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sums {
    /// Those of all rows, and those of all columns.
    SemiMagic,
    /// Those of the two diagonals, too, which are the rows' own.
    Magic,
}

/// What leaves a tour as it is, as a set of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetric {
    /// A half turn: a quarter turn among them.
    HalfTurn,
    /// A quarter turn.
    QuarterTurn,
    /// A reflection along an axis.
    Reflection,
    /// A reflection along a diagonal.
    DiagonalReflection,
    /// Any symmetry of the board but the one that moves nothing.
    Any,
}

impl Symmetric {
    /// Every one with its word.
    pub const NAMES: [(&str, Symmetric); 5] = [
        ("half-turn", Symmetric::HalfTurn),
        ("quarter-turn", Symmetric::QuarterTurn),
        ("reflection", Symmetric::Reflection),
        ("diagonal", Symmetric::DiagonalReflection),
        ("any", Symmetric::Any),
    ];

    /// What a symmetry of that kind is called on a plane board; none for any.
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
    ///
    /// # Errors
    /// [`Error::Text`].
    fn from_str(text: &str) -> Result<Symmetric, Error> {
        let named = Symmetric::NAMES.into_iter().find(|(word, _)| *word == text);
        named.map(|(_, symmetric)| symmetric).ok_or_else(|| Error::Text {
            what: "symmetry",
            text: text.into(),
            at: 1,
            problem: "no symmetry is called that".into(),
            remedy: "write half-turn, quarter-turn, reflection, diagonal or any",
        })
    }
}

/// Two kinds of moves that take turns along a tour: those of a part of the piece, and all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alternating {
    /// The part's name.
    pub part: String,
    /// Its moves, the smaller square first, ascending, none twice.
    pub moves: Vec<[u32; 2]>,
}

/// Which tours are wanted; all, if it is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Selection {
    /// Moves that each has to use, the smaller square first, ascending, none twice.
    pub through: Vec<[u32; 2]>,
    /// Moves of which every second one of the tour is one, and no other.
    pub alternating: Option<Alternating>,
    /// The arcs of a directed graph: tours go along them only.
    pub arcs: Option<Vec<[u32; 2]>>,
    /// Numbers on squares.
    pub figures: Vec<Figure>,
    /// Equal sums.
    pub sums: Option<Sums>,
    /// What leaves them as they are.
    pub symmetric: Option<Symmetric>,
}

impl Selection {
    /// True if all are wanted.
    pub fn is_all(&self) -> bool {
        *self == Selection::default()
    }

    /// True if nothing but moves are given: such as have to be used, such as take turns, or arcs.
    pub fn is_by_moves(&self) -> bool {
        let by_moves =
            !self.through.is_empty() || self.alternating.is_some() || self.arcs.is_some();
        by_moves && !self.is_numbered() && self.symmetric.is_none()
    }

    /// True if numbers tell which are wanted: then a tour is a numbered board, with a first square
    /// and a direction.
    pub fn is_numbered(&self) -> bool {
        !self.figures.is_empty() || self.sums.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{Selection, Sums, Symmetric};

    #[test]
    fn words_read_back() {
        for (word, symmetric) in Symmetric::NAMES {
            assert_eq!(word.parse::<Symmetric>().unwrap(), symmetric);
            assert_eq!(symmetric.to_string(), word);
        }
        assert!("turn".parse::<Symmetric>().unwrap_err().to_string().contains("quarter-turn"));
    }

    #[test]
    fn only_moves_alone_are_part_of_the_graph() {
        let mut selection = Selection::default();
        assert!(selection.is_all() && !selection.is_by_moves());
        selection.through = vec![[0, 7]];
        assert!(!selection.is_all() && selection.is_by_moves());
        selection.sums = Some(Sums::Magic);
        assert!(!selection.is_by_moves() && selection.is_numbered());
    }
}
