//! `walks`: counts, tables, lists, codes.

use super::table::{ALL, Given, LOCKED, Modes, PIECES, Pairs, Row, SILENT, Table, Task, chosen};

/// The tasks of `walks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkTask {
    /// Prints the code of one walk.
    Code,
    List,
    Starts,
    Lengths,
    Count,
}

const TASKS: [Task<WalkTask>; 5] = [
    (WalkTask::Code, "with the code of one walk", &["code", "!code="]),
    (WalkTask::List, "with --list", &["list"]),
    (WalkTask::Starts, "with --by-start", &["by-start"]),
    (WalkTask::Lengths, "with --self-avoiding", &["self-avoiding"]),
    (WalkTask::Count, "on a count", &[]),
];

/// The task of a command line.
pub fn task(given: &Given) -> WalkTask {
    chosen(&TASKS, given)
}

const CODE: Modes = 1 << WalkTask::Code as u32;
const LIST: Modes = 1 << WalkTask::List as u32;
const STARTS: Modes = 1 << WalkTask::Starts as u32;
const LENGTHS: Modes = 1 << WalkTask::Lengths as u32;
const COUNT: Modes = 1 << WalkTask::Count as u32;

const COUNTS: &str = "it goes with a plain count; leave it out";
const LISTS: &str = "it is for lists: add --list";

const FLAGS: &[Row] = &[
    ("board keypad piece graph-format leaper moves length at-most", ALL, ""),
    ("output format threads memory quiet color", ALL, ""),
    // The question.
    ("from", !STARTS, "leave out --from, or --by-start"),
    ("self-avoiding", !STARTS, "leave it out, or --by-start"),
    ("by-start", STARTS, "it is a table of counts; leave it out"),
    ("list", LIST, "leave it out: --code prints one number"),
    ("first", LIST, LISTS),
    ("names", LIST | COUNT, LISTS),
    ("code", CODE | LIST | COUNT, "add --list, or give it a walk"),
    // Method, files and formats.
    ("method journal salvage no-lock", LENGTHS | COUNT, COUNTS),
    ("split shard", COUNT, COUNTS),
    ("format=framed format=lines format=binary format=svg format=png", LIST | COUNT, LISTS),
    ("progress progress-interval metrics", !CODE, "a code is one number; leave it out"),
];

const NEVER: Pairs = &[
    (
        "names",
        "format=svg format=framed format=png",
        "pictures show where each square is; leave it out",
    ),
    ("split", "method=transfer", "it cuts a search: write --method search"),
];

pub fn table() -> Table {
    let needs = &[("salvage", "journal"), ("no-lock", "journal")];
    Table::new(&TASKS, FLAGS, &[PIECES, LOCKED, SILENT, NEVER], needs)
}
