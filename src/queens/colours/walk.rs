//! `Walk`: down a tree with the boards that its queens do not attack, and what is counted at its
//! leaves.
//!
//! At a leaf up to 512 boards stand side by side, a bit of a vector for each: for each square of
//! the rest the boards that leave it free, for each pair of squares the AND of two, for each item
//! the AND of two of these. In a *sieve* 32 cells have bits by the byte (`slots`), and the ones of
//! each are added up in counters that stand side by side; where few boards pass they may be any, and the
//! ones are *taken* bit by bit.

use std::ops::Range;

use super::class::{Class, Row};
use super::listed::{Listed, Slice};
use super::machine::{passing, sieve, sift, transpose};
use super::slots::{CELLS, EACH, Slots};
use super::tables::{Check, Counters, ENTRIES, Tables};
use super::tree::{Leaf, Part, Tree};
use super::work::{Way, Work};
use crate::queens::lanes::{LANES, Lanes};
use crate::simd::{Backend, Job, Machine};

/// Tests that take as long as the tables for them.
const BUILD: usize = 128;

/// Where the counters of a tree's boards are.
pub(super) struct Counts<'a> {
    /// By slab of cells, by row set of the tree, by number of the columns.
    pub counters: &'a mut [Counters],
    /// Row sets of the tree.
    pub members: usize,
    /// Sets of columns.
    pub columns: usize,
    /// The first slab.
    pub first: u32,
    pub way: Way,
}

/// The memory of a walk, for many walks.
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

    /// Adds how many boards of the tree, by row set and columns, are not attacked by each of
    /// `boards`, by cell.
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
        let taken = match &self.counts.way {
            Way::Sieved => false,
            Way::Taken => true,
            Way::Tried(before) => self.work.is_sparse_since(before),
        };
        if taken { self.take(machine) } else { self.sieve(machine) }
    }
}

impl LeafJob<'_, '_> {
    /// The ways to fill the rest of each row set, whose tables are made.
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

    /// Adds one for each bit of the words in which a board passed. Counters are far from the
    /// processor here, so all are named before the first is needed.
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

/// What a leaf works with.
struct AtLeaf {
    /// For each diagonal the boards that occupy it, and the lanes without a board.
    planes: Box<[Lanes; 64]>,
    tables: Box<Tables>,
    /// Of a sieve.
    slots: Slots,
    /// The rows that the tables are for.
    filled: [Vec<Row>; 2],
    /// Boards that are still to be sieved, by their cell.
    left: Vec<(u32, Range<usize>)>,
    words: Vec<u8>,
    /// Where the first counter of each lane's cell is, and those that are to be raised: by the
    /// row, and in it.
    places: Box<[u32; LANES]>,
    soon: Vec<u32>,
}

impl AtLeaf {
    /// Puts the boards of each cell in its slots; those that find none are left.
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

    /// Up to 512 boards, one lane after the other.
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

    /// Says where the counters of the cells are whose boards stand in the lanes.
    #[inline(always)]
    fn place(&mut self, cells: &[u32], counts: &Counts<'_>) {
        let (first, slab) = (counts.first * CELLS as u32, counts.members * counts.columns);
        for (place, &cell) in self.places.iter_mut().zip(cells) {
            let cell = cell - first;
            *place = cell / CELLS as u32 * slab as u32 * CELLS as u32 + cell % CELLS as u32;
        }
    }

    /// Makes the tables for a rest, as far as they are not made.
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
            // No board is on every diagonal; a lane without a board seems to be.
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
