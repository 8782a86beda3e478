//! Degrees of the frontier's cells: the component of a state that determines the possible steps.
//!
//! [`Degrees`] are the degrees themselves, and [`Numbering`] numbers those that a layer can have.
//! [`DegreeSet`] is a set of such numbers, [`Ranked`] a set with the place of each number, and
//! [`Packed`] a set in compact form. [`SlotMap`] moves cells to other slots, and [`Mirror`] selects
//! which of two images is stored.

mod mirror;
mod numbering;
mod set;
mod vector;

pub use mirror::{Mirror, Stored, stored};
pub use numbering::{Colours, DegreeConstraints, MOST_SLOTS, Numbering};
pub use set::{DegreeSet, Packed, Ranked, SharedSet};
pub use vector::{Degrees, SlotMap, below};
