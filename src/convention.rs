//! `Convention` and `Label`: what a count counts, and what a question is called in tables.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// What counts as one. Most wrong tables in print are a mix-up of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Convention {
    /// Tours: each once in each direction.
    Directed,
    /// Tours: a tour and its reversal are one.
    Undirected,
    /// Placements: every one.
    All,
    /// Up to the symmetries of the board (and reversal, for tours).
    Fundamental,
    /// Walks: each sequence of squares.
    Sequences,
    /// Solutions that a half turn leaves as they are, those of a quarter turn included.
    HalfTurn,
    /// Solutions that a quarter turn leaves as they are.
    QuarterTurn,
    /// Fundamental solutions without a symmetry.
    Asymmetric,
    /// Fundamental solutions that a half turn leaves as they are and a quarter turn not.
    HalfTurnClasses,
    /// Fundamental solutions that a quarter turn leaves as they are.
    QuarterTurnClasses,
    /// Closed tours, undirected, that a half turn leaves as they are with their direction.
    Eulerian,
    /// Closed tours, undirected, that a half turn leaves as they are but for their direction.
    Bergholtian,
    /// Closed tours, undirected, that a reflection leaves as they are.
    Axial,
    /// Boards numbered along a tour: each first square and each direction of its own.
    Numbered,
    /// Open tours in one direction, up to the symmetries of the board only.
    // It stays the last, so that the length of `ALL` is that of the enum.
    FundamentalDirected,
}

impl Convention {
    /// Every convention.
    pub const ALL: [Convention; Convention::FundamentalDirected as usize + 1] = [
        Convention::Directed,
        Convention::Undirected,
        Convention::All,
        Convention::Fundamental,
        Convention::Sequences,
        Convention::HalfTurn,
        Convention::QuarterTurn,
        Convention::Asymmetric,
        Convention::HalfTurnClasses,
        Convention::QuarterTurnClasses,
        Convention::Eulerian,
        Convention::Bergholtian,
        Convention::Axial,
        Convention::Numbered,
        Convention::FundamentalDirected,
    ];

    /// The field's word for it, as tables and files use it.
    pub fn word(self) -> &'static str {
        match self {
            Convention::Directed => "directed",
            Convention::Undirected => "undirected",
            Convention::All => "all",
            Convention::Fundamental => "fundamental",
            Convention::Sequences => "sequences",
            Convention::HalfTurn => "half-turn",
            Convention::QuarterTurn => "quarter-turn",
            Convention::Asymmetric => "asymmetric classes",
            Convention::HalfTurnClasses => "half-turn classes",
            Convention::QuarterTurnClasses => "quarter-turn classes",
            Convention::Eulerian => "Eulerian",
            Convention::Bergholtian => "Bergholtian",
            Convention::Axial => "axial",
            Convention::Numbered => "numbered",
            Convention::FundamentalDirected => "fundamental directed",
        }
    }
}

impl Convention {
    /// What it counts as one, in words.
    pub fn meaning(self) -> &'static str {
        match self {
            Convention::Directed => "tours, each once in each direction",
            Convention::Undirected => "tours; a tour and its reversal are one",
            Convention::All => "every placement",
            Convention::Fundamental => {
                "those that rotations and reflections turn into each other are one; of tours, their \
                 reversals, too"
            }
            Convention::Sequences => "each sequence of squares",
            Convention::HalfTurn => {
                "those that a half turn leaves as they are, a quarter turn or not"
            }
            Convention::QuarterTurn => "those that a quarter turn leaves as they are",
            Convention::Asymmetric => "fundamental ones without a symmetry",
            Convention::HalfTurnClasses => {
                "fundamental ones that a half turn leaves as they are and a quarter turn does not"
            }
            Convention::QuarterTurnClasses => {
                "fundamental ones that a quarter turn leaves as they are"
            }
            Convention::Eulerian => {
                "undirected closed tours that a half turn keeps, direction and all"
            }
            Convention::Bergholtian => {
                "undirected closed tours that a half turn keeps and reverses"
            }
            Convention::Axial => "undirected closed tours that a reflection leaves as they are",
            Convention::Numbered => {
                "tours with the numbers that were asked for, each once in each direction and from \
                 each square that fits"
            }
            Convention::FundamentalDirected => {
                "open tours in one direction, up to rotations and reflections of the board"
            }
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Convention {
    type Err = Error;

    /// Reads [`Convention::word`].
    fn from_str(text: &str) -> Result<Convention, Error> {
        let named = |convention: &Convention| convention.word() == text;
        Convention::ALL.into_iter().find(named).ok_or_else(|| Error::Text {
            what: "convention",
            text: text.into(),
            at: 1,
            problem: "nothing that is counted is called that".into(),
            remedy: "write a word such as directed, undirected, all or fundamental",
        })
    }
}

/// What was asked, in the words that published tables are looked up by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// The family of questions: "tours", "queens", "walks".
    pub family: &'static str,
    /// The board, rows first: "6x6".
    pub board: String,
    /// The piece: "knight", "queen".
    pub piece: String,
    /// Within the family: "open", "closed", "placement".
    pub kind: &'static str,
}

#[cfg(test)]
mod tests {
    use super::Convention;

    #[test]
    fn every_word_reads_back() {
        for (place, convention) in Convention::ALL.into_iter().enumerate() {
            assert_eq!(convention.word().parse::<Convention>().unwrap(), convention);
            assert_eq!(convention as usize, place);
        }
    }

    #[test]
    fn a_word_that_is_none_is_refused() {
        for text in ["", "Directed", "half turn", "classes"] {
            let error = text.parse::<Convention>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains("convention"), "{error}");
        }
    }
}
