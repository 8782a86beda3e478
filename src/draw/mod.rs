//! Pictures: tours, placements and walks on boards, sheets of many, counts by square or move.
//!
//! ```text
//! Question ──► Pictures ── put: squares ──► [Layout · Route · marks] ──► svg() ──► png()
//! Instance, a number for each square ──► heat_map(); for each move ──► move_map()
//! counts by size ──► growth()
//! ```
//!
//! [`picture`] draws one solution, [`Pictures`] one or a sheet of many, [`heat_map`] a number for
//! each square. All return SVG that follows the system's light or dark mode, is readable without
//! colour, has a title and a description for screen readers, and is deterministic. It can be used
//! as a file, in an HTML page or in a notebook.
//!
//! To add a mark: its style in `svg`, its drawing in `figure`.

mod background;
mod figure;
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
