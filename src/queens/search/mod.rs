//! METHOD search: bitboard depth-first search, row by row; it visits one placement of
//! each class under rotation and reflection, with the size of the class as its weight.
//!
//! The visited placement is the least of its class in the order of its columns. Its first
//! row's queen, in column m, is then no farther from a corner than the queen of any other
//! border line, from either of the two corners: m is less than half the side, and the
//! queens of the first column, the last column and the last row keep m squares off the
//! corners. That is a mask for each row ([`Frame`](frame::Frame)), so almost no other
//! placement is ever reached; the few whose borders tie are compared at the end. (Takaken
//! 2003 prunes for the same purpose by another rule.) A unit is the columns of the first
//! two queens. The last four rows are looked up at once by a few tables (`tail`); on boards from 14 to
//! 32 rows the last nine are searched for many placements together, in the lanes of vectors
//! (`levels`).

mod counting;
mod descent;
mod enumerate;
mod frame;
mod levels;
mod tail;

pub use counting::SEARCH;
pub use enumerate::QueensSearch;
