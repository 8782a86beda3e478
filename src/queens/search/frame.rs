//! `Frame`: the squares on which queens can be if the placement is the least of its class.

use std::cmp::Ordering;

use crate::board::Bits;
use crate::queens::question::MAX_SIDE;

/// The masks for one first queen.
#[derive(Clone)]
pub(super) struct Frame {
    pub side: usize,
    reduced: bool,
    /// The columns open to each row's queen; none after the last row.
    pub rows: [u64; MAX_SIDE + 2],
    /// The columns whose queens must be above each row: if one is missing, the row before must take
    /// it.
    pub due: [u64; MAX_SIDE + 2],
}

impl Frame {
    /// The masks for the placements whose first queen is in column `first`; if not `reduced`, for
    /// all placements.
    pub fn new(side: usize, reduced: bool, first: usize) -> Frame {
        let mut rows = [0; MAX_SIDE + 2];
        let mut due = [0; MAX_SIDE + 2];
        rows[..side].fill(u64::all_below(side));
        if reduced && side > 1 {
            let (last, sides) = (side - 1, u64::EMPTY.with(0).with(side - 1));
            for row in (1..side).filter(|&row| row < first || row > last - first) {
                rows[row] &= !sides;
            }
            rows[last] &= u64::all_below(side - first) & !u64::all_below(first);
            due[last - first + 1..=side].fill(sides);
        }
        rows[0] = u64::single(first);
        Frame { side, reduced, rows, due }
    }

    /// The masks once the second queen is known. With the first queen in the corner, the placement
    /// can tie only with its reflection in the diagonal. The queens of the second row and of the
    /// second column decide which of the two is less, so that column's queen is below row `second`.
    pub fn with_second(mut self, second: usize) -> Frame {
        if self.reduced && self.side > 1 && self.rows[0] == u64::single(0) {
            self.rows[2..=second].iter_mut().for_each(|row| *row &= !u64::single(1));
        }
        self
    }

    /// The weight of a complete placement: the size of its class, or `None` if it is not the least
    /// of its class.
    #[inline(always)]
    pub fn weight(&self, columns: &[u8]) -> Option<u64> {
        if !self.reduced {
            return Some(1);
        }
        let (first, last) = (usize::from(columns[0]), self.side - 1);
        if first == 0 && self.side > 1 {
            return Some(8);
        }
        let at = |row: usize, column: usize| usize::from(columns[row]) == column;
        let tied = at(last, first)
            || at(last, last - first)
            || [first, last - first].iter().any(|&row| at(row, 0) || at(row, last));
        if tied { weight_of_tie(columns) } else { Some(8) }
    }
}

/// The size of the placement's class, or `None` if it is not the least of its class.
#[inline(never)]
fn weight_of_tie(columns: &[u8]) -> Option<u64> {
    let last = columns.len() - 1;
    let mut rows = [0; MAX_SIDE];
    for (row, &column) in (0..).zip(columns) {
        rows[usize::from(column)] = row;
    }
    let mut equal = 0;
    for lines in [columns, &rows[..=last]] {
        for (upside_down, mirrored) in [(false, false), (false, true), (true, false), (true, true)]
        {
            let against = |(row, column): (usize, &u8)| {
                let image = lines[if upside_down { last - row } else { row }];
                (if mirrored { last as u8 - image } else { image }).cmp(column)
            };
            match columns.iter().enumerate().map(against).find(|order| order.is_ne()) {
                Some(Ordering::Less) => return None,
                Some(_) => {}
                None => equal += 1,
            }
        }
    }
    Some(8 / equal)
}
