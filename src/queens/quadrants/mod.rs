//! METHOD quadrants: counts placements by meeting in the middle; it visits none.
//!
//! The board is cut into four quadrants. For each set of rows whose queen is in the eastern half,
//! the partial boards of two quadrants are joined to half boards, and the pairs of an eastern and a
//! western half board without an attack are counted, 512 at a time. Even boards and the match are
//! after Evgeny Kluev (N-Queens-Count-Sol, 2022); odd boards, the common slices of all quadrants
//! and the sorted runs are our own.
//!
//! Symmetry. On an even board every placement has an image whose long diagonals have no eastern
//! queen, or two on one side. Consider the placements with x long diagonals occupied in the west
//! and y in the east: those with (1, 0) mirror those with (0, 1), (2, 0) those with (0, 2), and a
//! quarter turn maps (1, 1) to these two. A pair therefore counts 4, 2 or 1 times if its western
//! half occupies 2, 1 or no long diagonals. A row set represents its flip, and in the last case
//! also its complement. On an odd board, the queen in the middle column and the one in the middle
//! row are rotated so that the first is north, the second is east, and the first is nearer the
//! centre: each pair stands for 8 placements. With a queen in the centre both long diagonals are
//! full, and the rest is the last case of the even board.
//!
//! Amazons have the same symmetries and lines. Knight's moves within a quadrant are excluded by its
//! slice; those between quadrants are detected by the positions in the nearest rows and columns
//! (`near`). Code that is compiled separately for amazons has the constant `AMAZONS`.
//!
//! A unit is a batch of consecutive row sets: its path is the number of the first set and the
//! number of sets. The quadrant boards of a set of rows, a *slice*, are computed on demand and
//! cached within a memory limit (`slice`).

mod count;
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

pub use count::QuadrantCount;
