//! Matchings: which ends of paths belong together, as ranks, and what becomes of a rank.
//!
//! The 2k ends of a frontier, in the order of their slots, are points 0 to 2k - 1. There are
//! 1 · 3 · 5 · … · (2k - 1) ways to pair them, and a rank below that number names one. What a
//! step does to a matching depends on two positions only ([`Act`]), so that for few pairs a
//! table tells the new rank of each old one ([`Maps`]); any other order of the points is a
//! few acts one after the other ([`Reorder`]).

mod maps;
mod ranks;
mod reorder;

pub use maps::Maps;
pub use ranks::{Act, LISTED, Mates, all_ranks, places, rank, unrank};
pub use reorder::{Reorder, Turns};
