//! Non-attacking queens: n queens on the n×n board, none of which attacks another.
//!
//! [`QueensQuestion`] is the question, [`Placement`] a checked answer, and each method is a module
//! of its own.

mod colours;
mod construct;
mod lanes;
mod methods;
mod placement;
mod quadrants;
mod question;
mod recount;
mod search;
mod torus;
mod turns;
mod variants;

pub use colours::ColourCount;
pub use construct::{Completion, MOST_ROWS, at_random, complete, complete_watched, pattern};
pub use methods::METHODS;
pub use placement::{Placement, Turn};
pub use quadrants::QuadrantCount;
pub use question::{MAX_SIDE, QueensQuestion};
pub use search::QueensSearch;
pub use torus::TorusCount;
pub use turns::{TurnCount, TurnSearch};
pub use variants::{NO_QUEEN, Square, VariantQuestion, VariantSearch, name};
