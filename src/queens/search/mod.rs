//! METHOD search: depth-first bitboard search, row by row; it visits one placement of each class
//! under rotation and reflection, with the size of the class as its weight.
//!
//! The visited placement is the least of its class in the order of its columns. The queen of its
//! first row, in column m, is then no farther from a corner than the queen of any other border
//! line, measured from either corner: m is less than half the side, and the queens of the first
//! column, the last column and the last row keep m squares away from the corners. These conditions
//! are a mask for each row ([`Frame`](frame::Frame)), so hardly any other placement is reached; the
//! few with tied borders are compared at the end. (Takaken 2003 prunes for the same purpose by
//! another rule.) A unit is the columns of the first two queens. The last four rows are completed
//! by table look-ups (`tail`); on boards of 14 to 32 rows the last nine are searched for many
//! placements together, in the lanes of vectors (`levels`).

mod descent;
mod enumerate;
mod frame;
mod levels;
mod tail;

pub use enumerate::QueensSearch;
