//! Fast constructions of one tour, on boards that no search can handle.
//!
//! [`warnsdorff()`] follows Warnsdorff's rule with one of several tie rules: linear time, any
//! graph, but it may fail. [`divide()`] cuts a rectangle into blocks with closed knight's tours and
//! joins them: linear time, open or closed, and it fails only if there is no tour. [`rotated()`] is
//! a local search on any graph; it may fail. To add a tie rule: a variant of [`TieRule`], a row in
//! the `heuristics` table.

mod block;
mod divide;
mod path;
mod rotation;
mod shuffle;
mod squirrel;
mod tried;
mod wall;
mod warnsdorff;

pub use divide::{divide, divide_watched};
pub use rotation::rotated;
pub use shuffle::{flips_for, shuffled};
pub use tried::Tried;
pub use warnsdorff::{TieRule, warnsdorff, warnsdorff_watched};
