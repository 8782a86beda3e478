//! Knight's tours: Hamiltonian paths (open tours) and cycles (closed tours) of any graph.
//!
//! [`TourQuestion`] is the question, [`Tour`] a checked answer, and each method is a module of its
//! own. Several methods answer the same question, so they can check each other.

mod batch;
mod classic;
mod classics;
mod construct;
mod digest;
mod estimate;
mod frontier;
mod halves;
mod kept_layer;
mod kind;
mod methods;
mod neural;
mod obstacle;
mod prune;
mod question;
mod ranking;
mod recount;
mod search;
mod selected;
mod starts;
mod statistic;
mod tour;
mod union;
mod unique;

pub(crate) use batch::TourBatch;
pub use classic::Classic;
pub use classics::{Neighbours, ORDERS, Order, Ranking, Starts, Tie};
pub use construct::{
    TieRule, Tried, divide, divide_watched, flips_for, rotated, shuffled, warnsdorff,
    warnsdorff_watched,
};
pub use estimate::Estimate;
pub use estimate::{PROBES, estimate, estimate_watched, probed};
pub use frontier::{FrontierCount, MAX_SWEPT, MAX_WIDTH};
pub use halves::HalvesCount;
pub use kept_layer::KeptLayer;
pub use methods::{METHODS, methods_of};
pub use neural::{NeuralTrials, Rest, neural};
pub use obstacle::{Obstacle, obstacle};
pub use question::{Ends, Kind, TourQuestion};
pub use ranking::{Numbering, TourRanking};
pub(crate) use search::{LinksOf, search_of, strategy_of};
pub use search::{MAX_VERTICES, SortedSearch, Strategy, TourSearch, Visited};
pub use selected::{
    Alternating, Figure, GadgetGraph, KeptTours, NumberedTours, Selection, Sums, Symmetric,
};
pub use starts::StartTable;
pub use statistic::{Sorted, Statistic};
pub use tour::Tour;
pub use union::{MoveSet, Moves, Spelling, UnionSearch};
pub(crate) use unique::swept_classes;
pub use unique::{Classes, Kinds, OneOfEach, SymmetryKind, classes, has_classes};
