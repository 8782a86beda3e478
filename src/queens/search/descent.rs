//! The descent of one unit: the hot loop of the search.
//!
//! A queen is placed only if it leaves a free square in the next row and in the one after that, and
//! [due](Frame::due) columns are taken: a few instructions per queen detect most dead ends two rows
//! in advance.

use std::ops::ControlFlow;

use super::frame::Frame;
use super::levels::{Levels, first_row};
use super::tail::{PERMUTATION, ROWS, Tail};
use crate::board::Bits;
use crate::engine::{BEAT, Beat, Tally, Unit, Visitor};
use crate::method::Vectors;
use crate::queens::question::MAX_SIDE;

/// The columns and diagonals that the queens of the rows above attack in the next row.
#[derive(Clone, Copy, Default)]
pub(super) struct Queens {
    columns: u64,
    left: u64,
    right: u64,
    /// Knight's moves into the next row, and into the one after it: amazons only.
    near: u64,
    far: u64,
}

impl Queens {
    #[inline(always)]
    pub fn free<const AMAZON: bool>(self, mask: u64) -> u64 {
        let attacked = self.columns | self.left | self.right;
        mask & !(if AMAZON { attacked | self.near } else { attacked })
    }

    /// The squares of the row after the next one that no queen attacks so far.
    #[inline(always)]
    fn free_after<const AMAZON: bool>(self, mask: u64) -> u64 {
        let attacked = self.columns | self.left << 1 | self.right >> 1;
        mask & !(if AMAZON { attacked | self.far } else { attacked })
    }

    /// The free squares of the next row, without those that would leave a due column without a
    /// queen.
    #[inline(always)]
    pub fn open<const AMAZON: bool>(self, mask: u64, due: u64) -> u64 {
        let free = self.free::<AMAZON>(mask);
        let missing = due & !self.columns;
        if missing == 0 {
            return free;
        }
        free & if missing.at_most_one() { missing } else { 0 }
    }

    /// True if a queen that leads to this state is placed at all; `row` is the next row, and `open`
    /// are its squares.
    #[inline(always)]
    pub fn is_live<const AMAZON: bool>(self, frame: &Frame, row: usize, open: u64) -> bool {
        let looks_ahead = row + 1 < frame.side && (AMAZON || row != Tail::first(frame.side));
        open != 0 && !(looks_ahead && self.free_after::<AMAZON>(frame.rows[row + 1]) == 0)
    }

    /// The completions of a placement from the first row of the tail.
    #[inline(always)]
    pub fn complete(self, tail: &Tail, all: u64) -> ([u8; ROWS], u32) {
        tail.completions(all & !self.columns, self.left, self.right)
    }

    /// The attacked lines, for a board that is searched by levels.
    pub fn words(self) -> [u32; 3] {
        [self.columns, self.left, self.right].map(|word| word as u32)
    }

    #[inline(always)]
    pub fn with<const AMAZON: bool>(self, column: usize) -> Queens {
        let queen = u64::single(column);
        Queens {
            columns: self.columns | queen,
            left: (self.left | queen) << 1,
            right: (self.right | queen) >> 1,
            near: if AMAZON { self.far | queen << 2 | queen >> 2 } else { 0 },
            far: if AMAZON { queen << 1 | queen >> 1 } else { 0 },
        }
    }
}

/// Counts a placement and shows it to the visitor, if it is the least of its class.
#[inline(always)]
fn arrive(
    frame: &Frame,
    columns: &[u8],
    found: &mut [u64; 9],
    visitor: &mut impl Visitor<[u8]>,
) -> ControlFlow<()> {
    let Some(weight) = frame.weight(columns) else {
        return ControlFlow::Continue(());
    };
    found[weight as usize] = found[weight as usize].wrapping_add(1);
    visitor.solution(columns)
}

/// One unit being searched.
pub(super) struct Descent<'a, V> {
    frame: Frame,
    tail: Tail,
    first_of_tail: usize,
    /// The last rows, if they are searched by levels, and the number of rows above them.
    levels: Option<Levels>,
    above_levels: usize,
    /// Every column.
    all: u64,
    unit: &'a Unit,
    visitor: &'a mut V,
    columns: [u8; MAX_SIDE],
    /// Queens placed at each depth.
    profile: [u64; MAX_SIDE + 1],
    /// Placements by weight, which is at most 8.
    found: [u64; 9],
    nodes: u64,
    /// The number of nodes at which to beat after a batch of last rows.
    due: u64,
}

impl<'a, V: Visitor<[u8]>> Descent<'a, V> {
    /// With vectors, which search by levels, placements are visited in another order.
    pub fn new(
        frame: Frame,
        levels: Option<Vectors>,
        unit: &'a Unit,
        visitor: &'a mut V,
    ) -> Descent<'a, V> {
        Descent {
            levels: levels.map(|vectors| Levels::new(&frame, vectors)),
            above_levels: levels.map_or(usize::MAX, |_| first_row(frame.side)),
            tail: Tail::new(&frame),
            first_of_tail: Tail::first(frame.side),
            all: u64::all_below(frame.side),
            frame,
            unit,
            visitor,
            columns: [0; MAX_SIDE],
            profile: [0; MAX_SIDE + 1],
            found: [0; 9],
            nodes: 0,
            due: BEAT,
        }
    }

    /// Visits every placement that extends the unit's queens.
    pub fn run<const AMAZON: bool>(&mut self) -> ControlFlow<()> {
        let mut queens = Queens::default();
        for (place, &column) in self.columns.iter_mut().zip(&self.unit.path) {
            *place = column as u8;
            queens = queens.with::<AMAZON>(column as usize);
        }
        let row = self.unit.path.len();
        self.enter(row);
        let (mask, due) = (self.frame.rows[row], self.frame.due[row + 1]);
        // Units with more queens begin as in the descent from two queens.
        let free = match row {
            0..=2 => queens.free::<AMAZON>(mask),
            _ => queens.open::<AMAZON>(mask, due),
        };
        match (self.frame.side - row, free) {
            (0, _) => self.arrive_here(),
            (_, 0) => ControlFlow::Continue(()),
            (1, _) => self.finish(row, free),
            _ if row + 1 == self.above_levels => {
                self.collect(row, queens, free)?;
                self.finish_levels()
            }
            _ => {
                self.descend::<AMAZON>(row, queens, free)?;
                self.finish_levels()
            }
        }
    }

    /// The counts.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for (weight, &found) in (0..).zip(&self.found) {
            tally.find(weight, found);
        }
        for (depth, &nodes) in self.profile.iter().enumerate() {
            tally.enter(depth, nodes);
        }
        tally
    }

    /// Places a queen on each of the `free` squares of `row`, of which there is at least one; `row`
    /// is not the last.
    fn descend<const AMAZON: bool>(
        &mut self,
        row: usize,
        queens: Queens,
        mut free: u64,
    ) -> ControlFlow<()> {
        let below = row + 1;
        let mask = self.frame.rows[below];
        let due = self.frame.due[below + 1];
        let is_last = below + 1 == self.frame.side;
        while free != 0 {
            let column = free.trailing_zeros() as usize;
            free = free.without_first();
            let next = queens.with::<AMAZON>(column);
            let open = next.open::<AMAZON>(mask, due);
            if !next.is_live::<AMAZON>(&self.frame, below, open) {
                continue;
            }
            self.columns[row] = column as u8;
            self.enter(below);
            if !AMAZON && below + 1 == self.above_levels {
                self.collect(below, next, open)?;
            } else if !AMAZON && below == self.first_of_tail {
                self.complete(below, next)?;
            } else if is_last {
                self.finish(below, open)?;
            } else {
                if self.nodes.is_multiple_of(BEAT) {
                    self.beat()?;
                }
                self.descend::<AMAZON>(below, next, open)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Places a queen on each of the `free` squares of `row`, the last one above the levels, and
    /// adds the states to the first level.
    #[inline(always)]
    fn collect(&mut self, row: usize, queens: Queens, mut free: u64) -> ControlFlow<()> {
        let Some(levels) = &mut self.levels else { return ControlFlow::Continue(()) };
        let below = row + 1;
        let (mask, due) = (self.frame.rows[below], self.frame.due[below + 1]);
        let before = levels.len();
        while free != 0 {
            let column = free.trailing_zeros() as usize;
            free = free.without_first();
            let next = queens.with::<false>(column);
            let live = (next.open::<false>(mask, due) != 0)
                & (next.free_after::<false>(self.frame.rows[below + 1]) != 0);
            self.columns[row] = column as u8;
            levels.push_if(live, &self.columns, next.words());
        }
        let added = (levels.len() - before) as u64;
        self.profile[below] = self.profile[below].wrapping_add(added);
        self.nodes = self.nodes.wrapping_add(added);
        if levels.is_full() { self.finish_levels() } else { ControlFlow::Continue(()) }
    }

    /// Processes the last rows of all collected states.
    #[inline(never)]
    fn finish_levels(&mut self) -> ControlFlow<()> {
        let Some(mut levels) = self.levels.take() else { return ControlFlow::Continue(()) };
        let side = self.frame.side;
        let (frame, found, visitor) = (&self.frame, &mut self.found, &mut *self.visitor);
        levels.finish(&mut |columns| arrive(frame, &columns[..side], found, visitor))?;
        for (sum, placed) in self.profile.iter_mut().zip(levels.take_profile()) {
            *sum = sum.wrapping_add(placed);
            self.nodes = self.nodes.wrapping_add(placed);
        }
        self.levels = Some(levels);
        if self.nodes < self.due {
            return ControlFlow::Continue(());
        }
        self.due = self.nodes + BEAT;
        self.beat()
    }

    /// Places the last row's queen on each of the `free` squares.
    #[inline(always)]
    fn finish(&mut self, row: usize, free: u64) -> ControlFlow<()> {
        for column in free.iter() {
            self.columns[row] = column as u8;
            self.enter(row + 1);
            self.arrive_here()?;
        }
        ControlFlow::Continue(())
    }

    /// Completes the placement from `row` on, where the tail begins.
    #[inline(always)]
    fn complete(&mut self, row: usize, queens: Queens) -> ControlFlow<()> {
        let (columns, mut found) = queens.complete(&self.tail, self.all);
        while found != 0 {
            let permutation = PERMUTATION[found.trailing_zeros() as usize];
            found &= found - 1;
            for (place, number) in self.columns[row..row + ROWS].iter_mut().zip(permutation) {
                *place = columns[usize::from(number)];
            }
            self.enter(self.frame.side);
            self.arrive_here()?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn enter(&mut self, row: usize) {
        self.profile[row] = self.profile[row].wrapping_add(1);
        self.nodes = self.nodes.wrapping_add(1);
    }

    /// Counts the current placement.
    #[inline(always)]
    fn arrive_here(&mut self) -> ControlFlow<()> {
        let columns = &self.columns[..self.frame.side];
        arrive(&self.frame, columns, &mut self.found, self.visitor)
    }

    #[inline(never)]
    fn beat(&mut self) -> ControlFlow<()> {
        let solutions =
            (0..).zip(self.found).map(|(weight, found): (u64, u64)| weight * found).sum();
        self.visitor.beat(Beat { nodes: self.nodes, solutions, done: self.done() })
    }

    /// The finished fraction of the unit, from the current queens.
    fn done(&self) -> f64 {
        let (mut done, mut width) = (0.0, 1.0);
        let mut queens = Queens::default();
        for (row, &column) in self.columns[..self.frame.side].iter().enumerate() {
            let free = queens.free::<false>(self.frame.rows[row]);
            if row >= self.unit.path.len() {
                width /= free.len().max(1) as f64;
                done += width * (free & u64::all_below(usize::from(column))).len() as f64;
            }
            if width < 1e-6 {
                break;
            }
            queens = queens.with::<false>(usize::from(column));
        }
        done
    }
}
