//! Periods as a whole: a [`Transfer`] maps the numbers of states over one repetition, and [`cross`]
//! applies it.

mod crossing;
mod renamed;
mod transfer;

pub use crossing::cross;
pub use transfer::Transfer;
