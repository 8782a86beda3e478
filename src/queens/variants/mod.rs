//! The variants of the n-queens question, and the search that answers them all: torus, amazons,
//! rectangles, fewer queens than rows, given queens, holes, first rows, shifts.

mod question;
mod regions;
mod search;

pub use question::{Square, VariantQuestion, name};
pub use search::{NO_QUEEN, VariantSearch};
