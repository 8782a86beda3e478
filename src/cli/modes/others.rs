//! Commands with few flags.

use super::table::{ALL, Modes, ONE_OF, PIECES, Pairs, SILENT, Table, Task};

/// `table`.
pub fn table() -> Table {
    const TOURS: Modes = 1;
    const QUEENS: Modes = 1 << 1;
    const BOTH: Modes = 1 << 2;
    const ONE: &str = "write table tours or table queens";
    const ON_TOURS: &str = "it moves on tours: write table tours";
    const TASKS: [Task<usize>; 3] = [
        (0, "on tours", &["family=tours"]),
        (1, "on queens", &["family=queens"]),
        (2, "on both tables", &[]),
    ];
    Table::new(
        &TASKS,
        &[
            ("family range max confirm format output journal salvage", ALL, ""),
            ("no-lock threads memory quiet color progress progress-interval metrics", ALL, ""),
            ("closed", TOURS | BOTH, "queens have no closed form; leave it out"),
            ("piece torus holes convention format=bfile", TOURS | QUEENS, ONE),
            ("graph-format", 0, "tables are of boards; leave it out"),
            ("leaper moves", TOURS, ON_TOURS),
            ("cylinder", TOURS, "tours go around it: write table tours"),
            ("square", TOURS, "boards of queens are square; write table tours, or leave it out"),
            ("method", QUEENS | BOTH, "it counts the queens; leave it out"),
        ],
        &[PIECES, SILENT, &[("max", "range", ONE_OF), ("torus", "cylinder", ONE_OF)]],
        &[("salvage", "journal"), ("no-lock", "journal|output")],
    )
}

/// `merge`.
pub fn merge() -> Table {
    const MISSING: Modes = 1;
    const TASKS: [Task<usize>; 2] = [(0, "with --missing", &["missing"]), (1, "on a total", &[])];
    Table::new(
        &TASKS,
        &[
            ("files format output salvage threads memory quiet color", ALL, ""),
            ("missing", MISSING, "leave it out"),
            ("of", MISSING, "it goes with --missing"),
        ],
        &[],
        &[],
    )
}

/// Other commands: every flag that they accept has an effect.
pub fn plain() -> Table {
    let flags = "board budget by-symmetry closed color confirm cylinder disk family file files folder \
                 format graph-format holes leaper listing memory metrics moves numbers output paths \
                 piece progress progress-interval question quiet range rows sample samples scratch \
                 seed shell sizes starts threads title torus watch";
    const LISTED: Pairs = &[(
        "board piece graph-format leaper moves closed",
        "question",
        "the question includes it; leave out one of them",
    )];
    Table::new(&[((), "here", &[])], &[(flags, ALL, "")], &[PIECES, SILENT, LISTED], &[])
}
