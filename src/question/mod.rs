//! Questions of every family as data, each with one canonical text.
//!
//! ```
//! use cavalcade::question::Question;
//! let question: Question = "tours open knight 5x5 from=c3".parse()?;
//! assert_eq!(question.to_string(), "tours open knight 5x5 from=c3");
//! assert_eq!(question.label().board, "5x5 from c3");
//! # Ok::<(), cavalcade::Error>(())
//! ```
//!
//! | family | text |
//! |---|---|
//! | tours | `tours open\|closed PIECE BOARD [from=SQUARE [to=SQUARE]] [through=MOVES] [alternating=PIECE] [at=NUMBERS:SQUARES]… [magic\|semi-magic] [symmetric=WORD] [classes]` |
//! | queens | `queens queen\|amazon BOARD [first-rows=K] [k=K] [shifts] [turn=half\|quarter] [place=SQUARES] [holes=SQUARES]` |
//! | walks | `walks any\|self-avoiding PIECE BOARD\|KEYPAD length=N [limit=K:SQUARES]… [from=SQUARE]` |
//!
//! A graph, `graph:DQc`, replaces piece and board, and `names=…` follows it if its vertices have
//! names. Boards with holes are written as drawings: a question never names a file. Journals,
//! published rows and answers identify a question by this text. To add a family: a variant, a file,
//! a row above, its methods in `solve`.

mod alternating;
mod check;
mod instance;
mod queens;
mod range;
#[cfg(test)]
mod tests;
mod tours;
mod walks;
mod words;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use words::Words;

use crate::convention::Label;
use crate::error::Error;

pub use check::Checker;
pub use instance::Instance;
pub use queens::Queens;
pub use range::{BoardRange, Sizes};
pub use tours::Tours;
pub use walks::Walks;

/// A question of any family.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// Hamiltonian paths and cycles.
    Tours(Tours),
    /// Non-attacking placements.
    Queens(Queens),
    /// Sequences of moves.
    Walks(Walks),
}

impl Question {
    /// The question's name in tables.
    pub fn label(&self) -> Label {
        match self {
            Question::Tours(tours) => tours.label(),
            Question::Queens(queens) => queens.label(),
            Question::Walks(walks) => walks.label(),
        }
    }

    /// The number of squares or vertices.
    pub fn size(&self) -> usize {
        match self {
            Question::Queens(queens) => queens.height() * queens.width(),
            _ => self.instance().map_or(0, Instance::len),
        }
    }

    /// The instance; questions about placements have none.
    pub fn instance(&self) -> Option<&Instance> {
        match self {
            Question::Tours(tours) => Some(tours.instance()),
            Question::Queens(_) => None,
            Question::Walks(walks) => Some(walks.instance()),
        }
    }

    /// The question under which counts are looked up. A board and its transpose have the same
    /// counts, and one of the two represents both.
    pub fn upright(&self) -> Question {
        match self {
            Question::Tours(tours) => Question::Tours(tours.upright().without_classes()),
            Question::Queens(queens) => Question::Queens(queens.upright()),
            other => other.clone(),
        }
    }

    /// The question whose units are counted. A count of classes is derived from them.
    pub fn counted(&self) -> Question {
        match self {
            Question::Tours(tours) => Question::Tours(tours.clone().without_classes()),
            other => other.clone(),
        }
    }
}

impl From<Tours> for Question {
    fn from(tours: Tours) -> Question {
        Question::Tours(tours)
    }
}

impl From<Queens> for Question {
    fn from(queens: Queens) -> Question {
        Question::Queens(queens)
    }
}

impl From<Walks> for Question {
    fn from(walks: Walks) -> Question {
        Question::Walks(walks)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Tours(tours) => tours.fmt(f),
            Question::Queens(queens) => queens.fmt(f),
            Question::Walks(walks) => walks.fmt(f),
        }
    }
}

impl FromStr for Question {
    type Err = Error;

    /// Reads the canonical text.
    ///
    /// # Errors
    /// The error names the first position that is wrong.
    fn from_str(text: &str) -> Result<Question, Error> {
        const REMEDY: &str = "begin with tours, queens or walks";
        let mut words = Words::new(text);
        match words.fixed("family", REMEDY)? {
            (_, "tours") => Tours::read(words).map(Question::Tours),
            (_, "queens") => Queens::read(words).map(Question::Queens),
            (_, "walks") => Walks::read(words).map(Question::Walks),
            (at, other) => Err(words.wrong(at, format!("there is no family \"{other}\""), REMEDY)),
        }
    }
}

impl Hash for Question {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

impl Serialize for Question {
    /// As its canonical text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Question, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
