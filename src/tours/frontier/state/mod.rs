//! The state of a partial tour as the rest of the graph sees it: [`FrontierState`], and the [`Key`]
//! into which it is packed.

mod frontier_state;
mod key;

pub use frontier_state::{FrontierState, MAX_SLOTS, Mates, mirrored};
pub use key::Key;
