//! `Kind` and `Ends`: open or closed, and the ends of open tours.

use crate::error::Error;

/// Open tours are paths, closed (re-entrant) tours are cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Hamiltonian paths.
    Open,
    /// Hamiltonian cycles.
    Closed,
}

impl Kind {
    /// Its word in output.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Open => "open",
            Kind::Closed => "closed",
        }
    }
}

/// The ends of open tours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// Any two squares.
    Free,
    /// It starts here and may end anywhere.
    From(u32),
    /// It runs from the first to the second.
    Between(u32, u32),
}

impl Ends {
    /// Refuses ends that no tour of this kind on this number of squares can have.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if an end is no square, if both ends are the same, or if the tours are
    /// closed.
    pub fn check(self, squares: usize, kind: Kind) -> Result<(), Error> {
        let wrong = |problem, remedy| Err(Error::ToursAsked { problem, remedy });
        let is_square = |v: u32| (v as usize) < squares;
        match self {
            Ends::Free => Ok(()),
            _ if kind == Kind::Closed => wrong("a closed tour has no ends", "ask for open tours"),
            Ends::From(s) if is_square(s) => Ok(()),
            Ends::Between(s, e) if is_square(s) && is_square(e) && s != e => Ok(()),
            _ => {
                let problem = "a tour cannot have these ends";
                wrong(problem, "give one square or two different ones")
            }
        }
    }
}
