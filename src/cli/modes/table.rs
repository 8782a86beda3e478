//! `Table`: the tasks of a command, its flags, and which go with which.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// A set of tasks, a bit for each.
pub type Modes = u32;

/// Every task.
pub const ALL: Modes = Modes::MAX;

/// A row of a command's tasks: the words behind "has no effect", and the flags that ask for the
/// task: one of each list, none that follows a `!`.
pub type Task<T> = (T, &'static str, &'static [&'static str]);

/// The first task that a command line asks for.
pub fn chosen<T: Copy>(tasks: &[Task<T>], given: &Given) -> T {
    let has = |flag: &str| match flag.strip_prefix('!') {
        Some(flag) => given.shown(flag).is_none(),
        None => given.shown(flag).is_some(),
    };
    let is_asked = |flags: &[&str]| flags.iter().all(|one_of| one_of.split(' ').any(has));
    tasks.iter().find(|(.., flags)| is_asked(flags)).expect("the last asks for no flag").0
}

/// A task of a command: its bit, and the words behind "has no effect": `on a count`.
#[derive(Clone, Copy)]
pub struct Mode {
    pub bit: Modes,
    pub words: &'static str,
}

/// A flag, or a flag with a value of its own, `method=frontier`.
pub struct Flag {
    pub name: &'static str,
    /// Where it has an effect.
    modes: Modes,
    /// What to write instead elsewhere.
    instead: &'static str,
}

/// Two flags of which the first would have no effect, or would mean something else, beside the
/// second.
#[derive(Clone, Copy)]
pub struct Never {
    pub one: &'static str,
    pub other: &'static str,
    /// What to write instead.
    instead: &'static str,
}

/// A row of a table: flags with blanks between them, the tasks in which they have an effect, and
/// what to write instead elsewhere.
pub type Row = (&'static str, Modes, &'static str);

/// Rows of pairs: each flag of the first list does not go with any of the second.
pub type Pairs = &'static [(&'static str, &'static str, &'static str)];

/// Where no progress is shown, nothing says how.
pub const SILENT: Pairs = &[
    ("quiet", "progress progress-interval", ONE_OF),
    ("progress-interval", "progress=none", ONE_OF),
];

/// A piece is named in one way.
pub const PIECES: Pairs = &[("piece", "leaper moves", ONE_OF), ("leaper", "moves", ONE_OF)];

/// What most pairs are told.
pub const ONE_OF: &str = "write one of them";

/// Locks are for files that two processes could write to.
pub const LOCKED: Pairs =
    &[("no-lock", "shard", "a shard has a journal of its own, which needs no lock; leave it out")];

/// A command.
pub struct Table {
    pub modes: Vec<Mode>,
    pub flags: Vec<Flag>,
    /// In whichever task.
    pub never: [&'static [Never]; 1],
    /// Flags of which the first has no effect without the second, or without one of several.
    needs: &'static [(&'static str, &'static str)],
    /// The place of a command line's task among the modes.
    task: fn(&Given) -> usize,
}

impl Table {
    pub fn new<T>(
        tasks: &[Task<T>],
        task: fn(&Given) -> usize,
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
        // A table stays until the program ends.
        let never = [&*never.collect::<Vec<_>>().leak()];
        let modes = tasks.iter().zip(0..);
        let modes = modes.map(|(&(_, words, _), place)| Mode { bit: 1 << place, words }).collect();
        Table { modes, flags: flags.collect(), never, needs, task }
    }

    /// The task of a command line.
    pub fn mode(&self, given: &Given) -> Mode {
        self.modes[(self.task)(given)]
    }

    /// Refuses the first flag that would have no effect.
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
        for Never { one, other, instead } in self.never.into_iter().flatten() {
            if let (Some(one), Some(other)) = (given.shown(one), given.shown(other)) {
                return Err(format!("{one} does not go with {other}; {instead}"));
            }
        }
        Ok(())
    }
}

/// The flags that a command line gives. One that says what holds anyway, as `--format text`, is
/// none.
#[derive(Debug, Default)]
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
            let name = arg.get_long().unwrap_or(id).to_string();
            let long = arg.get_long().map(|long| format!("--{long}"));
            let shown = long.unwrap_or_else(|| name.to_uppercase());
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

    /// How the flag is written, if it is given: `--tie`; with a value of its own, `tie=random`,
    /// `--tie random`.
    fn shown(&self, flag: &str) -> Option<String> {
        let (name, value) = flag.split_once('=').map_or((flag, None), |(n, v)| (n, Some(v)));
        let One { shown, words, .. } = self.0.iter().find(|one| one.name == name)?;
        match value {
            None => Some(shown.clone()),
            Some(value) => words.iter().any(|w| w == value).then(|| format!("{shown} {value}")),
        }
    }
}
