//! `TurnCount`: counts the placements that a turn keeps, many at a time.

use super::half::{self, Half};
use super::orbits::TurnSearch;
use super::quarter::Quarter;
use crate::board::Bits;
use crate::convention::Convention;
use crate::count::Count;
use crate::engine::{Enumeration, Halt, Plan, Random, Run, Tally, Unit, Visitor};
use crate::error::Error;
use crate::method::{Counts, Means};
use crate::queens::placement::Turn;
use crate::queens::question::{MAX_SIDE, fits, of_turn};
use crate::queens::variants::VariantQuestion;

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
        match self.turn {
            Turn::Half => Half::new(self.side).run(unit, visitor),
            Turn::Quarter => Quarter::new(self.side).run(unit, visitor),
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

/// The counts of a question about a turn, from its tally; with the classes, if the board has its
/// whole symmetry.
pub fn counts(question: &VariantQuestion, tally: &Tally, means: &Means) -> Result<Counts, Error> {
    let (side, kept) = (question.side(), tally.weighted());
    let Some(turn) = question.turn() else { return Ok(question.counts(tally)) };
    match (question.is_of_plain_queens(), turn) {
        (true, Turn::Half) => of_turn(side, kept, turned(side, Turn::Quarter, means)?, turn),
        (true, Turn::Quarter) => of_turn(side, kept.clone(), kept, turn),
        (false, Turn::Half) => Ok(vec![(Convention::KeptByHalfTurn, kept)]),
        (false, Turn::Quarter) => Ok(vec![(Convention::KeptByQuarterTurn, kept)]),
    }
}

/// The number of placements of queens on the plane board that a turn keeps.
pub fn turned(side: usize, turn: Turn, means: &Means) -> Result<Count, Error> {
    all_of(&TurnCount::new(side, turn)?, &format!("{side} queens"), means)
}

/// The number for amazons.
pub fn turned_amazons(side: usize, turn: Turn, means: &Means) -> Result<Count, Error> {
    let search = TurnSearch::new(side, turn)?.with_amazons();
    all_of(&search, &format!("{side} amazons"), means)
}

/// Runs all units, however long they take.
fn all_of<E>(turned: &E, pieces: &str, means: &Means) -> Result<Count, Error>
where
    E: Enumeration<Solution = [u8]> + Sync,
{
    let outcome = Run::new(turned).threads(means.threads).stop(&means.stop).execute()?;
    if outcome.complete {
        return Ok(outcome.tally.weighted());
    }
    let what = format!("{pieces} kept by a turn");
    Err(Error::Stopped { what, finished: outcome.finished, units: outcome.units })
}

#[cfg(test)]
mod tests {
    use super::{turned, turned_amazons};
    use crate::method::Means;
    use crate::queens::Turn;

    #[test]
    fn symmetric_placements_are_counted_completely_or_not_at_all() {
        let means = Means::default();
        assert_eq!(turned(12, Turn::Half, &means).unwrap(), 80u64.into());
        assert_eq!(turned_amazons(12, Turn::Half, &means).unwrap(), 12u64.into());
        means.stop.request();
        assert!(turned(12, Turn::Half, &means).is_err());
        assert!(turned_amazons(12, Turn::Half, &means).is_err());
    }
}
