//! The integration tests: one binary, one file for each subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_input;
mod checkpoint;
mod classics;
mod cli;
mod construct;
mod engine;
mod golden;
mod journal;
mod kin;
mod layers;
mod obstacles;
mod oracle;
mod queens;
mod search;
mod support;
mod tours;
mod unique;
mod walks;
mod wrapped;
