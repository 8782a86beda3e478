//! `walks`: counts, tables, lists, codes.

use super::table::{ALL, LOCKED, Mode, Modes, PIECES, SILENT, Table, always, flag, never};

const CODE: Modes = 1;
const LIST: Modes = 1 << 2;
const STARTS: Modes = 1 << 3;
const LENGTHS: Modes = 1 << 4;
const COUNT: Modes = 1 << 5;

const COUNTS: &str = "it goes with a plain count; leave it out";
const LISTS: &str = "it is for lists: add --list";
const NAMED: &str = "pictures show where each square is; leave it out";

pub static WALKS: Table = Table {
    modes: &[
        Mode {
            bit: CODE,
            words: "with the code of one walk",
            asked: |g| g.has("code") && !g.has("code="),
        },
        Mode { bit: LIST, words: "with --list", asked: |g| g.has("list") },
        Mode { bit: STARTS, words: "with --by-start", asked: |g| g.has("by-start") },
        Mode { bit: LENGTHS, words: "with --self-avoiding", asked: |g| g.has("self-avoiding") },
        Mode { bit: COUNT, words: "on a count", asked: |_| true },
    ],
    flags: &[
        // What is asked for.
        always("board"),
        always("keypad"),
        always("piece"),
        always("graph-format"),
        always("leaper"),
        always("moves"),
        always("length"),
        always("at-most"),
        flag("from", ALL & !STARTS, "leave out --from, or --by-start"),
        flag("self-avoiding", ALL & !STARTS, "leave it out, or --by-start"),
        flag("by-start", STARTS, "it is a table of counts; leave it out"),
        flag("list", LIST, "leave it out: --code tells one number"),
        flag("first", LIST, LISTS),
        flag("names", LIST | COUNT, LISTS),
        flag("code", CODE | LIST | COUNT, "add --list, or give it a walk"),
        // How it is answered.
        flag("method", LENGTHS | COUNT, COUNTS),
        flag("split", COUNT, COUNTS),
        // What is kept, and how it is written.
        flag("journal", LENGTHS | COUNT, COUNTS),
        flag("salvage", LENGTHS | COUNT, COUNTS),
        flag("no-lock", LENGTHS | COUNT, COUNTS),
        flag("shard", COUNT, COUNTS),
        always("output"),
        always("format"),
        flag("format=framed", LIST | COUNT, LISTS),
        flag("format=lines", LIST | COUNT, LISTS),
        flag("format=binary", LIST | COUNT, LISTS),
        flag("format=svg", LIST | COUNT, LISTS),
        flag("format=png", LIST | COUNT, LISTS),
        // How much is used, and said.
        always("threads"),
        always("memory"),
        flag("progress", ALL & !CODE, "a code is one number; leave it out"),
        flag("progress-interval", ALL & !CODE, "a code is one number; leave it out"),
        flag("metrics", ALL & !CODE, "a code is one number; leave it out"),
        always("quiet"),
        always("color"),
    ],
    never: &[
        PIECES,
        SILENT,
        &[
            LOCKED,
            never("names", "format=svg", NAMED),
            never("names", "format=framed", NAMED),
            never("names", "format=png", NAMED),
            never("split", "method=transfer", "it cuts a search: write --method search"),
        ],
    ],
    needs: &[("salvage", "journal"), ("no-lock", "journal")],
};
