//! Degrees of the frontier's cells: the part of a state that decides what may come next.
//!
//! [`Degrees`] are the degrees themselves, [`Numbering`] numbers those that a layer can have,
//! [`DegreeSet`] is a set of such numbers, [`Ranked`] one that knows the place of each, [`Packed`] one that is put
//! away; [`SlotMap`] moves cells to other slots, [`Mirror`] tells which of two images is stored.

mod numbering;
mod set;
mod vector;

pub use numbering::{Colours, Known, MOST_SLOTS, Numbering};
pub use set::{DegreeSet, Packed, Ranked, SharedSet};
pub use vector::{Degrees, Mirror, SlotMap, Stored, below, stored};
