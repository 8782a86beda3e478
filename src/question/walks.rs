//! `Walks`: questions about sequences of moves.

use std::fmt;

use super::instance::Instance;
use super::words::Words;
use crate::convention::Label;
use crate::error::Error;
use crate::walks::{Limit, WalkQuestion};

/// Walks over a number of squares, with or without repeated squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walks {
    instance: Instance,
    length: usize,
    self_avoiding: bool,
    limits: Vec<Limit>,
    from: Option<usize>,
}

/// The most moves of a board for walks.
const MOST_MOVES: usize = 1 << 27;

const REMEDY: &str = "write walks any knight 8x8 length=10, followed by limit=2:a1,b2 or from=a1";

impl Walks {
    /// Walks over `length` squares, which may repeat.
    ///
    /// # Errors
    /// [`Error::Text`] for a length of 0 or beyond [`MAX_LENGTH`](crate::walks::MAX_LENGTH), and
    /// [`Error::BoardTooLarge`] for a board that no method takes.
    pub fn new(instance: Instance, length: usize) -> Result<Walks, Error> {
        WalkQuestion::check_length(length)?;
        instance.has_moves_up_to(MOST_MOVES)?;
        Ok(Walks { instance, length, self_avoiding: false, limits: Vec::new(), from: None })
    }

    /// Only walks that visit no square twice.
    pub fn self_avoiding(mut self) -> Walks {
        self.self_avoiding = true;
        self
    }

    /// Only walks within these limits.
    pub fn limited(mut self, limits: Vec<Limit>) -> Walks {
        let instance = &self.instance;
        let named = |limit: Limit| limit.named(|square| instance.square_name(square));
        self.limits = limits.into_iter().map(named).collect();
        self
    }

    /// Only walks that start on this square.
    ///
    /// # Errors
    /// [`Error::NotAWalk`] if it is not a square.
    pub fn from(mut self, square: usize) -> Result<Walks, Error> {
        if square >= self.instance.len() {
            return Err(Error::NotAWalk { problem: "no such square", at: 0 });
        }
        self.from = Some(square);
        Ok(self)
    }

    /// The same walks with another number of squares.
    ///
    /// # Errors
    /// [`Error::Text`] for a length of 0 or beyond [`MAX_LENGTH`](crate::walks::MAX_LENGTH).
    pub fn with_length(mut self, length: usize) -> Result<Walks, Error> {
        WalkQuestion::check_length(length)?;
        self.length = length;
        Ok(self)
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The number of squares.
    pub fn length(&self) -> usize {
        self.length
    }

    /// True if no square may repeat.
    pub fn is_self_avoiding(&self) -> bool {
        self.self_avoiding
    }

    /// The start square, if it is fixed.
    pub fn start(&self) -> Option<usize> {
        self.from
    }

    /// Reads a limit as `2:AEIO` or `1:a1,h8`.
    pub fn limit(instance: &Instance, text: &str) -> Result<Limit, Error> {
        Limit::parse(text, |name| instance.square(name).ok())
    }

    /// The walks in the form that methods take.
    ///
    /// # Errors
    /// None in practice: the length was checked before.
    pub fn prepared(&self) -> Result<WalkQuestion, Error> {
        let mut walks = self.instance.walks(self.length)?.limited(self.limits.clone());
        if self.self_avoiding {
            walks = walks.self_avoiding();
        }
        Ok(match self.from {
            Some(square) => walks.from(square, &self.instance.square_name(square)),
            None => walks,
        })
    }

    /// The question's name in tables: `letters18 length 10 at most 2 of AEIO from A`.
    pub fn label(&self) -> Label {
        let mut board = format!("{} length {}", self.instance.name(), self.length);
        for limit in &self.limits {
            board.push(' ');
            board.push_str(&limit.text());
        }
        if let Some(square) = self.from {
            board.push_str(" from ");
            board.push_str(&self.instance.square_name(square));
        }
        let kind = if self.self_avoiding { "self-avoiding walk" } else { "walk" };
        Label { family: "walks", board, piece: self.instance.piece_name().into(), kind }
    }

    /// Reads the words after `walks`.
    pub(super) fn read(mut words: Words<'_>) -> Result<Walks, Error> {
        let self_avoiding = match words.fixed("kind", REMEDY)? {
            (_, "any") => false,
            (_, "self-avoiding") => true,
            (at, other) => {
                let problem = format!("\"{other}\" is neither any nor self-avoiding");
                return Err(words.wrong(at, problem, REMEDY));
            }
        };
        let instance = Instance::read(&mut words)?;
        let missing = words.wrong(0, "length= is missing".into(), REMEDY);
        let mut options = words;
        let instance = instance.take_names(&mut options)?;
        let length = options.number("length")?.ok_or(missing)?;
        let limits = options.values("limit").into_iter();
        let limits: Result<_, _> = limits.map(|(_, text)| Walks::limit(&instance, text)).collect();
        let from = options.value("from")?.map(|name| instance.square(name)).transpose()?;
        options.end(REMEDY)?;
        let walks = Walks::new(instance, length)?.limited(limits?);
        Ok(Walks { self_avoiding, from, ..walks })
    }
}

impl fmt::Display for Walks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.self_avoiding { "self-avoiding" } else { "any" };
        write!(f, "walks {kind} {}", self.instance)?;
        write!(f, "{} length={}", self.instance.names_option(), self.length)?;
        for limit in &self.limits {
            write!(f, " limit={limit}")?;
        }
        match self.from {
            Some(square) => write!(f, " from={}", self.instance.square_name(square)),
            None => Ok(()),
        }
    }
}
