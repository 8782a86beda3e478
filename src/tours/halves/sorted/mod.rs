//! Tours sorted by the number of their moves with a given slope, without visiting them.
//!
//! Each counted move has weight x, and the weight of a tour is the product over its moves: x to the
//! number of its counted moves. The sum over all tours is a polynomial in x. Its coefficients are
//! the wanted numbers of tours, and its degree is at most the number of moves of a tour. A sweep
//! evaluates the polynomial at a given x modulo a prime: the contribution of a source is multiplied
//! by the weights of the edges that the step takes. The coefficients follow by interpolation, and
//! the numbers from their residues.
//!
//! The sweep may use the symmetries that map counted moves to counted moves. The same method sorts
//! the closed tours of any graph by the number of their edges in a given set.
//!
//! - `points`: a number at sixteen values of x, one cache line; interpolation;
//! - `count`: the sweeps of a unit, and the enumeration that the engine runs.

mod count;
mod points;
#[cfg(test)]
mod tests;

pub use count::{SORTED, SortedHalves, closed_tours_by, closed_tours_cost, count_by_statistic};
