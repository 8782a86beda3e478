//! Degrees of the frontier's cells: the component of a state that determines the possible steps.
//!
//! [`Degrees`] are the degrees themselves, and [`Numbering`] numbers those that a layer can have.
//! [`DegreeSet`] is a set of such numbers, [`Ranked`] a set with the place of each number, and
//! [`Packed`] a set in compact form. [`SlotMap`] moves cells to other slots, and [`Mirror`] selects
//! which of two images is stored.

mod set;
mod vector;

pub use set::{DegreeSet, Packed, Ranked, SharedSet, bits};
pub use vector::{
    Colours, DegreeConstraints, Degrees, MOST_SLOTS, Mirror, Numbering, SlotMap, Stored, below,
    stored,
};
