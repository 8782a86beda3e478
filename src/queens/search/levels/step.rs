//! `Step`: from the placements of one level to those with one more queen.

use std::ops::RangeInclusive;

use super::states::{MOST_LANES, States};
use crate::board::Bits;
use crate::queens::search::frame::Frame;
use crate::simd::{Job, Machine};

/// The boards whose last rows are searched by levels. Smaller ones have too few rows above for
/// units, and the diagonals of larger ones do not fit in words.
pub(in crate::queens::search) const SIDES: RangeInclusive<usize> = 14..=32;

/// The number of rows that are searched by levels.
pub(in crate::queens::search) const LAST: usize = 9;

/// The number of rows of the look-ahead, except near the end.
const AHEAD: usize = 2;

/// With at most this number of rows left, the look-ahead covers all of them, and the columns.
const WHOLE: usize = 7;

/// The row after the first level's placements, where the last rows begin.
pub(in crate::queens::search) fn first_row(side: usize) -> usize {
    side - LAST
}

/// The constants for placing the queens of a row.
pub(in crate::queens::search) struct Step {
    /// The open squares of the row.
    open: u32,
    /// Every column.
    all: u32,
    /// The squares that the frame closes in each row of the look-ahead.
    closed: Vec<u32>,
    /// True if the look-ahead covers all remaining rows.
    to_the_last: bool,
}

impl Step {
    /// The step of a row, which is not the last.
    pub fn new(frame: &Frame, row: usize) -> Step {
        let rest = &frame.rows[row + 1..frame.side];
        let to_the_last = rest.len() <= WHOLE;
        let looks = if to_the_last { rest.len() } else { AHEAD };
        Step {
            open: frame.rows[row] as u32,
            all: u64::all_below(frame.side) as u32,
            closed: rest[..looks].iter().map(|row| !row as u32).collect(),
            to_the_last,
        }
    }

    /// True if a queen of the row is placed, from the lines attacked in the next row: the same rule
    /// as [`Place`], for one placement.
    pub fn is_live(&self, [columns, left, right]: [u32; 3]) -> bool {
        let rest = self.all & !columns;
        let mut lost = rest;
        let mut live = true;
        for (row, closed) in self.closed.iter().enumerate() {
            let attacked = closed | left << row | right >> row;
            live &= rest & !attacked != 0;
            lost &= attacked;
        }
        live && !(self.to_the_last && lost != 0)
    }
}

/// Continues placements by one queen, from the given one on, until the next level is full.
pub(super) struct Place<'l> {
    pub step: &'l Step,
    pub from: &'l States,
    pub to: &'l mut States,
    pub at: usize,
}

impl Job for Place<'_> {
    /// The first placement that is not continued yet.
    type Output = usize;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> usize {
        if self.step.to_the_last {
            self.place::<_, true>(machine)
        } else {
            self.place::<_, false>(machine)
        }
    }
}

impl Place<'_> {
    #[inline(always)]
    fn place<M: Machine, const TO_THE_LAST: bool>(self, m: M) -> usize {
        let Place { step, from, to, mut at } = self;
        let lanes: [u32; MOST_LANES] = std::array::from_fn(|lane| lane as u32);
        let (open, all) = (m.splat(step.open), m.splat(step.all));
        while at < from.len && !to.is_full() {
            let columns = m.load(&from.columns[at..]);
            let (left, right) = (m.load(&from.left[at..]), m.load(&from.right[at..]));
            let parent = m.or(m.splat(at as u32), m.load(&lanes));
            let here = (1u32 << (from.len - at).min(M::LANES)) - 1;
            let mut free = m.less(open, m.or(columns, m.or(left, right)));
            loop {
                let some = m.some(free) & here;
                if some == 0 {
                    break;
                }
                let queen = m.lowest(free);
                free = m.less(free, queen);
                let columns = m.or(columns, queen);
                let left = m.left(m.or(left, queen));
                let right = m.right(m.or(right, queen));
                let rest = m.less(all, columns);
                let (mut l, mut r) = (left, right);
                let mut lost = rest;
                let mut live = some;
                for &closed in &step.closed {
                    let attacked = m.or(m.splat(closed), m.or(l, r));
                    live &= m.some(m.less(rest, attacked));
                    if TO_THE_LAST {
                        lost = m.and(lost, attacked);
                    }
                    (l, r) = (m.left(l), m.right(r));
                }
                if TO_THE_LAST {
                    live &= !m.some(lost);
                }
                to.put(m, live, [columns, left, right], parent);
            }
            at = (at + M::LANES).min(from.len);
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Place, Step};
    use crate::engine::Random;
    use crate::queens::search::levels::states::{FULL, States};
    use crate::simd::Backend;

    /// The successors of random states: the columns and diagonals of each, and its parent.
    fn placed(backend: Backend, step: &Step, from: &States) -> Vec<[u32; 4]> {
        let (mut to, mut at, mut all) = (States::new(), 0, Vec::new());
        while at < from.len {
            at = backend.enter(Place { step, from, to: &mut to, at });
            let word = |i: usize| [to.columns[i], to.left[i], to.right[i], to.parent[i]];
            all.extend((0..to.len).map(word));
            to.len = 0;
        }
        all.sort_unstable();
        all
    }

    #[test]
    fn every_machine_agrees_with_the_scalar_rule() {
        let mut random = Random::new(5);
        let frame = Frame::new(18, true, 3).with_second(9);
        // Rows with the short look-ahead, with the full one, and the last but one; full levels and
        // partial vectors.
        for (row, len) in [(9, FULL), (11, 77), (14, 200), (16, 1000), (16, 1)] {
            let step = Step::new(&frame, row);
            let mut from = States::new();
            from.len = len;
            for at in 0..len {
                let mut word = || random.below(1 << 18) as u32;
                while (from.columns[at].count_ones() as usize) < row {
                    from.columns[at] |= word() & word() & word();
                }
                (from.left[at], from.right[at]) =
                    (word() & word() & word(), word() & word() & word());
            }
            let mut expected = Vec::new();
            for (at, parent) in (0..len).zip(0..) {
                let (columns, left, right) = (from.columns[at], from.left[at], from.right[at]);
                let free = step.open & !(columns | left | right);
                for queen in (0..18).map(|column| 1 << column).filter(|queen| free & queen != 0) {
                    let next = [columns | queen, (left | queen) << 1, (right | queen) >> 1];
                    if step.is_live(next) {
                        expected.push([next[0], next[1], next[2], parent]);
                    }
                }
            }
            expected.sort_unstable();
            assert!(len < 100 || !expected.is_empty());
            for backend in Backend::all() {
                assert_eq!(placed(backend, &step, &from), expected);
            }
        }
    }
}
