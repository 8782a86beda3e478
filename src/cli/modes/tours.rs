//! `tours`: counts, lists, one tour, tours by number.

use super::table::{
    ALL, Given, LOCKED, Modes, ONE_OF, PIECES, Pairs, Row, SILENT, Table, Task, chosen,
};

/// The tasks of `tours`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourTask {
    Each,
    Order,
    Rotation,
    /// Warnsdorff's rule with random tie breaks.
    RandomTies,
    Ties,
    Divide,
    Neural,
    Number,
    Rank,
    Sample,
    ListByNumber,
    List,
    Histogram,
    ByMove,
    /// Tours with given numbers or a given symmetry.
    Chosen,
    StartsSwept,
    StartsTable,
    Starts,
    Ends,
    ClassesSwept,
    Classes,
    Frontier,
    Halves,
    Union,
    Search,
    Count,
}

use TourTask as T;

const TASKS: [Task<TourTask>; 26] = [
    (T::Each, "with --each", &["each"]),
    (T::Order, "with --order", &["order"]),
    (T::Rotation, "with --method rotation", &["method=rotation"]),
    (T::RandomTies, "with --method warnsdorff", &["method=warnsdorff", "tie=random"]),
    (T::Ties, "with --method warnsdorff", &["method=warnsdorff"]),
    (T::Divide, "with --method divide", &["method=divide"]),
    (T::Neural, "with --method neural", &["method=neural"]),
    (T::Number, "with --random or --index", &["random index"]),
    (T::Rank, "with --rank", &["rank"]),
    (T::Sample, "with --sample", &["sample"]),
    (T::ListByNumber, "on a list by --method frontier", &["first all", "method=frontier"]),
    (T::List, "on a list", &["first all"]),
    (T::Histogram, "with --histogram", &["histogram"]),
    (T::ByMove, "with --by-move", &["by-move"]),
    (T::Chosen, "on a count of chosen tours", &["at magic semi-magic symmetric"]),
    (T::StartsSwept, "with --by-start by a sweep", &["by-start", SWEEPS]),
    (T::StartsTable, "with --by-start as a table or a picture", &["by-start", TABLES]),
    (T::Starts, "with --by-start", &["by-start"]),
    (T::Ends, "with --by-end", &["by-end"]),
    (T::ClassesSwept, "with --unique by a sweep", &["unique", SWEEPS]),
    (T::Classes, "with --unique", &["unique"]),
    (T::Frontier, "with --method frontier", &["method=frontier"]),
    (T::Halves, "with --method halves", &["method=halves"]),
    (T::Union, "with --method union", &["method=union"]),
    (T::Search, "on a count by the search", &["method=search cut-at no-symmetry visit strategy"]),
    (T::Count, "on a count", &[]),
];

/// Methods that count by first square without visiting tours.
const SWEEPS: &str = "method=halves method=frontier";

/// Formats that show only the counts by first square.
const TABLES: &str = "format=csv format=markdown format=svg format=png";

/// The task of a command line.
pub fn task(given: &Given) -> TourTask {
    chosen(&TASKS, given)
}

const fn on(tasks: &[TourTask]) -> Modes {
    let (mut all, mut i) = (0, 0);
    while i < tasks.len() {
        all |= 1 << tasks[i] as u32;
        i += 1;
    }
    all
}

/// Tasks that construct one tour.
const CONSTRUCTS: Modes = TIES | on(&[T::Rotation, T::Divide, T::Neural]);
const TIES: Modes = on(&[T::Ties, T::RandomTies]);

const LISTS: Modes = on(&[T::List, T::ListByNumber]);

/// Tasks that write tours.
const WRITES: Modes = CONSTRUCTS | LISTS | on(&[T::Order, T::Number]);

/// Plain counts, by any method.
const PLAIN: Modes = on(&[T::Halves, T::Union, T::Frontier, T::Search, T::Count]);

const STARTS: Modes = on(&[T::Starts, T::StartsTable, T::StartsSwept]);

/// Tasks in which the search counts all tours.
const SEARCHES: Modes = on(&[T::Starts, T::StartsTable, T::Classes, T::Search]);

/// Tasks that count all tours.
const COUNTS: Modes = SEARCHES | PLAIN | on(&[T::ClassesSwept, T::Chosen, T::Histogram]);

/// Tasks that make several counts, each of some tours.
const MANY: Modes = on(&[T::StartsSwept, T::Ends, T::ByMove]);

/// Tasks that may select tours.
const SOME: Modes = PLAIN | LISTS | on(&[T::Sample, T::Chosen]);

/// Tasks that may fix the ends of tours.
const ENDS: Modes = PLAIN | on(&[T::ByMove, T::Histogram, T::Sample, T::List, T::Chosen]);

const LAYERS: &str = "it keeps layers of a plain count by halves: write --method halves; a search \
                      keeps units in --journal";
const FORMATS: &str = "it is for lists: add --all or --first K, or write text, json, jsonl, csv or \
                       markdown";
const KNIGHTS: &str = "divide and conquer is for knights";
const CLOSED: &str =
    "a closed tour has no first square and no such order; leave out one of the two";
const FROM: &str =
    "it is for counts and lists by the search; with --method warnsdorff write --start";
const SEED: &str =
    "it is for --method rotation, neural and --tie random; --random has a seed of its own";
const CHOOSES: &str = "it chooses among all tours of a plain count, --all or --first K";
const PICTURES: &str = "it draws lists, --by-start, --by-end and --by-move: add --all or --first K";
const FRONTIER: &str = "the frontier method visits no tour; leave it out, or write --method search";
const UNION: &str = "it is for counts, lists and numbers of all tours; leave it out";
const SEARCHED: &str = "it is for plain counts by the search";
const OTHER: &str = "leave it out, or the other flag";
const LEAVE: &str = "leave out one of them";

const FLAGS: &[Row] = &[
    ("board graph-format method output format", ALL, ""),
    ("threads memory quiet color progress progress-interval metrics", ALL, ""),
    ("piece leaper moves", ALL & !on(&[T::Divide]), KNIGHTS),
    (
        "directed",
        ALL & !(CONSTRUCTS | on(&[T::Order])),
        "such tours are found on undirected graphs",
    ),
    ("each", on(&[T::Each]), "leave it out"),
    ("closed", ALL & !(TIES | STARTS | on(&[T::Order, T::Ends])), CLOSED),
    // The question.
    ("order", on(&[T::Order]), "it lists: write it with --first K or --all"),
    ("stats", on(&[T::Order]), "it is for --order"),
    ("first", CONSTRUCTS | LISTS | on(&[T::Order]), "it is for lists"),
    ("all", LISTS | on(&[T::Order]), "one tour is found; write --first 1"),
    ("random index", on(&[T::Number]), OTHER),
    ("rank", on(&[T::Rank]), OTHER),
    ("sample", on(&[T::Sample]), "it takes a share of a count; leave it out"),
    ("from", ENDS | on(&[T::Ends]), FROM),
    ("to", ENDS, "it goes with --from"),
    ("through alternating", SOME, CHOOSES),
    ("at magic semi-magic symmetric", on(&[T::List, T::Chosen]), CHOOSES),
    (
        "unique",
        on(&[T::List, T::Starts, T::Classes, T::ClassesSwept]),
        "it is for counts, --all and --first",
    ),
    ("by-start", STARTS, "it is for counts by the search and by sweeps"),
    ("by-end", on(&[T::Ends]), "it is for counts, from a square or of all tours"),
    ("by-move", on(&[T::ByMove]), "it counts all tours by their moves; leave out one of them"),
    ("histogram", on(&[T::Histogram]), "it sorts all tours of a count; leave out one of them"),
    // The method.
    (
        "method=search",
        SEARCHES | on(&[T::Each, T::Ends, T::Sample, T::List, T::Histogram]),
        "leave it out",
    ),
    (
        "method=frontier",
        on(&[T::Each, T::Number, T::Rank, T::ListByNumber, T::Frontier])
            | on(&[T::ClassesSwept, T::StartsSwept, T::Ends]),
        FRONTIER,
    ),
    (
        "method=halves",
        on(&[T::Each, T::Halves, T::ClassesSwept, T::StartsSwept, T::Ends, T::Histogram]),
        "the halves method counts, and visits no tour; leave it out",
    ),
    (
        "method=union",
        on(&[T::Each, T::Number, T::Rank, T::Sample, T::List, T::Union, T::Histogram]),
        UNION,
    ),
    ("method=rotation", on(&[T::Rotation]), LEAVE),
    ("method=warnsdorff", TIES, LEAVE),
    ("method=divide", on(&[T::Divide]), LEAVE),
    ("method=neural", on(&[T::Neural]), LEAVE),
    (
        "strategy",
        SEARCHES | on(&[T::Sample, T::List, T::Histogram]),
        "it is for counts and lists by the search",
    ),
    ("cut-at no-symmetry", SEARCHES | on(&[T::Sample, T::Histogram]), SEARCHED),
    (
        "visit",
        SEARCHES | on(&[T::Sample, T::Union]),
        "it is for plain counts by the search or union",
    ),
    (
        "split",
        on(&[T::Sample, T::Search, T::Halves, T::Union, T::Chosen, T::Histogram]),
        "it cuts a plain count: write --method search, halves or union",
    ),
    ("tie", TIES, "it is for --method warnsdorff"),
    ("start", TIES, "it is for --method warnsdorff; counts and lists take --from"),
    ("seed", on(&[T::Rotation, T::RandomTies, T::Neural]), SEED),
    ("trials", on(&[T::Neural]), "it is for --method neural"),
    // Files and formats.
    ("journal", COUNTS | MANY, "it keeps the units of a count; leave it out"),
    ("salvage no-lock", COUNTS | MANY, "it goes with --journal"),
    ("shard", PLAIN | on(&[T::Chosen, T::Histogram]), "it is a part of a plain count"),
    ("checkpoint scratch disk", on(&[T::Halves, T::Count]), LAYERS),
    ("moduli", on(&[T::Halves]), "it is for plain counts by halves"),
    ("format=lines format=binary format=framed", WRITES, FORMATS),
    ("format=svg format=png", WRITES | MANY | on(&[T::StartsTable]), PICTURES),
    ("verbose", COUNTS | on(&[T::StartsSwept, T::Ends]), "it reports on counts; leave it out"),
];

const ALL_CLASSES: &str = "classes are those of all tours; write one of them";
const ONE_CHOICE: &str = "ask for its symmetry or for its numbers; write one of them";
const OWN_SEARCH: &str = "such tours have a search of their own; leave out the method";
const UNITS: &str = "a journal keeps the units of the plain search; leave out one of them";
const PARTS: &str = "parts are those of a plain count; leave out one of them";
const TURNS: &str = "moves that take turns go with neither numbers nor a symmetry";
const NO_CLASS: &str = "tours of given ends are not counted by class; write one of them";

const NEVER: Pairs = &[
    ("from", "unique", NO_CLASS),
    ("magic", "semi-magic", "magic boards are semi-magic; write one of them"),
    ("symmetric", "at magic semi-magic", ONE_CHOICE),
    ("split", "symmetric", "its units are the symmetries; leave out --split"),
    ("through alternating at magic semi-magic symmetric", "unique", ALL_CLASSES),
    ("through", "cut-at", "given moves are part of the search; leave out --cut-at"),
    ("alternating", "cut-at", "the moves are part of the search; leave out --cut-at"),
    ("alternating", "at magic semi-magic symmetric", TURNS),
    ("at magic semi-magic symmetric", "method=search method=union strategy", OWN_SEARCH),
    ("unique", "method=union", "it shows every tour; leave out one of them"),
    ("strategy cut-at no-symmetry", "method=union", "it is for --method search"),
    ("random", "index", ONE_OF),
    ("first", "all", ONE_OF),
    ("checkpoint", "scratch", "write --scratch alone: it keeps layers, too"),
    ("quiet", "verbose stats", ONE_OF),
    ("journal", "cut-at no-symmetry strategy", UNITS),
    ("shard split", "from cut-at no-symmetry strategy visit", PARTS),
];

const NEEDS: &[(&str, &str)] = &[
    ("disk", "scratch"),
    ("moduli", "split"),
    ("to", "from"),
    ("salvage", "journal"),
    ("no-lock", "journal|checkpoint|scratch|output"),
];

pub fn table() -> Table {
    Table::new(&TASKS, FLAGS, &[PIECES, LOCKED, SILENT, NEVER], NEEDS)
}
