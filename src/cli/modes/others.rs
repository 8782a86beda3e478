//! The commands with few flags.

use super::table::{ALL, Mode, Modes, PIECES, SILENT, Table, always, flag, never};

const TOURS: Modes = 1;
const QUEENS: Modes = 1 << 1;
const BOTH: Modes = 1 << 2;

const ONE: &str = "write table tours or table queens";

/// `table`.
pub static TABLE: Table = Table {
    modes: &[
        Mode { bit: TOURS, words: "on tours", asked: |g| g.has("family=tours") },
        Mode { bit: QUEENS, words: "on queens", asked: |g| g.has("family=queens") },
        Mode { bit: BOTH, words: "on both tables", asked: |_| true },
    ],
    flags: &[
        always("family"),
        always("range"),
        always("max"),
        flag("closed", TOURS | BOTH, "queens have no closed form; leave it out"),
        flag("piece", TOURS | QUEENS, ONE),
        flag("graph-format", 0, "tables are of boards; leave it out"),
        flag("leaper", TOURS, "it moves on tours: write table tours"),
        flag("moves", TOURS, "it moves on tours: write table tours"),
        flag("torus", TOURS | QUEENS, ONE),
        flag("cylinder", TOURS, "tours go around it: write table tours"),
        flag("holes", TOURS | QUEENS, ONE),
        flag("square", TOURS, "boards of queens are square; write table tours, or leave it out"),
        flag("convention", TOURS | QUEENS, ONE),
        always("confirm"),
        flag("method", QUEENS | BOTH, "it counts the queens; leave it out"),
        always("format"),
        flag("format=bfile", TOURS | QUEENS, ONE),
        always("output"),
        always("progress"),
        always("progress-interval"),
        always("metrics"),
        always("journal"),
        always("salvage"),
        always("no-lock"),
        always("threads"),
        always("memory"),
        always("quiet"),
        always("color"),
    ],
    never: &[
        PIECES,
        SILENT,
        &[
            never("max", "range", "write one of them"),
            never("torus", "cylinder", "write one of them"),
        ],
    ],
    needs: &[("salvage", "journal"), ("no-lock", "journal|output")],
};

const MISSING: Modes = 1;
const TOTAL: Modes = 1 << 1;

/// `merge`.
pub static MERGE: Table = Table {
    modes: &[
        Mode { bit: MISSING, words: "with --missing", asked: |g| g.has("missing") },
        Mode { bit: TOTAL, words: "on a total", asked: |_| true },
    ],
    flags: &[
        always("files"),
        flag("missing", MISSING, "leave it out"),
        flag("of", MISSING, "it goes with --missing"),
        always("format"),
        always("output"),
        always("salvage"),
        always("threads"),
        always("memory"),
        always("quiet"),
        always("color"),
    ],
    never: &[],
    needs: &[],
};

const ASKED: &str = "the question tells it; leave out one of them";

/// `draw`.
pub static DRAW: Table = Table {
    modes: &[Mode { bit: ALL, words: "on pictures", asked: |_| true }],
    flags: &[
        always("file"),
        always("board"),
        always("graph-format"),
        always("piece"),
        always("leaper"),
        always("moves"),
        always("closed"),
        always("question"),
        always("numbers"),
        always("by-symmetry"),
        always("format"),
        always("output"),
        always("quiet"),
        always("color"),
    ],
    never: &[
        PIECES,
        &[
            never("board", "question", ASKED),
            never("piece", "question", ASKED),
            never("graph-format", "question", ASKED),
            never("leaper", "question", ASKED),
            never("moves", "question", ASKED),
            never("closed", "question", ASKED),
        ],
    ],
    needs: &[],
};

/// `check`.
pub static CHECK: Table = Table {
    modes: &[Mode { bit: ALL, words: "on a check", asked: |_| true }],
    flags: &[
        always("file"),
        always("board"),
        always("piece"),
        always("leaper"),
        always("moves"),
        always("graph-format"),
        always("closed"),
        always("question"),
        always("format"),
        always("output"),
        always("quiet"),
        always("color"),
    ],
    never: DRAW.never,
    needs: &[],
};

/// All others: what they understand has an effect.
pub static PLAIN: Table = Table {
    modes: &[Mode { bit: ALL, words: "here", asked: |_| true }],
    flags: &[
        always("board"),
        always("budget"),
        always("closed"),
        always("color"),
        always("confirm"),
        always("cylinder"),
        always("family"),
        always("files"),
        always("folder"),
        always("format"),
        always("graph-format"),
        always("holes"),
        always("leaper"),
        always("listing"),
        always("memory"),
        always("metrics"),
        always("moves"),
        always("output"),
        always("paths"),
        always("piece"),
        always("progress"),
        always("progress-interval"),
        always("quiet"),
        always("range"),
        always("rows"),
        always("sample"),
        always("samples"),
        always("seed"),
        always("shell"),
        always("sizes"),
        always("starts"),
        always("threads"),
        always("torus"),
        always("title"),
        always("watch"),
    ],
    never: &[PIECES, SILENT],
    needs: &[],
};
