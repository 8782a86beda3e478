//! Walks: sequences of moves of a given length, whose squares may come again or not.
//!
//! [`WalkQuestion`] says what is asked; [`WalkTransfer`] counts any length without visiting,
//! where squares may come again; [`WalkSearch`] visits every walk. [`Keypad`] is a board
//! with a letter on each key.

mod counting;
mod keypad;
mod methods;
mod question;
mod search;
mod transfer;

pub use keypad::Keypad;
pub use methods::METHODS;
pub use question::{Limit, MAX_LENGTH, WalkQuestion};
pub use search::WalkSearch;
pub use transfer::{MAX_STATES, WalkTransfer};
