//! The report: an HTML page about a folder of results or a batch of journals.
//!
//! ```text
//! results files ──► Counts: tables by family, growth, heat maps ──┐
//! journals ───────► Batch: units done, rate, time left, runs ─────┼──► Report ──► html()
//! solutions ──────► Player: pictures in steps ────────────────────┘
//! ```
//!
//! The page contains its style, script and pictures. It follows the system's light or dark mode,
//! prints without controls, and supports keyboards and screen readers. askama fills `page.html` and
//! escapes outside text; `style.css` and `player.js` are in the same folder.
//!
//! To add a section: a file here with its data, a field of `Report`, and its part of `page.html`.

mod batch;
mod contents;
mod counts;
mod player;

pub use batch::{Batch, speed};
pub use contents::{Made, Report};
