//! Every flag has its effect or is refused by name.
//!
//! The parser and the table of modes are compiled into these tests and provide all flags. Each mode
//! of each command has an example, to which every flag, and every pair of flags, is added. If the
//! table refuses the line, the message must name a flag. If the line is accepted, it is run, and
//! its result must differ from that without the flag, unless the flag is listed with the reason why
//! its effect is invisible.

#[expect(dead_code, unused_imports, reason = "only the parser is wanted")]
#[path = "../../../src/cli/args/mod.rs"]
mod args;
mod lines;
#[expect(dead_code, reason = "only the tables are wanted")]
#[path = "../../../src/cli/modes/mod.rs"]
mod modes;
mod runs;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use clap::CommandFactory;

pub use lines::parser;
use lines::{COMMANDS, Line};
use runs::Runs;

use crate::support::{folder, note};

const SEARCHED: &str = "the search is the method that is taken anyway";

/// Flags with an invisible effect, everywhere or in modes containing these words, and the reason.
const UNSEEN: [(&str, &str, &str); 21] = [
    ("progress-interval", "", "the runs are over before a line is written"),
    ("color", "", "only help and errors are coloured"),
    ("memory", "", "a bound that is not reached"),
    ("disk", "", "a bound that is not reached"),
    ("moduli", "", "the counts are the same by any primes"),
    ("threads", "", "the counts are the same with any number"),
    ("visit", "", "the counts are the same if each tour is visited"),
    ("salvage", "", "nothing is damaged"),
    ("no-lock", "", "the file system has locks"),
    ("split", "", "the counts are the same however the search is cut"),
    ("vectors", "", "the counts are the same with any instructions"),
    ("method", "with --sample", SEARCHED),
    ("method", "on a list", SEARCHED),
    ("method", "with --by-start", SEARCHED),
    ("method", "with --unique", SEARCHED),
    ("method", "with --histogram", "both methods sort the same tours"),
    ("method", "by the search", SEARCHED),
    ("closed", "with --method divide", "its tours are closed where there is a closed one"),
    ("torus", "--piece", "eleven amazons find no place on a torus"),
    ("piece", "--torus", "eleven amazons find no place on a torus"),
    ("all", "--unique", "these are listed without it, too"),
];

/// Flags that make the effect of others invisible, and the reason.
const EMPTY: [(&str, &str); 3] = [
    ("alternating", "no tour of 5×6 is so: alternating.rs has boards with some"),
    ("semi-magic", "boards so small have no semi-magic tour: selected_tours.rs has others"),
    ("symmetric", "5×6 has no symmetric open tour: selected_tours.rs has others"),
];

/// True if the flag cannot change the result of such a line.
fn is_empty(line: &Line, flag: &str) -> bool {
    let one = |(name, _): &(&str, &str)| *name != flag && line.has(name);
    // Required moves break the symmetry of a board.
    EMPTY.iter().any(one) || flag == "no-symmetry" && line.has("through")
}

/// True if the flag's effect is invisible in such a mode.
fn is_unseen(flag: &str, mode: &str, beside: &str) -> bool {
    let place = format!("{mode} --{beside}");
    UNSEEN.iter().any(|(unseen, within, _)| *unseen == flag && place.contains(within))
}

#[test]
fn flags_and_table_rows_correspond() {
    let parser = parser();
    let mut plain = BTreeSet::new();
    for command in parser.get_subcommands() {
        let known: BTreeSet<String> = lines::arguments(command).map(lines::name).collect();
        let table = modes::table(command.get_name());
        let rows: BTreeSet<String> = table.flags.iter().map(|flag| flag.name.into()).collect();
        let missing: Vec<_> = known.difference(&rows).collect();
        assert!(missing.is_empty(), "{}: no row for {missing:?}", command.get_name());
        if std::ptr::eq(table, modes::table("verify")) {
            plain.extend(known);
            continue;
        }
        let pairs = table.never.iter().flat_map(|never| [never.one, never.other]);
        for row in table.flags.iter().map(|flag| flag.name).chain(pairs) {
            let (name, value) = row.split_once('=').unwrap_or((row, ""));
            assert!(known.contains(name), "{}: no flag is called {row}", command.get_name());
            let argument = lines::arguments(command).find(|a| lines::name(a) == name).unwrap();
            let values = argument.get_possible_values();
            let is_value = values.is_empty() || values.iter().any(|v| v.get_name() == value);
            assert!(value.is_empty() || is_value, "{row}");
        }
    }
    let rows: BTreeSet<String> =
        modes::table("verify").flags.iter().map(|flag| flag.name.into()).collect();
    assert_eq!(rows, plain, "rows of the plain commands");
}

#[test]
fn every_mode_has_an_example() {
    for command in &COMMANDS {
        let table = modes::table(command.name);
        assert_eq!(table.modes.len(), command.modes.len(), "{}", command.name);
        for (mode, example) in table.modes.iter().zip(command.modes) {
            let (found, _) = Line::of(command, example).mode();
            assert_eq!(found, mode.bit, "{} {example}: not {}", command.name, mode.words);
        }
    }
    let told: BTreeSet<_> = COMMANDS.iter().map(|command| command.name).collect();
    let parser = args::Args::command();
    let all: BTreeSet<_> = parser.get_subcommands().map(clap::Command::get_name).collect();
    let silent = BTreeSet::from(["completions", "man", "status"]);
    assert_eq!(all.difference(&told).copied().collect::<BTreeSet<_>>(), silent);
}

/// No example in the help and the guides is refused.
#[test]
fn every_documented_example_is_accepted() {
    let mut texts: Vec<String> = vec![args::Args::command().render_long_help().to_string()];
    for command in parser().get_subcommands() {
        texts.extend(command.get_after_help().map(ToString::to_string));
    }
    let guides = std::fs::read_dir(folder("docs")).unwrap().map(|entry| entry.unwrap().path());
    for path in guides.chain([folder("README.md")]).filter(|path| path.is_file()) {
        texts.push(std::fs::read_to_string(path).unwrap());
    }
    let mut told = 0;
    for line in texts.iter().flat_map(|text| text.lines()) {
        let line = line.trim_start().trim_start_matches("$ ");
        let Some(rest) = line.strip_prefix("cavalcade ") else { continue };
        let ends = ["  ", "#", "|", ">", "&", ";", "\\"].iter().filter_map(|end| rest.find(end));
        let command = &rest[..ends.min().unwrap_or(rest.len())];
        if command.contains(['$', '…', '"', '`', '<']) {
            continue;
        }
        let words = command.split_whitespace().map(String::from).collect();
        let line = Line { words, runs: false };
        // Text that the parser does not accept is prose.
        match line.refusal() {
            None => told += 1,
            Some(text) => assert!(text.starts_with("error"), "{line}: {text}"),
        }
    }
    assert!(told > 80, "{told}");
}

/// True for one of `share` pairs, the same ones in every run.
fn is_drawn(about: &(String, String, String), share: u64) -> bool {
    let mut hasher = DefaultHasher::new();
    about.hash(&mut hasher);
    hasher.finish().is_multiple_of(share)
}

/// Two command lines; the second lacks one flag of the first.
struct Pair {
    with: Line,
    without: Line,
    /// The mode, the flag, and the other flag.
    about: (String, String, String),
}

/// Every flag and every pair of flags in every mode is refused by name or accepted; a sample of the
/// accepted ones is run.
#[test]
fn pairs_of_flags_have_their_effect_or_are_refused() {
    each_pair_of_flags(48);
}

#[test]
#[ignore = "a quarter of an hour: cargo test --release --test suite every_pair -- --ignored"]
fn every_pair_of_flags_has_its_effect_or_is_refused() {
    each_pair_of_flags(1);
}

/// True if a refusal advises to add a flag that the line already has.
fn advises_what_is_there(text: &str, line: &Line) -> bool {
    let advice = text.split_once("; ").map_or("", |(_, advice)| advice);
    ["add --", "for --"].iter().flat_map(|lead| advice.split(lead).skip(1)).any(|rest| {
        let mut words = rest.split([' ', ',', ';', ':']).filter(|word| !word.is_empty());
        let flag = format!("--{}", words.next().unwrap_or_default());
        let place = line.words.iter().position(|word| *word == flag);
        let value = place.and_then(|place| line.words.get(place + 1));
        let is_value = |value: &String| value.starts_with("--") || words.any(|word| word == value);
        place.is_some() && value.is_none_or(is_value)
    })
}

/// Runs one of `share` pairs, with all of its values.
fn each_pair_of_flags(share: u64) {
    let (mut pairs, mut refused, mut let_pass) = (Vec::new(), 0, 0);
    for command in &COMMANDS {
        let words = modes::table(command.name).modes.iter().map(|mode| mode.words);
        for (mode, example) in words.zip(command.modes) {
            let base = Line::of(command, example);
            let mut passes = |line: &Line| match line.refusal() {
                None => {
                    let_pass += 1;
                    Some(true)
                }
                Some(text) => {
                    refused += 1;
                    assert!(text.contains("--") && !text.contains('\n'), "{line}: {text}");
                    assert!(!advises_what_is_there(&text, line), "{line}: {text}");
                    // A flag that needs another one may be combined with it.
                    text.contains("no effect without").then_some(false)
                }
            };
            let mut see = |with: &Line, without: &Line, flag: &str, beside: &str| {
                let about = (format!("{} {mode}", command.name), flag.into(), beside.into());
                // With --quiet, only output other than messages can differ.
                let is_quiet = beside == "quiet";
                // These name the piece, as --piece does.
                let again = ["leaper", "moves"];
                let is_quiet = is_quiet || !beside.is_empty() && again.contains(&flag);
                let is_quiet = is_quiet || again.contains(&beside);
                let unseen = is_unseen(flag, with.mode().1, beside) || is_empty(with, flag);
                let seen = command.runs && !is_quiet && !unseen && !is_unseen(beside, "", "");
                if seen && is_drawn(&about, share) {
                    pairs.push(Pair { with: with.clone(), without: without.clone(), about });
                }
            };
            let alone = lines::additions(command).into_iter().filter(|one| !base.has(&one.flag));
            let alone: Vec<_> = alone
                .filter_map(|one| passes(&base.with(&one)).map(|passes| (one, passes)))
                .collect();
            for (i, (one, passes_alone)) in alone.iter().enumerate() {
                if *passes_alone {
                    see(&base.with(one), &base, &one.flag, "");
                }
                for (other, other_alone) in &alone[i + 1..] {
                    let both = base.with(one).with(other);
                    if other.flag == one.flag || passes(&both) != Some(true) {
                        continue;
                    }
                    if *passes_alone {
                        see(&both, &base.with(one), &other.flag, &one.flag);
                    }
                    if *other_alone {
                        see(&both, &base.with(other), &one.flag, &other.flag);
                    }
                }
            }
        }
    }
    let runs = Runs::of(pairs.iter().flat_map(|pair| [&pair.with, &pair.without]));
    note(&format!("{refused} refused, {let_pass} let pass, {} run", runs.len()));
    assert!(refused > 1000 && let_pass > 1000);
    // Some value of a flag must have a visible effect.
    let mut seen: BTreeMap<_, (bool, &Line)> = BTreeMap::new();
    for Pair { with, without, about } in &pairs {
        let (run, before) = (runs.get(with), runs.get(without));
        let silent = run == before && !run.is_refused();
        let hushes = about.1 == "quiet" && before.stderr.is_empty();
        let seen = seen.entry(about).or_insert((false, with));
        seen.0 |= !silent || hushes;
    }
    let silent = seen.values().filter(|(seen, _)| !seen).map(|(_, line)| format!("{line}\n"));
    let silent: String = silent.collect();
    assert!(silent.is_empty(), "a flag has no effect in\n{silent}");
}
