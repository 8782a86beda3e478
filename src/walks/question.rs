//! `WalkQuestion`: sequences of squares, each a move from the one before.
//!
//! The length is the number of squares (of keys pressed), not of moves. A limit bounds the total
//! number of visits to a set of squares. On an 18-key pad with at most two vowels there are
//! 1,013,398 sequences of ten keys.

use std::fmt;

use crate::board::{Board, Graph, Piece, Symmetries};
use crate::convention::{Convention, Label};
use crate::count::Count;
use crate::error::Error;

/// The most squares of a walk.
pub const MAX_LENGTH: usize = 1_000_000;

/// At most `most` visits to the squares of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The bound.
    pub most: u32,
    /// The set.
    pub squares: Vec<usize>,
    /// The squares' names, as they were written.
    names: String,
}

impl fmt::Display for Limit {
    /// `2:AEIO`, as [`Limit::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.most, self.names)
    }
}

impl Limit {
    /// Reads `2:AEIO`: at most two visits to these keys. Names of one character are written without
    /// separators, others with commas. `key` finds a key by its name.
    ///
    /// # Errors
    /// [`Error::Text`] with the first character that is wrong.
    pub fn parse(text: &str, key: impl Fn(&str) -> Option<usize>) -> Result<Limit, Error> {
        let wrong = |at: usize, problem: String| Error::Text {
            what: "limit",
            text: text.into(),
            at: text[..at].chars().count() + 1,
            problem,
            remedy: "write a number and the keys, as 2:AEIO, or 1:a1,h8",
        };
        let (number, names) =
            text.split_once(':').ok_or_else(|| wrong(text.len(), "a colon is missing".into()))?;
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let most = number.parse().ok().filter(|_| digits);
        let most = most.ok_or_else(|| wrong(0, "the number is missing".into()))?;
        let mut squares = Vec::new();
        let mut at = number.len() + 1;
        let whole: Vec<&str> = names.split(',').collect();
        let one_by_one: Vec<&str> = names.split_inclusive(|_: char| true).collect();
        let single = !one_by_one.is_empty() && one_by_one.iter().all(|name| key(name).is_some());
        let apart =
            if single || whole.len() == 1 && key(names).is_none() { one_by_one } else { whole };
        if apart.is_empty() || names.is_empty() {
            return Err(wrong(at, "the keys are missing".into()));
        }
        for name in apart {
            let square =
                key(name).ok_or_else(|| wrong(at, format!("no key is called \"{name}\"")))?;
            if !squares.contains(&square) {
                squares.push(square);
            }
            at += name.len() + usize::from(text[at + name.len()..].starts_with(','));
        }
        Ok(Limit { most, squares, names: names.into() })
    }

    /// Renames the squares of the limit; without separators if every name is one character.
    pub fn named(mut self, name: impl Fn(usize) -> String) -> Limit {
        let names: Vec<String> = self.squares.iter().map(|&square| name(square)).collect();
        let single = names.iter().all(|name| name.chars().count() == 1);
        self.names = names.join(if single { "" } else { "," });
        self
    }

    /// In words: `at most 2 of AEIO`.
    pub fn text(&self) -> String {
        format!("at most {} of {}", self.most, self.names)
    }
}

/// A graph, a length, and the restrictions on a walk.
#[derive(Clone, Debug)]
pub struct WalkQuestion {
    graph: Graph,
    symmetries: Symmetries,
    place: String,
    piece: String,
    length: usize,
    limits: Vec<Limit>,
    from: Option<(usize, String)>,
    self_avoiding: bool,
}

impl WalkQuestion {
    /// Walks over `length` squares of a board, which may repeat.
    ///
    /// # Errors
    /// [`Error::Text`] for a length of 0 or beyond [`MAX_LENGTH`].
    pub fn new(board: &Board, piece: &Piece, length: usize) -> Result<WalkQuestion, Error> {
        let graph = Graph::of(board, piece);
        let symmetries = Symmetries::of_axes(board, &graph);
        let question = WalkQuestion::of_graph(graph, &board.to_string(), length)?;
        Ok(WalkQuestion { symmetries, piece: piece.name().into(), ..question })
    }

    /// Walks over `length` vertices of any graph, under the name `name`.
    ///
    /// # Errors
    /// [`Error::Text`] for a length of 0 or beyond [`MAX_LENGTH`].
    pub fn of_graph(graph: Graph, name: &str, length: usize) -> Result<WalkQuestion, Error> {
        WalkQuestion::check_length(length)?;
        Ok(WalkQuestion {
            symmetries: Symmetries::trivial(graph.len()),
            graph,
            place: name.into(),
            piece: "graph".into(),
            length,
            limits: Vec::new(),
            from: None,
            self_avoiding: false,
        })
    }

    /// Refuses a length of 0, and one that is too long to store.
    ///
    /// # Errors
    /// [`Error::Text`] for a length of 0 or beyond [`MAX_LENGTH`].
    pub fn check_length(length: usize) -> Result<(), Error> {
        let problem = match length {
            0 => "a walk visits at least one square".into(),
            1..=MAX_LENGTH => return Ok(()),
            _ => format!("a walk visits at most {MAX_LENGTH}"),
        };
        Err(Error::Text {
            what: "length",
            text: length.to_string(),
            at: 1,
            problem,
            remedy: "write the number of squares",
        })
    }

    /// Renames the board: for keypads.
    pub fn named(mut self, name: &str) -> WalkQuestion {
        self.place = name.into();
        self
    }

    /// Adds limits. They break the symmetries, so none is used.
    pub fn limited(mut self, limits: Vec<Limit>) -> WalkQuestion {
        if !limits.is_empty() {
            self.symmetries = Symmetries::trivial(self.graph.len());
        }
        self.limits = limits;
        self
    }

    /// Only walks that start on `square`, whose name is `name`.
    pub fn from(mut self, square: usize, name: &str) -> WalkQuestion {
        self.symmetries = Symmetries::trivial(self.graph.len());
        self.from = Some((square, name.into()));
        self
    }

    /// Only walks that repeat no square.
    pub fn self_avoiding(mut self) -> WalkQuestion {
        self.self_avoiding = true;
        self
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The symmetries that preserve the question.
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// The number of squares of a walk.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The limits.
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// The start square, if it is fixed.
    pub fn start(&self) -> Option<usize> {
        self.from.as_ref().map(|(square, _)| *square)
    }

    /// True if no square may repeat.
    pub fn is_self_avoiding(&self) -> bool {
        self.self_avoiding
    }

    /// The question's name in tables: `letters18 length 10 at most 2 of AEIO from A`.
    pub fn label(&self) -> Label {
        let mut board = format!("{} length {}", self.place, self.length);
        for limit in &self.limits {
            board.push(' ');
            board.push_str(&limit.text());
        }
        if let Some((_, name)) = &self.from {
            board.push_str(" from ");
            board.push_str(name);
        }
        let kind = if self.self_avoiding { "self-avoiding walk" } else { "walk" };
        Label { family: "walks", board, piece: self.piece.clone(), kind }
    }

    /// The count, with its convention.
    pub fn counts(count: Count) -> Vec<(Convention, Count)> {
        vec![(Convention::Sequences, count)]
    }

    /// Checks that a sequence of squares is one of the walks.
    ///
    /// # Errors
    /// [`Error::NotAWalk`] with the first position that breaks a rule.
    pub fn check(&self, squares: &[u32]) -> Result<(), Error> {
        let wrong = |at, problem| Err(Error::NotAWalk { problem, at });
        let mut used = vec![0; self.limits.len()];
        for (at, &square) in squares.iter().enumerate() {
            if square as usize >= self.graph.len() {
                return wrong(at, "no such square");
            }
            if at > 0 && !self.graph.joins(squares[at - 1] as usize, square as usize) {
                return wrong(at, "no move leads here from the square before");
            }
            if self.self_avoiding && squares[..at].contains(&square) {
                return wrong(at, "a square is visited again");
            }
            for (used, limit) in used.iter_mut().zip(&self.limits) {
                *used += u32::from(limit.squares.contains(&(square as usize)));
                if *used > limit.most {
                    return wrong(at, "a limit is exceeded");
                }
            }
        }
        if squares.len() != self.length {
            return wrong(squares.len(), "the length is different");
        }
        if self.start().is_some_and(|start| squares[0] as usize != start) {
            return wrong(0, "the walk starts on another square");
        }
        Ok(())
    }

    /// The code of a walk: the sum of square · n^position on a graph of n squares, the first
    /// square at position 0.
    pub fn code(&self, squares: &[u32]) -> Count {
        let base = self.graph.len() as u64;
        let digit = |code: Count, &square: &u32| code * base + Count::from(u64::from(square));
        squares.iter().rev().fold(Count::ZERO, digit)
    }
}

#[cfg(test)]
mod tests {
    use super::{Limit, WalkQuestion};
    use crate::board::Piece;
    use crate::walks::Keypad;

    fn question() -> WalkQuestion {
        let pad = Keypad::named("letters18").unwrap();
        WalkQuestion::new(pad.board(), &Piece::knight(2), 10).unwrap().named(pad.name())
    }

    fn keys(text: &str) -> Vec<u32> {
        let pad = Keypad::named("letters18").unwrap();
        let key = |c: char| pad.keys().iter().position(|key| *key == c.to_string()).unwrap() as u32;
        text.chars().map(key).collect()
    }

    fn limit(text: &str) -> Result<Limit, String> {
        let pad = Keypad::named("letters18").unwrap();
        let find = |name: &str| pad.keys().iter().position(|key| key == name);
        Limit::parse(text, find).map_err(|error| error.to_string())
    }

    #[test]
    fn the_code_of_the_classics() {
        let walk = keys("AHAHKBKBKB");
        let question = question().limited(vec![limit("2:AEIO").unwrap()]);
        question.check(&walk).unwrap();
        assert_eq!(question.code(&walk).to_string(), "309514218678");
        assert_eq!(question.label().board, "letters18 length 10 at most 2 of AEIO");
    }

    #[test]
    fn each_rule_rejects_violations() {
        let limited = question().limited(vec![limit("1:AEIO").unwrap()]);
        for (question, walk, problem) in [
            (question(), "AHAHKBKBK", "length"),
            (question(), "AHAHKBKBKA", "no move"),
            (limited, "AHAHKBKBKB", "limit"),
            (question().self_avoiding(), "AHAHKBKBKB", "again"),
            (question().from(1, "B"), "AHAHKBKBKB", "another square"),
        ] {
            let error = question.check(&keys(walk)).unwrap_err().to_string();
            assert!(error.contains(problem), "{walk}: {error}");
        }
    }

    #[test]
    fn limits_are_read() {
        assert_eq!(limit("2:AEIO").unwrap().squares, [0, 4, 8, 14]);
        assert_eq!(limit("0:A,E").unwrap().squares, [0, 4]);
        for (text, at, problem) in [
            ("2AEIO", 6, "colon"),
            (":A", 1, "number"),
            ("x:A", 1, "number"),
            ("2:", 3, "keys are missing"),
            ("2:AZ", 4, "\"Z\""),
            ("2:A,Z", 5, "\"Z\""),
        ] {
            let error = limit(text).unwrap_err();
            assert!(error.contains(&format!(", character {at}:")), "{text}: {error}");
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
