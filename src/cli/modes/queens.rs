//! `queens`: counts and lists.

use super::table::{ALL, Given, LOCKED, Modes, ONE_OF, Pairs, Row, SILENT, Table, Task, chosen};

/// The tasks of `queens`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueensTask {
    Random,
    /// Lists one placement of each symmetry class.
    Classes,
    List,
    Sample,
    Count,
}

const TASKS: [Task<QueensTask>; 5] = [
    (QueensTask::Random, "with --random", &["random"]),
    (QueensTask::Classes, "on a list", &["unique"]),
    (QueensTask::List, "on a list", &["all first"]),
    (QueensTask::Sample, "with --sample", &["sample"]),
    (QueensTask::Count, "on a count", &[]),
];

/// The task of a command line.
pub fn task(given: &Given) -> QueensTask {
    chosen(&TASKS, given)
}

const RANDOM: Modes = 1 << QueensTask::Random as u32;
const CLASSES: Modes = 1 << QueensTask::Classes as u32;
const LIST: Modes = CLASSES | 1 << QueensTask::List as u32;
const SAMPLE: Modes = 1 << QueensTask::Sample as u32;
const COUNT: Modes = 1 << QueensTask::Count as u32;
const COUNTS: Modes = SAMPLE | COUNT;

const PLAIN: &str = "it draws placements of the plain board; leave it out";
const ONE: &str = "it gives one placement; leave out one of them";
const LISTS: &str = "it is for lists: add --all, --unique or --first K";
const FORMATS: &str = "it is for lists: add --all, --unique or --first K, or write text, json, \
                       jsonl, csv or markdown";
const SHIFTS: &str = "it decides which placements are one class: add --unique, or count";
const UNITS: &str = "it goes with a count; leave it out";
const UNVISITED: &str = "the method visits no placement; write --method search";
const VECTORS: &str = "vectors are for --method search, quadrants and colours";

const FLAGS: &[Row] = &[
    ("side random output format threads memory quiet color", ALL, ""),
    ("progress progress-interval metrics", ALL, ""),
    // The question.
    ("torus piece place holes regions touching k first-rows symmetric", !RANDOM, PLAIN),
    ("shifts", CLASSES | COUNTS, SHIFTS),
    ("all first unique", LIST, ONE),
    ("sample", SAMPLE, "it takes a share of a count; leave it out"),
    // The method.
    ("method", !RANDOM, "leave it out"),
    ("method=quadrants method=colours", COUNTS, UNVISITED),
    ("method=torus", COUNTS, "torus visits no placement; write --method variants"),
    ("method=turns", COUNTS, "lists need no method for it; leave it out"),
    ("vectors", COUNTS, VECTORS),
    ("split", COUNTS, UNITS),
    // Files and formats.
    ("journal salvage no-lock shard", COUNT, UNITS),
    ("format=framed format=lines format=binary", LIST | RANDOM, FORMATS),
    ("ascii format=svg format=png", LIST | RANDOM, LISTS),
    ("verbose", COUNT, "it reports on counts; leave it out"),
];

const SIGNS: &str = "only boards that are drawn in text have signs; leave out one of them";

const NEVER: Pairs = &[
    ("quiet", "verbose", ONE_OF),
    ("all", "first", ONE_OF),
    ("ascii", "format=json format=csv format=jsonl format=markdown", SIGNS),
    ("ascii", "format=lines format=binary format=svg format=png", SIGNS),
    (
        "split",
        "method=quadrants method=variants method=turns",
        "write --method search, colours or torus",
    ),
    ("vectors", "method=variants method=torus method=turns", VECTORS),
];

pub fn table() -> Table {
    let needs = &[("salvage", "journal"), ("no-lock", "journal|output")];
    Table::new(&TASKS, FLAGS, &[LOCKED, SILENT, NEVER], needs)
}
