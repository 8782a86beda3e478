//! The last seven rows of a middling board at once: one by trying, six by table.
//!
//! Beginnings that reach the seventh row from below are collected, sorted by the columns that
//! they leave, and then met with the ways to fill the last six rows of those columns, which are
//! tabulated once for a board ([`Table`](table::Table)). What such a way has to avoid are the
//! diagonals on which queens above reach its squares: a code of 32 bits, so that a beginning and
//! many ways are compared by a few vector instructions ([`Machine`](machine::Machine)). Sorted,
//! the beginnings of the same columns share what they read; searched row by row, each of them
//! would place a dozen queens more. (m-queens, 2018, looks the last six rows up for each
//! beginning alone.)

mod batch;
mod machine;
mod ranks;
#[cfg(target_arch = "x86_64")]
mod simd;
mod table;

pub(super) use batch::{Batch, Endings};
pub(super) use table::SIDES;

/// The rows that are filled by table.
const ROWS: usize = 6;

/// The rows below a beginning.
pub(super) const BELOW: usize = ROWS + 1;
