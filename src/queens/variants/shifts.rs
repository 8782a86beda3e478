//! The classes of placements under shifts around the torus, rotations and reflections.

/// The size of the class of a placement whose first queen is in the corner, or `None` if the class
/// has a lesser placement with a queen there.
///
/// Of the 8·n² symmetries of the torus, those that take some queen of the placement into the corner
/// give every placement of the class with a queen there: 8·n comparisons.
pub(super) fn class_on_torus(columns: &[u8]) -> Option<u64> {
    let side = columns.len();
    let mut rows = vec![0; side];
    for (row, &column) in columns.iter().enumerate() {
        rows[usize::from(column)] = row as u8;
    }
    let mut equal = 0;
    for lines in [columns, &rows[..]] {
        for (row, &column) in lines.iter().enumerate() {
            // Shifts alone, then with one or both of the reflections that keep the corner.
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

/// The number of placements of the plane board in the class of this one, which is one of them; or
/// `None` if the class has a lesser one. Most shifts bring two queens onto a diagonal of the plane:
/// such images do not count.
pub(super) fn class_on_plane(columns: &[u8]) -> Option<u64> {
    let side = columns.len();
    let mut rows = vec![0; side];
    for (row, &column) in columns.iter().enumerate() {
        rows[usize::from(column)] = row as u8;
    }
    let (mut images, mut equal) = (0, 0);
    for down in 0..side {
        for right in (0..side).filter(|&right| is_on_plane(columns, down, right)) {
            images += 8;
            for (lines, [down, right]) in [(columns, [down, right]), (&rows[..], [right, down])] {
                for (upside_down, mirrored) in
                    [(false, false), (false, true), (true, false), (true, true)]
                {
                    let image = (0..side).map(|line| {
                        let line = if upside_down { side - 1 - line } else { line };
                        let at = (usize::from(lines[(line + side - down) % side]) + right) % side;
                        (if mirrored { side - 1 - at } else { at }) as u8
                    });
                    match image.cmp(columns.iter().copied()) {
                        std::cmp::Ordering::Less => return None,
                        std::cmp::Ordering::Equal => equal += 1,
                        std::cmp::Ordering::Greater => {}
                    }
                }
            }
        }
    }
    Some(images / equal)
}

/// True if no two queens, all shifted around the torus, are on a diagonal of the plane.
fn is_on_plane(columns: &[u8], down: usize, right: usize) -> bool {
    let side = columns.len();
    let wrapped = |at: usize| if at < side { at } else { at - side };
    let [mut rising, mut falling] = [0u128; 2];
    columns.iter().enumerate().all(|(row, &column)| {
        let (row, column) = (wrapped(row + down), wrapped(usize::from(column) + right));
        let [up, fall] = [1 << (row + column), 1 << (row + side - 1 - column)];
        let free = rising & up == 0 && falling & fall == 0;
        rising |= up;
        falling |= fall;
        free
    })
}
