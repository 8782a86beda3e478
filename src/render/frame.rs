//! `Frame`: how a format sets solutions in rows of cells.

/// What stands around rows and between cells.
#[derive(Debug)]
pub(super) struct Frame {
    /// What stands before all rows, by the names of the columns.
    pub head: fn(&[String]) -> String,
    /// Before the first row.
    pub first: &'static str,
    /// Before every other row.
    pub next: &'static str,
    /// Between two cells; the sheet says it where this does not.
    pub apart: Option<&'static str>,
    /// Before the code of a walk.
    pub before_code: &'static str,
    /// Behind each row.
    pub close: &'static str,
    /// Behind the last row.
    pub foot: &'static str,
    /// The same where there was none.
    pub empty: &'static str,
    /// A cell that holds a name.
    pub name: fn(&str) -> String,
}

/// A line for each solution.
pub(super) static LINES: Frame = Frame {
    head: |_| String::new(),
    first: "",
    next: "",
    apart: None,
    before_code: ": ",
    close: "\n",
    foot: "",
    empty: "",
    name: str::to_string,
};
