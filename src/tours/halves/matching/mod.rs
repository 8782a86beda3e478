//! Matchings of path ends as ranks, and operations on them.
//!
//! The 2k ends of a frontier, in the order of their slots, are the points 0 to 2k - 1. There are 1
//! · 3 · 5 · … · (2k - 1) matchings of them, and each has a rank below that number. The operation
//! of a step depends on two positions only ([`PairingOp`]), so for few pairs a table maps each rank
//! to the new one ([`Maps`]). Any other permutation of the points is a sequence of few operations
//! ([`Reorder`]).

mod maps;
mod ranks;
mod reorder;

pub use maps::Maps;
pub use ranks::{LISTED, Mates, PairingOp, all_ranks, matchings, rank, unrank};
pub use reorder::{MirrorMaps, Reorder};
