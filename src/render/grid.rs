//! Columns of text, aligned.

use std::io::{Result, Write};

use comfy_table::{CellAlignment, Table, presets};

/// Writes a header and rows in columns, right-aligned but for those numbered in `left`.
pub fn grid(
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    left: &[usize],
    out: &mut impl Write,
) -> Result<()> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header).add_rows(rows);
    for (i, column) in table.column_iter_mut().enumerate() {
        if !left.contains(&i) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::grid;

    #[test]
    fn numbers_stand_below_each_other() {
        let cells = |row: &[&str]| row.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut out = Vec::new();
        let rows = vec![cells(&["1", "a"]), cells(&["1000", "bc"])];
        grid(cells(&["N", "name"]), rows, &[1], &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "    N  name\n    1  a\n 1000  bc\n");
    }
}
