//! `Walk`: a descent through a tree with the boards that its queens do not attack, and the counts
//! at its leaves.
//!
//! At a leaf up to 512 boards are tested in parallel, one bit of a vector for each. For each square
//! of the rest there is a set of boards that leave it free, for each pair of squares the AND of
//! two, and for each item the AND of two of these. In a *sieve* the bits of 32 cells are grouped by
//! bytes (`slots`), and their sums are added to adjacent counters. If few boards pass, they may be
//! of any cells, and the set bits are *taken* one by one.

use std::ops::Range;

use super::class::{Class, Row};
use super::list::{Listed, Slice};
use super::machine::{passing, sieve, sift, transpose};
use super::slots::{CELLS, Check, Counters, EACH, ENTRIES, Slots, Tables};
use super::tree::{Leaf, Part, Tree};
use crate::queens::lanes::{LANES, Lanes};
use crate::simd::{Backend, Job, Machine};

/// The number of tests that take as long as building the tables for them.
const BUILD: usize = 128;

/// The counters for a tree's boards.
pub(super) struct Counts<'a> {
    /// By slab of cells, by row set of the tree, by number of the columns.
    pub counters: &'a mut [Counters],
    /// The number of row sets of the tree.
    pub members: usize,
    /// The number of sets of columns.
    pub columns: usize,
    /// The first slab.
    pub first: u32,
    pub mode: CountMode,
}

/// The memory of a walk, reused by many walks.
pub(super) struct Walk {
    levels: Vec<Listed>,
    leaf: AtLeaf,
    pub work: Work,
}

impl Walk {
    /// Room for walks.
    pub fn new() -> Walk {
        let table = || [Lanes::NONE; ENTRIES];
        let leaf = AtLeaf {
            planes: Box::new([Lanes::NONE; 64]),
            tables: Box::new(Tables { first: table(), second: table() }),
            slots: Slots::FREE,
            filled: Default::default(),
            left: Vec::new(),
            words: Vec::new(),
            places: Box::new([0; LANES]),
            soon: Vec::new(),
        };
        Walk { levels: Vec::new(), leaf, work: Work::default() }
    }

    /// For each of `boards`, by cell, adds the number of boards of the tree, by row set and
    /// columns, that do not attack it.
    pub fn run(
        &mut self,
        backend: Backend,
        (class, tree): (Class, &Tree),
        boards: Slice<'_>,
        counts: &mut Counts<'_>,
    ) {
        if self.levels.len() < tree.levels.len() {
            self.levels.resize_with(tree.levels.len(), Listed::default);
        }
        self.down(backend, (class, tree), 0, tree.roots(), boards, counts);
    }

    fn down(
        &mut self,
        backend: Backend,
        (class, tree): (Class, &Tree),
        level: usize,
        range: Range<u32>,
        boards: Slice<'_>,
        counts: &mut Counts<'_>,
    ) {
        let range = range.start as usize..range.end as usize;
        let Some(nodes) = tree.levels.get(level) else {
            for leaf in &tree.leaves[range] {
                let at = &mut self.leaf;
                let work = &mut self.work;
                backend.enter(LeafJob { at, class, tree, leaf, boards, counts, work });
            }
            return;
        };
        let last = level + 1 == tree.levels.len();
        let mut kept = std::mem::take(&mut self.levels[level]);
        for node in &nodes[range] {
            // A last node has one leaf.
            let leaf = last.then(|| &tree.leaves[node.below.start as usize]);
            let checks =
                leaf.map_or(0..0, |leaf| leaf.checks.start as usize..leaf.checks.end as usize);
            let checks = &tree.checks[checks];
            self.work.sifted += boards.len() as u64;
            backend.enter(Sift { boards, diagonals: node.diagonals, checks, kept: &mut kept });
            if kept.len() > 0 {
                let below = node.below.clone();
                self.down(backend, (class, tree), level + 1, below, kept.boards(), counts);
            }
        }
        self.levels[level] = kept;
    }
}

struct Sift<'a> {
    boards: Slice<'a>,
    diagonals: u64,
    checks: &'a [Check],
    kept: &'a mut Listed,
}

impl Job for Sift<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        sift(machine, self.boards, self.diagonals, self.checks, self.kept);
    }
}

struct LeafJob<'a, 'c> {
    at: &'a mut AtLeaf,
    class: Class,
    tree: &'a Tree,
    leaf: &'a Leaf,
    boards: Slice<'a>,
    counts: &'a mut Counts<'c>,
    work: &'a mut Work,
}

impl Job for LeafJob<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self, machine: impl Machine) {
        let taken = match &self.counts.mode {
            CountMode::Sieved => false,
            CountMode::Taken => true,
            CountMode::Tried(before) => self.work.is_sparse_since(before),
        };
        if taken { self.take(machine) } else { self.sieve(machine) }
    }
}

impl LeafJob<'_, '_> {
    /// Processes the items of each row set after building their tables.
    #[inline(always)]
    fn parts(&mut self, mut each: impl FnMut(&mut Self, &Part, &[u32])) {
        self.at.filled = Default::default();
        let tree = self.tree;
        for part in &tree.parts[self.leaf.parts.start as usize..self.leaf.parts.end as usize] {
            self.at.fill(self.class, self.leaf, &tree.rests[part.member as usize]);
            let items = &tree.items[part.items.start as usize..part.items.end as usize];
            self.work.tests += items.len() as u64;
            each(self, part, items);
        }
    }

    #[inline(always)]
    fn sieve(mut self, machine: impl Machine) {
        let mut left = std::mem::take(&mut self.at.left);
        left.clear();
        let mut start = 0;
        for run in self.boards.cells.chunk_by(|one, next| one == next) {
            let end = start + run.len();
            left.push((run[0], start..end));
            start = end;
        }
        while !left.is_empty() {
            self.at.spread(machine, self.boards, &mut left);
            self.parts(|job, part, items| {
                let columns = job.counts.columns;
                let counters =
                    &mut job.counts.counters[part.member as usize * columns..][..columns];
                let runs = &job.tree.runs[part.runs.start as usize..part.runs.end as usize];
                sieve(machine, (&job.at.tables, &job.at.slots), items, runs, counters);
            });
        }
        self.at.left = left;
    }

    #[inline(always)]
    fn take(mut self, machine: impl Machine) {
        for boards in self.boards.chunks(LANES) {
            self.at.stand(machine, boards);
            self.at.place(boards.cells, self.counts);
            let idle = LANES - boards.len();
            self.work.idle += (BUILD * idle) as u64;
            self.parts(|job, part, items| {
                let mut words = std::mem::take(&mut job.at.words);
                words.clear();
                words.resize(items.len().next_multiple_of(8), 0);
                passing(machine, &job.at.tables, items, &mut words[..items.len()]);
                job.work.idle += (items.len() * idle) as u64;
                job.add(machine, part, items, &words);
                job.at.words = words;
            });
        }
    }

    /// Increments a counter for each passing board. The counters are usually not in the cache, so
    /// all addresses are computed and prefetched first.
    #[inline(always)]
    fn add(&mut self, machine: impl Machine, part: &Part, items: &[u32], words: &[u8]) {
        let Counts { counters, columns, .. } = &mut *self.counts;
        let AtLeaf { tables, places, soon, .. } = &mut *self.at;
        let numbers = &self.tree.numbers[part.items.start as usize..part.items.end as usize];
        let member = part.member * *columns as u32;
        soon.clear();
        for (at, eight) in words.as_chunks::<8>().0.iter().enumerate() {
            let mut set = u64::from_le_bytes(*eight);
            self.work.words += u64::from(set.count_ones());
            while set != 0 {
                let bit = set.trailing_zeros() as usize;
                set &= set - 1;
                let (item, word) = (8 * at + bit / 8, bit % 8);
                let row = member + u32::from(numbers[item]);
                let mut lanes = tables.word(items[item], word);
                while lanes != 0 {
                    let place = &places[(word + 8 * lanes.trailing_zeros() as usize) % LANES];
                    lanes &= lanes - 1;
                    let place = place + row * CELLS as u32;
                    machine.prefetch(counters, place as usize / CELLS);
                    soon.push(place);
                }
            }
        }
        for &place in &*soon {
            let counter = &mut counters[place as usize / CELLS].0[place as usize % CELLS];
            *counter = counter.saturating_add(1);
        }
    }
}

/// The state at a leaf.
struct AtLeaf {
    /// For each diagonal, the boards that occupy it, and the lanes without a board.
    planes: Box<[Lanes; 64]>,
    tables: Box<Tables>,
    /// The slots of a sieve.
    slots: Slots,
    /// The rows for which tables exist.
    filled: [Vec<Row>; 2],
    /// Boards that are still to be sieved, by cell.
    left: Vec<(u32, Range<usize>)>,
    words: Vec<u8>,
    /// The index of the first counter of each lane's cell, and the counters to be incremented: by
    /// row, and within it.
    places: Box<[u32; LANES]>,
    soon: Vec<u32>,
}

impl AtLeaf {
    /// Puts the boards of each cell into its slots; boards without a slot are left over.
    #[inline(always)]
    fn spread(
        &mut self,
        machine: impl Machine,
        boards: Slice<'_>,
        left: &mut Vec<(u32, Range<usize>)>,
    ) {
        *self.planes = [Lanes::ALL; 64];
        self.slots = Slots::FREE;
        let (planes, slots) = (&mut self.planes, &mut self.slots);
        left.retain_mut(|(cell, range)| {
            let cell = *cell as usize % CELLS;
            let mut slot = Some(Slots::own(cell));
            for further in 0.. {
                let Some(at) = slot else { break };
                let here = range.start..range.end.min(range.start + EACH);
                let boards = boards.range(here).diagonals();
                for (plane, diagonals) in planes[at % 8 * EACH..].iter_mut().zip(boards) {
                    plane.0[at / 8] = diagonals;
                }
                range.start = range.end.min(range.start + EACH);
                slot = if range.start < range.end { slots.take(cell, further) } else { None };
            }
            range.start < range.end
        });
        transpose(machine, planes);
    }

    /// Puts up to 512 boards into consecutive lanes.
    #[inline(always)]
    fn stand(&mut self, machine: impl Machine, boards: Slice<'_>) {
        *self.planes = [Lanes::ALL; 64];
        for (plane, boards) in self.planes.iter_mut().zip(boards.chunks(8)) {
            for (word, diagonals) in plane.0.iter_mut().zip(boards.diagonals()) {
                *word = diagonals;
            }
        }
        transpose(machine, &mut self.planes);
    }

    /// Sets the counters of the cells whose boards are in the lanes.
    #[inline(always)]
    fn place(&mut self, cells: &[u32], counts: &Counts<'_>) {
        let (first, slab) = (counts.first * CELLS as u32, counts.members * counts.columns);
        for (place, &cell) in self.places.iter_mut().zip(cells) {
            let cell = cell - first;
            *place = cell / CELLS as u32 * slab as u32 * CELLS as u32 + cell % CELLS as u32;
        }
    }

    /// Builds the missing tables for a rest.
    #[inline(always)]
    fn fill(&mut self, class: Class, leaf: &Leaf, rest: &[Row]) {
        let cut = rest.len().min(2);
        let (first, second) = rest.split_at(cut);
        let Tables { first: one, second: other } = &mut *self.tables;
        let [for_one, for_other] = &mut self.filled;
        for (table, rows, filled) in [(one, first, for_one), (other, second, for_other)] {
            if !rows.is_empty() && filled[..] == *rows {
                continue;
            }
            filled.clear();
            filled.extend_from_slice(rows);
            pairs(table, &self.planes, rows, |row| {
                class.all() & !leaf.board.columns & row.free_of(leaf.board.diagonals)
            });
        }
        if rest.is_empty() {
            // No board is on every diagonal, but a lane without a board appears to be.
            let mut none = Lanes::ALL;
            for plane in &*self.planes {
                none = none.and(plane);
            }
            self.tables.first[0] = none.xor(&Lanes::ALL);
        }
    }
}

/// The lanes that leave a square of each of up to two rows free.
#[inline(always)]
fn pairs(
    table: &mut [Lanes; ENTRIES],
    planes: &[Lanes; 64],
    rows: &[Row],
    free: impl Fn(Row) -> u32,
) {
    let square = |row: Row, column: u32| {
        let taken = planes[(column + row.sum) as usize % 32]
            .or(&planes[32 + (column + row.difference) as usize % 32]);
        taken.xor(&Lanes::ALL)
    };
    let Some((&row, rest)) = rows.split_first() else {
        table[0] = Lanes::ALL;
        return;
    };
    let mut seconds = [Lanes::ALL; 16];
    let mut free_seconds = 1;
    if let Some(&row) = rest.first() {
        free_seconds = free(row);
        let mut left = free_seconds;
        while left != 0 {
            let column = left.trailing_zeros();
            left &= left - 1;
            seconds[column as usize % 16] = square(row, column);
        }
    }
    let mut left = free(row);
    while left != 0 {
        let column = left.trailing_zeros();
        left &= left - 1;
        let first = square(row, column);
        let mut others = free_seconds;
        while others != 0 {
            let other = others.trailing_zeros() as usize % 16;
            others &= others - 1;
            table[(column as usize % 16) << 4 | other] = first.and(&seconds[other]);
        }
    }
}

/// Words that may pass before the comparison with idle lanes.
const AT_FIRST: u64 = 1 << 13;
/// The number of words that take as long as a test.
const WORDS: u64 = 2;

/// How the boards at a leaf are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CountMode {
    /// Sieved; all boards are of the slab that the counters are for.
    Sieved,
    /// Taken one by one; boards are of any cells.
    Taken,
    /// Taken one by one, with boards of the slab only, as long as few have passed since this state
    /// of the work.
    Tried(Work),
}

/// Work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// Boards that were sifted.
    pub sifted: u64,
    /// Items tested against up to 512 boards.
    pub tests: u64,
    /// Lanes without a board in tests (and the preparation of tests) where boards were taken.
    pub idle: u64,
    /// Words of 64 boards with a passing board, where boards were taken.
    pub words: u64,
}

impl Work {
    /// True if so few boards passed since `before` that taking them is faster than a sieve: it
    /// costs less than the lanes saved by filling them with boards of other slabs.
    pub fn is_sparse_since(&self, before: &Work) -> bool {
        let saved = (self.idle - before.idle) / LANES as u64;
        self.words - before.words <= saved * WORDS + AT_FIRST
    }
}
