//! METHOD search: visits every tour, one of each class under the symmetries.
//!
//! Two strategies share one interface, [`TourSearch`]:
//!
//! - [`link`] joins subpaths until one tour is left. It is ten times as fast, and the default.
//! - [`extend`] walks from square to square, with local rules against dead ends. It is for graphs
//!   of a few vertices, for visitors of prefixes, and a check of the other.

mod counting;
mod extend;
mod link;
mod links;
mod sorted;
mod tour_search;
mod visited;

pub use counting::SEARCH;
pub(crate) use counting::{search_of, strategy_of};
pub(crate) use link::Membership;
pub(crate) use links::LinksOf;
pub use sorted::SortedSearch;
pub use tour_search::{Strategy, TourSearch};
pub use visited::{MAX_VERTICES, Visited};
