//! Tours up to symmetry: how many are fundamental, and of which symmetry each kind is.
//!
//! The symmetric tours of small boards are visited ([`kept`]) by searches of their own
//! ([`fixed`]), those of others counted by sweeps ([`swept`]) of the graph that a symmetry folds
//! ([`folded`]); the rest of the total stands for classes of full size ([`classes()`]). [`kinds`]
//! names what keeps a tour. A listing picks one tour of each class ([`one`]).

mod classes;
mod conjugacy;
mod fixed;
mod folded;
mod kept;
mod kinds;
mod one;
mod swept;

pub use classes::{Classes, SymmetryKind, classes, has_classes};
pub(super) use conjugacy::powers;
pub(super) use fixed::{Heard, Search, Subpaths};
pub use kinds::Kinds;
pub use one::OneOfEach;
pub(crate) use swept::swept_classes;
