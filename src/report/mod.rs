//! The report: one page of HTML with all that a folder of results or a batch of journals tells.
//!
//! ```text
//! results files ──► Counts: tables by family, growth, heat maps ──┐
//! journals ───────► Batch: units done, rate, time left, runs ─────┼──► Report ──► html()
//! solutions ──────► Player: pictures in steps ────────────────────┘
//! ```
//!
//! The page asks nobody for anything: style, script and pictures stand in it. It follows the
//! reader's system, light or dark, prints without its controls, and can be read and used by
//! keys and by those who hear it. Its form is `page.html`, filled by askama, which escapes what
//! comes from outside; `style.css` and `player.js` stand beside it.
//!
//! To add a section: its data as a file here, a field of the page, its part of `page.html`.

mod batch;
mod contents;
mod counts;
mod page;
mod player;

pub use batch::Batch;
pub use contents::{Made, Report};
