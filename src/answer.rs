//! `Answer`: the counts of one question, each with its convention, and what they cost.
//!
//! Questions of every family end here, so that what compares, prints and stores answers
//! needs to know no family.

use std::fmt;

use crate::count::Count;

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
    /// Open tours in one direction, up to the symmetries of the board only.
    FundamentalDirected,
}

impl Convention {
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
            Convention::FundamentalDirected => "fundamental directed",
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
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

/// One answered question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was asked.
    pub label: Label,
    /// The counts, the usual convention first.
    pub counts: Vec<(Convention, Count)>,
    /// The method that counted.
    pub method: &'static str,
    /// The nodes that it visited.
    pub nodes: u64,
    /// Wall-clock time of the run.
    pub seconds: f64,
    /// Worker threads.
    pub threads: usize,
}

impl Answer {
    /// The count by one convention, if the question has it.
    pub fn count(&self, convention: Convention) -> Option<&Count> {
        self.counts.iter().find(|(c, _)| *c == convention).map(|(_, count)| count)
    }
}
