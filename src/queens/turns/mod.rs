//! METHOD turns: counts the placements that a half turn or a quarter turn keeps, without the
//! others.
//!
//! The queens are placed an orbit at a time: two or four queens that the turn exchanges. The search
//! is therefore that of a board with half or a quarter of the rows. [`TurnSearch`] is the plain
//! version and visits each placement. [`TurnCount`] counts many at a time: of half-turned
//! placements one of each class under the other symmetries (`half`), of quarter-turned ones all
//! that differ only in the orientation of their orbits (`quarter`). OEIS A032522, A033148.
//!
//! Together with the number of all placements the two counts give the classes under rotation and
//! reflection. No placement of two or more queens is its own reflection (its queens would share a
//! row, a column or a diagonal), so by Burnside's lemma there are (all + half-turn + 2 ·
//! quarter-turn) / 8.

mod count;
mod half;
mod orbits;
mod quarter;

pub use count::{TurnCount, counts, turned, turned_amazons};
pub use orbits::TurnSearch;
