//! Exit codes, and the one line that goes with each error.
//!
//! 0 done · 1 a count disagrees with a published one, a heuristic found no tour, or a worker
//! failed · 2 bad input · 5 the file system refused · 130 and 143 stopped by Ctrl-C or SIGTERM.

use std::io::{self, Write};
use std::process::ExitCode;

use cavalcade::Error;

/// How a command ended that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything that is published agrees.
    Agrees,
    /// Some count differs from a published one.
    Disagrees,
}

/// Input that cannot be used, in words: what, where, what to do instead.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// A method that may fail has found no tour.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotFound(pub String);

/// The run was stopped from outside.
#[derive(Debug, thiserror::Error)]
#[error("stopped after {finished} of {units} units of {what}; run the same command to start again")]
pub struct Stopped {
    /// The signal's number.
    pub signal: u8,
    /// Which question was being counted.
    pub what: String,
    /// The units that were finished.
    pub finished: usize,
    /// The units that there are.
    pub units: usize,
}

/// Prints the error, if there is one, and maps the outcome.
pub fn code(outcome: anyhow::Result<Verdict>) -> ExitCode {
    let error = match outcome {
        Ok(Verdict::Agrees) => return ExitCode::SUCCESS,
        Ok(Verdict::Disagrees) => return ExitCode::from(1),
        Err(error) => error,
    };
    let io_error = error.downcast_ref::<io::Error>();
    if io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    say(&format!("{error:#}"));
    if let Some(stopped) = error.downcast_ref::<Stopped>() {
        return ExitCode::from(128 + stopped.signal);
    }
    if error.is::<NotFound>() {
        return ExitCode::from(1);
    }
    ExitCode::from(match error.downcast_ref::<Error>() {
        Some(Error::Io { .. } | Error::ResultsRow { .. }) => 5,
        Some(Error::UnitPanicked { .. } | Error::Threads { .. }) => 1,
        Some(_) => 2,
        None if io_error.is_some() => 5,
        None => 2,
    })
}

/// What clap found: help and version go to stdout, an error becomes one line.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A reader that has closed the pipe has read enough.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    // The closing "Usage: …" and "For more information …" say no more than "see --help".
    let closing = |line: &&str| line.starts_with("Usage:") || line.starts_with("For more");
    let mut lines = text.lines().map(str::trim).take_while(|line| !closing(line));
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_string();
    let rest: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let more = if rest.is_empty() { String::new() } else { format!(" ({})", rest.join("; ")) };
    match error.kind() {
        clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            say("a command is missing; see cavalcade --help");
        }
        _ => say(&format!("{first}{more}; see --help")),
    }
    ExitCode::from(2)
}

fn say(line: &str) {
    // Nowhere is left to report a closed stderr to.
    let _ = writeln!(io::stderr(), "cavalcade: {line}");
}
