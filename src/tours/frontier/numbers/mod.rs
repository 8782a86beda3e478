//! What the numbers of states are counted in: words that say when they overflow, residues that
//! cannot, and how many bits to expect.

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
