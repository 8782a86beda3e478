//! `queens`: counts and lists.

use super::table::{ALL, Mode, Modes, Table, always, flag, never};

const LIST: Modes = 1;
const COUNT: Modes = 1 << 1;

const LISTS: &str = "it is for lists: add --all, --unique or --first K";
const COUNTS: &str = "it goes with a count; leave it out";
const VECTORS: &str = "vectors are for --method quadrants";

pub static QUEENS: Table = Table {
    modes: &[
        Mode {
            bit: LIST,
            words: "on a list",
            asked: |g| g.has("all") || g.has("first") || g.has("unique"),
        },
        Mode { bit: COUNT, words: "on a count", asked: |_| true },
    ],
    flags: &[
        always("side"),
        // What is asked for.
        always("torus"),
        always("piece"),
        always("place"),
        always("holes"),
        always("k"),
        flag("all", LIST, LISTS),
        flag("first", LIST, LISTS),
        flag("unique", LIST, LISTS),
        // How it is answered.
        always("method"),
        flag("method=quadrants", COUNT, "quadrants visits no placement; write --method search"),
        flag("vectors", COUNT, VECTORS),
        flag("split", COUNT, COUNTS),
        // What is kept, and how it is written.
        flag("journal", COUNT, COUNTS),
        flag("salvage", COUNT, COUNTS),
        flag("shard", COUNT, COUNTS),
        flag("output", LIST, LISTS),
        flag("ascii", LIST, LISTS),
        flag("format", ALL, "leave it out"),
        flag("format=lines", LIST, LISTS),
        flag("format=jsonl", LIST, LISTS),
        flag("format=binary", LIST, LISTS),
        // How much is used, and said.
        always("threads"),
        always("memory"),
        always("quiet"),
        flag("verbose", COUNT, "it tells of counts; leave it out"),
    ],
    never: &[&[
        never("quiet", "verbose", "write one of them"),
        never("all", "first", "write one of them"),
        never("ascii", "format", "only boards that are drawn have signs; leave out one of them"),
        never("shard", "format", "a part is no answer yet; see cavalcade merge --format"),
        never("split", "method=quadrants", "it cuts a search: write --method search"),
        never("split", "method=variants", "it cuts a search: write --method search"),
        never("vectors", "method=search", VECTORS),
        never("vectors", "method=variants", VECTORS),
    ]],
    needs: &[("salvage", "journal")],
};
