//! Placements that a quarter turn keeps; those that differ only in the orientation of their orbits
//! are counted together.
//!
//! Rows and columns, paired by the turn, are called lines: line k is k + 1/2 squares from the
//! centre of an even board, k + 1 from that of an odd one, whose centre holds a queen. An orbit of
//! four queens joins two lines j < k, and its diagonals are k − j and k + j + 1 (or k + j + 2)
//! squares from the centre, on both sides and in both directions. All of this is the same for the
//! two orbits that join these lines, which are reflections of each other. A placement is therefore
//! a pairing of the lines in which no distance repeats, and 2^(n/4) placements belong to each
//! pairing. The search pairs the outermost line first. An orbit takes two lines, which are four
//! rows: if n mod 4 is 2 or 3, there is no placement.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::board::Bits;
use crate::engine::{Counter, Halt, Random, Tally, Unit, Visitor};
use crate::queens::question::MAX_SIDE;

/// One board.
#[derive(Clone, Copy)]
pub(super) struct Quarter {
    side: usize,
}

/// Lines that are not paired yet, and distances of diagonals that are taken.
#[derive(Clone, Copy)]
struct Lines {
    free: u64,
    taken: u64,
}

/// A unit being counted.
struct Descent<'v, V> {
    board: Quarter,
    counter: Counter<'v, V>,
    columns: [u8; MAX_SIDE],
}

impl Quarter {
    pub fn new(side: usize) -> Quarter {
        Quarter { side }
    }

    /// The number of placements for each pairing.
    pub fn weight(self) -> u64 {
        1 << (self.side / 4)
    }

    /// The row of the upper half, or the column of the left half, of a line.
    pub fn row(self, line: usize) -> usize {
        self.side / 2 - 1 - line
    }

    fn start(self) -> Lines {
        Lines { free: u64::all_below(self.side / 2), taken: 0 }
    }

    /// The outermost free line, and the lines that it may be paired with.
    #[inline(always)]
    fn choices(self, lines: Lines) -> (usize, u64) {
        let line = 63 - lines.free.leading_zeros() as usize;
        // Bit j is set if the distance line + j + 1 (or 2) is taken; or line − j.
        let sums = lines.taken >> (line + 1 + self.side % 2);
        let differences = lines.taken.reverse_bits() >> (63 - line);
        (line, lines.free.without(line) & !sums & !differences)
    }

    #[inline(always)]
    fn paired(self, lines: Lines, line: usize, other: usize) -> Lines {
        let sum = line + other + 1 + self.side % 2;
        Lines {
            free: lines.free & !(1 << line) & !(1 << other),
            taken: lines.taken | 1 << sum | 1 << (line - other),
        }
    }

    /// The number of possible partners of the outermost line, above the units.
    pub fn firsts(self) -> u64 {
        let units = self.units();
        if units.first().is_some_and(|path| path.len() < 2) {
            return 0;
        }
        let firsts: BTreeSet<u32> = units.iter().map(|path| path[0]).collect();
        firsts.len() as u64
    }

    /// The partners of the outermost lines of each unit: two, or fewer if there are fewer lines.
    pub fn units(self) -> Vec<Vec<u32>> {
        if self.side % 4 > 1 {
            return Vec::new();
        }
        let mut paths = vec![(Vec::new(), self.start())];
        for _ in 0..(self.side / 4).min(2) {
            let longer = |(path, lines): &(Vec<u32>, Lines)| {
                let (line, choices) = self.choices(*lines);
                let (path, lines) = (path.clone(), *lines);
                let next = move |other: usize| {
                    ([&path[..], &[other as u32]].concat(), self.paired(lines, line, other))
                };
                choices.iter().map(next).collect::<Vec<_>>()
            };
            paths = paths.iter().flat_map(longer).collect();
        }
        paths.into_iter().map(|(path, _)| path).collect()
    }

    /// The pairs of a unit: each outermost line with its partner.
    pub fn pairs(self, path: &[u32]) -> Vec<(usize, usize)> {
        let mut lines = self.start();
        let pair = |&other: &u32| {
            let (line, _) = self.choices(lines);
            lines = self.paired(lines, line, other as usize);
            (line, other as usize)
        };
        path.iter().map(pair).collect()
    }

    /// Counts a unit, and shows one placement of each pairing if the visitor looks at solutions.
    pub fn run(self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let mut columns = [0; MAX_SIDE];
        columns[self.side / 2] = (self.side / 2) as u8;
        let counter = Counter::new(visitor, MAX_SIDE / 4, self.weight());
        let mut descent = Descent { board: self, counter, columns };
        let mut lines = self.start();
        for (line, other) in self.pairs(&unit.path) {
            lines = self.paired(lines, line, other);
            descent.put(line, other);
        }
        let ended = descent.pair(unit.path.len(), lines);
        descent.counter.finish(ended)
    }

    /// The nodes of a random descent.
    pub fn probe(self, random: &mut Random) -> f64 {
        let (mut lines, mut width, mut sum) = (self.start(), 1.0, 1.0);
        while self.side % 4 < 2 && lines.free != 0 {
            let (line, choices) = self.choices(lines);
            let Some(other) = choices.iter().nth(random.below(choices.len().max(1))) else { break };
            width *= choices.len() as f64;
            sum += width;
            lines = self.paired(lines, line, other);
        }
        sum
    }
}

impl<V: Visitor<[u8]>> Descent<'_, V> {
    /// Places the orbit that joins two lines; of the two possible ones, the one with a queen in the
    /// upper left.
    fn put(&mut self, line: usize, other: usize) {
        let last = self.board.side - 1;
        let (row, column) = (self.board.row(line), self.board.row(other));
        for (row, column) in
            [(row, column), (column, last - row), (last - row, last - column), (last - column, row)]
        {
            self.columns[row] = column as u8;
        }
    }

    fn pair(&mut self, depth: usize, lines: Lines) -> ControlFlow<()> {
        self.counter.enter(depth)?;
        if lines.free == 0 {
            self.counter.find();
            return self.counter.visitor.solution(&self.columns[..self.board.side]);
        }
        let (line, choices) = self.board.choices(lines);
        for other in choices.iter() {
            if V::NEEDS_SOLUTIONS {
                self.put(line, other);
            }
            self.pair(depth + 1, self.board.paired(lines, line, other))?;
        }
        ControlFlow::Continue(())
    }
}
