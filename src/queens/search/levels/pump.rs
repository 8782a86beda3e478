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

/// The levels, the first of which the descent fills.
pub(in crate::queens::search) struct Levels {
    levels: Vec<States>,
    steps: Vec<Step>,
    /// The columns of the placements of the first level.
    paths: Vec<Path>,
    /// The rows of the first level's placements.
    above: usize,
    all: u32,
    backend: Backend,
    /// Placements by their queens.
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

    /// Adds a placement to the first level if it is `live`: without a branch, as nothing foretells
    /// which are. There is room, as long as the level is not full before each row.
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

    /// How many placements the first level holds.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.levels[0].len
    }

    /// True once there may be no room for those of another row.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.levels[0].is_full()
    }

    /// How many placements of so many queens there were below the first level since it was asked
    /// last.
    pub fn take_profile(&mut self) -> [u64; MAX_SIDE + 1] {
        std::mem::replace(&mut self.profile, [0; MAX_SIDE + 1])
    }

    /// Hands over the columns of every placement that continues one of the first level, and
    /// forgets those.
    pub fn finish(&mut self, take: &mut impl FnMut(&Path) -> ControlFlow<()>) -> ControlFlow<()> {
        self.pump(0, take)
    }

    /// Continues all of a level.
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

    /// Hands over the placements of the last level, each with the queen that it leaves one square.
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
