//! The last rows of a board by levels: many placements that have reached the same row are continued
//! together, one in each lane of a vector.
//!
//! The descent of a unit fills the first level. Each level holds placements of one more row. A full
//! level is continued into the next one before it takes more, so all levels stay in the nearest
//! caches. A queen is placed only if each of the next rows keeps a free square, and near the end
//! each column, too: for sixteen placements together these checks cost little. A complete placement
//! is reconstructed from the chain of its parents.

use std::ops::{ControlFlow, RangeInclusive};

use super::frame::Frame;
use crate::board::Bits;
use crate::queens::question::MAX_SIDE;
use crate::simd::{Backend, Job, Machine, Vectors};

/// The columns of a placement, row by row.
type Path = [u8; 32];

/// The levels; the descent fills the first one.
pub(in crate::queens::search) struct Levels {
    levels: Vec<States>,
    steps: Vec<Step>,
    /// The columns of the placements of the first level.
    paths: Vec<Path>,
    /// The number of rows of the first level's placements.
    above: usize,
    all: u32,
    backend: Backend,
    /// The number of placements by queens.
    profile: [u64; MAX_SIDE + 1],
}

impl Levels {
    pub fn new(frame: &Frame, vectors: Vectors) -> Levels {
        let above = first_row(frame.side);
        let levels = vec![States::new(); LAST];
        Levels {
            paths: vec![[0; 32]; levels[0].columns.len()],
            levels,
            steps: (above..frame.side - 1).map(|row| Step::new(frame, row)).collect(),
            above,
            all: u64::all_below(frame.side) as u32,
            backend: Backend::new(vectors),
            profile: [0; MAX_SIDE + 1],
        }
    }

    /// Adds a placement to the first level if it is `live`, branch-free, since liveness is hard to
    /// predict. There is space as long as the level is not full before each row.
    #[inline(always)]
    pub fn push_if(&mut self, live: bool, path: &[u8], [columns, left, right]: [u32; 3]) {
        let first = &mut self.levels[0];
        let at = first.len;
        self.paths[at].copy_from_slice(&path[..32]);
        first.columns[at] = columns;
        first.left[at] = left;
        first.right[at] = right;
        first.len += usize::from(live);
    }

    /// The number of placements on the first level.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.levels[0].len
    }

    /// True if there may be no space for those of another row.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.levels[0].is_full()
    }

    /// The number of placements below the first level by queens, since the last call.
    pub fn take_profile(&mut self) -> [u64; MAX_SIDE + 1] {
        std::mem::replace(&mut self.profile, [0; MAX_SIDE + 1])
    }

    /// Passes the columns of every completion of a first-level placement to `take`, and empties the
    /// levels.
    pub fn finish(&mut self, take: &mut impl FnMut(&Path) -> ControlFlow<()>) -> ControlFlow<()> {
        self.pump(0, take)
    }

    /// Continues all placements of a level.
    fn pump(
        &mut self,
        level: usize,
        take: &mut impl FnMut(&Path) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut at = 0;
        while at < self.levels[level].len {
            let [from, to] = &mut self.levels[level..level + 2] else { break };
            at = self.backend.enter(Place { step: &self.steps[level], from, to, at });
            let placed = &mut self.profile[self.above + level + 1];
            *placed = placed.wrapping_add(to.len as u64);
            if level + 1 < self.steps.len() {
                self.pump(level + 1, take)?;
            } else {
                self.arrive(take)?;
            }
        }
        self.levels[level].len = 0;
        ControlFlow::Continue(())
    }

    /// Passes on the placements of the last level, each with the queen for its only free square.
    fn arrive(&mut self, take: &mut impl FnMut(&Path) -> ControlFlow<()>) -> ControlFlow<()> {
        let last = self.levels.len() - 1;
        let arrived = std::mem::take(&mut self.levels[last].len);
        let placed = &mut self.profile[self.above + last + 1];
        *placed = placed.wrapping_add(arrived as u64);
        for number in 0..arrived {
            let (mut place, mut parent) = (number, number);
            let mut below = self.all;
            let mut tail = [0; LAST];
            for (level, column) in self.levels.iter().zip(&mut tail).rev() {
                place = parent;
                let columns = level.columns[place];
                *column = (below & !columns).trailing_zeros() as u8;
                below = columns;
                parent = level.parent[place] as usize;
            }
            let mut path = self.paths[place];
            path[self.above..self.above + LAST].copy_from_slice(&tail);
            take(&path)?;
        }
        ControlFlow::Continue(())
    }
}

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

/// The number of states at which a level is full.
pub(super) const FULL: usize = 1 << 10;

/// The most lanes of a vector.
pub(super) const MOST_LANES: usize = 16;

/// Space for the successors of a vector of placements, beyond a full level.
const SUCCESSORS: usize = MOST_LANES * 33;

/// The lines that each placement's queens attack in the next row, and its parent.
#[derive(Clone, Default)]
pub(super) struct States {
    pub columns: Vec<u32>,
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    /// The index in the level before.
    pub parent: Vec<u32>,
    pub len: usize,
}

impl States {
    pub fn new() -> States {
        let words = vec![0; FULL + SUCCESSORS];
        let [columns, left, right] = [words.clone(), words.clone(), words.clone()];
        States { columns, left, right, parent: words, len: 0 }
    }

    /// True if there may be no space for the successors of another vector.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len >= FULL
    }

    /// Adds the masked lanes.
    #[inline(always)]
    pub fn put<M: Machine>(
        &mut self,
        machine: M,
        mask: u32,
        [columns, left, right]: [M::Words; 3],
        parent: M::Words,
    ) {
        let at = self.len;
        machine.pack(columns, mask, &mut self.columns[at..]);
        machine.pack(left, mask, &mut self.left[at..]);
        machine.pack(right, mask, &mut self.right[at..]);
        machine.pack(parent, mask, &mut self.parent[at..]);
        self.len += mask.count_ones() as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::{FULL, Frame, Place, States, Step};
    use crate::engine::Random;
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
