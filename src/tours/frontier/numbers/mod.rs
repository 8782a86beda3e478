//! The arithmetic of states: checked words, residues that cannot overflow, and the number of bits
//! to expect.

mod arithmetic;
mod bytes;
mod residues;
mod size;

pub use arithmetic::{Arithmetic, Word};
pub use bytes::Bytes;
#[cfg(test)]
pub use residues::Residues;
pub use residues::{RESIDUES, combined, moduli};
pub use size::{DOUBLE_BITS, WORD_BITS, bits_bound, bits_expected};
