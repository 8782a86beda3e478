//! METHOD turns: the placements that a half turn or a quarter turn leaves as they are.
//!
//! They are placed an orbit at a time, two or four queens that the turn takes into each
//! other, so the search is that of a board of half or a quarter of the rows. With all
//! placements they give the classes under rotation and reflection without looking at one:
//! no placement of two or more queens is its own reflection (its queens would share a row,
//! a column or a diagonal), so by Burnside's lemma there are
//! (all + half-turn + 2 · quarter-turn) / 8 classes. OEIS A032522, A033148.
//!
//! A unit is the column of the queen of the first row.

use std::ops::ControlFlow;

use super::question::fits;
use crate::board::Bits;
use crate::engine::{BEAT, Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;

/// The largest board: its diagonals fit a word.
const MAX_SIDE: usize = 32;

/// A rotation of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// By 180 degrees.
    Half,
    /// By 90 degrees.
    Quarter,
}

impl Turn {
    /// Where the turn takes a queen.
    fn image(self, (row, column): (usize, usize), last: usize) -> (usize, usize) {
        match self {
            Turn::Half => (last - row, last - column),
            Turn::Quarter => (column, last - row),
        }
    }

    /// How often it has to be done to come back.
    fn order(self) -> usize {
        match self {
            Turn::Half => 2,
            Turn::Quarter => 4,
        }
    }
}

/// The placements of n queens that a turn leaves as they are; `Solution` is the column of
/// each row's queen.
///
/// ```
/// use cavalcade::engine::Run;
/// use cavalcade::queens::{Turn, TurnSearch};
/// for (turn, count) in [(Turn::Half, "80"), (Turn::Quarter, "8")] {
///     let kept = Run::new(&TurnSearch::new(12, turn)?).execute()?.tally.weighted();
///     assert_eq!(kept.to_string(), count);
/// }
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TurnSearch {
    side: usize,
    turn: Turn,
}

impl TurnSearch {
    /// The search for `side` queens.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond 32 queens.
    pub fn new(side: usize, turn: Turn) -> Result<TurnSearch, Error> {
        fits(side, MAX_SIDE, "queens", "turns")?;
        Ok(TurnSearch { side, turn })
    }

    /// The board before the first orbit: the centre's queen is its own image, and nothing
    /// else can stand in the middle row of an odd board.
    fn start(&self) -> Queens {
        let queens = Queens::default();
        let middle = self.side / 2;
        if self.side % 2 == 1 { queens.with(self.side, middle, middle) } else { queens }
    }

    /// The queens with the orbit of one more, if none of them attack each other.
    fn with_orbit(&self, mut queens: Queens, row: usize, column: usize) -> Option<Queens> {
        let mut at = (row, column);
        for _ in 0..self.turn.order() {
            let free = queens.free(self.side, at.0);
            if queens.rows.contains(at.0) || !free.contains(at.1) {
                return None;
            }
            queens = queens.with(self.side, at.0, at.1);
            at = self.turn.image(at, self.side - 1);
        }
        Some(queens)
    }
}

impl Enumeration for TurnSearch {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "turns"
    }

    fn fingerprint(&self) -> String {
        format!("queens {0}x{0}, turns, {1:?}", self.side, self.turn)
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        plan.trunk.enter(0, 1);
        if self.side < 2 {
            plan.trunk.find(1, 1u64);
            return plan;
        }
        let start = self.start();
        for column in start.free(self.side, 0).iter() {
            if self.with_orbit(start, 0, column).is_some() {
                let (id, path) = (plan.units.len(), vec![column as u32]);
                let share = 1.0 / self.side as f64;
                plan.units.push(Unit { id, path, weight: 1, share });
            }
        }
        plan
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let queens = self.with_orbit(self.start(), 0, unit.path[0] as usize);
        let queens = queens.expect("the plan holds queens with a whole orbit only");
        let (tally, nodes, found) = (Tally::default(), 0, 0);
        let mut descent = Descent { search: self, visitor, tally, nodes, found };
        Halt::on_break(descent.place(queens, 1))?;
        descent.tally.find(1, descent.found);
        Ok(descent.tally)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        let mut sum = 0.0;
        for _ in 0..probes {
            let (mut queens, mut width) = (self.start(), 1.0);
            sum += 1.0;
            while let Some(row) = queens.next_row(self.side) {
                let free = queens.free(self.side, row);
                let next: Vec<_> =
                    free.iter().filter_map(|column| self.with_orbit(queens, row, column)).collect();
                if next.is_empty() {
                    break;
                }
                width *= next.len() as f64;
                sum += width;
                queens = next[random.below(next.len())];
            }
        }
        sum / f64::from(probes)
    }
}

/// Queens anywhere on the board, by the lines that they attack.
#[derive(Clone, Copy, Default)]
struct Queens {
    rows: u64,
    columns: u64,
    /// By row + column.
    sums: u64,
    /// By column − row, plus the side.
    differences: u64,
    /// The column of each row's queen.
    placed: [u8; MAX_SIDE],
}

impl Queens {
    /// The squares of a row that no queen attacks along a column or diagonal.
    fn free(&self, side: usize, row: usize) -> u64 {
        let diagonals = self.sums >> row | self.differences >> (side - row);
        u64::all_below(side) & !(self.columns | diagonals)
    }

    fn with(mut self, side: usize, row: usize, column: usize) -> Queens {
        self.rows = self.rows.with(row);
        self.columns = self.columns.with(column);
        self.sums = self.sums.with(row + column);
        self.differences = self.differences.with(side + column - row);
        self.placed[row] = column as u8;
        self
    }

    fn next_row(&self, side: usize) -> Option<usize> {
        (u64::all_below(side) & !self.rows).first()
    }
}

/// One unit being searched.
struct Descent<'a, V> {
    search: &'a TurnSearch,
    visitor: &'a mut V,
    tally: Tally,
    nodes: u64,
    found: u64,
}

impl<V: Visitor<[u8]>> Descent<'_, V> {
    fn place(&mut self, queens: Queens, depth: usize) -> ControlFlow<()> {
        self.tally.enter(depth, 1);
        self.nodes += 1;
        if self.nodes.is_multiple_of(BEAT) {
            let (nodes, solutions) = (self.nodes, self.found);
            self.visitor.beat(Beat { nodes, solutions, done: 0.0 })?;
        }
        let side = self.search.side;
        let Some(row) = queens.next_row(side) else {
            self.found += 1;
            return self.visitor.solution(&queens.placed[..side]);
        };
        for column in queens.free(side, row).iter() {
            if let Some(next) = self.search.with_orbit(queens, row, column) {
                self.place(next, depth + 1)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{Turn, TurnSearch};
    use crate::count::Count;
    use crate::engine::{Beat, Enumeration, Run, Visitor};
    use crate::queens::{Placement, QueensQuestion, QueensSearch};

    /// Counts what each turn leaves as it is.
    #[derive(Default)]
    struct Fixed {
        half: u64,
        quarter: u64,
    }

    impl Visitor<[u8]> for Fixed {
        fn solution(&mut self, columns: &[u8]) -> ControlFlow<()> {
            let placement = Placement::check(columns).unwrap();
            let last = columns.len() - 1;
            let turned = |turn: Turn| {
                let at = |(row, &c): (usize, &u8)| turn.image((row, usize::from(c)), last);
                columns.iter().enumerate().map(at).all(|(row, c)| usize::from(columns[row]) == c)
            };
            assert!(placement.class_size() < 8 || !turned(Turn::Half) || last == 0);
            self.half += u64::from(turned(Turn::Half));
            self.quarter += u64::from(turned(Turn::Quarter));
            ControlFlow::Continue(())
        }
        fn beat(&mut self, _: Beat) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    fn count(side: usize, turn: Turn) -> Count {
        Run::new(&TurnSearch::new(side, turn).unwrap()).execute().unwrap().tally.weighted()
    }

    #[test]
    fn each_turn_leaves_what_looking_at_all_placements_says() {
        for side in 1..=12 {
            let all = QueensSearch::new(QueensQuestion::new(side).unwrap().without_symmetry());
            let mut fixed = Fixed::default();
            for unit in &all.plan().units {
                all.run(unit, &mut fixed).unwrap();
            }
            assert_eq!(count(side, Turn::Half), fixed.half.into(), "{side}");
            assert_eq!(count(side, Turn::Quarter), fixed.quarter.into(), "{side}");
        }
    }

    #[test]
    fn burnside_gives_the_classes_that_the_search_visits() {
        for side in 2..=12 {
            let search = QueensSearch::new(QueensQuestion::new(side).unwrap());
            let tally = Run::new(&search).execute().unwrap().tally;
            let fixed = tally.weighted() + count(side, Turn::Half) + count(side, Turn::Quarter) * 2;
            assert_eq!(fixed.divided_exactly_by(8), Some(tally.visited()), "{side}");
        }
    }
}
