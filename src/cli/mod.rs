//! The command line. Only this module uses the terminal, clap, indicatif and anyhow.
//!
//! `args` holds the raw flags. `modes` selects the task and refuses flags without effect in it.
//! Each command's file turns the flags into a checked question before anything runs. To add a
//! command: a variant in `args`, a file with `run(args) -> Result<Verdict>`, and a line in
//! [`main`].

mod args;
mod classic;
mod commands;
mod input;
mod listing;
mod modes;
mod output;
mod session;
mod words;

use std::process::ExitCode;

use clap::FromArgMatches;

use args::{Args, Command};
use commands::{
    check, classics, draw, estimate, heuristics, merge, queens, recheck, report, shells, status,
    table, tours, verify, walks,
};
use input::{ending, marked, meeting, variables, words as typed};
use session::exit::{self, Usage, Verdict};
use session::{handle_refusals, invocation, note, terminal};

/// Parses the arguments and runs the command.
pub fn main() -> ExitCode {
    exit::end_on_panic();
    exit::code(run())
}

fn run() -> anyhow::Result<Verdict> {
    let mut command = args::command();
    let words = typed::of_command_line();
    terminal::set_colour(typed::colour(&words, std::env::var_os("CAVALCADE_COLOR")));
    let joined = variables::join(&mut command, words, |name| std::env::var_os(name))?;
    let joined = ending::join(&mut command, joined)?;
    let matches = command.try_get_matches_from_mut(&joined.words)?;
    let args = Args::from_arg_matches(&matches)?;
    let Some(mut chosen) = args.command else {
        args::ALONE.lines().for_each(terminal::line);
        return Ok(Verdict::NoCommand);
    };
    terminal::set_quiet(args.global.quiet);
    invocation::set(joined.words, joined.taken);
    handle_refusals()?;
    meeting::check(&command, &matches).map_err(Usage)?;
    let marked = match &mut chosen {
        Command::Tours(args) => marked::join(args)?,
        _ => Vec::new(),
    };
    let given = modes::check(&command, &matches, &marked).map_err(Usage)?;
    for name in variables::unknown(&command, std::env::vars_os().map(|(name, _)| name)) {
        note(&format!("{name} is set, and no option is called that"));
    }
    match chosen {
        Command::Tours(args) => tours::run(&args, &given),
        Command::Queens(args) => queens::run(&args, &given),
        Command::Walks(args) => walks::run(&args, modes::walks::task(&given)),
        Command::Draw(args) => draw::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Classics(args) => classics::run(&args),
        Command::Heuristics(args) => heuristics::run(&args),
        Command::Estimate(args) => estimate::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Status(args) => status::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Recheck(args) => recheck::run(&args),
        Command::Completions(args) => shells::completions(&args),
        Command::Man(args) => shells::man(&args),
    }
}
