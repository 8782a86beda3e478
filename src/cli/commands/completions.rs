//! `cavalcade completions SHELL`: what a shell needs to complete command lines.

use std::io::Write;

use clap_complete::generate;

use crate::cli::args::{self, CompletionsArgs};
use crate::cli::session::exit::Verdict;
use crate::cli::session::terminal;

/// Prints the script.
pub fn run(args: &CompletionsArgs) -> anyhow::Result<Verdict> {
    // Into memory first: what writes it panics where a reader has closed the pipe.
    let mut script = Vec::new();
    generate(args.shell, &mut args::command(), "cavalcade", &mut script);
    let mut out = terminal::out();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Verdict::Agrees)
}
