//! The commands with few flags.

use super::table::{ALL, Mode, Modes, PIECES, Table, always, flag, never};

const TOURS: Modes = 1;
const QUEENS: Modes = 1 << 1;
const BOTH: Modes = 1 << 2;

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
        flag("method", QUEENS | BOTH, "it counts the queens; leave it out"),
        always("output"),
        always("journal"),
        always("salvage"),
        always("threads"),
        always("memory"),
        always("quiet"),
    ],
    never: &[&[never("max", "range", "write one of them")]],
    needs: &[("salvage", "journal")],
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
        flag("format", TOTAL, "missing units are numbers; leave it out"),
        always("salvage"),
        always("threads"),
        always("memory"),
        always("quiet"),
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
        always("piece"),
        always("leaper"),
        always("moves"),
        always("closed"),
        always("question"),
        always("numbers"),
        always("by-symmetry"),
        always("format"),
        always("output"),
    ],
    never: &[
        PIECES,
        &[
            never("board", "question", ASKED),
            never("piece", "question", ASKED),
            never("leaper", "question", ASKED),
            never("moves", "question", ASKED),
            never("closed", "question", ASKED),
        ],
    ],
    needs: &[],
};

/// All others: what they understand has an effect.
pub static PLAIN: Table = Table {
    modes: &[Mode { bit: ALL, words: "here", asked: |_| true }],
    flags: &[
        always("board"),
        always("budget"),
        always("closed"),
        always("files"),
        always("leaper"),
        always("listing"),
        always("memory"),
        always("moves"),
        always("output"),
        always("paths"),
        always("piece"),
        always("quiet"),
        always("sample"),
        always("samples"),
        always("seed"),
        always("sizes"),
        always("starts"),
        always("threads"),
        always("title"),
        always("watch"),
    ],
    never: &[PIECES],
    needs: &[],
};
