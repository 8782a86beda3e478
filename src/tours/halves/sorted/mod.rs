//! Tours sorted by how many of their moves have a slope, without visiting one.
//!
//! Give each move that counts the weight x, and a tour the product of its weights: x to the power
//! of how many of its moves count. What all tours come to is a polynomial in x whose coefficients
//! are the tours by that number, of a degree of no more than the moves of a tour. A sweep adds and
//! multiplies, so it finds the value at any x, modulo a prime: what a source gives to its target
//! is multiplied by the weights of the edges that are taken on the way. The coefficients follow
//! from as many values, and the numbers from their residues.
//!
//! Symmetries serve that take moves which count to moves which do. The same sorts the closed tours
//! of any graph by how many of some edges they have.
//!
//! - `points`: a number at sixteen x side by side, a line of the cache; coefficients from values;
//! - `count`: the sweeps of a unit, and what the engine runs.

mod count;
mod points;
#[cfg(test)]
mod tests;

pub use count::{SORTED, SortedHalves, closed_tours_by, closed_tours_cost, told_apart};
