//! Exit codes, and the one line that accompanies each error.
//!
//! 0 done · 1 a count disagrees with a published one, or a heuristic found no tour · 2 bad input,
//! including a missing or unreadable file · 3 units are missing · 4 a journal is damaged, differs
//! or belongs to another question · 5 the system refused a file, a thread or memory · 75 another
//! process writes to the same file · 101 a defect of the program · 130 and 143 stopped by Ctrl-C or
//! SIGTERM.

use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use cavalcade::Error;
use cavalcade::board::meant;
use cavalcade::engine::catches_panics;
use cavalcade::error::Shortage;

use super::advice::in_words;
use super::signals::Signals;
use super::{invocation, terminal};
use crate::cli::args;

pub const REFUSED: u8 = 5;

pub const DEFECT: u8 = 101;

/// The standard library panics with these words if a new thread gets no stack for signals.
const NO_STACK: &str = "failed to allocate an alternative stack";

/// Turns a panic of any thread into the end of the program, with one line: other threads would wait
/// for the one that panicked. Journals keep the finished units. A panic inside a unit becomes an
/// error instead, and the other units are finished.
pub fn end_on_panic() {
    std::panic::set_hook(Box::new(|panic| {
        if catches_panics() {
            return;
        }
        let place = panic.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let what = text.unwrap_or("no message");
        let place = place.unwrap_or_default();
        if what.starts_with(NO_STACK) {
            terminal::problem(&format!("{what}; allow more address space, or fewer --threads"));
            std::process::exit(REFUSED.into());
        }
        terminal::problem(&format!(
            "{what}{place}; this is a defect of cavalcade, please report it"
        ));
        std::process::exit(DEFECT.into());
    }));
}

/// The remedy if something is kept.
pub const RESUMES: &str = "this resumes the run:";

/// The remedy if nothing is kept yet.
pub const BEGINS_AGAIN: &str = "no unit was finished, so nothing is kept; this starts again:";

/// The outcome of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every published count agrees.
    Agrees,
    /// Some count differs from a published one.
    Disagrees,
    /// Units are missing.
    Incomplete,
    /// Records differ from recomputed ones.
    Differs,
    /// Nothing was asked. It is an error, so that scripts notice.
    NoCommand,
}

impl Verdict {
    pub fn of(agrees: bool) -> Verdict {
        if agrees { Verdict::Agrees } else { Verdict::Disagrees }
    }
}

/// Unusable input: what, where, what to do instead.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// A heuristic found no tour.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotFound(pub String);

/// An interrupted or failed run, with advice.
#[derive(Debug, thiserror::Error)]
#[error("{}{}{remedy}", in_words(error), if remedy.is_empty() { "" } else { "; " })]
pub struct Unfinished {
    pub error: anyhow::Error,
    /// The effect of the last command.
    pub remedy: &'static str,
    /// Commands to paste, one a line.
    pub commands: Vec<String>,
}

impl Unfinished {
    /// True if a signal stopped the run.
    pub fn is_stop(&self) -> bool {
        matches!(self.error.downcast_ref(), Some(Error::Stopped { .. }))
    }
}

/// Prints the error, if any, and maps the outcome to an exit code.
pub fn code(outcome: anyhow::Result<Verdict>) -> ExitCode {
    let error = match outcome {
        Ok(Verdict::Agrees) => return ExitCode::SUCCESS,
        Ok(Verdict::Disagrees) => return ExitCode::from(1),
        Ok(Verdict::Incomplete) => return ExitCode::from(3),
        Ok(Verdict::Differs) => return ExitCode::from(4),
        Ok(Verdict::NoCommand) => return ExitCode::from(2),
        Err(error) => with_command(error),
    };
    if let Some(error) = error.downcast_ref::<clap::Error>() {
        return usage(error);
    }
    let io_error = error.downcast_ref::<io::Error>();
    if io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    let number = number(&error);
    match error.downcast_ref::<Unfinished>() {
        None if number == 2 => terminal::problem(&(in_words(&error) + &variables())),
        None => terminal::problem(&in_words(&error)),
        Some(unfinished) => {
            terminal::problem(&unfinished.to_string());
            unfinished.commands.iter().for_each(|command| terminal::line(command));
        }
    }
    ExitCode::from(number)
}

/// Adds the command that resumes to an error after a signal.
fn with_command(error: anyhow::Error) -> anyhow::Error {
    let signals = Signals::installed();
    if signals.keeps() && matches!(error.downcast_ref(), Some(Error::Stopped { .. })) {
        return Unfinished { error, remedy: RESUMES, commands: vec![invocation::command()] }.into();
    }
    error
}

/// Turns signals by which the system refuses something into ordinary errors.
pub fn handle_refusals() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGABRT, SIGXFSZ};
        use std::sync::{Arc, atomic::AtomicBool};
        // At the file size limit, the write fails instead of the program ending.
        signal_hook::flag::register(SIGXFSZ, Arc::default())?;
        // When an allocation fails, the runtime prints a line and aborts. This handler gives the
        // program the exit code of other refusals, and no core dump.
        let always = Arc::new(AtomicBool::new(true));
        signal_hook::flag::register_conditional_shutdown(SIGABRT, REFUSED.into(), always)?;
    }
    Ok(())
}

/// Names the variables that replace flags, because one of them may be wrong.
fn variables() -> String {
    match invocation::variables() {
        [] => String::new(),
        set => format!(" (set in the environment: {})", set.join(", ")),
    }
}

fn number(error: &anyhow::Error) -> u8 {
    if let Some(unfinished) = error.downcast_ref::<Unfinished>() {
        return number(&unfinished.error);
    }
    if error.is::<NotFound>() {
        return 1;
    }
    match error.downcast_ref::<Error>() {
        Some(Error::UnitPanicked { .. }) => DEFECT,
        Some(Error::Contradiction { .. }) => 1,
        Some(
            Error::JournalForeign { .. }
            | Error::JournalDamaged { .. }
            | Error::JournalConflict { .. }
            | Error::CheckpointForeign { .. }
            | Error::CheckpointDamaged { .. }
            | Error::Residues { .. },
        ) => 4,
        Some(Error::Io { action: "read", source, .. }) if is_misnamed(source) => 2,
        Some(Error::Io { action: "write", source, .. }) if is_of_another_kind(source) => 2,
        Some(
            Error::Io { .. } | Error::Short(Shortage::Refused { .. } | Shortage::Threads { .. }),
        ) => REFUSED,
        Some(Error::JournalLocked { .. }) => 75,
        Some(Error::Stopped { .. }) => match Signals::installed().number() {
            0 => 130,
            signal => 128 + signal,
        },
        Some(_) => 2,
        None if error.is::<io::Error>() => REFUSED,
        None => 2,
    }
}

/// True if another path is needed, because a retry cannot help.
fn is_misnamed(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound, PermissionDenied};
    let kinds = [NotFound, PermissionDenied, NotADirectory, InvalidFilename];
    is_of_another_kind(error) || kinds.contains(&error.kind())
}

/// True if the existing file is of a kind that cannot be written.
fn is_of_another_kind(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::IsADirectory | io::ErrorKind::InvalidInput)
}

/// Handles clap's result: help and version go to stdout, an error becomes one line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let shown = terminal::help(&error.render());
        return code(shown.map(|()| Verdict::Agrees).map_err(Into::into));
    }
    terminal::problem(&words(error));
    ExitCode::from(2)
}

/// One line for clap's error.
pub fn words(error: &clap::Error) -> String {
    let text = error.to_string();
    // "see --help" replaces clap's closing "Usage: …" and "For more information …".
    let closing = |line: &&str| line.starts_with("Usage:") || line.starts_with("For more");
    let mut lines = text.lines().map(str::trim).take_while(|line| !closing(line));
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_string();
    // Lists get brackets here anyway.
    let bare = |line: &'_ str| {
        let list = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        list.unwrap_or(line).to_string()
    };
    // The tip to write an unknown flag as a value rarely applies.
    let applies = |line: &&str| !line.is_empty() && !line.starts_with("tip: to pass '-");
    let mut rest: Vec<_> = lines.filter(applies).map(bare).collect();
    if let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && let Some(name) = flag.strip_prefix("--")
    {
        let commands = args::command();
        let has = |command: &&clap::Command| {
            command.get_arguments().any(|arg| arg.get_long() == Some(name))
        };
        let owners: Vec<_> = commands.get_subcommands().filter(has).map(|c| c.get_name()).collect();
        // clap also suggests flags that share only a few letters.
        let is_near = |tip: &ContextValue| match tip {
            ContextValue::String(flag) => {
                let flag = flag.trim_start_matches('-');
                flag.starts_with(name) || meant(name, &[flag]).is_some()
            }
            _ => true,
        };
        if !owners.is_empty() {
            rest = vec![format!("a flag of {}", owners.join(", "))];
        } else if !error.get(ContextKind::SuggestedArg).is_some_and(is_near) {
            rest = word_as_flag(&commands, name).into_iter().collect();
        }
    }
    let more = match &rest[..] {
        [] => String::new(),
        rest if first.ends_with(':') => format!(" {}", rest.join(" ")),
        rest => format!(" ({})", rest.join("; ")),
    };
    match error.kind() {
        ErrorKind::UnknownArgument if first.contains("'-") && is_number(&first) => {
            format!("{first}: no flag begins with a digit, and no value here with a hyphen")
        }
        _ => format!("{first}{more}; see --help"),
    }
}

/// What to write for a flag that does not exist, if its name is that of a command or of a value.
fn word_as_flag(commands: &clap::Command, name: &str) -> Option<String> {
    let singular = |word: &'_ str| word.strip_suffix('s').unwrap_or(word).to_string();
    let is_called = |command: &&clap::Command| singular(command.get_name()) == singular(name);
    if let Some(command) = commands.get_subcommands().find(is_called) {
        return Some(format!("a command: cavalcade {}", command.get_name()));
    }
    let takes = |arg: &&clap::Arg| {
        arg.get_long().is_some() && arg.get_possible_values().iter().any(|it| it.get_name() == name)
    };
    let flags = commands.get_subcommands().flat_map(clap::Command::get_arguments).filter(takes);
    let flag = flags.filter_map(clap::Arg::get_long).min_by_key(|flag| flag.len())?;
    Some(format!("write --{flag} {name}"))
}

/// True if a supposed flag is, or begins like, a negative number.
fn is_number(text: &str) -> bool {
    text.split_once("'-").is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::sync::mpsc::channel;

    #[test]
    fn unknown_flags_get_advice_that_fits() {
        for (line, advice) in [
            ("tours 6x6 --queens 4", " (a command: cavalcade queens)"),
            ("tours 6x6 --walk", " (a command: cavalcade walks)"),
            ("tours 6x6 --king", " (write --piece king)"),
            ("tours 6x6 --json", " (write --format json)"),
            ("tours 6x6 --count", ""),
            ("tours 6x6 --symetric half-turn", " (tip: a similar argument exists: '--symmetric')"),
            ("tours 6x6 --prog", " (tip: a similar argument exists: '--progress')"),
            ("tours 6x6 --torus", " (a flag of queens, table, verify)"),
        ] {
            let words = format!("cavalcade {line}");
            let error = crate::cli::args::command().try_get_matches_from(words.split(' '));
            let told = super::words(&error.unwrap_err());
            assert!(told.ends_with(&format!("found{advice}; see --help")), "{line}: {told}");
        }
    }

    #[test]
    #[ignore = "it ends its process: the next test runs it"]
    fn a_thread_panics_while_others_wait() {
        super::end_on_panic();
        let (_kept, waits) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(|| panic!("on purpose\nin two lines"));
            let _ = waits.recv();
        });
    }

    #[test]
    fn a_panic_on_any_thread_is_one_line_and_the_end() {
        let name = "cli::session::exit::tests::a_thread_panics_while_others_wait";
        let mut child = Command::new(std::env::current_exe().unwrap());
        let ended = child.args([name, "--exact", "--ignored", "--nocapture"]).output().unwrap();
        let stderr = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(101), "{stderr}");
        let words = "cavalcade: on purpose\\nin two lines at src/cli/session/exit.rs:";
        assert!(stderr.starts_with(words) && stderr.lines().count() == 1, "{stderr}");
    }
}
