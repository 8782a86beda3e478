//! The classes of toroidal placements under shifts, rotations and reflections.

/// The size of the class of a placement whose first queen stands in the corner, or `None`
/// if the class has a lesser placement with a queen there.
///
/// Of the 8·n² symmetries of the torus, those that take some queen of the placement into the
/// corner give every placement of the class that has a queen there: 8·n to compare with.
pub(super) fn class_on_torus(columns: &[u8]) -> Option<u64> {
    let side = columns.len();
    let mut rows = vec![0; side];
    for (row, &column) in columns.iter().enumerate() {
        rows[usize::from(column)] = row as u8;
    }
    let mut equal = 0;
    for lines in [columns, &rows[..]] {
        for (row, &column) in lines.iter().enumerate() {
            // Shifts alone, and after them one or both reflections that leave the corner.
            for (upside_down, mirrored) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let image = (0..side).map(|line| {
                    let from = if upside_down { side - line } else { line };
                    let shifted =
                        usize::from(lines[(row + from) % side]) + side - usize::from(column);
                    let at = shifted % side;
                    (if mirrored { (side - at) % side } else { at }) as u8
                });
                match image.cmp(columns.iter().copied()) {
                    std::cmp::Ordering::Less => return None,
                    std::cmp::Ordering::Equal => equal += 1,
                    std::cmp::Ordering::Greater => {}
                }
            }
        }
    }
    Some(8 * (side * side) as u64 / equal)
}
