//! The integration tests: one binary, one file for each subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod classics;
mod cli;
mod engine;
mod golden;
mod kin;
mod layers;
mod obstacles;
mod oracle;
mod queens;
mod support;
mod tours;
