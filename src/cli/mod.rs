//! The command line. The terminal, clap, indicatif and anyhow live here and nowhere else.
//!
//! Arguments come in two stages: `args.rs` holds the raw flags, and each command's file
//! turns them into checked questions before anything runs. To add a command: a variant in
//! `args.rs`, a file with `run(args) -> Result<Verdict>`, a line in [`main`].

mod args;
mod exit;
mod listing;
mod progress;
mod queens;
mod question;
mod sample;
mod session;
mod table;
mod tours;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

/// Parses the arguments and runs the command.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return exit::usage(&error),
    };
    let outcome = match args.command {
        Command::Tours(args) => tours::run(&args),
        Command::Queens(args) => queens::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Verify(args) => verify::run(&args),
    };
    exit::code(outcome)
}
