//! Solutions in a compact binary form, and back.
//!
//! A tour or a walk is its first square and then, for each move, which of the square's neighbours
//! it leads to, in the order of their numbers; a placement is the column of the queen of each
//! row, counted from 1, and 0 for none. Each of these takes as many bits as the largest one
//! that there can be; they stand from the lowest bit of the first byte on, and a solution ends at
//! the end of a byte. A closed knight's tour of 6×8 takes 19 bytes, where a line takes 144.
//!
//! ```text
//! cavalcade-solutions 1⏎            the form; another one is refused, never guessed
//! bytes u32 · sum u32 · text        the question, as text that reads back
//! solutions u32 · sum u32 · …       a block of so many solutions, each of as many bytes; again
//! 0 u32 · sum u32 · solutions u64   the end: how many there are in all
//! ```
//!
//! Numbers have their lowest byte first. A sum is the CRC-32C of what stands in the part (its
//! first number included, itself not), begun with the sum before: so a file that was cut, put
//! together from others or changed anywhere is found out.

mod code;
mod reader;
mod writer;

pub use reader::PackedSolutions;
pub(super) use writer::PackedWriter;

/// The first line.
const FORM: &[u8] = b"cavalcade-solutions 1\n";

/// The bytes of the solutions of a block, unless a single one takes more.
const BLOCK: usize = 1 << 16;

/// How many solutions of so many bytes each stand in a block.
fn solutions_in_a_block(bytes: usize) -> usize {
    (BLOCK / bytes.max(1)).max(1)
}
