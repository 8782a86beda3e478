//! `Convention` and `Label`: what a count counts, and a question's name in tables.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// What a count counts as one. Most wrong tables in print mix these up.
///
/// There are two kinds of counts of symmetric solutions. Solutions *kept* by a symmetry may be kept
/// by further symmetries as well: a solution may be in several of these counts. The *group* of a
/// solution is the set of all symmetries that keep it: each class has exactly one, and the classes
/// of all groups sum to the fundamental ones.
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
    /// Placements or undirected tours that a half-turn keeps.
    KeptByHalfTurn,
    /// Placements or undirected tours that a quarter-turn keeps.
    KeptByQuarterTurn,
    /// Classes of solutions without a symmetry.
    GroupNone,
    /// Classes of solutions that a half-turn keeps and nothing else.
    GroupHalfTurn,
    /// Classes of solutions that the quarter-turns and the half-turn keep and nothing else.
    GroupQuarterTurn,
    /// Undirected closed tours that a half-turn keeps together with their direction.
    KeptEulerian,
    /// Undirected closed tours that a half-turn keeps and reverses.
    KeptBergholtian,
    /// Undirected tours that a reflection along an axis keeps.
    KeptByReflection,
    /// Numbered boards: one for each tour, first square and direction.
    Numbered,
    /// Open tours in one direction, up to the symmetries of the board only.
    FundamentalDirected,
    /// Classes of solutions that one reflection along an axis keeps and nothing else.
    GroupReflection,
    /// Classes of solutions with any other group.
    GroupOther,
}

/// The name of a convention in files, its name in sentences, and what it counts as one.
#[rustfmt::skip]
const NAMES: [(Convention, &str, &str, &str); 17] = [
    (Convention::Directed, "directed", "directed", "tours, each once in each direction"),
    (Convention::Undirected, "undirected", "undirected", "tours; a tour and its reversal are one"),
    (Convention::All, "all", "all", "every placement"),
    (Convention::Fundamental, "fundamental", "fundamental", "up to rotations and reflections; tours also up to reversal"),
    (Convention::Sequences, "sequences", "sequences", "each sequence of squares"),
    (Convention::KeptByHalfTurn, "kept_by_half_turn", "kept by a half-turn", "all that a half-turn keeps, with or without further symmetries"),
    (Convention::KeptByQuarterTurn, "kept_by_quarter_turn", "kept by a quarter-turn", "all that a quarter-turn keeps, with or without further symmetries"),
    (Convention::GroupNone, "group_none", "classes without symmetry", "fundamental ones without any symmetry"),
    (Convention::GroupHalfTurn, "group_half_turn", "classes of exactly a half-turn", "fundamental ones kept by a half-turn and no other symmetry"),
    (Convention::GroupQuarterTurn, "group_quarter_turn", "classes of exactly the quarter-turns", "fundamental ones kept by exactly the quarter-turns and the half-turn; also the only placement of a board without a second queen"),
    (Convention::KeptEulerian, "kept_by_half_turn_eulerian", "kept by a half-turn (Eulerian)", "undirected closed tours that a half-turn keeps with their direction"),
    (Convention::KeptBergholtian, "kept_by_half_turn_bergholtian", "kept by a half-turn (Bergholtian)", "undirected closed tours that a half-turn keeps and reverses"),
    (Convention::KeptByReflection, "kept_by_reflection", "kept by a reflection", "undirected tours that a reflection along an axis keeps, with or without further symmetries"),
    (Convention::Numbered, "numbered", "numbered", "tours with the requested numbers, once for each direction and possible first square"),
    (Convention::FundamentalDirected, "fundamental directed", "fundamental directed", "open tours in one direction, up to rotations and reflections of the board"),
    (Convention::GroupReflection, "group_reflection", "classes of exactly a reflection", "fundamental ones kept by one reflection along an axis and no other symmetry"),
    (Convention::GroupOther, "group_other", "classes of another group", "fundamental ones kept by any other group of symmetries"),
];

/// Names in files of earlier versions.
const OLD_WORDS: [(&str, Convention); 8] = [
    ("half-turn", Convention::KeptByHalfTurn),
    ("quarter-turn", Convention::KeptByQuarterTurn),
    ("asymmetric classes", Convention::GroupNone),
    ("half-turn classes", Convention::GroupHalfTurn),
    ("quarter-turn classes", Convention::GroupQuarterTurn),
    ("Eulerian", Convention::KeptEulerian),
    ("Bergholtian", Convention::KeptBergholtian),
    ("axial", Convention::KeptByReflection),
];

impl Convention {
    /// Every convention.
    pub const ALL: [Convention; NAMES.len()] = {
        let mut all = [Convention::Directed; NAMES.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = NAMES[at].0;
            at += 1;
        }
        all
    };

    /// Its word in tables and files.
    pub fn word(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// Its name in sentences.
    pub fn text(self) -> &'static str {
        NAMES[self as usize].2
    }

    /// What it counts as one, in words.
    pub fn meaning(self) -> &'static str {
        NAMES[self as usize].3
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Convention {
    type Err = Error;

    /// Reads [`Convention::word`], and the words of older files.
    fn from_str(text: &str) -> Result<Convention, Error> {
        let words = Convention::ALL.into_iter().map(|convention| (convention.word(), convention));
        let named = words.chain(OLD_WORDS).find(|(word, _)| *word == text);
        named.map(|(_, convention)| convention).ok_or_else(|| Error::Text {
            what: "convention",
            text: text.into(),
            at: 1,
            problem: "there is no such convention".into(),
            remedy: "write a word such as directed, undirected, all or fundamental",
        })
    }
}

/// A question in the words by which published tables are looked up.
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
    fn every_word_parses_back() {
        for (place, convention) in Convention::ALL.into_iter().enumerate() {
            assert_eq!(convention.word().parse::<Convention>().unwrap(), convention);
            assert_eq!(convention as usize, place);
        }
        assert_eq!("half-turn classes".parse::<Convention>().unwrap(), Convention::GroupHalfTurn);
    }

    #[test]
    fn an_unknown_word_is_refused() {
        for text in ["", "Directed", "half turn", "classes"] {
            let error = text.parse::<Convention>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains("convention"), "{error}");
        }
    }
}
