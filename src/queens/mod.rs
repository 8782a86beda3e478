//! Non-attacking queens: n queens on the n×n board, none of which attacks another.
//!
//! [`QueensQuestion`] says what is asked, [`Placement`] is a checked answer, and each
//! method is a room of its own.

mod placement;
mod quadrants;
mod question;
mod search;
mod turns;

pub use placement::Placement;
pub use quadrants::{QuadrantCount, Vectors};
pub use question::QueensQuestion;
pub use search::{MAX_SIDE, QueensSearch};
pub use turns::{Turn, TurnSearch};
