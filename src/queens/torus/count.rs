//! `TorusCount`: the enumeration whose units are placements of the first queens.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::board::Board;
use super::descent::{Descent, Level};
use super::maps::{MAX_SIDE, Square, Torus};
use super::plain;
use crate::engine::{Enumeration, Halt, Plan, Random, Silent, Tally, Unit, Visitor};
use crate::error::Error;
use crate::queens::question::fits;

/// The count of the placements of as many queens as rows on a torus; it shows no solution to a
/// visitor.
///
/// ```
/// use cavalcade::engine::Run;
/// use cavalcade::queens::TorusCount;
/// let outcome = Run::new(&TorusCount::new(13)?).execute()?;
/// assert_eq!(outcome.tally.weighted().to_string(), "4524"); // all
/// assert_eq!(outcome.tally.visited().to_string(), "11"); // fundamental
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TorusCount {
    side: usize,
    boards: Arc<[Board]>,
    /// The number of choices after the queen in the middle row.
    depth: usize,
}

/// The estimated fraction of the first class of pairs; few placements have no pair of it.
const FIRST: f64 = 0.99;

impl TorusCount {
    /// The count for a torus of `side` rows.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond 31 rows.
    pub fn new(side: usize) -> Result<TorusCount, Error> {
        fits(side, MAX_SIDE, "rows", "torus")?;
        // Other sides have no placement: see `VariantQuestion::has_none`.
        let has_some = side > 1 && !side.is_multiple_of(2) && !side.is_multiple_of(3);
        let boards = if has_some { Board::all(Torus(side)) } else { Vec::new() };
        // Units take seconds, or minutes on the largest torus.
        let depth = match side {
            ..=25 => 1,
            26..=29 => 2,
            _ => 3,
        };
        Ok(TorusCount { side, boards: boards.into(), depth })
    }

    /// Splits the search at the depth with at least `units` units, or at the greatest depth. The
    /// totals stay the same.
    pub fn split(self, units: usize) -> TorusCount {
        let mut cut = TorusCount { depth: 0, ..self };
        let mut here = cut.plan().units.len();
        while here < units {
            let deeper = TorusCount { depth: cut.depth + 1, ..cut.clone() };
            let there = deeper.plan().units.len();
            if there <= here {
                break;
            }
            (cut, here) = (deeper, there);
        }
        cut
    }

    fn board(&self, unit: &Unit) -> &Board {
        let is_its = |board: &&Board| board.pairs.column == unit.path[0] as usize;
        self.boards.iter().find(is_its).expect("a unit begins with a pair of a class")
    }

    fn square(&self, choice: u32) -> Square {
        (choice as usize / self.side, choice as usize % self.side)
    }

    /// The root of a unit, or a level above it.
    fn root(&self, board: &Board, path: &[u32]) -> Level {
        let mut silent = Silent;
        let mut descent = Descent::new(board, &mut silent);
        let mut level = lasting(descent.start(path[1] as usize));
        for &choice in &path[2..] {
            level = level.and_then(|level| lasting(descent.with(&level, self.square(choice))));
        }
        level.expect("the plan holds queens that others may follow")
    }

    /// The units of a board, whose fraction of the whole is `share`; the levels above are added to
    /// the trunk.
    fn units(&self, board: &Board, share: f64, trunk: &mut Tally) -> Vec<(Vec<u32>, f64)> {
        let mut silent = Silent;
        let mut descent = Descent::new(board, &mut silent);
        let start = |column: usize| {
            lasting(descent.start(column)).map(|_| vec![board.pairs.column as u32, column as u32])
        };
        let paths: Vec<_> = (0..self.side).filter_map(start).collect();
        // The more squares are closed, the smaller the trees: the measured sizes decrease linearly.
        let starts = paths.len();
        let share = share / (starts * (starts + 1) / 2) as f64;
        let shares = (1..=starts).rev().map(|height| height as f64 * share);
        let mut paths: Vec<_> = paths.into_iter().zip(shares).collect();
        for _ in 0..self.depth {
            let mut longer = Vec::new();
            for (path, share) in paths {
                let level = self.root(board, &path);
                let choices = level.choices(board);
                let share = share / choices.len() as f64;
                for square in choices {
                    if lasting(descent.with(&level, square)).is_some() {
                        let choice = (square.0 * self.side + square.1) as u32;
                        longer.push(([&path[..], &[choice]].concat(), share));
                    }
                }
            }
            paths = longer;
        }
        trunk.enter(2, 1);
        trunk.merge(&descent.counter.tally());
        paths
    }
}

/// The result of a visitor that never breaks off.
fn lasting<T>(flow: ControlFlow<(), T>) -> T {
    match flow {
        ControlFlow::Continue(value) => value,
        ControlFlow::Break(()) => unreachable!("nobody breaks off"),
    }
}

impl Enumeration for TorusCount {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "torus"
    }

    fn fingerprint(&self) -> String {
        format!("queens torus:{0}x{0}, torus, split {1}", self.side, self.depth)
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        plan.trunk.enter(0, 1);
        if self.side < 2 {
            plan.trunk.find(1, 1u64);
        }
        for (number, board) in self.boards.iter().enumerate() {
            let share = if number == 0 { FIRST } else { (1.0 - FIRST) / self.boards.len() as f64 };
            for (path, share) in self.units(board, share, &mut plan.trunk) {
                plan.units.push(Unit { id: plan.units.len(), path, weight: 1, share });
            }
        }
        plan
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let board = self.board(unit);
        let root = self.root(board, &unit.path);
        let mut descent = Descent::new(board, visitor);
        let ended = descent.run(root);
        descent.counter.finish(ended)
    }

    fn other_way(&self) -> Option<&'static str> {
        Some("placing row by row")
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let board = self.board(unit);
        let first =
            [(0, 0), (1, board.pairs.column), (board.torus.middle(), unit.path[1] as usize)];
        let others = unit.path[2..].iter().map(|&choice| self.square(choice));
        let queens: Vec<Square> = first.into_iter().chain(others).collect();
        plain::count(board, &queens, visitor)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        let starts: Vec<(&Board, usize)> = self
            .boards
            .iter()
            .flat_map(|board| (0..self.side).map(move |at| (board, at)))
            .collect();
        if starts.is_empty() {
            return 1.0;
        }
        let mut sum = 0.0;
        for _ in 0..probes {
            let (board, column) = starts[random.below(starts.len())];
            let mut width = starts.len() as f64;
            let mut silent = Silent;
            let mut descent = Descent::new(board, &mut silent);
            let mut level = lasting(descent.start(column));
            let mut before = 0;
            loop {
                sum += width * (descent.counter.nodes() - before) as f64;
                before = descent.counter.nodes();
                let Some(here) = level else { break };
                let choices = here.choices(board);
                width *= choices.len() as f64;
                let square = choices[random.below(choices.len())];
                level = lasting(descent.with(&here, square));
            }
        }
        1.0 + sum / f64::from(probes)
    }
}
