//! What the engine runs: the whole count as one unit, or a slice of it as one of several, with
//! threads of its own (see [`HalvesCount::threads`]).

use std::cell::Cell;
use std::sync::Arc;

use super::cost::StateEstimate;
use super::count::{Ended, no_room};
use super::expected::Numbers;
use super::method::HalvesCount;
use super::pieces::{PLANNED, Pieces, Total, Way};
use super::sweep::Keeper;
use crate::count::Count;
use crate::engine::{Beat, Enumeration, Halt, Plan, Random, Stop, Tally, Unit, Visitor};
use crate::method::LayerReport;

/// More is not done before all is.
const ALMOST: f64 = 0.999;

/// What is worked out of a unit.
pub(super) struct Task<'a, T> {
    /// How a piece is counted.
    pub way: Way<'a, T>,
    /// Besides the number, so many sweeps for each prime.
    pub besides: usize,
}

impl<'a> Task<'a, Count> {
    /// Of the number alone.
    fn of(way: Way<'a>) -> Task<'a, Count> {
        Task { way, besides: 0 }
    }
}

impl HalvesCount {
    /// Counts a unit.
    pub(super) fn counted<T: Total>(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        task: Task<'_, T>,
    ) -> Result<(T, Vec<u64>), Halt> {
        let bits = self.bits();
        // Of all sweeps, once it is known; the states that an earlier run has made.
        let (expected, before) = (Cell::new(f64::INFINITY), Cell::new(0));
        // Those so far, what was in vain with them.
        let heard = Cell::new(0);
        let (mut told, mut begun) = (None, 0);
        let mut hear = |report: &LayerReport| {
            heard.set(report.states_so_far.max(heard.get()));
            let at = (report.layer, report.states, report.numbers);
            if let Some(watch) = self.watch.as_ref().filter(|_| told.replace(at) != Some(at)) {
                watch.0(report);
            }
            let beat = |nodes: u64| {
                let done = (nodes as f64 / expected.get()).min(ALMOST);
                Beat { nodes, solutions: 0, done }
            };
            if before.get() > begun {
                begun = before.get();
                visitor.resume(beat(begun));
            }
            visitor.beat(beat(report.states_so_far.max(begun))).is_continue()
        };
        let mut quiet = || hear(&LayerReport::default());
        let crew = self.crew();
        let mut held = self.sets() as usize;
        let live = match unit.path.first() {
            None => self.grounds.live(crew, &mut quiet),
            Some(&slice) => {
                let reached =
                    self.grounds.reached(crew, usize::MAX, &mut quiet).ok_or(Halt::Stopped)?;
                let live = self.live_of(&reached, slice as usize, &mut quiet);
                held += self.kept(&reached);
                if self.kept(&reached) == 0 {
                    self.grounds.forget_reached();
                }
                live.map(Arc::new)
            }
        };
        let live = live.ok_or(Halt::Stopped)?;
        let known = match unit.path.first() {
            None => self.grounds.estimate(crew, &mut quiet).ok_or(Halt::Stopped)?,
            Some(_) => StateEstimate::of(&self.grounds.halves, &live, crew.threads),
        };
        let free = self.memory as f64 - held as f64;
        let numbers = known.larger(self.larger).within(free);
        let elsewhere = if self.spills { known.spilled_in(free) } else { Numbers::Residues };
        let besides = task.besides as f64 * self.sweeps(Numbers::Residues);
        expected.set(known.states * (self.sweeps(numbers.unwrap_or(elsewhere)) + besides));
        let expects = |states: f64| {
            let sweeps = self.sweeps(Numbers::Residues) + besides;
            expected.set(heard.get() as f64 + states * sweeps);
        };
        let slice = unit.path.first().map_or(0, |&slice| 1 + u64::from(slice));
        let words = [slice].into_iter().chain(self.grounds.halves.words());
        let keeper = self.store.as_deref().map(|store| Keeper::new(store, words));
        if let Some(keeper) = keeper {
            keeper.tidy().map_err(Halt::Failed)?;
            before.set(keeper.made().map_err(Halt::Failed)?);
        }
        let pieces = Pieces {
            plan: &self.grounds.halves,
            maps: &self.grounds.maps,
            crew,
            memory: self.memory,
            bits,
            keeper,
            spills: self.spills,
            larger: self.larger,
            planned: &Cell::new(PLANNED),
            expects: &expects,
        };
        hear(&LayerReport::default());
        let counted = pieces.count(&live, Some(known), held, task.way, &mut hear);
        counted.map_err(|ended| match ended {
            Ended::Stopped => Halt::Stopped,
            Ended::Failed(error) => Halt::Failed(error),
            Ended::Memory(at) => {
                Halt::Failed(no_room(&at, self.question.label().board, self.memory))
            }
        })
    }

    fn tally(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        way: Way<'_>,
    ) -> Result<Tally, Halt> {
        let (count, profile) = self.counted(unit, visitor, Task::of(way))?;
        let mut tally = Tally::default();
        tally.find(unit.weight, count);
        entered(&mut tally, &profile);
        Ok(tally)
    }
}

/// Tells of the states of each layer.
pub(super) fn entered(tally: &mut Tally, profile: &[u64]) {
    for (depth, &states) in profile.iter().enumerate() {
        tally.enter(depth, states);
    }
}

impl Enumeration for HalvesCount {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        "halves"
    }

    fn fingerprint(&self) -> String {
        let order = self.question.symmetries().order();
        let split = if self.split == 1 { String::new() } else { format!(", split {}", self.split) };
        format!("{}, halves, {order} symmetries{split}", self.question.fingerprint())
    }

    /// The one unit has the threads to itself.
    fn at_once(&self, _: usize) -> usize {
        1
    }

    fn plan(&self) -> Plan {
        let unit = |id, path, share| Unit { id, path, weight: self.question.directions(), share };
        let trunk = Tally::default();
        if self.split == 1 {
            return Plan { units: vec![unit(0, Vec::new(), 1.0)], trunk };
        }
        let slices = self.slices(&self.reached()).shares().iter().enumerate();
        let units = slices.map(|(id, &share)| unit(id, vec![id as u32], share)).collect();
        Plan { units, trunk }
    }

    fn weigh(&self, plan: Plan, stop: &Stop) -> Plan {
        self.weighed(plan, stop)
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        self.tally(unit, visitor, &|counting, hear| counting.count(hear))
    }

    fn other_way(&self) -> Option<&'static str> {
        Some("other moduli")
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        self.tally(unit, visitor, &|counting, hear| counting.recount(hear))
    }

    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        self.forecast(&self.estimate()).states
    }
}

#[cfg(test)]
mod tests {
    use super::HalvesCount;
    use crate::board::{Board, Piece};
    use crate::engine::{Run, Shelf};
    use crate::tours::{Kind, TourQuestion};

    /// What a slice came to is kept, and no other slice comes to it.
    #[test]
    fn slices_that_are_kept_add_up() {
        let board = Board::rectangle(6, 6).unwrap();
        let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
        let count = HalvesCount::new(question).unwrap().split(6);
        let count = count.checkpoint(Box::new(Shelf::default()));
        let outcome = Run::new(&count).threads(1).execute().unwrap();
        assert_eq!(outcome.tally.weighted().to_string(), "9862");
    }
}
