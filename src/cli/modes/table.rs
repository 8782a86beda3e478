//! `Table`: the tasks of a command, its flags, and their valid combinations.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// A set of tasks, one bit each.
pub type Modes = u32;

pub const ALL: Modes = Modes::MAX;

/// A row of a command's tasks: the words after "has no effect", and the flags that select the task.
/// Each list needs one of its flags, and none after a `!`.
pub type Task<T> = (T, &'static str, &'static [&'static str]);

/// The first task that the command line selects.
pub fn chosen<T: Copy>(tasks: &[Task<T>], given: &Given) -> T {
    tasks.iter().find(|(.., flags)| given.selects(flags)).expect("the last asks for no flag").0
}

/// A task of a command.
#[derive(Clone, Copy)]
pub struct Mode {
    pub bit: Modes,
    /// The words after "has no effect", as in `on a count`.
    pub words: &'static str,
    /// The flags that select it.
    flags: &'static [&'static str],
}

/// A flag, or a flag with a certain value: `method=frontier`.
pub struct Flag {
    pub name: &'static str,
    /// The tasks in which it has an effect.
    modes: Modes,
    /// The advice for other tasks.
    instead: &'static str,
}

/// A pair of flags of which the first would have no effect, or another meaning, next to the second.
#[derive(Clone, Copy)]
pub struct Never {
    pub one: &'static str,
    pub other: &'static str,
    /// The advice.
    instead: &'static str,
}

/// A row of a table: flags separated by blanks, the tasks in which they have an effect, and the
/// advice for other tasks.
pub type Row = (&'static str, Modes, &'static str);

/// Rows of pairs: no flag of the first list may be combined with one of the second.
pub type Pairs = &'static [(&'static str, &'static str, &'static str)];

/// Flags of the progress line have no effect when it is disabled.
pub const SILENT: Pairs = &[
    ("quiet", "progress progress-interval", ONE_OF),
    ("progress-interval", "progress=none", ONE_OF),
];

/// Only one flag may name the piece.
pub const PIECES: Pairs = &[("piece", "leaper moves", ONE_OF), ("leaper", "moves", ONE_OF)];

/// The advice for most pairs.
pub const ONE_OF: &str = "write one of them";

/// Flags of locks have no effect without a file to lock.
pub const LOCKED: Pairs =
    &[("no-lock", "shard", "a shard has a journal of its own, which needs no lock; leave it out")];

pub struct Table {
    pub modes: Vec<Mode>,
    pub flags: Vec<Flag>,
    /// Pairs that are invalid in every task.
    pub never: Vec<Never>,
    /// Flags of which the first has no effect without one of the second.
    needs: &'static [(&'static str, &'static str)],
}

impl Table {
    pub fn new<T>(
        tasks: &[Task<T>],
        flags: &[Row],
        never: &[Pairs],
        needs: &'static [(&'static str, &'static str)],
    ) -> Table {
        let flags = flags.iter().flat_map(|&(names, modes, instead)| {
            names.split_whitespace().map(move |name| Flag { name, modes, instead })
        });
        let never = never.iter().copied().flatten().flat_map(|&(ones, others, instead)| {
            let beside = move |one| {
                others.split_whitespace().map(move |other| Never { one, other, instead })
            };
            ones.split_whitespace().flat_map(beside)
        });
        let modes = tasks.iter().zip(0..);
        let modes = modes.map(|(&(_, words, flags), at)| Mode { bit: 1 << at, words, flags });
        Table { modes: modes.collect(), flags: flags.collect(), never: never.collect(), needs }
    }

    pub fn mode(&self, given: &Given) -> Mode {
        let selected = self.modes.iter().find(|mode| given.selects(mode.flags));
        *selected.expect("the last asks for no flag")
    }

    /// Refuses the first flag without effect.
    pub fn check(&self, given: &Given) -> Result<(), String> {
        let mode = self.mode(given);
        for Flag { name, instead, .. } in self.flags.iter().filter(|f| f.modes & mode.bit == 0) {
            if let Some(shown) = given.shown(name) {
                return Err(format!("{shown} has no effect {}; {instead}", mode.words));
            }
        }
        for (one, others) in self.needs {
            if let Some(shown) = given.shown(one)
                && others.split('|').all(|other| given.shown(other).is_none())
            {
                let others = others.replace('|', " or --");
                return Err(format!("{shown} has no effect without --{others}"));
            }
        }
        for Never { one, other, instead } in &self.never {
            if let (Some(one), Some(other)) = (given.shown(one), given.shown(other)) {
                return Err(format!("{one} does not go with {other}; {instead}"));
            }
        }
        Ok(())
    }
}

/// The flags of a command line, except flags that state a default, such as `--format text`.
#[derive(Debug, Default)]
pub struct Given(Vec<One>);

#[derive(Debug)]
struct One {
    /// The name in the tables.
    name: String,
    /// The form on the command line: `--tie`, `RANGE`.
    shown: String,
    words: Vec<String>,
}

impl Given {
    /// The flags of a subcommand.
    pub fn of(command: &Command, matches: &ArgMatches) -> Given {
        let given = |arg: &Arg| {
            let id = arg.get_id().as_str();
            let source = matches.value_source(id)?;
            let words = matches.get_raw(id).into_iter().flatten();
            let words: Vec<String> = words.map(|word| word.to_string_lossy().into()).collect();
            let usual: Vec<_> =
                arg.get_default_values().iter().map(|w| w.to_string_lossy()).collect();
            let says = source == ValueSource::CommandLine && usual != words;
            let name = arg.get_long().unwrap_or(id).to_string();
            let long = arg.get_long().map(|long| format!("--{long}"));
            let shown = long.unwrap_or_else(|| name.to_uppercase());
            says.then_some(One { name, shown, words })
        };
        Given(command.get_arguments().filter_map(given).collect())
    }

    /// Adds the flags of the board's map.
    pub fn marked(mut self, flags: &[&str]) -> Given {
        self.0.extend(flags.iter().map(|flag| One {
            name: (*flag).into(),
            shown: format!("a map that stands for --{flag}"),
            words: Vec::new(),
        }));
        self
    }

    /// True if one flag of each list is given, and none after a `!`.
    fn selects(&self, lists: &[&str]) -> bool {
        let has = |flag: &str| match flag.strip_prefix('!') {
            Some(flag) => self.shown(flag).is_none(),
            None => self.shown(flag).is_some(),
        };
        lists.iter().all(|one_of| one_of.split(' ').any(has))
    }

    /// The first of these flags that is given.
    pub fn first_of(&self, flags: &str) -> Option<String> {
        flags.split(' ').find_map(|flag| self.shown(flag))
    }

    /// The form of a flag on the command line, if it is given: `--tie`, or `--tie random` for
    /// `tie=random`.
    fn shown(&self, flag: &str) -> Option<String> {
        let (name, value) = flag.split_once('=').map_or((flag, None), |(n, v)| (n, Some(v)));
        let One { shown, words, .. } = self.0.iter().find(|one| one.name == name)?;
        match value {
            None => Some(shown.clone()),
            Some(value) => words.iter().any(|w| w == value).then(|| format!("{shown} {value}")),
        }
    }
}
