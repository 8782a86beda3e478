//! `TurnCount`: counts the placements that a turn keeps, many at a time.

use std::ops::ControlFlow;

use super::half::{self, Half};
use super::orbits::TurnSearch;
use super::quarter::Quarter;
use crate::board::Bits;
use crate::engine::{Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::queens::question::{MAX_SIDE, fits};
use crate::queens::turn::Turn;

/// The count for one board and turn; a visitor sees one placement for each weight.
///
/// ```
/// use cavalcade::engine::Run;
/// use cavalcade::queens::{Turn, TurnCount};
/// for (side, turn, count) in [(22, Turn::Half, "1250692"), (40, Turn::Quarter, "77184000")] {
///     let kept = Run::new(&TurnCount::new(side, turn)?).execute()?.tally.weighted();
///     assert_eq!(kept.to_string(), count);
/// }
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TurnCount {
    side: usize,
    turn: Turn,
}

impl TurnCount {
    /// The count for `side` queens.
    ///
    /// # Errors
    /// [`Error::MethodTooSmall`] beyond 32 queens for a half turn, 64 for a quarter turn.
    pub fn new(side: usize, turn: Turn) -> Result<TurnCount, Error> {
        let limit = match turn {
            Turn::Half => half::MAX_SIDE,
            Turn::Quarter => MAX_SIDE,
        };
        fits(side, limit, "queens", "turns")?;
        Ok(TurnCount { side, turn })
    }
}

impl Enumeration for TurnCount {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "turns"
    }

    fn fingerprint(&self) -> String {
        format!("queens {0}x{0} turn={1}, turns", self.side, self.turn)
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        plan.trunk.enter(0, 1);
        if self.side < 2 {
            plan.trunk.find(1, 1u64);
            return plan;
        }
        let units = match self.turn {
            Turn::Half => Half::new(self.side).units(),
            Turn::Quarter => {
                let board = Quarter::new(self.side);
                plan.trunk.enter(1, board.firsts());
                board.units().into_iter().map(|path| (path, board.weight())).collect()
            }
        };
        let share = 1.0 / units.len().max(1) as f64;
        let unit = |(id, (path, weight))| Unit { id, path, weight, share };
        plan.units = (0..).zip(units).map(unit).collect();
        plan
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let ended = match self.turn {
            Turn::Half => Half::new(self.side).run(unit, visitor),
            Turn::Quarter => Quarter::new(self.side).run(unit, visitor),
        };
        match ended {
            ControlFlow::Continue(tally) => Ok(tally),
            ControlFlow::Break(()) => Err(Halt::Stopped),
        }
    }

    fn other_way(&self) -> Option<&'static str> {
        Some("placing queen by queen")
    }

    /// Here, too, one placement of each pairing of lines represents the others.
    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        let search = TurnSearch::new(self.side, self.turn).map_err(Halt::Failed)?;
        let (orbits, columns) = match self.turn {
            Turn::Half => {
                let (column, row) = (unit.path[0] as usize, unit.path[1] as usize);
                (vec![(0, column), (row, 0)], u64::all_below(self.side))
            }
            Turn::Quarter => {
                let board = Quarter::new(self.side);
                let square = |(line, other)| (board.row(line), board.row(other));
                let orbits = board.pairs(&unit.path).into_iter().map(square).collect();
                (orbits, u64::all_below(self.side / 2))
            }
        };
        search.around(&orbits, columns, unit.weight, visitor)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        if self.side < 2 {
            return 1.0;
        }
        let nodes = |_| match self.turn {
            Turn::Half => Half::new(self.side).probe(random),
            Turn::Quarter => Quarter::new(self.side).probe(random),
        };
        (0..probes).map(nodes).sum::<f64>() / f64::from(probes)
    }
}
