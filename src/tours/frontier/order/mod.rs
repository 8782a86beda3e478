//! In which order the vertices are eliminated: the first thing that a sweep costs by.
//!
//! [`EliminationOrder`] is an order with its symmetry, `price` what it is taken to cost;
//! `beam`, `pattern` and `greedy` are three ways to find one, and [`best_order`] takes the
//! cheapest.

mod beam;
mod choose;
mod elimination;
mod greedy;
mod pattern;
mod price;

pub use choose::{best_order, elimination_orders, quick_order};
pub use elimination::EliminationOrder;
