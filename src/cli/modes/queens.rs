//! `queens`: counts and lists.

use super::table::{ALL, LOCKED, Mode, Modes, Table, always, flag, never};

const EVERY: Modes = 1;
const COUNT: Modes = 1 << 1;
const RANDOM: Modes = 1 << 2;
const CLASSES: Modes = 1 << 3;
const SAMPLE: Modes = 1 << 4;
const LIST: Modes = EVERY | CLASSES;
const SHOW: Modes = LIST | RANDOM;

const PLAIN: &str = "it draws placements of the plain board; leave it out";
const ONE: &str = "it gives one placement; leave out one of them";
const LISTS: &str = "it is for lists: add --all, --unique or --first K";
const FORMATS: &str = "it is for lists: add --all, --unique or --first K, or write text, json, \
                       jsonl, csv or markdown";
const COUNTS: &str = "it goes with a count; leave it out";
const VECTORS: &str = "vectors are for --method search, quadrants and colours";

const CUTS: &str = "write --method search, colours or torus";

const SIGNS: &str = "only boards that are drawn in text have signs; leave out one of them";

pub static QUEENS: Table = Table {
    modes: &[
        Mode { bit: RANDOM, words: "with --random", asked: |g| g.has("random") },
        Mode { bit: CLASSES, words: "on a list", asked: |g| g.has("unique") },
        Mode { bit: EVERY, words: "on a list", asked: |g| g.has("all") || g.has("first") },
        Mode { bit: SAMPLE, words: "with --sample", asked: |g| g.has("sample") },
        Mode { bit: COUNT, words: "on a count", asked: |_| true },
    ],
    flags: &[
        always("side"),
        // What is asked for.
        flag("torus", LIST | SAMPLE | COUNT, PLAIN),
        flag("piece", LIST | SAMPLE | COUNT, PLAIN),
        flag("place", LIST | SAMPLE | COUNT, PLAIN),
        flag("holes", LIST | SAMPLE | COUNT, PLAIN),
        flag("regions", LIST | SAMPLE | COUNT, PLAIN),
        flag("touching", LIST | SAMPLE | COUNT, PLAIN),
        flag("k", LIST | SAMPLE | COUNT, PLAIN),
        flag("first-rows", LIST | SAMPLE | COUNT, PLAIN),
        flag("shifts", CLASSES | SAMPLE | COUNT, "it tells classes apart: add --unique, or count"),
        flag("symmetric", LIST | SAMPLE | COUNT, PLAIN),
        flag("all", LIST, ONE),
        flag("first", LIST, ONE),
        flag("unique", LIST, ONE),
        always("random"),
        flag("sample", SAMPLE, "it takes a share of a count; leave it out"),
        // How it is answered.
        flag("method", LIST | SAMPLE | COUNT, "leave it out"),
        flag(
            "method=quadrants",
            SAMPLE | COUNT,
            "quadrants visits no placement; write --method search",
        ),
        flag(
            "method=colours",
            SAMPLE | COUNT,
            "colours visits no placement; write --method search",
        ),
        flag("method=torus", SAMPLE | COUNT, "torus visits no placement; write --method variants"),
        flag("method=turns", SAMPLE | COUNT, "lists need no method for it; leave it out"),
        flag("vectors", SAMPLE | COUNT, VECTORS),
        flag("split", SAMPLE | COUNT, COUNTS),
        // What is kept, and how it is written.
        flag("journal", COUNT, COUNTS),
        flag("salvage", COUNT, COUNTS),
        flag("no-lock", COUNT, COUNTS),
        flag("shard", COUNT, COUNTS),
        always("output"),
        flag("ascii", SHOW, LISTS),
        flag("format", ALL, "leave it out"),
        flag("format=framed", SHOW, FORMATS),
        flag("format=lines", SHOW, FORMATS),
        flag("format=binary", SHOW, FORMATS),
        flag("format=svg", SHOW, LISTS),
        flag("format=png", SHOW, LISTS),
        // How much is used, and said.
        always("threads"),
        always("memory"),
        always("quiet"),
        always("color"),
        flag("verbose", COUNT, "it tells of counts; leave it out"),
        always("progress"),
        always("progress-interval"),
        always("metrics"),
    ],
    never: &[&[
        LOCKED,
        never("quiet", "verbose", "write one of them"),
        never("quiet", "progress", "write one of them"),
        never("quiet", "progress-interval", "write one of them"),
        never("progress-interval", "progress=none", "write one of them"),
        never("all", "first", "write one of them"),
        never("ascii", "format=json", SIGNS),
        never("ascii", "format=csv", SIGNS),
        never("ascii", "format=jsonl", SIGNS),
        never("ascii", "format=markdown", SIGNS),
        never("ascii", "format=lines", SIGNS),
        never("ascii", "format=binary", SIGNS),
        never("ascii", "format=svg", SIGNS),
        never("ascii", "format=png", SIGNS),
        never("split", "method=quadrants", CUTS),
        never("split", "method=variants", CUTS),
        never("split", "method=turns", CUTS),
        never("vectors", "method=variants", VECTORS),
        never("vectors", "method=torus", VECTORS),
        never("vectors", "method=turns", VECTORS),
    ]],
    needs: &[("salvage", "journal"), ("no-lock", "journal|output")],
};
