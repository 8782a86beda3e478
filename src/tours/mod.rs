//! Knight's tours: Hamiltonian paths (open tours) and cycles (closed tours) of any graph.
//!
//! [`TourQuestion`] says what is asked, [`Tour`] is a checked answer, and each method is a
//! room of its own. Methods answer the same question, so that they check each other.

mod classic;
mod frontier;
mod obstacle;
mod order;
mod prune;
mod question;
mod search;
mod tour;

pub use classic::Classic;
pub use frontier::{Forecast, FrontierCount, LayerReport, MAX_SWEPT, MAX_WIDTH, TourChart};
pub use obstacle::{Obstacle, obstacle};
pub use order::{Neighbours, ORDERS, Order, Ranking, Starts, Tie};
pub use question::{Kind, TourQuestion};
pub use search::{MAX_VERTICES, TourSearch};
pub use tour::Tour;
