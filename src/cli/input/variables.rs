//! Environment variables that replace flags: `CAVALCADE_THREADS=4` for `--threads 4`.
//!
//! A variable is set once for many commands. It is used only where its flag has an effect and is
//! not written on the command line; elsewhere it is ignored. An invalid value is an error that
//! names the variable, unless the same flag of another command accepts the value:
//! `CAVALCADE_METHOD=quadrants` is meant for queens.
//!
//! Variables are rewritten as flags, so that one check covers both, and the printed command that
//! resumes a journal is complete.

use std::ffi::{OsStr, OsString};

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::cli::modes;
use crate::cli::session::exit::{self, Usage};
use crate::cli::session::invocation::variable;

/// A command line extended by the flags of variables.
#[derive(Debug, PartialEq)]
pub struct Joined {
    pub words: Vec<OsString>,
    /// The names of the variables used.
    pub taken: Vec<String>,
}

/// Adds the flags of variables.
pub fn join(
    command: &mut Command,
    words: Vec<OsString>,
    value: impl Fn(&str) -> Option<OsString>,
) -> Result<Joined, Usage> {
    let mut joined = Joined { words, taken: Vec::new() };
    let is_command = |word: &OsString| command.find_subcommand(word).is_some();
    let Some(at) = joined.words.iter().skip(1).position(is_command) else { return Ok(joined) };
    let own = command.find_subcommand(&joined.words[at + 1]).into_iter();
    let flags = own.flat_map(Command::get_arguments).chain(command.get_arguments());
    let mut open = Vec::new();
    for flag in flags.filter(|flag| takes(flag)) {
        let name = variable(flag.get_long().unwrap_or_default());
        let set = value(&name).filter(|value| !value.is_empty());
        let is_new = open.iter().all(|(_, known, _)| *known != name);
        if let Some(value) = set.filter(|_| is_new && !is_written(flag, &joined.words)) {
            open.push((flag.clone(), name, value));
        }
    }
    // A flag may require another flag that a later variable provides.
    loop {
        let before = open.len();
        let mut left = Vec::new();
        for (flag, name, value) in open {
            let mut words = joined.words.clone();
            words.splice(at + 2..at + 2, written(&flag, &name, &value)?);
            match attempt(command, &words) {
                Attempt::Passes => {
                    joined.words = words;
                    joined.taken.push(name);
                }
                Attempt::Refused(problem) if !others_take(command, &flag, &value) => {
                    return Err(Usage(format!("{name}: {problem}")));
                }
                _ => left.push((flag, name, value)),
            }
        }
        if left.len() == before {
            return Ok(joined);
        }
        open = left;
    }
}

/// The variables that match no flag of any command.
pub fn unknown(command: &Command, set: impl Iterator<Item = OsString>) -> Vec<String> {
    let all = command.get_subcommands().chain([command]).flat_map(Command::get_arguments);
    let known: Vec<String> =
        all.filter(|flag| takes(flag)).filter_map(Arg::get_long).map(variable).collect();
    let set = set.filter_map(|name| name.into_string().ok());
    let is_unknown = |name: &String| name.starts_with("CAVALCADE_") && !known.contains(name);
    let mut unknown: Vec<String> = set.filter(is_unknown).collect();
    unknown.sort();
    unknown
}

/// False for the flags of help and version.
fn takes(flag: &Arg) -> bool {
    let action = flag.get_action();
    let is_help = matches!(
        action,
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
    );
    flag.get_long().is_some() && !is_help
}

/// True if the flag is on the command line.
fn is_written(flag: &Arg, words: &[OsString]) -> bool {
    let words = words.iter().take_while(|word| *word != "--").map(|word| word.to_string_lossy());
    let (long, short) = (flag.get_long(), flag.get_short());
    words.into_iter().any(|word| match (word.strip_prefix("--"), word.strip_prefix('-')) {
        (Some(name), _) => name.split('=').next() == long,
        (None, Some(letters)) => short.is_some_and(|short| letters.contains(short)),
        _ => false,
    })
}

/// The words for a flag with this value.
fn written(flag: &Arg, name: &str, value: &OsStr) -> Result<Vec<OsString>, Usage> {
    let long = format!("--{}", flag.get_long().unwrap_or_default());
    let with = |value: &OsStr| {
        let mut word = OsString::from(format!("{long}="));
        word.push(value);
        word
    };
    let text = value.to_str();
    match (flag.get_action(), text) {
        (ArgAction::SetTrue, text) => match text.map(str::to_lowercase).as_deref() {
            Some("1" | "true" | "yes" | "on") => Ok(vec![long.into()]),
            Some("0" | "false" | "no" | "off") => Ok(Vec::new()),
            _ => {
                let shown = value.to_string_lossy();
                Err(Usage(format!("{name}: \"{shown}\" is neither yes nor no; write 1 or 0")))
            }
        },
        // Several values are separated by blanks, because a value may contain commas.
        (ArgAction::Append, Some(text)) if flag.get_value_delimiter().is_none() => {
            Ok(text.split_whitespace().map(|value| with(value.as_ref())).collect())
        }
        _ => Ok(vec![with(value)]),
    }
}

/// The result of parsing a command line.
enum Attempt {
    Passes,
    /// A value is invalid; the text explains why.
    Refused(String),
    /// Another error, or a flag without effect.
    NoEffect,
}

fn attempt(command: &mut Command, words: &[OsString]) -> Attempt {
    let passes =
        |command: &Command, matches: &ArgMatches| modes::check(command, matches, &[]).is_ok();
    match command.try_get_matches_from_mut(words) {
        Ok(matches) if passes(command, &matches) => Attempt::Passes,
        Err(error)
            if matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) =>
        {
            Attempt::Refused(exit::words(&error))
        }
        _ => Attempt::NoEffect,
    }
}

/// True if the same flag of another command accepts the value.
fn others_take(command: &Command, flag: &Arg, value: &OsStr) -> bool {
    let all = command.get_subcommands().flat_map(Command::get_arguments);
    let takes = |other: &Arg| {
        let values = other.get_possible_values();
        values.iter().any(|known| value.to_str().is_some_and(|v| known.matches(v, true)))
    };
    all.filter(|other| other.get_long() == flag.get_long()).any(takes)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::join;
    use crate::cli::args;

    /// The words after the command's name, and the variables used.
    fn joined(line: &str, set: &[(&str, &str)]) -> String {
        let value = |name: &str| {
            set.iter().find(|(known, _)| format!("CAVALCADE_{known}") == name).map(|s| s.1.into())
        };
        let words = std::iter::once("cavalcade").chain(line.split(' ')).map(OsString::from);
        let joined = join(&mut args::command(), words.collect(), value).unwrap();
        let words: Vec<_> = joined.words[1..].iter().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    #[test]
    fn a_variable_stands_for_a_flag_where_it_has_an_effect() {
        for (line, name, value, whole) in [
            ("tours 6x6", "THREADS", "4", "tours --threads=4 6x6"),
            ("tours 6x6", "QUIET", "yes", "tours --quiet 6x6"),
            ("-q tours 6x6", "QUIET", "1", "-q tours 6x6"),
            ("tours 6x6", "QUIET", "0", "tours 6x6"),
            ("tours 6x6 --threads 2", "THREADS", "4", "tours 6x6 --threads 2"),
            ("tours 6x6 --threads=2", "THREADS", "x", "tours 6x6 --threads=2"),
            ("tours 6x6", "THREADS", "", "tours 6x6"),
            ("tours 6x6", "LEAPER", "1,2 1,1", "tours --leaper=1,2 --leaper=1,1 6x6"),
            ("tours 6x6 --piece king", "LEAPER", "1,2", "tours 6x6 --piece king"),
            (
                "tours 6x6 --method frontier",
                "JOURNAL",
                "j",
                "tours --journal=j 6x6 --method frontier",
            ),
            ("tours 6x6 --first 1", "JOURNAL", "j", "tours 6x6 --first 1"),
            ("tours 6x6", "TO", "a1", "tours 6x6"),
            ("queens 8", "METHOD", "frontier", "queens 8"),
            ("tours 6x6", "METHOD", "frontier", "tours --method=frontier 6x6"),
            ("walks 8x8", "LENGTH", "5", "walks --length=5 8x8"),
            ("tours 6x6", "COLOR", "never", "tours --color=never 6x6"),
            ("status j", "THREADS", "x", "status j"),
            ("tours --help", "THREADS", "4", "tours --help"),
            ("", "THREADS", "4", ""),
        ] {
            assert_eq!(joined(line, &[(name, value)]), whole, "{name}={value} {line}");
        }
        let both = [("TO", "c3"), ("FROM", "a1")];
        assert_eq!(joined("tours 5x5", &both), "tours --to=c3 --from=a1 5x5");
    }
}
