//! `Worker`: counts the placements of row sets, several sets of even rows at a time.

use std::ops::{ControlFlow, Range};

use super::batch::Layer;
use super::class::{Board, Class, Row};
use super::list::Boards;
use super::machine::{Counters, Machine};
use super::meet::Meeting;
use super::plain;
use super::sets::Sets;
use super::slots::CELLS;
use super::symmetry::{Found, Symmetry};
use super::tree::Tree;
use super::walk::{Counts, Walk, Work};

/// Bytes of counters of a slab, to stay near the processor, and items of a tree: what bounds the
/// row sets that are counted together.
const NEAR: usize = 1 << 18;
const MOST_TOGETHER: usize = 16;
const MOST_ITEMS: u64 = 16 << 20;

/// Boards of a list that are taken at a time, for a beat in between.
const STRETCH: usize = 1 << 20;
/// Slabs that tell how many boards pass.
const TRIED: usize = 2;
/// Where more words than this pass a test, adding up all of them is faster than taking bits.
const SPARSE: u64 = 2;

/// Hears how much was done and found.
pub(super) type Hear<'a> = &'a mut dyn FnMut(Work, &Found) -> ControlFlow<()>;

/// The boards of the outer classes for some odd rows: white ones in odd columns, black ones in
/// even columns.
pub(super) struct Lists {
    symmetry: Symmetry,
    odd_rows: u32,
    white: Boards,
    black: Boards,
    meeting: Meeting,
}

impl Lists {
    /// Those of a layer.
    pub fn new(layer: &Layer, odd_rows: u32) -> Lists {
        let symmetry = Symmetry::new(layer.side, odd_rows);
        let ([even, odd], [_, outer]) = (layer.classes.white, layer.classes.black);
        let white = odd.rows_of(odd_rows, layer.side);
        let white = Boards::new(odd, &white, |set| symmetry.takes_odd(set));
        let black = outer.rows_of(odd.all_rows() ^ odd_rows, layer.side);
        let black = Boards::new(outer, &black, |set| symmetry.takes_even(outer.all() ^ set));
        let numbers = (even.all(), &layer.even_columns());
        let others = Sets::new(odd.columns, odd.columns + layer.side % 2 - layer.queens);
        let meeting = Meeting::new(symmetry, (&white, &black), numbers, (odd.all(), &others));
        Lists { symmetry, odd_rows, white, black, meeting }
    }
}

/// The boards of the inner classes for some sets of even rows.
pub(super) struct Trees {
    white: Tree,
    black: Tree,
}

/// What one thread works with, and what it has counted.
pub(super) struct Worker<'a> {
    layer: &'a Layer,
    /// Sets of even columns of white boards, and of odd columns of black ones.
    columns: [Sets; 2],
    /// Which are taken.
    takes: [Vec<bool>; 2],
    walk: Walk,
    counters: [Vec<Counters>; 2],
    /// Of each set of even rows, and if no counter was full.
    found: [Found; MOST_TOGETHER],
    whole: [bool; MOST_TOGETHER],
    all: Found,
}

impl<'a> Worker<'a> {
    pub fn new(layer: &'a Layer, first: u32) -> Worker<'a> {
        let symmetry = Symmetry::new(layer.side, first);
        let [even, odd] = layer.classes.white;
        let others = Sets::new(odd.columns, odd.columns + layer.side % 2 - layer.queens);
        let takes_even = (0..=even.all()).map(|set| symmetry.takes_even(set)).collect();
        let takes_odd = (0..=odd.all()).map(|set| symmetry.takes_odd(odd.all() ^ set)).collect();
        Worker {
            layer,
            columns: [layer.even_columns(), others],
            takes: [takes_even, takes_odd],
            walk: Walk::new(),
            counters: Default::default(),
            found: [[0; 9]; MOST_TOGETHER],
            whole: [true; MOST_TOGETHER],
            all: [0; 9],
        }
    }

    fn inner(&self) -> [Class; 2] {
        [self.layer.classes.white[0], self.layer.classes.black[0]]
    }

    fn members(&self, colour: usize, even_rows: u32) -> Vec<Row> {
        let class = self.inner()[colour];
        let rows = if colour == 0 { even_rows } else { class.all_rows() ^ even_rows };
        class.rows_of(rows, self.layer.side)
    }

    /// How many sets of even rows are counted together: as many as their counters stay near the
    /// processor, and their trees small.
    pub fn together(&self, even_rows: &[u32]) -> usize {
        let rows = self.columns[0].len().max(self.columns[1].len());
        let near = NEAR / (rows * size_of::<Counters>());
        let mut most = near.clamp(1, MOST_TOGETHER) as u64;
        for (colour, class) in self.inner().into_iter().enumerate() {
            let rows = self.members(colour, even_rows[even_rows.len() / 2]);
            let mut boards = 0u64;
            class.each(&rows, Board::default(), &mut |_| boards += 1);
            most = most.min(MOST_ITEMS / boards.max(1));
        }
        most.max(1) as usize
    }

    pub fn trees(&self, even_rows: &[u32]) -> Trees {
        let [white, black] = [0, 1].map(|colour| {
            let members: Vec<_> =
                even_rows.iter().map(|&rows| self.members(colour, rows)).collect();
            let (class, columns) = (self.inner()[colour], &self.columns[colour]);
            Tree::new(class, &members, columns, &self.takes[colour])
        });
        Trees { white, black }
    }

    /// Adds the placements with the odd rows of some lists and the even rows of the trees.
    pub fn meet(
        &mut self,
        machine: impl Machine,
        lists: &Lists,
        trees: &Trees,
        even_rows: &[u32],
        hear: Hear<'_>,
    ) -> ControlFlow<()> {
        let members = even_rows.len();
        let [even, odd] = self.columns.each_ref().map(Sets::len);
        let symmetry = lists.symmetry;
        let slabs = |boards: &Boards| boards.sets.len().div_ceil(CELLS);
        let mut counters = std::mem::take(&mut self.counters);
        let [white, black] = &mut counters;
        let all = 0..slabs(&lists.black);
        self.fill(machine, (1, &trees.black), (&lists.black, all), black, hear)?;
        // White boards slab by slab; all at a time where bits are taken.
        let all = slabs(&lists.white);
        let step = if self.is_sparse(0) { all.max(1) } else { 1 };
        for first in (0..all).step_by(step) {
            let here = first..all.min(first + step);
            self.fill(machine, (0, &trees.white), (&lists.white, here.clone()), white, hear)?;
            for slab in here {
                let white = &white[(slab - first) * members * even..];
                for (member, &rows) in even_rows.iter().enumerate() {
                    if !symmetry.takes_even(rows) {
                        continue;
                    }
                    let white = &white[member * even..][..even];
                    let black = (&black[member * odd..], members * odd);
                    let ties = symmetry.ties_even(rows);
                    let found = &mut self.found;
                    let meeting = &lists.meeting;
                    self.whole[member] &=
                        meeting.add(machine, slab, white, black, ties, &mut found[member]);
                }
            }
        }
        self.counters = counters;
        self.close(lists, even_rows, hear)
    }

    /// Takes over what was found for each set of even rows. What had more to count than a counter
    /// holds is counted again.
    fn close(&mut self, lists: &Lists, even_rows: &[u32], hear: Hear<'_>) -> ControlFlow<()> {
        for (member, &rows) in even_rows.iter().enumerate() {
            let mut found = std::mem::take(&mut self.found[member]);
            if !std::mem::replace(&mut self.whole[member], true) {
                found = plain::count(self.layer, lists.odd_rows, rows, &mut || {
                    hear(self.walk.work, &self.all)
                })?;
            }
            for (sum, found) in self.all.iter_mut().zip(found) {
                *sum += found;
            }
        }
        ControlFlow::Continue(())
    }

    /// True if hardly any boards of a colour pass, as far as its queens tell: in classes that are
    /// nearly full.
    fn is_sparse(&self, colour: usize) -> bool {
        let class = self.inner()[colour];
        let queens = if colour == 0 { self.layer.queens } else { class.rows - self.layer.queens };
        queens > (self.layer.side + 2) / 4
    }

    /// Counts the boards of a tree by row set and columns for each cell of some slabs.
    fn fill(
        &mut self,
        machine: impl Machine,
        (colour, tree): (usize, &Tree),
        (boards, slabs): (&Boards, Range<usize>),
        counters: &mut Vec<Counters>,
        hear: Hear<'_>,
    ) -> ControlFlow<()> {
        let (members, columns) = (tree.rests.len(), self.columns[colour].len());
        let each = members * columns;
        counters.clear();
        counters.resize(slabs.len() * each, Counters::ZERO);
        let mut taken = self.is_sparse(colour);
        let before = self.walk.work;
        let mut slab = slabs.start;
        while slab < slabs.end {
            let end = if taken { self.stretch(boards, slab, &slabs) } else { slab + 1 };
            let first = if taken { slabs.start } else { slab };
            let range =
                boards.starts[slab * CELLS]..boards.starts[boards.sets.len().min(end * CELLS)];
            let list = (&boards.diagonals[range.clone()], &boards.cells[range]);
            let counters = &mut counters[(first - slabs.start) * each..];
            let first = first as u32;
            let mut counts = Counts { counters, members, columns, first, taken };
            self.walk.run(machine, (self.inner()[colour], tree), list, &mut counts);
            let work = self.walk.work;
            let (words, tests) = (work.words - before.words, work.tests - before.tests);
            taken &= words <= SPARSE * tests;
            hear(work, &self.all)?;
            slab = end;
        }
        ControlFlow::Continue(())
    }

    /// The end of the slabs from one on whose boards are taken at a time.
    fn stretch(&self, boards: &Boards, slab: usize, slabs: &Range<usize>) -> usize {
        if slab == slabs.start {
            return slabs.end.min(slab + TRIED);
        }
        let start = |slab: usize| boards.starts[boards.sets.len().min(slab * CELLS)];
        let mut end = slab + 1;
        while end < slabs.end && start(end + 1) - start(slab) <= STRETCH {
            end += 1;
        }
        end
    }

    /// As if every counter had been full.
    #[cfg(test)]
    pub fn distrust(&mut self) {
        self.whole = [false; MOST_TOGETHER];
    }

    /// What was done and found.
    pub fn done(&self) -> (Work, &Found) {
        (self.walk.work, &self.all)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::ops::ControlFlow;

    use super::{CELLS, Counters, Layer, Lists, Machine, Worker, plain};
    use crate::queens::colours::machine::{Job, Portable, Standing};

    /// A machine of whose tiles the one with this number has a full counter.
    #[derive(Clone, Copy)]
    struct Full<'t>(&'t Cell<usize>);

    impl Machine for Full<'_> {
        fn enter<T: Job>(self, job: T) -> T::Output {
            job.run(self)
        }

        fn sieve(self, on: Standing<'_>, items: &[u32], runs: &[u32], counts: &mut [Counters]) {
            Portable.sieve(on, items, runs, counts);
        }

        fn turn<'a>(self, rows: impl Iterator<Item = &'a Counters>, tile: &mut [Counters; CELLS]) {
            Portable.turn(rows, tile);
            if self.0.replace(self.0.get().wrapping_sub(1)) == 0 {
                tile[0].0[0] = u16::MAX;
            }
        }
    }

    #[test]
    fn a_full_counter_of_any_tile_has_its_row_set_counted_again() {
        let layer = Layer::new(16, 4);
        let odd_rows = layer.odd_rows[0];
        let even_rows = &layer.even_rows(odd_rows)[10..11];
        let lists = Lists::new(&layer, odd_rows);
        let mut go_on = || ControlFlow::Continue(());
        let plainly = plain::count(&layer, odd_rows, even_rows[0], &mut go_on);
        let mut tiles = 0;
        loop {
            let left = Cell::new(tiles);
            let mut worker = Worker::new(&layer, odd_rows);
            let trees = worker.trees(even_rows);
            let flow = worker.meet(Full(&left), &lists, &trees, even_rows, &mut |_, _| go_on());
            assert!(flow.is_continue());
            assert_eq!(Some(*worker.done().1), plainly.continue_value(), "tile {tiles}");
            if left.get() <= tiles {
                break;
            }
            tiles += 1;
        }
        assert!(tiles > 5, "{tiles}: both colours have several slabs");
    }

    #[test]
    fn the_row_set_with_a_full_counter_is_counted_again_and_no_other() {
        let layer = Layer::new(10, 2);
        let odd_rows = layer.odd_rows[0];
        let (all, lists) = (layer.even_rows(odd_rows), Lists::new(&layer, odd_rows));
        let plainly = |rows: u32| {
            let found = plain::count(&layer, odd_rows, rows, &mut || ControlFlow::Continue(()));
            found.continue_value().unwrap_or_default()
        };
        let at = all.windows(3).position(|rows| plainly(rows[1]) != [0; 9]);
        let even_rows =
            &all[at.expect("some placements have two white queens in even rows")..][..3];
        let mut worker = Worker::new(&layer, odd_rows);
        // Beyond 64 bits.
        let before = u128::from(u64::MAX);
        worker.all = [before; 9];
        (worker.found[0], worker.found[1], worker.found[2]) = ([1; 9], [5; 9], [before; 9]);
        worker.whole[1] = false;
        for times in 1..3 {
            let flow = worker.close(&lists, even_rows, &mut |_, _| ControlFlow::Continue(()));
            assert!(flow.is_continue());
            let expected = plainly(even_rows[1]).map(|found| 2 * before + 1 + found);
            assert_eq!(*worker.done().1, expected, "closed {times} times");
        }
    }
}
