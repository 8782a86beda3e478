//! `TurnSearch`: visits every placement that a turn keeps, an orbit of queens at a time.
//!
//! A unit is the column of the queen of the first row.

use std::ops::ControlFlow;

use crate::board::Bits;
use crate::engine::{Counter, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::queens::placement::Turn;
use crate::queens::question::{MAX_SIDE, fits};
use crate::queens::variants::Square;

/// The placements of n queens that a turn keeps; `Solution` is the column of each row's queen.
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
    amazons: bool,
}

impl TurnSearch {
    /// The search for `side` queens.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond 64 queens.
    pub fn new(side: usize, turn: Turn) -> Result<TurnSearch, Error> {
        fits(side, MAX_SIDE, "queens", "turns")?;
        Ok(TurnSearch { side, turn, amazons: false })
    }

    /// Searches for amazons, which attack as queen and as knight.
    pub fn with_amazons(self) -> TurnSearch {
        TurnSearch { amazons: true, ..self }
    }

    /// The board before the first orbit. The centre's queen is its own image; no other queen can be
    /// in the middle row of an odd board.
    pub(super) fn start(&self) -> Queens {
        let (sums, differences) = (0, 0);
        let queens = Queens { rows: 0, columns: 0, sums, differences, placed: [0; MAX_SIDE] };
        let middle = self.side / 2;
        if self.side % 2 == 1 { queens.with(self.side, middle, middle) } else { queens }
    }

    /// Adds another orbit, if no queens attack each other.
    pub(super) fn with_orbit(
        &self,
        mut queens: Queens,
        row: usize,
        column: usize,
    ) -> Option<Queens> {
        let mut at = (row, column);
        for _ in 0..self.turn.order() {
            let free = self.free(&queens, at.0);
            if queens.rows.contains(at.0) || !free.contains(at.1) {
                return None;
            }
            queens = queens.with(self.side, at.0, at.1);
            at = self.turn.image(at, self.side - 1);
        }
        Some(queens)
    }
}

impl TurnSearch {
    /// The squares of a row that no queen attacks, except along the row itself.
    fn free(&self, queens: &Queens, row: usize) -> u64 {
        let free = queens.free(self.side, row);
        if self.amazons { free & !queens.knights(self.side, row) } else { free }
    }

    /// Counts the placements that extend some orbits and whose further orbits begin in these
    /// columns, each with the given weight.
    pub(super) fn around(
        &self,
        orbits: &[Square],
        columns: u64,
        weight: u64,
        visitor: &mut impl Visitor<[u8]>,
    ) -> Result<Tally, Halt> {
        let with = |queens, &(row, column): &Square| self.with_orbit(queens, row, column);
        match orbits.iter().try_fold(self.start(), with) {
            Some(queens) => self.complete(queens, orbits.len(), columns, weight, visitor),
            None => Ok(Tally::default()),
        }
    }

    fn complete(
        &self,
        queens: Queens,
        depth: usize,
        columns: u64,
        weight: u64,
        visitor: &mut impl Visitor<[u8]>,
    ) -> Result<Tally, Halt> {
        let counter = Counter::new(visitor, self.side, weight);
        let mut descent = Descent { search: self, columns, counter };
        let ended = descent.place(queens, depth);
        descent.counter.finish(ended)
    }
}

impl Enumeration for TurnSearch {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "turns"
    }

    fn fingerprint(&self) -> String {
        let piece = if self.amazons { "amazons" } else { "queens" };
        format!("{piece} {0}x{0}, turns, {1:?}", self.side, self.turn)
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        plan.trunk.enter(0, 1);
        if self.side < 2 {
            plan.trunk.find(1, 1u64);
            return plan;
        }
        let start = self.start();
        for column in self.free(&start, 0).iter() {
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
        let columns = u64::all_below(self.side);
        self.complete(queens, 1, columns, 1, visitor)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        let mut sum = 0.0;
        for _ in 0..probes {
            let (mut queens, mut width) = (self.start(), 1.0);
            sum += 1.0;
            while let Some(row) = queens.next_row(self.side) {
                let free = self.free(&queens, row);
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
#[derive(Clone, Copy)]
pub(super) struct Queens {
    rows: u64,
    columns: u64,
    /// By row + column.
    sums: u128,
    /// By column − row, plus the side.
    differences: u128,
    /// The column of each row's queen.
    placed: [u8; MAX_SIDE],
}

impl Queens {
    /// The squares of a row that no queen attacks along a column or diagonal.
    fn free(&self, side: usize, row: usize) -> u64 {
        let diagonals = (self.sums >> row | self.differences >> (side - row)) as u64;
        u64::all_below(side) & !(self.columns | diagonals)
    }

    /// The squares of a row that a knight on a queen's square attacks.
    fn knights(&self, side: usize, row: usize) -> u64 {
        let attacked = |(there, columns): (usize, usize)| {
            if !self.rows.contains(there) {
                return 0;
            }
            let queen = u64::single(usize::from(self.placed[there]));
            queen << columns | queen >> columns
        };
        let near = [(row + 1, 2), (row + 2, 1), (row.wrapping_sub(1), 2), (row.wrapping_sub(2), 1)];
        near.into_iter()
            .filter(|&(there, _)| there < side)
            .map(attacked)
            .fold(0, |all, one| all | one)
    }

    fn with(mut self, side: usize, row: usize, column: usize) -> Queens {
        self.rows = self.rows.with(row);
        self.columns = self.columns.with(column);
        self.sums = self.sums.with(row + column);
        self.differences = self.differences.with(side + column - row);
        self.placed[row] = column as u8;
        self
    }

    pub(super) fn next_row(&self, side: usize) -> Option<usize> {
        (u64::all_below(side) & !self.rows).first()
    }
}

/// One unit being searched.
struct Descent<'a, V> {
    search: &'a TurnSearch,
    /// The columns where an orbit may begin.
    columns: u64,
    counter: Counter<'a, V>,
}

impl<V: Visitor<[u8]>> Descent<'_, V> {
    fn place(&mut self, queens: Queens, depth: usize) -> ControlFlow<()> {
        self.counter.enter(depth)?;
        let side = self.search.side;
        let Some(row) = queens.next_row(side) else {
            self.counter.find();
            return self.counter.visitor.solution(&queens.placed[..side]);
        };
        for column in (self.columns & self.search.free(&queens, row)).iter() {
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

    use super::TurnSearch;
    use crate::count::Count;
    use crate::engine::{Beat, Enumeration, Run, Visitor};
    use crate::queens::{Placement, QueensQuestion, QueensSearch, Turn};

    /// Counts the placements that each turn keeps.
    #[derive(Default)]
    struct Fixed {
        half: u64,
        quarter: u64,
    }

    impl Visitor<[u8]> for Fixed {
        fn solution(&mut self, columns: &[u8]) -> ControlFlow<()> {
            let placement = Placement::check(columns).unwrap();
            let last = columns.len() - 1;
            assert!(placement.class_size() < 8 || !Turn::Half.keeps(columns) || last == 0);
            self.half += u64::from(Turn::Half.keeps(columns));
            self.quarter += u64::from(Turn::Quarter.keeps(columns));
            ControlFlow::Continue(())
        }
        fn beat(&mut self, _: Beat) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    fn search(side: usize, turn: Turn, amazons: bool) -> TurnSearch {
        let search = TurnSearch::new(side, turn).unwrap();
        if amazons { search.with_amazons() } else { search }
    }

    fn count(side: usize, turn: Turn, amazons: bool) -> Count {
        Run::new(&search(side, turn, amazons)).execute().unwrap().tally.weighted()
    }

    fn question(side: usize, amazons: bool) -> QueensQuestion {
        let question = QueensQuestion::new(side).unwrap();
        if amazons { question.with_amazons() } else { question }
    }

    #[test]
    fn each_turn_agrees_with_filtering_all_placements() {
        let queens = (1..=12).map(|side| (side, false));
        for (side, amazons) in queens.chain((1..=14).map(|side| (side, true))) {
            let all = QueensSearch::new(question(side, amazons).without_symmetry());
            let mut fixed = Fixed::default();
            for unit in &all.plan().units {
                all.run(unit, &mut fixed).unwrap();
            }
            assert_eq!(count(side, Turn::Half, amazons), fixed.half.into(), "{side}");
            assert_eq!(count(side, Turn::Quarter, amazons), fixed.quarter.into(), "{side}");
        }
    }
}
