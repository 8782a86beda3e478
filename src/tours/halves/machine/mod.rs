//! What kind of processor there is: the method's loops are compiled for each of them.
//!
//! [`Machine`] is the trait, with [`Portable`] for any processor; `simd` has those for AVX2 and
//! AVX-512, and everything in the method that is `unsafe`. [`Backend`] is the choice of a run.

mod backend;
mod portable;
#[cfg(target_arch = "x86_64")]
mod simd;

pub use backend::Backend;
#[cfg(test)]
pub use portable::Portable;
pub use portable::{Job, LANES, Lookups, Machine, TOGETHER, compact};
