//! Tours up to symmetry: the number of fundamental tours, and the kinds of symmetry.
//!
//! The symmetric tours of small boards are visited ([`kept`]) by special searches ([`fixed`]); on
//! larger boards they are counted by sweeps ([`swept`]) of folded graphs ([`folded`]). All other
//! tours are in classes of full size ([`classes()`]). [`kinds`] names the symmetries of a tour. A
//! listing picks one tour of each class ([`one`]).

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
pub(super) use fixed::{Search, SearchEvent, Subpaths};
pub use kinds::Kinds;
pub use one::OneOfEach;
pub(crate) use swept::swept_classes;
