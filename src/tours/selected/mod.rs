//! Selected tours: through given moves, by alternating moves, with given numbers on given squares,
//! magic, or kept by a symmetry.
//!
//! [`Selection`] says which tours are wanted. Given and alternating moves become part of the graph
//! ([`GadgetGraph`]), so every method answers; numbers prune the search square by square
//! ([`NumberedTours`]); symmetric tours are searched by whole orbits of moves ([`KeptTours`]),
//! without the others.

mod gadget;
mod kept;
mod numbered;
mod selection;

pub use gadget::GadgetGraph;
pub use kept::{KEPT, KeptTours};
pub use numbered::{NUMBERED, NumberedTours};
pub use selection::{Alternating, Figure, Selection, Sums, Symmetric};
