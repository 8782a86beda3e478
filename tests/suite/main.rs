//! The integration tests: one binary, one file for each subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod arrows;
mod bad_input;
mod checkpoint;
mod classics;
mod cli;
mod colours;
mod conformance;
mod construct;
mod dice;
mod engine;
mod examples;
mod find;
mod flags;
mod formats;
mod golden;
mod guides;
mod halves;
mod inputs;
mod journal;
mod layers;
mod listings;
mod obstacles;
mod oracle;
mod outside;
mod pictures;
mod placements;
mod prefixes;
mod queens;
mod refused;
mod search;
mod slices;
mod support;
mod symmetries;
mod terminal;
mod tokens;
mod tours;
mod turns;
mod twins;
mod union;
mod unique;
mod variants;
mod walks;
mod words;
mod wrapped;
