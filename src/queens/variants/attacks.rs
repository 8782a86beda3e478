//! The squares that a queen or an amazon attacks, on the plane or around a torus.

use crate::board::Bits;

/// The squares of each row that a queen attacks, including its own.
pub(super) fn attacks(
    side: usize,
    (row, column): (usize, usize),
    torus: bool,
    amazons: bool,
    touching: bool,
) -> Vec<u64> {
    let attacked = |there: usize| {
        if there == row {
            return u64::all_below(side);
        }
        let mut mask = u64::single(column);
        let rows = if torus {
            vec![there + side - row, row + side - there]
        } else {
            vec![there.abs_diff(row)]
        };
        for rows in rows {
            let rows = if torus { rows % side } else { rows };
            let mut steps = if touching && rows != 1 { vec![] } else { vec![rows] };
            if amazons && (rows == 1 || rows == 2) {
                steps.push(3 - rows);
            }
            for step in steps {
                if torus {
                    mask = mask.with((column + step) % side);
                    mask = mask.with((column + side * step - step) % side);
                } else {
                    mask |= u64::single(column) << step | u64::single(column) >> step;
                }
            }
        }
        mask & u64::all_below(side)
    };
    (0..side).map(attacked).collect()
}
