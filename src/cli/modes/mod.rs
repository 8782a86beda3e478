//! The tasks of each command, and the flags of each task. Every flag has an effect or is an error
//! that names it and suggests an alternative.
//!
//! A command has tasks: a count, a list, one tour by Warnsdorff's rule and so on. The command's
//! enum (`TourTask`, …) lists them, and the command matches on it. The first task whose flags are
//! given is selected. A row for each flag names the tasks in which it has an effect; further rows
//! name incompatible pairs. Commands check what depends on the board.
//!
//! To add a flag, add a row to its command's table. A test checks for the row and for the effect.

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
    static TABLES: LazyLock<[(&str, Table); 6]> = LazyLock::new(|| {
        [
            ("tours", tours::table()),
            ("queens", queens::table()),
            ("walks", walks::table()),
            ("table", others::table()),
            ("merge", others::merge()),
            ("", others::plain()),
        ]
    });
    let named = TABLES.iter().find(|(name, _)| *name == command);
    &named.unwrap_or(&TABLES[TABLES.len() - 1]).1
}

/// The flags of a command line, including those of its map. The first flag without effect is an
/// error.
pub fn check(command: &Command, matches: &ArgMatches, marked: &[&str]) -> Result<Given, String> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(Given::default()) };
    let Some(command) = command.find_subcommand(name) else { return Ok(Given::default()) };
    let given = Given::of(command, matches).marked(marked);
    table(name).check(&given).map(|()| given)
}
