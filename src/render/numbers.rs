//! A board of numbers, as the listings of the field print tours.

use std::io::{Result, Write};

/// Writes numbered cells row by row, one empty line after a plane, two after a solid, and
/// so on; a hole is a dot. `lengths` are the sides of the box, the last fastest, and `cells`
/// its sites in order.
pub fn numbers(
    lengths: &[usize],
    cells: impl Iterator<Item = Option<usize>>,
    out: &mut impl Write,
) -> Result<()> {
    let cells: Vec<_> = cells.map(|cell| cell.map_or(".".into(), |n| n.to_string())).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    for (i, cell) in cells.iter().enumerate() {
        write!(out, "{cell:>width$}")?;
        // The axes that are at their ends: the first ends the row, each other adds a line.
        let mut block = 1;
        let ended = lengths.iter().rev().take_while(|&&length| {
            block *= length;
            (i + 1).is_multiple_of(block)
        });
        match ended.count() {
            0 => out.write_all(b" ")?,
            _ if i + 1 == cells.len() => out.write_all(b"\n")?,
            ended => out.write_all("\n".repeat(ended).as_bytes())?,
        }
    }
    Ok(())
}

/// The empty lines between two listings of boards of that rank.
pub fn between(rank: usize) -> String {
    "\n".repeat(rank.saturating_sub(1).max(1))
}

#[cfg(test)]
mod tests {
    use super::numbers;

    fn shown(lengths: &[usize], holes: &[usize]) -> String {
        let mut out = Vec::new();
        let sites = lengths.iter().product();
        let cells = (0..sites).map(|i| (!holes.contains(&i)).then_some(i + 7));
        numbers(lengths, cells, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn planes_are_parted_by_empty_lines() {
        assert_eq!(shown(&[2, 3], &[]), " 7  8  9\n10 11 12\n");
        assert_eq!(shown(&[2, 1, 2], &[1]), " 7  .\n\n 9 10\n");
        assert_eq!(shown(&[2, 1, 1, 1], &[]), "7\n\n\n8\n");
        assert_eq!(shown(&[3], &[]), "7 8 9\n");
    }
}
