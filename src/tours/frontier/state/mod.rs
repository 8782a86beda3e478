//! What the rest of the graph needs to know of a partial tour: [`FrontierState`], and the [`Key`]
//! that it is packed into.

mod frontier_state;
mod key;

pub use frontier_state::{FrontierState, MAX_SLOTS, Mates, mirrored};
pub use key::Key;
