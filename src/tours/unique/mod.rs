//! Tours up to symmetry: how many are fundamental, and of which symmetry each kind is.
//!
//! The symmetric tours are visited by searches of their own ([`fixed`]), the rest of the
//! total stands for classes of full size ([`classes()`]); [`kinds`] names what keeps a tour. A
//! listing picks one tour of each class ([`one`]).

mod classes;
mod conjugacy;
mod fixed;
mod kinds;
mod one;

pub use classes::{Classes, SymmetryKind, classes};
pub(super) use conjugacy::powers;
pub(super) use fixed::{Heard, Search, Subpaths};
pub use kinds::Kinds;
pub use one::OneOfEach;
