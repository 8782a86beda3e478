//! The plan of a sweep: the cut of the graph, the order of each half, and every step on slots.
//!
//! [`AugmentedGraph`] adds the ends of open tours to the graph. `cut` decides where the halves meet
//! and which symmetries the sweep uses. [`HalfPlan`] assigns each cell one slot and creates the
//! [`Step`]s. [`Plan`] is both halves and their [`Interface`]. [`SlotSymmetries`] map each class of
//! a partition to itself.

mod cut;
mod half;
mod step;
mod whole;

pub use cut::AugmentedGraph;
pub use half::HalfPlan;
pub use step::Step;
pub use whole::{Interface, Plan, SlotSymmetries};
