//! Non-attacking queens: n queens on the n×n board, none of which attacks another.
//!
//! [`QueensQuestion`] says what is asked, [`Placement`] is a checked answer, and each
//! method is a room of its own.

mod classes;
mod kin;
mod kin_question;
mod placement;
mod quadrants;
mod question;
mod recount;
mod search;
mod shifts;
mod turns;

pub use classes::conventions;
pub use kin::{KinSearch, NO_QUEEN};
pub use kin_question::{KinQuestion, Square, name};
pub use placement::Placement;
pub use quadrants::{QuadrantCount, Vectors};
pub use question::QueensQuestion;
pub use search::{MAX_SIDE, QueensSearch};
pub use turns::{Turn, TurnSearch};
