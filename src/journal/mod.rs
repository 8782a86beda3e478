//! Journals: files in which long runs record their counts, unit by unit.
//!
//! A journal is a text file that only grows. Each line ends in a checksum. The first line names the
//! question and the plan; the others record which run began and what it counted:
//!
//! ```text
//! cavalcade-journal  2  tours open knight 5x5  search  tours open knight 5x5, …  304  9b2f63a1  CRC
//!                    format, question, method, fingerprint, units, checksum of the plan
//! run    node7  4711  8  1795258800  0.1.0  0/1  CRC         host, process, threads, since, version, shard
//! unit   17  8  8:11,4:1  2:1,3:14  92  92  search  123  CRC   id, weight, found, nodes by depth,
//! …                                                            residues, method, microseconds
//! end    304  CRC                                              units recorded
//! ```
//!
//! Fields are separated by tabs. The checksum of a line is a CRC-32C whose initial value depends on
//! the question and the plan, so no line is valid in another run's journal. While it grows, the
//! file is called `NAME.part` and is locked. When every unit is recorded, the last line is written
//! and the file is renamed to `NAME`. At any moment the file on disk is a journal of some of the
//! units, perhaps with a torn last line. [`replay()`] reads it, [`Journal::open`] cuts the torn
//! line and resumes, and [`Merge`] adds several journals up. Nothing is trusted that the checksum,
//! the residues and the plan do not confirm.
//!
//! To add a field, raise [`FORMAT`]. Journals of other formats are refused.

mod bounds;
mod file;
mod header;
mod line;
mod merge;
mod record;
mod replay;
mod shards;
#[cfg(test)]
mod tests;
mod writer;

pub use bounds::{Bounds, Judge, Weights};
pub(crate) use file::{named_after, part, read as read_file};
pub use header::{FORMAT, Header};
pub use line::seal as sealed_line;
pub use merge::{Merge, Source, ranges, shards};
pub use record::{Author, Record};
pub(crate) use replay::header_of;
pub use replay::{Damage, Replay, replay};
pub(crate) use shards::header_at;
pub use shards::{attempts, open_shard, read_attempts};
pub use writer::{Journal, Opened, Terms};
