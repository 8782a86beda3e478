//! Cavalcade: exhaustive enumeration of knight's tours and non-attacking queens.
pub mod answer;
pub mod board;
pub mod count;
pub mod engine;
pub mod error;
pub mod queens;
pub mod tours;

pub use count::Count;
pub use error::Error;
