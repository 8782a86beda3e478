//! Periods at once: a [`Transfer`] is what their steps do to the numbers of states, and [`cross`]
//! goes over them.

mod crossing;
mod renamed;
mod transfer;

pub use crossing::cross;
pub use transfer::Transfer;
