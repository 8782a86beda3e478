//! `Given`: the flags that a command line gives.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// The flags with their values. One that says what holds anyway, as `--format text`, is none.
#[derive(Debug)]
pub struct Given(Vec<One>);

#[derive(Debug)]
struct One {
    /// As the tables call it.
    name: String,
    /// As it is written: `--tie`, `RANGE`.
    shown: String,
    words: Vec<String>,
}

impl Given {
    /// Those of a subcommand.
    pub fn of(command: &Command, matches: &ArgMatches) -> Given {
        let given = |arg: &Arg| {
            let id = arg.get_id().as_str();
            let source = matches.value_source(id)?;
            let words = matches.get_raw(id).into_iter().flatten();
            let words: Vec<String> = words.map(|word| word.to_string_lossy().into()).collect();
            let usual: Vec<_> =
                arg.get_default_values().iter().map(|w| w.to_string_lossy()).collect();
            let says = source == ValueSource::CommandLine && usual != words;
            let name = name(arg);
            let shown = match arg.get_long() {
                Some(long) => format!("--{long}"),
                None => name.to_uppercase(),
            };
            says.then_some(One { name, shown, words })
        };
        Given(command.get_arguments().filter_map(given).collect())
    }

    /// The same with flags that a map of the board stands for.
    pub fn marked(mut self, flags: &[&str]) -> Given {
        self.0.extend(flags.iter().map(|flag| One {
            name: (*flag).into(),
            shown: format!("a map that stands for --{flag}"),
            words: Vec::new(),
        }));
        self
    }

    /// True if the flag is given: `tie`, or with a value of its own, `tie=random`.
    pub fn has(&self, flag: &str) -> bool {
        self.shown(flag).is_some()
    }

    /// How the flag is written, if it is given: `--tie`, `--tie random`.
    pub fn shown(&self, flag: &str) -> Option<String> {
        let (name, value) = flag.split_once('=').map_or((flag, None), |(n, v)| (n, Some(v)));
        let One { shown, words, .. } = self.0.iter().find(|one| one.name == name)?;
        match value {
            None => Some(shown.clone()),
            Some(value) => words.iter().any(|w| w == value).then(|| format!("{shown} {value}")),
        }
    }
}

/// What an argument is called in the tables: its long flag without the hyphens.
pub fn name(arg: &Arg) -> String {
    arg.get_long().unwrap_or(arg.get_id().as_str()).into()
}
