//! `Levels`: the placements of a unit that are continued together.

use std::ops::ControlFlow;

use super::states::States;
use super::step::{LAST, Place, Step, first_row};
use crate::board::Bits;
use crate::queens::question::MAX_SIDE;
use crate::queens::search::frame::Frame;
use crate::simd::{Backend, Vectors};

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
