//! Pictures: tours, placements and walks on their boards, sheets of many, numbers by square.
//!
//! ```text
//! Question ──► Pictures ── put: squares ──► [Layout · Route · marks] ──► svg() ──► png()
//! Instance, a number for each square ──► heat_map(); for each move ──► move_map()
//! counts by size ──► growth()
//! ```
//!
//! [`picture`] draws one solution, [`Pictures`] one or many on a sheet, [`heat_map`] a number for
//! each square. All give SVG as text: light or dark as the reader's system is, readable without
//! colour, with a title and a description for those who hear it, the same bytes for the same
//! solutions. Such a text may stand in a file, in a page of HTML or in a notebook.
//!
//! To add a mark: its style in `svg`, where it is drawn in `figure`.

mod figure;
mod ground;
mod heat;
mod layout;
mod moves;
mod pictures;
mod plot;
#[cfg(feature = "png")]
mod png;
mod route;
mod sheet;
mod steps;
mod svg;
mod symmetry;
mod units;

pub use heat::heat_map;
pub use moves::move_map;
pub use pictures::{MOST_PICTURES, MOST_SQUARES, Numbers, Pictures, picture};
pub use plot::{MOST_SERIES, Series, growth};
#[cfg(feature = "png")]
pub use png::png;
pub use units::units;
