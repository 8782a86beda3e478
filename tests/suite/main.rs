//! The integration tests: one binary, one file for each subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod arrows;
mod bad_input;
mod checkpoint;
mod classics;
mod cli;
mod conformance;
mod construct;
mod engine;
mod examples;
mod golden;
mod halves;
mod journal;
mod layers;
mod obstacles;
mod oracle;
mod prefixes;
mod queens;
mod search;
mod support;
mod tokens;
mod tours;
mod twins;
mod unique;
mod variants;
mod walks;
mod wrapped;
