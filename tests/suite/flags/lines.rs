//! Command lines: an example of each mode, and flags with values to add.

use std::fmt;
use std::sync::{LazyLock, Mutex, MutexGuard};

use clap::{Arg, ArgAction, ArgMatches, CommandFactory};

use super::args::Args;
use super::modes::{self, Given};

/// A command, with the common beginning of its lines.
pub struct Command {
    pub name: &'static str,
    pub begins: &'static str,
    /// An example for each mode, in the order of its table.
    pub modes: &'static [&'static str],
    /// False if its runs take too long for hundreds of them.
    pub runs: bool,
}

/// The commands with flags.
pub const COMMANDS: [Command; 13] = [
    Command {
        name: "tours",
        begins: "",
        modes: &[
            "graph:INPUTS/all.g6 --each",
            "3x4 --order kt --first 2",
            "5x6 --method rotation",
            "5x6 --method warnsdorff --tie random",
            "5x6 --method warnsdorff",
            "5x6 --method divide",
            "6x6 --method neural --closed",
            "5x6 --random 7",
            "5x6 --rank INPUTS/tour.txt",
            "5x6 --sample 50%",
            "5x6 --first 3 --method frontier",
            "5x6 --first 3",
            "5x6 --histogram crossings",
            "5x6 --by-move",
            "3x4 --semi-magic",
            "5x6 --by-start --method halves",
            "5x6 --by-start --format csv",
            "5x6 --by-start",
            "5x6 --by-end",
            "5x6 --unique --method halves",
            "5x6 --unique",
            "5x6 --method frontier",
            "5x6 --method halves",
            "5x6 --method union",
            "5x6 --method search",
            "5x6",
        ],
        runs: true,
    },
    Command {
        name: "queens",
        begins: "11",
        modes: &["--random 7", "--unique --first 30", "--first 30", "--sample 50%", ""],
        runs: true,
    },
    Command {
        name: "walks",
        begins: "4x4 --length 4",
        modes: &["--code a1,b3,a1,b3", "--list", "--by-start", "--self-avoiding", ""],
        runs: true,
    },
    Command { name: "draw", begins: "INPUTS/tours.txt", modes: &[""], runs: true },
    Command { name: "check", begins: "INPUTS/tours.txt", modes: &[""], runs: true },
    Command { name: "report", begins: "", modes: &[""], runs: false },
    Command {
        name: "table",
        begins: "",
        modes: &["tours --max 3x3", "queens --max 7", "--max 6"],
        runs: true,
    },
    Command { name: "verify", begins: "", modes: &[""], runs: false },
    Command {
        name: "merge",
        begins: "",
        modes: &["INPUTS/part --missing", "INPUTS/whole"],
        runs: true,
    },
    Command { name: "recheck", begins: "INPUTS/whole", modes: &[""], runs: true },
    Command { name: "heuristics", begins: "--sizes 5,6", modes: &[""], runs: true },
    Command { name: "estimate", begins: "5x6", modes: &[""], runs: true },
    Command { name: "classics", begins: "", modes: &[""], runs: true },
];

/// Values for flags with free values; for flags with a list of values, all are tried.
const VALUES: [(&str, &[&str]); 51] = [
    ("alternating", &["(1,2)+(1,-2)", "(1,2)+(2,1)"]),
    ("at", &["1=a3", "1=b1"]),
    ("at-most", &["1:a1,b3", "1:a4"]),
    ("board", &["torus:5x6"]),
    ("budget", &["1s"]),
    ("checkpoint", &["kept"]),
    ("code", &["", "a1,b3,a1,b3"]),
    ("convention", &["undirected", "fundamental"]),
    ("cut-at", &["c3,d3"]),
    ("disk", &["1G"]),
    ("first", &["1", "40"]),
    ("first-rows", &["4"]),
    ("from", &["a3", "b2"]),
    ("graph-format", &["graph6"]),
    ("holes", &["a11,b11"]),
    ("index", &["5"]),
    ("journal", &["journal"]),
    ("k", &["3"]),
    ("keypad", &["phone"]),
    ("leaper", &["0,1"]),
    ("length", &["3"]),
    ("listing", &["INPUTS/tours.txt"]),
    ("max", &["2x3", "5"]),
    ("memory", &["500M"]),
    ("metrics", &["run.prom"]),
    ("moduli", &["31"]),
    ("moves", &["INPUTS/moves.txt"]),
    ("of", &["2"]),
    ("order", &["kt", "ktourw-apl"]),
    ("output", &["out", "out/"]),
    ("place", &["b1"]),
    ("progress-interval", &["5"]),
    ("question", &["tours open knight torus:5x6"]),
    ("random", &["8"]),
    ("range", &["3..4"]),
    ("rank", &["INPUTS/tour.txt"]),
    ("regions", &["INPUTS/regions.txt"]),
    ("sample", &["20%"]),
    ("samples", &["500"]),
    ("scratch", &["kept"]),
    ("seed", &["9", "5"]),
    ("shard", &["0/3"]),
    ("sizes", &["5"]),
    ("split", &["7"]),
    ("start", &["b5"]),
    ("starts", &["3"]),
    ("through", &["a3-c2", "b1-c3"]),
    ("title", &["Tours"]),
    ("to", &["b4", "c3"]),
    ("trials", &["30"]),
    ("watch", &["30s"]),
];

/// Values of flags whose possible values the parser does not know.
const NAMES: [(&str, &[&str]); 3] =
    [("piece", &["wazir"]), ("threads", &["1", "3"]), ("tie", &["first", "random"])];

/// Built once for all lines.
static PARSER: LazyLock<Mutex<clap::Command>> = LazyLock::new(|| Mutex::new(parser()));

/// A flag with its values.
#[derive(Clone, Debug)]
pub struct Addition {
    pub flag: String,
    words: Vec<String>,
}

/// The whole parser, including generated flags.
pub fn parser() -> clap::Command {
    let mut parser = Args::command();
    parser.build();
    parser
}

/// The arguments of a command.
pub fn arguments(command: &clap::Command) -> impl Iterator<Item = &Arg> {
    let is_help = |arg: &&Arg| !matches!(arg.get_action(), ArgAction::Help | ArgAction::HelpShort);
    command.get_arguments().filter(is_help)
}

/// The argument's name in the tables.
pub fn name(arg: &Arg) -> String {
    arg.get_long().unwrap_or(arg.get_id().as_str()).into()
}

/// Every flag of a command, with each of its values.
pub fn additions(command: &Command) -> Vec<Addition> {
    let parser = parser();
    let known = parser.find_subcommand(command.name).unwrap();
    let mut all = Vec::new();
    for arg in arguments(known).filter(|arg| arg.get_long().is_some()) {
        let (flag, long) = (name(arg), format!("--{}", name(arg)));
        if !arg.get_action().takes_values() {
            all.push(Addition { flag, words: vec![long] });
            continue;
        }
        let listed: Vec<String> =
            arg.get_possible_values().iter().map(|value| value.get_name().into()).collect();
        // Lists that shells complete are long, and other values are possible.
        let is_open = listed.is_empty() || arg.is_hide_possible_values_set();
        let told = VALUES.iter().chain(&NAMES).find(|(of, _)| *of == flag && is_open);
        let told: Vec<String> =
            told.map_or(listed, |(_, v)| v.iter().map(|v| v.to_string()).collect());
        assert!(!told.is_empty(), "{long}: give it values to be tried");
        let parses = |value: &String| {
            let usual: Vec<_> =
                arg.get_default_values().iter().map(|v| v.to_string_lossy()).collect();
            usual != [value.as_str()]
        };
        all.extend(told.into_iter().filter(parses).map(|value| Addition {
            flag: flag.clone(),
            words: if value.is_empty() { vec![long.clone()] } else { vec![long.clone(), value] },
        }));
    }
    all
}

/// A command line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    pub words: Vec<String>,
    pub runs: bool,
}

impl Line {
    /// A command with some of its flags.
    pub fn of(command: &Command, flags: &str) -> Line {
        let words = [command.name, command.begins, flags].join(" ");
        Line { words: words.split_whitespace().map(String::from).collect(), runs: command.runs }
    }

    /// The line with one more flag.
    pub fn with(&self, one: &Addition) -> Line {
        Line { words: [&self.words[..], &one.words].concat(), ..*self }
    }

    /// True if the line has the flag.
    pub fn has(&self, flag: &str) -> bool {
        self.words.iter().any(|word| word.strip_prefix("--") == Some(flag))
    }

    /// The mode of the line according to the table.
    pub fn mode(&self) -> (u32, &'static str) {
        let (command, matches) = self.parsed().unwrap();
        let (name, matches) = matches.subcommand().unwrap();
        let given = Given::of(command.find_subcommand(name).unwrap(), matches);
        let mode = modes::table(name).mode(&given);
        (mode.bit, mode.words)
    }

    /// Why the line is refused before anything is read.
    pub fn refusal(&self) -> Option<String> {
        self.parsed().and_then(|(parser, matches)| modes::check(&parser, &matches, &[])).err()
    }

    fn parsed(&self) -> Result<(MutexGuard<'static, clap::Command>, ArgMatches), String> {
        let mut parser = PARSER.lock().unwrap();
        let words = std::iter::once("cavalcade").chain(self.words.iter().map(String::as_str));
        match parser.try_get_matches_from_mut(words) {
            Ok(matches) => Ok((parser, matches)),
            Err(error) => {
                let text = error.to_string();
                Err(text.split("\n\n").next().unwrap_or_default().replace('\n', " "))
            }
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}
