//! `tours`: counts, lists, one tour fast, tours by their numbers.

use super::given::Given;
use super::table::{ALL, LOCKED, Mode, Modes, PIECES, SILENT, Table, always, flag, never};

const CLASSIC: Modes = 1;
const TIES: Modes = 1 << 1;
const RANDOM_TIES: Modes = 1 << 2;
const DIVIDE: Modes = 1 << 3;
const NEURAL: Modes = 1 << 4;
const NUMBERED: Modes = 1 << 5;
const RANK: Modes = 1 << 6;
const SAMPLE: Modes = 1 << 7;
const LIST: Modes = 1 << 8;
const LIST_BY_NUMBER: Modes = 1 << 9;
const STARTS: Modes = 1 << 10;
const STARTS_TABLE: Modes = 1 << 11;
const CLASSES: Modes = 1 << 12;
const FRONTIER: Modes = 1 << 13;
const SEARCH: Modes = 1 << 14;
const COUNT: Modes = 1 << 15;
const HALVES: Modes = 1 << 16;
const UNION: Modes = 1 << 17;
const CHOSEN: Modes = 1 << 18;
const BY_MOVE: Modes = 1 << 19;
const HISTOGRAM: Modes = 1 << 20;
const STARTS_SWEPT: Modes = 1 << 21;
const ENDS: Modes = 1 << 22;
const CLASSES_SWEPT: Modes = 1 << 23;
const ROTATION: Modes = 1 << 24;
const EACH: Modes = 1 << 25;

/// One tour is found, not counted.
const CONSTRUCTS: Modes = ROTATION | TIES | RANDOM_TIES | DIVIDE | NEURAL;

/// Tours are written.
const WRITES: Modes = CLASSIC | CONSTRUCTS | NUMBERED | LIST | LIST_BY_NUMBER;

/// The search counts all tours.
const SEARCHES: Modes = STARTS | STARTS_TABLE | CLASSES | SEARCH;

/// All tours are counted.
const COUNTS: Modes =
    SEARCHES | CLASSES_SWEPT | HALVES | UNION | FRONTIER | COUNT | CHOSEN | HISTOGRAM;

/// Tours are counted many times, some of them each time.
const MANY: Modes = STARTS_SWEPT | ENDS | BY_MOVE;

/// Flags that choose tours by their numbers or their symmetry.
const CHOOSING: [&str; 4] = ["at", "magic", "semi-magic", "symmetric"];

/// Flags that only the search understands.
const OF_SEARCH: [&str; 5] = ["method=search", "cut-at", "no-symmetry", "visit", "strategy"];

const UNITS: &str = "a journal keeps the units of the plain search; leave out one of them";
const PARTS: &str = "parts are those of a plain count; leave out one of them";
const LAYERS: &str = "it keeps layers of a plain count by halves: write --method halves; a search \
                      keeps units in --journal";
const FORMATS: &str = "it is for lists: add --all or --first K, or write text, json, jsonl, csv or \
                       markdown";

const CHOOSES: &str = "it chooses among all tours of a plain count, --all or --first K";
const ONE_CHOICE: &str = "ask for its symmetry or for its numbers; write one of them";
const TURNS: &str = "moves that take turns go with neither numbers nor a symmetry";
const ALL_CLASSES: &str = "classes are those of all tours; write one of them";
const OWN_SEARCH: &str = "such tours have a search of their own; leave out the method";
const PICTURES: &str = "it draws lists, --by-start, --by-end and --by-move: add --all or --first K";

/// Methods that count by first square without a visit.
const SWEEPS: [&str; 2] = ["method=halves", "method=frontier"];

/// Formats of the counts by first square alone.
const TABLES: [&str; 4] = ["format=csv", "format=markdown", "format=svg", "format=png"];

fn lists(given: &Given) -> bool {
    given.has("first") || given.has("all")
}

fn breaks_at_random(given: &Given) -> bool {
    given.has("method=warnsdorff") && given.has("tie=random")
}

pub static TOURS: Table = Table {
    modes: &[
        Mode { bit: EACH, words: "with --each", asked: |g| g.has("each") },
        Mode { bit: CLASSIC, words: "with --order", asked: |g| g.has("order") },
        Mode {
            bit: ROTATION,
            words: "with --method rotation",
            asked: |g| g.has("method=rotation"),
        },
        Mode { bit: RANDOM_TIES, words: "with --method warnsdorff", asked: breaks_at_random },
        Mode {
            bit: TIES,
            words: "with --method warnsdorff",
            asked: |g| g.has("method=warnsdorff"),
        },
        Mode { bit: DIVIDE, words: "with --method divide", asked: |g| g.has("method=divide") },
        Mode { bit: NEURAL, words: "with --method neural", asked: |g| g.has("method=neural") },
        Mode {
            bit: NUMBERED,
            words: "with --random or --index",
            asked: |g| g.has("random") || g.has("index"),
        },
        Mode { bit: RANK, words: "with --rank", asked: |g| g.has("rank") },
        Mode { bit: SAMPLE, words: "with --sample", asked: |g| g.has("sample") },
        Mode {
            bit: LIST_BY_NUMBER,
            words: "on a list by --method frontier",
            asked: |g| lists(g) && g.has("method=frontier"),
        },
        Mode { bit: LIST, words: "on a list", asked: lists },
        Mode { bit: HISTOGRAM, words: "with --histogram", asked: |g| g.has("histogram") },
        Mode { bit: BY_MOVE, words: "with --by-move", asked: |g| g.has("by-move") },
        Mode {
            bit: CHOSEN,
            words: "on a count of chosen tours",
            asked: |g| CHOOSING.iter().any(|flag| g.has(flag)),
        },
        Mode {
            bit: STARTS_SWEPT,
            words: "with --by-start by a sweep",
            asked: |g| g.has("by-start") && SWEEPS.iter().any(|method| g.has(method)),
        },
        Mode {
            bit: STARTS_TABLE,
            words: "with --by-start as a table or a picture",
            asked: |g| g.has("by-start") && TABLES.iter().any(|format| g.has(format)),
        },
        Mode { bit: STARTS, words: "with --by-start", asked: |g| g.has("by-start") },
        Mode { bit: ENDS, words: "with --by-end", asked: |g| g.has("by-end") },
        Mode {
            bit: CLASSES_SWEPT,
            words: "with --unique by a sweep",
            asked: |g| g.has("unique") && SWEEPS.iter().any(|method| g.has(method)),
        },
        Mode { bit: CLASSES, words: "with --unique", asked: |g| g.has("unique") },
        Mode {
            bit: FRONTIER,
            words: "with --method frontier",
            asked: |g| g.has("method=frontier"),
        },
        Mode { bit: HALVES, words: "with --method halves", asked: |g| g.has("method=halves") },
        Mode { bit: UNION, words: "with --method union", asked: |g| g.has("method=union") },
        Mode {
            bit: SEARCH,
            words: "on a count by the search",
            asked: |g| OF_SEARCH.iter().any(|flag| g.has(flag)),
        },
        Mode { bit: COUNT, words: "on a count", asked: |_| true },
    ],
    flags: &[
        always("board"),
        flag("piece", ALL & !DIVIDE, "divide and conquer is for knights"),
        flag("leaper", ALL & !DIVIDE, "divide and conquer is for knights"),
        flag("moves", ALL & !DIVIDE, "divide and conquer is for knights"),
        always("graph-format"),
        flag(
            "directed",
            ALL & !(CLASSIC | CONSTRUCTS),
            "such tours are found on undirected graphs",
        ),
        flag("each", EACH, "leave it out"),
        flag(
            "closed",
            ALL & !(CLASSIC | TIES | RANDOM_TIES | STARTS | STARTS_TABLE | STARTS_SWEPT | ENDS),
            "a closed tour has no first square and no such order; leave out one of the two",
        ),
        // What is asked for.
        flag("order", CLASSIC, "it lists: write it with --first K or --all"),
        flag("stats", CLASSIC, "it is for --order"),
        flag("first", CLASSIC | CONSTRUCTS | LIST | LIST_BY_NUMBER, "it is for lists"),
        flag("all", CLASSIC | LIST | LIST_BY_NUMBER, "one tour is found; write --first 1"),
        flag("random", NUMBERED, "leave it out, or the other flag"),
        flag("index", NUMBERED, "leave it out, or the other flag"),
        flag("rank", RANK, "leave it out, or the other flag"),
        flag("sample", SAMPLE, "it takes a share of a count; leave it out"),
        flag(
            "from",
            ENDS | BY_MOVE
                | HISTOGRAM
                | SAMPLE
                | LIST
                | HALVES
                | UNION
                | FRONTIER
                | SEARCH
                | COUNT
                | CHOSEN,
            "it is for counts and lists by the search; with --method warnsdorff write --start",
        ),
        flag(
            "to",
            BY_MOVE
                | HISTOGRAM
                | SAMPLE
                | LIST
                | HALVES
                | UNION
                | FRONTIER
                | SEARCH
                | COUNT
                | CHOSEN,
            "it goes with --from",
        ),
        flag(
            "through",
            SAMPLE | LIST | LIST_BY_NUMBER | HALVES | UNION | FRONTIER | SEARCH | COUNT | CHOSEN,
            CHOOSES,
        ),
        flag(
            "alternating",
            SAMPLE | LIST | LIST_BY_NUMBER | HALVES | UNION | FRONTIER | SEARCH | COUNT | CHOSEN,
            CHOOSES,
        ),
        flag("at", LIST | CHOSEN, CHOOSES),
        flag("magic", LIST | CHOSEN, CHOOSES),
        flag("semi-magic", LIST | CHOSEN, CHOOSES),
        flag("symmetric", LIST | CHOSEN, CHOOSES),
        flag(
            "unique",
            LIST | STARTS | CLASSES | CLASSES_SWEPT,
            "it is for counts, --all and --first",
        ),
        flag(
            "by-start",
            STARTS | STARTS_TABLE | STARTS_SWEPT,
            "it is for counts by the search and by sweeps",
        ),
        flag("by-end", ENDS, "it is for counts, from a square or of all tours"),
        flag("by-move", BY_MOVE, "it counts all tours by their moves; leave out one of them"),
        flag("histogram", HISTOGRAM, "it sorts all tours of a count; leave out one of them"),
        // How it is answered.
        always("method"),
        flag("method=search", EACH | ENDS | SAMPLE | LIST | SEARCHES | HISTOGRAM, "leave it out"),
        flag(
            "method=frontier",
            EACH | NUMBERED
                | RANK
                | LIST_BY_NUMBER
                | FRONTIER
                | CLASSES_SWEPT
                | STARTS_SWEPT
                | ENDS,
            "the frontier method visits no tour; leave it out, or write --method search",
        ),
        flag(
            "method=halves",
            EACH | HALVES | CLASSES_SWEPT | STARTS_SWEPT | ENDS | HISTOGRAM,
            "the halves method counts, and visits no tour; leave it out",
        ),
        flag(
            "method=union",
            EACH | NUMBERED | RANK | SAMPLE | LIST | UNION | HISTOGRAM,
            "it is for counts, lists and numbers of all tours; leave it out",
        ),
        flag("method=rotation", ROTATION, "leave out one of them"),
        flag("method=warnsdorff", TIES | RANDOM_TIES, "leave out one of them"),
        flag("method=divide", DIVIDE, "leave out one of them"),
        flag("method=neural", NEURAL, "leave out one of them"),
        flag(
            "strategy",
            SAMPLE | LIST | SEARCHES | HISTOGRAM,
            "it is for counts and lists by the search",
        ),
        flag("cut-at", SAMPLE | SEARCHES | HISTOGRAM, "it is for plain counts by the search"),
        flag("no-symmetry", SAMPLE | SEARCHES | HISTOGRAM, "it is for plain counts by the search"),
        flag("visit", SAMPLE | SEARCHES | UNION, "it is for plain counts by the search or union"),
        flag(
            "split",
            SAMPLE | SEARCH | HALVES | UNION | CHOSEN | HISTOGRAM,
            "it cuts a plain count: write --method search, halves or union",
        ),
        flag("tie", TIES | RANDOM_TIES, "it is for --method warnsdorff"),
        flag(
            "start",
            TIES | RANDOM_TIES,
            "it is for --method warnsdorff; counts and lists take --from",
        ),
        flag(
            "seed",
            ROTATION | RANDOM_TIES | NEURAL,
            "it is for --method rotation, neural and --tie random; --random has a seed of its own",
        ),
        flag("trials", NEURAL, "it is for --method neural"),
        // What is kept, and how it is written.
        flag("journal", COUNTS | MANY, "it keeps the units of a count; leave it out"),
        flag("salvage", COUNTS | MANY, "it goes with --journal"),
        flag("no-lock", COUNTS | MANY, "it goes with --journal"),
        flag(
            "shard",
            SEARCH | HALVES | UNION | FRONTIER | COUNT | CHOSEN | HISTOGRAM,
            "it is a part of a plain count",
        ),
        flag("checkpoint", HALVES | COUNT, LAYERS),
        flag("scratch", HALVES | COUNT, LAYERS),
        flag("disk", HALVES | COUNT, LAYERS),
        flag("moduli", HALVES, "it is for plain counts by halves"),
        always("output"),
        always("format"),
        flag("format=lines", WRITES, FORMATS),
        flag("format=binary", WRITES, FORMATS),
        flag("format=framed", WRITES, FORMATS),
        flag("format=svg", WRITES | STARTS_TABLE | STARTS_SWEPT | ENDS | BY_MOVE, PICTURES),
        flag("format=png", WRITES | STARTS_TABLE | STARTS_SWEPT | ENDS | BY_MOVE, PICTURES),
        // How much is used, and said.
        always("threads"),
        always("memory"),
        always("quiet"),
        always("color"),
        flag("verbose", COUNTS | STARTS_SWEPT | ENDS, "it tells of counts; leave it out"),
        always("progress"),
        always("progress-interval"),
        always("metrics"),
    ],
    never: &[
        PIECES,
        SILENT,
        &[
            never(
                "from",
                "unique",
                "tours of given ends are not told apart by class; write one of them",
            ),
            LOCKED,
            never("magic", "semi-magic", "magic boards are semi-magic; write one of them"),
            never("symmetric", "at", ONE_CHOICE),
            never("symmetric", "magic", ONE_CHOICE),
            never("symmetric", "semi-magic", ONE_CHOICE),
            never("split", "symmetric", "its units are the symmetries; leave out --split"),
            never("through", "unique", ALL_CLASSES),
            never("alternating", "unique", ALL_CLASSES),
            never("at", "unique", ALL_CLASSES),
            never("magic", "unique", ALL_CLASSES),
            never("semi-magic", "unique", ALL_CLASSES),
            never("symmetric", "unique", ALL_CLASSES),
            never("through", "cut-at", "given moves are part of the search; leave out --cut-at"),
            never("alternating", "cut-at", "the moves are part of the search; leave out --cut-at"),
            never("alternating", "at", TURNS),
            never("alternating", "magic", TURNS),
            never("alternating", "semi-magic", TURNS),
            never("alternating", "symmetric", TURNS),
            never("at", "method=search", OWN_SEARCH),
            never("magic", "method=search", OWN_SEARCH),
            never("semi-magic", "method=search", OWN_SEARCH),
            never("symmetric", "method=search", OWN_SEARCH),
            never("at", "method=union", OWN_SEARCH),
            never("magic", "method=union", OWN_SEARCH),
            never("semi-magic", "method=union", OWN_SEARCH),
            never("symmetric", "method=union", OWN_SEARCH),
            never("at", "strategy", OWN_SEARCH),
            never("magic", "strategy", OWN_SEARCH),
            never("semi-magic", "strategy", OWN_SEARCH),
            never("symmetric", "strategy", OWN_SEARCH),
            never("unique", "method=union", "it shows every tour; leave out one of them"),
            never("strategy", "method=union", "it is for --method search"),
            never("cut-at", "method=union", "it is for --method search"),
            never("no-symmetry", "method=union", "it is for --method search"),
            never("random", "index", "write one of them"),
            never("first", "all", "write one of them"),
            never("checkpoint", "scratch", "write --scratch alone: it keeps layers, too"),
            never("quiet", "verbose", "write one of them"),
            never("quiet", "stats", "write one of them"),
            never("journal", "cut-at", UNITS),
            never("journal", "no-symmetry", UNITS),
            never("journal", "strategy", UNITS),
            never("shard", "from", PARTS),
            never("shard", "cut-at", PARTS),
            never("shard", "no-symmetry", PARTS),
            never("shard", "strategy", PARTS),
            never("shard", "visit", PARTS),
            never("split", "from", PARTS),
            never("split", "cut-at", PARTS),
            never("split", "no-symmetry", PARTS),
            never("split", "strategy", PARTS),
            never("split", "visit", PARTS),
        ],
    ],
    needs: &[
        ("disk", "scratch"),
        ("moduli", "split"),
        ("to", "from"),
        ("salvage", "journal"),
        ("no-lock", "journal|checkpoint|scratch|output"),
    ],
};
