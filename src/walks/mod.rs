//! Walks: sequences of moves of a given length, with or without repeated squares.
//!
//! [`WalkQuestion`] is the question. [`WalkTransfer`] counts walks of any length without visiting
//! them, where squares may repeat; [`WalkSearch`] visits every walk. [`Keypad`] is a board with a
//! letter on each key.

mod counting;
mod keypad;
mod question;
mod search;
mod transfer;

pub use counting::METHODS;
pub use keypad::Keypad;
pub use question::{Limit, MAX_LENGTH, WalkQuestion};
pub use search::WalkSearch;
pub use transfer::{MAX_STATES, WalkTransfer};
