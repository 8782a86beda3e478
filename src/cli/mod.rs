//! The command line. The terminal, clap, indicatif and anyhow live here and nowhere else.
//!
//! Arguments come in two stages: `args.rs` holds the raw flags, and each command's file
//! turns them into checked questions before anything runs. To add a command: a variant in
//! `args.rs`, a file with `run(args) -> Result<Verdict>`, a line in [`main`].

mod args;
mod classic;
mod commands;
mod input;
mod listing;
mod modes;
mod session;
mod words;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Args, Command};
use commands::{
    classics, draw, estimate, heuristics, merge, queens, recheck, report, status, table, tours,
    verify, walks,
};
use session::exit::{self, Usage};
use session::hear_refusals;

/// Parses the arguments and runs the command.
pub fn main() -> ExitCode {
    let mut command = Args::command();
    let matches = match command.try_get_matches_from_mut(input::words::of_command_line()) {
        Ok(matches) => matches,
        Err(error) => return exit::usage(&error),
    };
    let args = match Args::from_arg_matches(&matches) {
        Ok(args) => args,
        Err(error) => return exit::usage(&error),
    };
    if let Err(error) = hear_refusals() {
        return exit::code(Err(error.into()));
    }
    if let Err(words) = modes::check(&command, &matches) {
        return exit::code(Err(Usage(words).into()));
    }
    let outcome = match args.command {
        Command::Tours(args) => tours::run(&args),
        Command::Queens(args) => queens::run(&args),
        Command::Walks(args) => walks::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Classics(args) => classics::run(&args),
        Command::Heuristics(args) => heuristics::run(&args),
        Command::Estimate(args) => estimate::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Status(args) => status::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Recheck(args) => recheck::run(&args),
    };
    exit::code(outcome)
}
