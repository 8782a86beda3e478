//! Knight's tours: Hamiltonian paths (open tours) and cycles (closed tours) of any graph.
//!
//! [`TourQuestion`] says what is asked, [`Tour`] is a checked answer, and each method is a
//! room of its own. Methods answer the same question, so that they check each other.

mod prune;
mod question;
mod search;
mod starts;
mod tour;
mod unique;

pub use question::{Ends, Kind, TourQuestion};
pub use search::{All, MAX_VERTICES, Prefixes, Strategy, TourSearch, Visited};
pub use starts::Starts;
pub use tour::Tour;
pub use unique::{Classes, SymmetryKind, classes};
