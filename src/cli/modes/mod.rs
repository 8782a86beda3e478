//! The tasks of each command, and the flags that each task takes. Every flag has its effect or
//! is refused by name, with what to write instead.
//!
//! A command has tasks: a count, a list, one tour by Warnsdorff's rule, …. The first whose flags
//! are given is the task of a command line; the command's enum (`TourTask`, …) names it, and the
//! command matches on that enum. A row for each flag names the tasks in which it has an effect;
//! further rows name the pairs that do not go together. What a flag means for the board at hand
//! is checked by the commands.
//!
//! To add a flag: a row in its command's table; a test asks for it, and for the effect.

mod others;
pub mod queens;
mod table;
pub mod tours;
pub mod walks;

use std::sync::LazyLock;

use clap::{ArgMatches, Command};

pub use table::{Given, Table};

/// The table of a subcommand.
pub fn table(command: &str) -> &'static Table {
    static TABLES: LazyLock<[(&str, Table); 8]> = LazyLock::new(|| {
        [
            ("tours", tours::table()),
            ("queens", queens::table()),
            ("walks", walks::table()),
            ("table", others::table()),
            ("merge", others::merge()),
            ("draw", others::draw()),
            ("check", others::check()),
            ("", others::plain()),
        ]
    });
    let named = TABLES.iter().find(|(name, _)| *name == command);
    &named.unwrap_or(&TABLES[TABLES.len() - 1]).1
}

/// The flags that a command line gives, with those that the map of its board stands for; refuses, in
/// words, the first that would have no effect.
pub fn check(command: &Command, matches: &ArgMatches, marked: &[&str]) -> Result<Given, String> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(Given::default()) };
    let Some(command) = command.find_subcommand(name) else { return Ok(Given::default()) };
    let given = Given::of(command, matches).marked(marked);
    table(name).check(&given).map(|()| given)
}
