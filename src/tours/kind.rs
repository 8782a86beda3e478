//! `Kind` and `Ends`: open or closed, and where open tours begin and end.

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
    /// The word for it in output.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Open => "open",
            Kind::Closed => "closed",
        }
    }
}

/// Which ends an open tour may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// Any two squares.
    Free,
    /// It starts here and may end anywhere.
    From(u32),
    /// It runs from the one to the other.
    Between(u32, u32),
}

impl Ends {
    /// Refuses ends that no tour of this kind on so many squares can have.
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if an end is no square, both ends are the same, or the tours are
    /// closed and have no ends.
    pub fn check(self, squares: usize, kind: Kind) -> Result<(), Error> {
        let wrong = |problem, remedy| Err(Error::ToursAsked { problem, remedy });
        let is_square = |v: u32| (v as usize) < squares;
        match self {
            Ends::Free => Ok(()),
            _ if kind == Kind::Closed => wrong("a closed tour has no ends", "ask for open tours"),
            Ends::From(s) if is_square(s) => Ok(()),
            Ends::Between(s, e) if is_square(s) && is_square(e) && s != e => Ok(()),
            _ => {
                let problem = "these are no ends of a tour";
                wrong(problem, "give one square or two different ones")
            }
        }
    }
}
