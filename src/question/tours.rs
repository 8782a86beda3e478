//! `Tours`: what is asked about Hamiltonian paths and cycles.

use std::fmt;

use super::instance::Instance;
use super::words::Words;
use crate::convention::Label;
use crate::error::Error;
use crate::tours::{Ends, Kind, TourQuestion};

/// Tours of an instance: open or closed, with free or fixed ends.
///
/// An open tour visits every square once; a closed one returns to its first square, which is
/// not marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tours {
    instance: Instance,
    kind: Kind,
    ends: Ends,
    classes: bool,
}

const REMEDY: &str = "write tours open knight 6x6, with from=a1, to=b3 or classes behind it";

impl Tours {
    /// All tours of a kind.
    pub fn new(instance: Instance, kind: Kind) -> Tours {
        Tours { instance, kind, ends: Ends::Free, classes: false }
    }

    /// Only those with these ends.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if an end is no square, both ends are the same, or the tours are
    /// closed and have no ends.
    pub fn ending(mut self, ends: Ends) -> Result<Tours, Error> {
        ends.check(self.instance.len(), self.kind)?;
        self.ends = ends;
        Ok(self)
    }

    /// Counts them up to symmetry, too: of boards, that of their geometry; of graphs, all
    /// automorphisms.
    pub fn by_class(mut self) -> Tours {
        self.classes = true;
        self
    }

    /// Where something moves, and how.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Open or closed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The ends of open tours.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// True if they are counted up to symmetry, too.
    pub fn counts_classes(&self) -> bool {
        self.classes
    }

    /// The same without the count up to symmetry.
    pub fn without_classes(mut self) -> Tours {
        self.classes = false;
        self
    }

    /// The tours as methods take them: moves and symmetries worked out.
    pub fn prepared(&self) -> TourQuestion {
        let tours = self.instance.tours(self.kind);
        tours.with_ends(self.ends).expect("the ends were checked")
    }

    /// Why there can be none, in words, where that is seen at once.
    pub fn obstacle(&self, prepared: &TourQuestion) -> Option<String> {
        self.instance.obstacle(prepared.graph(), self.kind)
    }

    /// The same tours of the transposed board, where tables have that one.
    pub(super) fn upright(&self) -> Tours {
        let (Some(instance), Some(board)) = (self.instance.upright(), self.instance.board()) else {
            return self.clone();
        };
        let turned = |square: u32| {
            let at = board.coordinates(square as usize);
            let board = instance.board().expect("it was transposed from one");
            board.cell(&[at[1], at[0]]).expect("boards without holes have every cell") as u32
        };
        let ends = match self.ends {
            Ends::Free => Ends::Free,
            Ends::From(a) => Ends::From(turned(a)),
            Ends::Between(a, b) => Ends::Between(turned(a), turned(b)),
        };
        Tours { instance, ends, ..*self }
    }

    /// The question's name in tables.
    pub fn label(&self) -> Label {
        let (board, name) = (self.instance.name(), |v: u32| self.instance.square_name(v as usize));
        Label {
            family: "tours",
            board: match self.ends {
                Ends::Free => board,
                Ends::From(a) => format!("{board} from {}", name(a)),
                Ends::Between(a, b) => format!("{board} from {} to {}", name(a), name(b)),
            },
            piece: self.instance.piece_name().into(),
            kind: self.kind.word(),
        }
    }

    /// Reads the words behind `tours`.
    pub(super) fn read(mut words: Words<'_>) -> Result<Tours, Error> {
        let kind = match words.fixed("kind", REMEDY)? {
            (_, "open") => Kind::Open,
            (_, "closed") => Kind::Closed,
            (at, other) => {
                let problem = format!("\"{other}\" is neither open nor closed");
                return Err(words.wrong(at, problem, REMEDY));
            }
        };
        let instance = Instance::read(&mut words)?;
        let mut options = words.options();
        let instance = instance.take_names(&mut options)?;
        let square = |name: &str| instance.square(name).map(|square| square as u32);
        let from = options.value("from")?.map(square).transpose()?;
        let to = options.value("to")?.map(square).transpose()?;
        let ends = match (from, to) {
            (None, None) => Ends::Free,
            (Some(from), None) => Ends::From(from),
            (Some(from), Some(to)) => Ends::Between(from, to),
            (None, Some(_)) => {
                return Err(Error::ToursAsked {
                    problem: "to= without from=",
                    remedy: "give both ends, or the first alone",
                });
            }
        };
        let classes = options.flag("classes");
        options.end(REMEDY)?;
        let tours = Tours { classes, ..Tours::new(instance, kind) };
        tours.ending(ends)
    }
}

impl fmt::Display for Tours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |v: u32| self.instance.square_name(v as usize);
        write!(f, "tours {} {}", self.kind.word(), self.instance)?;
        write!(f, "{}", self.instance.names_option())?;
        match self.ends {
            Ends::Free => {}
            Ends::From(a) => write!(f, " from={}", name(a))?,
            Ends::Between(a, b) => write!(f, " from={} to={}", name(a), name(b))?,
        }
        if self.classes { write!(f, " classes") } else { Ok(()) }
    }
}
