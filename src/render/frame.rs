//! `Frame`: the separators of a format that writes solutions as rows of cells.

/// The text around rows and between cells.
#[derive(Debug)]
pub(super) struct Frame {
    /// The text before all rows, given the names of the columns.
    pub head: fn(&[String]) -> String,
    /// Before the first row.
    pub first: &'static str,
    /// Before every other row.
    pub next: &'static str,
    /// Between two cells; if `None`, the sheet decides.
    pub apart: Option<&'static str>,
    /// Before the code of a walk.
    pub before_code: &'static str,
    /// After each row.
    pub close: &'static str,
    /// After the last row.
    pub foot: &'static str,
    /// After a listing without rows.
    pub empty: &'static str,
    /// Writes a name as a cell.
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
