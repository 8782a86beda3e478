//! METHOD turns: the placements that a half turn or a quarter turn leaves as they are, counted
//! for themselves.
//!
//! The queens are placed an orbit at a time, two or four that the turn takes into each other, so
//! the search is that of a board of half or a quarter of the rows; [`TurnSearch`] does so in the
//! plainest way and visits each placement. [`TurnCount`] counts many at once: of half-turned
//! placements one of each class under the other symmetries (`half`), of quarter-turned ones
//! those that differ in the sense of their orbits together (`quarter`). OEIS A032522, A033148.
//!
//! With all placements the two counts give the classes under rotation and reflection: no
//! placement of two or more queens is its own reflection (its queens would share a row, a column
//! or a diagonal), so by Burnside's lemma there are (all + half-turn + 2 · quarter-turn) / 8.

mod count;
mod counting;
mod half;
mod orbits;
mod quarter;

pub use count::TurnCount;
pub use counting::{TURNS, counts, turned, turned_amazons};
pub use orbits::TurnSearch;
