//! The commands, one file each; `shells` has two. No command uses another.

pub mod check;
pub mod classics;
pub mod draw;
pub mod estimate;
pub mod heuristics;
pub mod merge;
pub mod queens;
pub mod recheck;
pub mod report;
pub mod sample;
pub mod shells;
pub mod status;
pub mod table;
pub mod tours;
pub mod verify;
pub mod walks;
