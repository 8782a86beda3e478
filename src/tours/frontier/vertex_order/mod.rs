//! The vertex order, which determines the cost of a sweep.
//!
//! [`EliminationOrder`] is an order with its symmetry, and `cost` estimates its cost; `beam`,
//! `pattern` and `greedy` find orders, and [`best_order`] chooses the cheapest.

mod beam;
mod choose;
mod cost;
mod elimination;
mod greedy;
mod pattern;

pub use choose::{best_order, elimination_orders, quick_order};
pub use elimination::EliminationOrder;
