//! A compact binary format of solutions.
//!
//! A tour or a walk is its first square, and for each move the rank of the next square among the
//! neighbours, in the order of their numbers. A placement is the column of each row's queen,
//! counted from 1, or 0. Each number takes as many bits as the largest possible one. Numbers begin
//! at the lowest bit of the first byte, and a solution is padded to whole bytes. A closed knight's
//! tour of 6×8 takes 19 bytes; as a line it takes 144.
//!
//! ```text
//! cavalcade-solutions 1⏎            the form; another one is refused, never guessed
//! bytes u32 · sum u32 · text        the question, as text that reads back
//! solutions u32 · sum u32 · …       a block: this many solutions of `bytes` bytes; repeated
//! 0 u32 · sum u32 · solutions u64   the end: the total number of solutions
//! ```
//!
//! Numbers are little-endian. A sum is the CRC-32C of its part (including the first number, without
//! the sum), started with the previous sum. So truncated, recombined or changed files are detected.

mod code;
mod reader;
mod writer;

pub use reader::PackedSolutions;
pub(super) use writer::PackedWriter;

/// The first line.
const FORM: &[u8] = b"cavalcade-solutions 1\n";

/// The bytes of solutions in a block, unless one solution takes more.
const BLOCK: usize = 1 << 16;

/// The number of solutions in a block, if each takes `bytes`.
fn solutions_in_a_block(bytes: usize) -> usize {
    (BLOCK / bytes.max(1)).max(1)
}
