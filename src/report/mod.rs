//! The report: one page of HTML with all that a folder of results or a batch of journals tells.
//!
//! ```text
//! results files ──► Counts: tables by family, growth, heat maps ──┐
//! journals ───────► Batch: units done, rate, time left, runs ─────┼──► Report ──► html()
//! solutions ──────► Player: pictures in steps ────────────────────┘
//! ```
//!
//! The page holds its style, script and pictures. It follows the reader's system, light or dark,
//! prints without its controls, and works by keys and with screen readers. askama fills
//! `page.html` and escapes text from outside; `style.css` and `player.js` are beside it.
//!
//! To add a section: its data as a file here, a field of `Report`, its part of `page.html`.

mod batch;
mod contents;
mod counts;
mod player;

pub use batch::{Batch, speed};
pub use contents::{Made, Report};
