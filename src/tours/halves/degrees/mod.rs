//! Degrees of the frontier's cells: the part of a state that decides what may come next.
//!
//! [`Degrees`] are the degrees themselves, [`Numbering`] numbers those that a layer can have,
//! [`DegreeSet`] is a set of such numbers, [`Ranked`] one that knows the place of each, [`Packed`] one that is put
//! away; [`SlotMap`] moves cells to other slots, [`Mirror`] tells which of two images is stored.

mod mirror;
mod numbering;
mod set;
mod slot_map;
mod vector;

pub use mirror::{Mirror, Stored, stored};
pub use numbering::{Colours, Known, MOST_SLOTS, Numbering};
pub use set::{DegreeSet, Packed, Ranked, SharedSet};
pub use slot_map::SlotMap;
pub use vector::{Degrees, below};
