//! Placements that a half turn keeps, one of each class under the other symmetries.
//!
//! Quarter turn and reflections exchange these placements, four or two to a class. The
//! representative of each class has the first row's queen in the left half, and nearer to a corner
//! than the first column's queen. If both are equally near, all placements with the first queen in
//! the left half are visited with half the weight, since the symmetry that exchanges row and column
//! exchanges them. No queen is in a corner, where it would attack its own image. A unit is the
//! first row's queen and the first column's, in columns and rows c < r < n − 1 − c with weight 4,
//! or r = n − 1 − c with weight 2. The other rows of the upper half follow from the middle
//! outwards, since the middle attacks the most squares.

use std::ops::ControlFlow;

use crate::board::Bits;
use crate::engine::{Counter, Halt, Random, Tally, Unit, Visitor};

/// The largest board whose diagonals fit in a word.
pub(super) const MAX_SIDE: usize = 32;

/// The lines that orbits attack: columns, diagonals by row + column, and by column − row plus the
/// side.
#[derive(Clone, Copy)]
struct Lines {
    columns: u64,
    sums: u64,
    differences: u64,
}

/// One board.
pub(super) struct Half {
    side: usize,
}

/// A unit being counted.
struct Descent<'v, V> {
    side: usize,
    /// The remaining rows, each with the squares where a queen does not attack its image.
    rows: Vec<(usize, u64)>,
    counter: Counter<'v, V>,
    columns: [u8; MAX_SIDE],
}

impl Half {
    pub fn new(side: usize) -> Half {
        Half { side }
    }

    /// The paths of the units, and their weights.
    pub fn units(&self) -> Vec<(Vec<u32>, u64)> {
        let (side, middle) = (self.side, self.side / 2);
        let mut units = Vec::new();
        for column in 1..middle {
            for row in column + 1..side - column {
                let unit =
                    (vec![column as u32, row as u32], if row == side - 1 - column { 2 } else { 4 });
                if self.begin(&unit.0).is_some() {
                    units.push(unit);
                }
            }
        }
        units
    }

    /// The squares of a row of the upper half where a queen does not attack its image.
    fn squares(&self, row: usize) -> u64 {
        let middle = if self.side % 2 == 1 { u64::single(self.side / 2) } else { 0 };
        u64::all_below(self.side) & !middle & !u64::single(row) & !u64::single(self.side - 1 - row)
    }

    /// The row of the upper half and the column of the first column's queen or of its image.
    fn second(&self, row: usize) -> (usize, usize) {
        if row < self.side / 2 { (row, 0) } else { (self.side - 1 - row, self.side - 1) }
    }

    /// The lines that the queens of a unit attack, if they do not attack each other.
    fn begin(&self, path: &[u32]) -> Option<Lines> {
        let (side, middle) = (self.side, self.side / 2);
        let mut lines = Lines { columns: 0, sums: 0, differences: 0 };
        if side % 2 == 1 {
            let (columns, sums) = (u64::single(middle), u64::single(side - 1));
            lines = Lines { columns, sums, differences: u64::single(side) };
        }
        let (column, row) = (path[0] as usize, path[1] as usize);
        if side % 2 == 1 && row == middle {
            return None;
        }
        for (row, column) in [(0, column), self.second(row)] {
            if !lines.free(side, row, self.squares(row)).contains(column) {
                return None;
            }
            lines = lines.with(side, row, column);
        }
        Some(lines)
    }

    /// The remaining rows of the upper half, from the middle outwards.
    fn rows(&self, path: &[u32]) -> Vec<(usize, u64)> {
        let (taken, _) = self.second(path[1] as usize);
        let rows = (1..self.side / 2).rev().filter(|&row| row != taken);
        rows.map(|row| (row, self.squares(row))).collect()
    }

    /// Counts a unit, and shows one placement of each class if the visitor looks at solutions.
    pub fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let side = self.side;
        let lines = self.begin(&unit.path).expect("the plan has valid queens");
        let mut columns = [0; MAX_SIDE];
        columns[side / 2] = (side / 2) as u8;
        let (rows, counter) = (self.rows(&unit.path), Counter::new(visitor, side, unit.weight));
        let mut descent = Descent { side, rows, counter, columns };
        descent.put(0, unit.path[0] as usize);
        let (row, column) = self.second(unit.path[1] as usize);
        descent.put(row, column);
        let _ = descent.counter.enter_many(2, 1);
        let ended = if descent.rows.is_empty() {
            descent.counter.find_many(1);
            descent.show()
        } else {
            descent.place(0, lines)
        };
        descent.counter.finish(ended)
    }

    /// The nodes of a random descent.
    pub fn probe(&self, random: &mut Random) -> f64 {
        let units = self.units();
        if units.is_empty() {
            return 1.0;
        }
        let (path, _) = &units[random.below(units.len())];
        let mut lines = self.begin(path).expect("a unit of the plan");
        let mut width = units.len() as f64;
        let mut sum = 1.0 + width;
        for (row, squares) in self.rows(path) {
            let free = lines.free(self.side, row, squares);
            let Some(column) = free.iter().nth(random.below(free.len().max(1))) else { break };
            width *= free.len() as f64;
            sum += width;
            lines = lines.with(self.side, row, column);
        }
        sum
    }
}

impl Lines {
    #[inline(always)]
    fn free(self, side: usize, row: usize, squares: u64) -> u64 {
        squares & !(self.columns | self.sums >> row | self.differences >> (side - row))
    }

    /// Adds a queen and its image.
    #[inline(always)]
    fn with(self, side: usize, row: usize, column: usize) -> Lines {
        let (last, sum, difference) = (side - 1, row + column, side + column - row);
        Lines {
            columns: self.columns | 1 << column | 1 << (last - column),
            sums: self.sums | 1 << sum | 1 << (2 * last - sum),
            differences: self.differences | 1 << difference | 1 << (2 * side - difference),
        }
    }
}

impl<V: Visitor<[u8]>> Descent<'_, V> {
    fn put(&mut self, row: usize, column: usize) {
        self.columns[row] = column as u8;
        self.columns[self.side - 1 - row] = (self.side - 1 - column) as u8;
    }

    fn show(&mut self) -> ControlFlow<()> {
        self.counter.visitor.solution(&self.columns[..self.side])
    }

    fn place(&mut self, depth: usize, lines: Lines) -> ControlFlow<()> {
        let (row, squares) = self.rows[depth];
        let free = lines.free(self.side, row, squares);
        let placed = free.len() as u64;
        self.counter.enter_many(depth + 3, placed)?;
        if depth + 1 == self.rows.len() {
            self.counter.find_many(placed);
            if V::NEEDS_SOLUTIONS {
                for column in free.iter() {
                    self.put(row, column);
                    self.show()?;
                }
            }
            return ControlFlow::Continue(());
        }
        for column in free.iter() {
            if V::NEEDS_SOLUTIONS {
                self.put(row, column);
            }
            self.place(depth + 1, lines.with(self.side, row, column))?;
        }
        ControlFlow::Continue(())
    }
}
