//! `Grid`: a header and rows of text, written in columns for people, as CSV or as a Markdown table.

use std::io::{Result, Write};

use comfy_table::{CellAlignment, Table, presets};
use serde_json::Value;

/// A table: a header, and rows with the same number of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The columns aligned left; others, such as numbers, are aligned right.
    left: Vec<usize>,
}

impl Grid {
    /// A table without rows. Columns are aligned right except those in `left`.
    pub fn new(header: &[&str], left: &[usize]) -> Grid {
        let header = header.iter().map(ToString::to_string).collect();
        Grid { header, rows: Vec::new(), left: left.to_vec() }
    }

    /// A table with a row for each JSON object. A column is the name of a field, or a header and
    /// the pointer to a value: `question@/question/text`.
    pub fn of(columns: &[&str], left: &[usize], values: &[Value]) -> Grid {
        let cell = |value: Option<&Value>| match value {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
        };
        let column = |text: &&str| match text.split_once('@') {
            Some((header, at)) => (header.to_string(), at.to_string()),
            None => (text.to_string(), format!("/{text}")),
        };
        let (header, places): (_, Vec<_>) = columns.iter().map(column).unzip();
        let row = |value: &Value| places.iter().map(|at| cell(value.pointer(at))).collect();
        Grid { header, rows: values.iter().map(row).collect(), left: left.to_vec() }
    }

    /// Sets the rows.
    pub fn rows(self, rows: Vec<Vec<String>>) -> Grid {
        Grid { rows, ..self }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// True if it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Aligned columns.
    pub fn text(&self, out: &mut impl Write) -> Result<()> {
        let mut table = Table::new();
        let table_of = table.load_style(presets::NOTHING);
        table_of.set_header(self.header.clone()).add_rows(self.rows.clone());
        for (i, column) in table.column_iter_mut().enumerate() {
            if !self.left.contains(&i) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    }

    /// CSV with a header.
    pub fn csv(&self, out: &mut impl Write) -> Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(&self.header)?;
        self.rows.iter().try_for_each(|row| writer.write_record(row))?;
        writer.flush()
    }

    /// A Markdown table.
    pub fn markdown(&self, out: &mut impl Write) -> Result<()> {
        let row = |cells: &[String]| {
            let cells: Vec<_> = cells.iter().map(|cell| markdown_cell(cell)).collect();
            format!("| {} |", cells.join(" | "))
        };
        let rule = |i| if self.left.contains(&i) { "---" } else { "---:" };
        let rules: Vec<_> = (0..self.header.len()).map(rule).collect();
        writeln!(out, "{}\n|{}|", row(&self.header), rules.join("|"))?;
        self.rows.iter().try_for_each(|cells| writeln!(out, "{}", row(cells)))
    }
}

/// A text as a cell of a Markdown table.
pub(super) fn markdown_cell(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " ")
}

/// Writes a header and rows in columns, aligned right except those in `left`.
pub fn grid(
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    left: &[usize],
    out: &mut impl Write,
) -> Result<()> {
    Grid { header, rows, left: left.to_vec() }.text(out)
}

#[cfg(test)]
mod tests {
    use super::{Grid, grid};

    fn cells(row: &[&str]) -> Vec<String> {
        row.iter().map(ToString::to_string).collect()
    }

    fn written(write: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_aligned() {
        let rows = vec![cells(&["1", "a"]), cells(&["1000", "bc"])];
        let text = written(|out| grid(cells(&["N", "name"]), rows.clone(), &[1], out).unwrap());
        assert_eq!(text, "    N  name\n    1  a\n 1000  bc\n");
    }

    #[test]
    fn a_table_is_csv_and_markdown_too() {
        let grid = Grid::new(&["N", "name"], &[1]).rows(vec![cells(&["1", "a|b, c"])]);
        assert_eq!(written(|out| grid.csv(out).unwrap()), "N,name\n1,\"a|b, c\"\n");
        let markdown = "| N | name |\n|---:|---|\n| 1 | a\\|b, c |\n";
        assert_eq!(written(|out| grid.markdown(out).unwrap()), markdown);
    }
}
