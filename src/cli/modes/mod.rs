//! Which flags have an effect in which mode of a command. Every flag has its effect or is
//! refused by name, with what to write instead.
//!
//! A command has modes: a count, a list, one tour by Warnsdorff's rule, …. The first whose
//! flags are given is the mode of a command line. A table holds a row for each flag, with the
//! modes in which it has an effect, and the few pairs that do not go together in a mode that
//! knows both. What a flag means for the board at hand is for the commands to say.
//!
//! To add a flag: a row in its command's table; a test asks for it, and for the effect.

mod given;
mod others;
mod queens;
mod table;
mod tours;
mod walks;

use clap::{ArgMatches, Command};

pub use given::Given;
pub use table::Table;

/// The table of a subcommand.
pub fn table(command: &str) -> &'static Table {
    match command {
        "tours" => &tours::TOURS,
        "queens" => &queens::QUEENS,
        "walks" => &walks::WALKS,
        "table" => &others::TABLE,
        "draw" => &others::DRAW,
        "check" => &others::CHECK,
        "merge" => &others::MERGE,
        _ => &others::PLAIN,
    }
}

/// Refuses, in words, the first flag that would have no effect.
pub fn check(command: &Command, matches: &ArgMatches) -> Result<(), String> {
    check_with(command, matches, &[])
}

/// The same with flags that a map stands for.
pub fn check_with(command: &Command, matches: &ArgMatches, marked: &[&str]) -> Result<(), String> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    let Some(command) = command.find_subcommand(name) else { return Ok(()) };
    table(name).check(&Given::of(command, matches).marked(marked))
}
