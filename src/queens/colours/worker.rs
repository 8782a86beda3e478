//! `Worker`: counts the placements of row sets, several sets of even rows together.

use std::ops::{ControlFlow, Range};

use super::batch::{Found, Layer, Symmetry};
use super::class::{Row, Sets};
use super::list::Boards;
use super::meet::Meeting;
use super::plain;
use super::slots::{CELLS, Counters};
use super::tree::Trees;
use super::walk::{CountMode, Counts, Walk, Work};
use crate::simd::Backend;

/// Limits on the row sets that are counted together: bytes of counters of a slab, which should stay
/// in a near cache, and items of a tree.
const NEAR: usize = 1 << 18;
const MOST_TOGETHER: usize = 16;
const MOST_ITEMS: u64 = 16 << 20;
/// Bytes of a tree of a nearly full class; larger trees are cut.
const MOST_BYTES: usize = 48 << 20;

/// Receives the work done and the placements found.
pub(super) type Progress<'a> = &'a mut dyn FnMut(Work, &Found) -> ControlFlow<()>;

/// The black boards of some rows: boards of the outer class or trees of the inner one. The outer
/// class is in the even rows if the layer lists these, as on odd boards, whose columns symmetry
/// restricts; otherwise it is in the odd rows.
#[derive(Default)]
struct Black {
    outer: Vec<Boards>,
    inner: Option<Trees>,
}

/// The boards for some odd rows: the white boards of these rows in odd columns, and their part of
/// the black ones.
pub(super) struct OfOdd {
    symmetry: Symmetry,
    odd_rows: u32,
    white: Boards,
    black: Black,
}

/// The boards for some sets of even rows: the white boards of each in even columns, and their part
/// of the black ones.
pub(super) struct OfEven {
    white: Trees,
    black: Black,
}

/// Some slabs of a list.
type List<'a> = (&'a Boards, Range<usize>);

/// The state of one thread, and its counts.
pub(super) struct Worker<'a> {
    layer: &'a Layer,
    symmetry: Symmetry,
    /// The sets of columns of the inner boards by colour, and which are taken.
    columns: [Sets; 2],
    takes: [Vec<bool>; 2],
    /// The approximate bytes of a tree, by colour.
    bytes: [usize; 2],
    walk: Walk,
    counters: [Vec<Counters>; 2],
    /// The placements for each set of even rows, and whether no counter was full.
    found: [Found; MOST_TOGETHER],
    whole: [bool; MOST_TOGETHER],
    all: Found,
}

impl<'a> Worker<'a> {
    /// A worker for sets of odd rows of which `first` is the first in the layer's order.
    pub fn new(layer: &'a Layer, first: u32) -> Worker<'a> {
        let symmetry = Symmetry::new(layer.side, first);
        let [even, odd] = layer.classes.white;
        let inner = layer.inner();
        let columns = [layer.queens, layer.black_queens()];
        let columns = [0, 1].map(|colour| Sets::new(inner[colour].columns, columns[colour]));
        let takes_even = (0..=even.all()).map(|set| symmetry.takes_even(set)).collect();
        let takes_black = if layer.lists_even {
            let all = inner[1].all();
            (0..=all).map(|set| symmetry.takes_even(all ^ set)).collect()
        } else {
            (0..=odd.all()).map(|set| symmetry.takes_odd(odd.all() ^ set)).collect()
        };
        Worker {
            layer,
            symmetry,
            columns,
            takes: [takes_even, takes_black],
            bytes: [0, 1].map(|colour| {
                // The black trees of an odd board are used many times.
                let is_cut = layer.is_full(colour) && !layer.is_odd();
                if is_cut { MOST_BYTES } else { usize::MAX }
            }),
            walk: Walk::new(),
            counters: Default::default(),
            found: [[0; 9]; MOST_TOGETHER],
            whole: [true; MOST_TOGETHER],
            all: [0; 9],
        }
    }

    /// The layer with the black class to list for such pairs of odd and even rows, and the number
    /// of sets of even rows to count together. A tree for several sets shares sifts; if that is not
    /// possible, the class with fewer boards is listed.
    pub fn suited(layer: Layer, odd_rows: u32, even_rows: &[u32]) -> (Layer, usize) {
        let together = Worker::new(&layer, odd_rows).together(even_rows);
        if layer.is_odd() || together > 1 {
            return (layer, together);
        }
        // Lists for several sets would take as much memory as their trees.
        (layer.like(odd_rows, even_rows[even_rows.len() / 2]), 1)
    }

    /// The number of sets of even rows that are counted together: as many as keep the counters in
    /// cache and the trees small.
    pub fn together(&self, even_rows: &[u32]) -> usize {
        let columns = self.columns[0].len().max(self.columns[1].len());
        let near = NEAR / (columns * size_of::<Counters>());
        let mut most = near.clamp(1, MOST_TOGETHER) as u64;
        // If black boards in even rows are listed, only the white trees are of even rows.
        let trees = if self.layer.lists_even { 1 } else { 2 };
        for (colour, class) in self.layer.inner().into_iter().take(trees).enumerate() {
            let boards =
                class.count(&self.layer.even_members(colour, even_rows[even_rows.len() / 2]));
            most = most.min(MOST_ITEMS / boards.max(1));
        }
        most.max(1) as usize
    }

    fn trees(&self, colour: usize, members: Vec<Vec<Row>>) -> Trees {
        Trees::new(self.layer.inner()[colour], members, self.bytes[colour])
    }

    /// The boards for some odd rows.
    pub fn of_odd(&self, odd_rows: u32) -> OfOdd {
        let Layer { side, classes, .. } = *self.layer;
        let symmetry = Symmetry::new(side, odd_rows);
        let odd = classes.white[1];
        let white = odd.rows_of(odd_rows, side);
        let white = Boards::new(odd, &white, |set| symmetry.takes_odd(set));
        let class = classes.black[1];
        let rows = class.rows_of(class.all_rows() ^ odd_rows, side);
        let black = if self.layer.lists_even {
            Black { inner: Some(self.trees(1, vec![rows])), ..Black::default() }
        } else {
            let takes = |set| symmetry.takes_even(class.all() ^ set);
            Black { outer: vec![Boards::new(class, &rows, takes)], ..Black::default() }
        };
        OfOdd { symmetry, odd_rows, white, black }
    }

    /// The boards for some sets of even rows.
    pub fn of_even(&self, even_rows: &[u32]) -> OfEven {
        let members = |colour: usize| -> Vec<Vec<Row>> {
            even_rows.iter().map(|&rows| self.layer.even_members(colour, rows)).collect()
        };
        let black = if self.layer.lists_even {
            let class = self.layer.classes.black[0];
            let takes = |set| self.symmetry.takes_odd(class.all() ^ set);
            let boards = |rows: Vec<Row>| Boards::new(class, &rows, takes);
            Black { outer: members(1).into_iter().map(boards).collect(), ..Black::default() }
        } else {
            Black { inner: Some(self.trees(1, members(1))), ..Black::default() }
        };
        OfEven { white: self.trees(0, members(0)), black }
    }

    /// Adds the placements with some odd rows and each of some sets of even rows.
    pub fn meet(
        &mut self,
        backend: Backend,
        of_odd: &OfOdd,
        of_even: &OfEven,
        even_rows: &[u32],
        progress: Progress<'_>,
    ) -> ControlFlow<()> {
        let members = even_rows.len();
        let columns = self.columns[0].len();
        let symmetry = of_odd.symmetry;
        let slabs = |boards: &Boards| boards.sets.len().div_ceil(CELLS);
        let mut counters = std::mem::take(&mut self.counters);
        let [white, black] = &mut counters;
        let inner = of_odd.black.inner.as_ref().or(of_even.black.inner.as_ref());
        let outer = of_odd.black.outer.iter().chain(&of_even.black.outer);
        let lists: Vec<List<'_>> = outer.map(|boards| (boards, 0..slabs(boards))).collect();
        let mut meetings = Vec::new();
        // For each set of even rows: its meeting, the index of its black counters for the first
        // slab, and the stride to the next slab.
        let (mut places, mut start) = (Vec::new(), 0);
        if let Some(trees) = inner {
            self.fill(backend, (1, trees), &lists, black, progress)?;
            let (rows, each) = (trees.members(), self.columns[1].len());
            for (boards, slabs) in lists {
                let at = meetings.len();
                places.extend((0..rows).map(|row| (at, start + row * each, rows * each)));
                start += slabs.len() * rows * each;
                let both = (&of_odd.white, boards);
                meetings.push(Meeting::new(symmetry, self.layer, both, &self.columns));
            }
        }
        // White boards slab by slab; all together if bits are taken.
        let all = slabs(&of_odd.white);
        let step = if self.layer.is_full(0) { all.max(1) } else { 1 };
        for first in (0..all).step_by(step) {
            let here = first..all.min(first + step);
            let list = [(&of_odd.white, here.clone())];
            self.fill(backend, (0, &of_even.white), &list, white, progress)?;
            for slab in here {
                let white = &white[(slab - first) * members * columns..];
                for (member, &rows) in even_rows.iter().enumerate() {
                    if !symmetry.takes_even(rows) {
                        continue;
                    }
                    let white = &white[member * columns..][..columns];
                    let (at, start, stride) = places[member];
                    let black = (&black[start..], stride);
                    let ties = symmetry.ties_even(rows);
                    let found = &mut self.found[member];
                    self.whole[member] &=
                        meetings[at].add(backend, slab, white, black, ties, found);
                }
            }
        }
        self.counters = counters;
        self.close(of_odd, even_rows, progress)
    }

    /// Takes over the placements found for each set of even rows. Sets with an overflowed counter
    /// are counted again.
    fn close(
        &mut self,
        of_odd: &OfOdd,
        even_rows: &[u32],
        progress: Progress<'_>,
    ) -> ControlFlow<()> {
        for (member, &rows) in even_rows.iter().enumerate() {
            let mut found = std::mem::take(&mut self.found[member]);
            if !std::mem::replace(&mut self.whole[member], true) {
                found = plain::count(self.layer, of_odd.odd_rows, rows, &mut || {
                    progress(self.walk.work, &self.all)
                })?;
            }
            for (sum, found) in self.all.iter_mut().zip(found) {
                *sum += found;
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts the boards of some trees by row set and columns for each cell of some slabs of some
    /// lists.
    fn fill(
        &mut self,
        backend: Backend,
        (colour, trees): (usize, &Trees),
        lists: &[List<'_>],
        counters: &mut Vec<Counters>,
        progress: Progress<'_>,
    ) -> ControlFlow<()> {
        let (members, columns) = (trees.members(), self.columns[colour].len());
        let each = members * columns;
        let slabs: usize = lists.iter().map(|(_, slabs)| slabs.len()).sum();
        counters.clear();
        counters.resize(slabs * each, Counters::ZERO);
        let (walk, class) = (&mut self.walk, self.layer.inner()[colour]);
        trees.each((&self.columns[colour], &self.takes[colour]), |tree| {
            let mut left = &mut counters[..];
            for (boards, slabs) in lists {
                let mut sparse = self.layer.is_full(colour);
                let before = walk.work;
                let mut slab = slabs.start;
                while slab < slabs.end {
                    let mode = match (sparse, slab == slabs.start) {
                        (false, _) => CountMode::Sieved,
                        (true, true) => CountMode::Tried(before),
                        (true, false) => CountMode::Taken,
                    };
                    let (first, end) = match mode {
                        CountMode::Taken => (slabs.start, boards.stretch(slab, slabs.end)),
                        CountMode::Sieved | CountMode::Tried(_) => (slab, slab + 1),
                    };
                    let counters = &mut left[(first - slabs.start) * each..];
                    let first = first as u32;
                    let mut counts = Counts { counters, members, columns, first, mode };
                    walk.run(backend, (class, tree), boards.slabs(slab..end), &mut counts);
                    if slab == slabs.start {
                        sparse &= walk.work.is_sparse_since(&before);
                    }
                    progress(walk.work, &self.all)?;
                    slab = end;
                }
                left = &mut left[slabs.len() * each..];
            }
            ControlFlow::Continue(())
        })
    }

    /// Forces a separate tree for each queen of the first row.
    #[cfg(test)]
    pub fn cut(&mut self) {
        self.bytes = [0; 2];
    }

    /// The work done and the placements found.
    pub fn done(&self) -> (Work, &Found) {
        (self.walk.work, &self.all)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{Layer, Worker, plain};
    use crate::queens::colours::machine::TILES_UNTIL_FULL;
    use crate::simd::Backend;

    #[test]
    fn a_full_counter_of_any_tile_causes_a_recount() {
        let layer = Layer::new(16, 4);
        let odd_rows = layer.odd_rows[0];
        let even_rows = &layer.even_rows(odd_rows)[10..11];
        let mut go_on = || ControlFlow::Continue(());
        let plainly = plain::count(&layer, odd_rows, even_rows[0], &mut go_on);
        let mut tiles = 0;
        loop {
            TILES_UNTIL_FULL.set(tiles);
            let mut worker = Worker::new(&layer, odd_rows);
            let (of_odd, of_even) = (worker.of_odd(odd_rows), worker.of_even(even_rows));
            let flow =
                worker.meet(Backend::Portable, &of_odd, &of_even, even_rows, &mut |_, _| go_on());
            assert!(flow.is_continue());
            assert_eq!(Some(*worker.done().1), plainly.continue_value(), "tile {tiles}");
            if TILES_UNTIL_FULL.get() <= tiles {
                break;
            }
            tiles += 1;
        }
        assert!(tiles > 5, "{tiles}: both colours have several slabs");
    }

    #[test]
    fn only_row_sets_with_a_full_counter_are_recounted() {
        let layer = Layer::new(10, 2);
        let odd_rows = layer.odd_rows[0];
        let all = layer.even_rows(odd_rows);
        let plainly = |rows: u32| {
            let found = plain::count(&layer, odd_rows, rows, &mut || ControlFlow::Continue(()));
            found.continue_value().unwrap_or_default()
        };
        let at = all.windows(3).position(|rows| plainly(rows[1]) != [0; 9]);
        let even_rows =
            &all[at.expect("some placements have two white queens in even rows")..][..3];
        let mut worker = Worker::new(&layer, odd_rows);
        let of_odd = worker.of_odd(odd_rows);
        // Beyond 64 bits.
        let before = u128::from(u64::MAX);
        worker.all = [before; 9];
        (worker.found[0], worker.found[1], worker.found[2]) = ([1; 9], [5; 9], [before; 9]);
        worker.whole[1] = false;
        for times in 1..3 {
            let flow = worker.close(&of_odd, even_rows, &mut |_, _| ControlFlow::Continue(()));
            assert!(flow.is_continue());
            let expected = plainly(even_rows[1]).map(|found| 2 * before + 1 + found);
            assert_eq!(*worker.done().1, expected, "closed {times} times");
        }
    }
}
