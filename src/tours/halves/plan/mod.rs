//! What is swept: the cut of the graph, the order of each half, every step on slots.
//!
//! [`Net`] is the graph with the ends of open tours made part of it, `cut` decides where the
//! halves meet and which symmetries serve, [`HalfPlan`] gives each cell a slot for life and
//! writes the [`Step`]s, [`Plan`] is both halves and how they meet, [`SlotSymmetries`] what maps
//! the classes of a partition to themselves.

mod cut;
mod half;
mod net;
mod step;
mod whole;

pub use half::HalfPlan;
pub use net::Net;
pub use whole::SlotSymmetries;

pub use step::Step;
pub use whole::{Joint, Plan};
