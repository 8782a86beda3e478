//! Degrees of the frontier's cells: the part of a state that decides what may come next.
//!
//! [`Degrees`] are the degrees themselves, [`Base3`] numbers them, [`DegreeSet`] is a set of
//! such numbers, [`Ranked`] one that knows the place of each, [`Packed`] one that is put
//! away; [`SlotMap`] moves cells to other slots.

mod base3;
mod set;
mod slot_map;
mod vector;

pub use base3::{Base3, MOST_SLOTS};
pub use set::{DegreeSet, Packed, Ranked, SharedSet};
pub use slot_map::SlotMap;
pub use vector::{Degrees, below};
