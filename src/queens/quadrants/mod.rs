//! METHOD quadrants: the exact number of placements by meet in the middle; it visits none.
//!
//! The board is cut into four quadrants. For each set of rows whose queen stands in the
//! east half, the partial boards of two quadrants are joined to half boards, and the pairs
//! of an eastern and a western half board without an attack are counted, 512 at a time.
//! Even boards and the match are after Evgeny Kluev (N-Queens-Count-Sol, 2022); odd boards,
//! the common slices of all quadrants and the sorted runs are our own.
//!
//! Symmetry. On an even board every placement has an image without an eastern queen on the
//! long diagonals, or two on one side: of the placements with x long diagonals occupied in
//! the west and y in the east, those with (1, 0) mirror those with (0, 1), (2, 0) those with
//! (0, 2), and a quarter turn takes (1, 1) to these two; so a match counts 4, 2 or 1 times
//! as its western half occupies 2, 1 or none. Row sets are taken once with their flip, and
//! in the last case once with their complement. On an odd board, a queen in the middle
//! column and one in the middle row are turned so that the first is north, the second east,
//! and the first nearer the centre: 8 placements each. With a queen in the centre both long
//! diagonals are full, and what is left is the last case of the even board.
//!
//! Amazons have the same symmetries and lines. A knight's move within a quadrant is left out by
//! its slice; between quadrants it is seen by where the nearest rows and columns have theirs
//! (`near`). What is compiled apart for them has the constant `AMAZONS`.
//!
//! A unit is a batch of consecutive row sets: its path is the number of the first and how
//! many follow. The quadrant boards of a set of rows, a *slice*, are made when they are asked
//! for, and kept as long as there is room (`slices`).

mod codes;
mod count;
mod counting;
mod halves;
mod layout;
mod machine;
mod near;
mod pairs;
mod recount;
mod rows;
mod sieve;
#[cfg(target_arch = "x86_64")]
mod simd;
mod slice;
mod slices;
mod sort;

pub use count::QuadrantCount;
pub use counting::QUADRANTS;
