//! METHOD search: visits every tour, one of each class under the symmetries.
//!
//! Two strategies share one interface, [`TourSearch`]:
//!
//! - [`link`] joins subpaths until one tour is left. It is ten times as fast, and the default.
//! - [`extend`] walks from square to square, with local rules against dead ends. It is for graphs
//!   of a few vertices, for visitors of prefixes, and a check of the other.

mod extend;
mod link;
mod sorted;
mod tour_search;
mod visited;

pub(crate) use link::Membership;
pub use sorted::{SEARCH, SortedSearch};
pub(crate) use sorted::{search_of, strategy_of};
pub use tour_search::{Strategy, TourSearch};
pub(crate) use visited::LinksOf;
pub use visited::{MAX_VERTICES, Visited};
