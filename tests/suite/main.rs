//! The integration tests: one binary, one file for each subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod cli;
mod engine;
mod golden;
mod layers;
mod oracle;
mod queens;
mod search;
mod support;
mod tours;
mod unique;
