//! A unit: enumerates its systems and visits, writes or sorts its tours.

use std::ops::ControlFlow;

use super::groups::each_pair;
use super::groups::{FoundSystems, Group, Groups};
use super::moves::MoveSet;
use super::paths::Spelling;
use super::paths::{Give, Reader};
use super::search::UnionSearch;
use super::side::Batch;
use super::side::Side;
use super::sorter::BatchSorter;
use super::sorter::{OneByOneSorter, Sorted, Sorter, Values};
use crate::count::Count;
use crate::engine::{Beat, Halt, Histogram, Tally, Unit, Visitor};
use crate::error::Shortage;
use crate::simd::{Job, Machine};

/// The tours between beats.
const BEAT: u64 = 1 << 24;

/// The systems of a unit, and the number of systems that were enumerated.
pub(super) struct Systems {
    pub(super) upper: Groups,
    pub(super) lower: Groups,
    nodes: u64,
}

impl UnionSearch {
    /// All systems of a unit.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if `beat` stopped it; [`Halt::Failed`] if there are too many systems.
    pub(super) fn systems_of(
        &self,
        batch: &Batch,
        beat: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Systems, Halt> {
        let (prepared, layer, most) =
            (self.prepared(), self.halves.interface.layer, self.most_systems());
        let mut found = [FoundSystems::default(), FoundSystems::default()];
        let mut nodes = 0;
        let mut enumerate = |side: &Side, wanted: &[_], first: usize| {
            let live = side.live(wanted);
            let mut left = most.saturating_sub(nodes);
            let mut give = |which: usize, system| {
                found[first + which].put(&system);
                left = left.saturating_sub(1);
                left > 0
            };
            let more = side.each(&live, wanted, &mut give, &mut |more| beat(nodes + more));
            nodes += more.ok_or_else(|| match left {
                0 => self.too_large(),
                _ => Halt::Stopped,
            })?;
            Ok(())
        };
        let (above, below) = ((prepared.upper.last(), &batch.upper), (layer, &batch.lower));
        let flip = |moves| match &self.flipped {
            Some(flipped) => flipped.of(moves),
            None => moves,
        };
        // One enumeration of the upper half provides both sides, or there are two enumerations.
        let one = prepared.batches.by_partners;
        match &prepared.lower {
            Some(lower) => {
                enumerate(&prepared.upper, &[above], 0)?;
                enumerate(lower, &[below], 1)?;
            }
            None if one => enumerate(&prepared.upper, &[above], 0)?,
            None => enumerate(&prepared.upper, &[above, below], 0)?,
        }
        let [upper, lower] = found;
        let [above, below] = self.halves.numbers();
        let upper = upper.grouped(above);
        let lower = if one { upper.images(flip) } else { lower.grouped(below).images(flip) };
        Ok(Systems { upper, lower, nodes })
    }

    fn too_large(&self) -> Halt {
        let what = format!("{} by union", self.question.label().board);
        Halt::Failed(Shortage::OfUnit { what, free: self.limit }.into())
    }

    /// Gives the text of a unit's tours, several at a time. A closed tour starts at square 0
    /// towards its smaller neighbour. An open tour starts at `start`, if that is an end, and
    /// otherwise at its smaller end.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if `stop` or `give` asks for it.
    pub(crate) fn each_read<T: Copy + Default>(
        &self,
        unit: &Unit,
        spelling: &Spelling<T>,
        start: Option<u8>,
        stop: &dyn Fn() -> bool,
        give: Give<'_, T>,
    ) -> Result<(), Halt> {
        let Systems { upper, lower, .. } = &self.systems_of(&self.batch(unit), &mut |_| !stop())?;
        let mut reader = Reader::new(&self.moves, [upper, lower], spelling, start);
        let mut read = |above: &Group, below: &Group| {
            if stop() {
                return ControlFlow::Break(());
            }
            reader.read([above, below], give)
        };
        if each_pair(&self.halves, [upper, lower], &mut read).is_break() {
            return Err(Halt::Stopped);
        }
        Halt::on_break(reader.end(give))
    }

    pub(super) fn visited<V: Visitor<MoveSet>>(
        &self,
        unit: &Unit,
        visitor: &mut V,
    ) -> Result<Tally, Halt> {
        let systems = self.enumerated(unit, visitor)?;
        let Systems { upper, lower, .. } = &systems;
        self.joined(unit, visitor, &systems, |visitor, above, below| {
            self.show(visitor, upper.systems(above), lower.systems(below))
        })
    }

    /// Sorts the tours of a unit by a statistic, in batches or one at a time.
    pub(super) fn sorted<V: Visitor<MoveSet>>(
        &self,
        unit: &Unit,
        values: &Values,
        together: bool,
        visitor: &mut V,
    ) -> Result<Tally, Halt> {
        let systems = self.enumerated(unit, visitor)?;
        let sides = [&systems.upper, &systems.lower];
        let sorter = if together { BatchSorter::new(values, sides, self.backend) } else { None };
        let mut sorter: Box<dyn Sorter> = match sorter {
            Some(sorter) => Box::new(sorter),
            None => Box::new(OneByOneSorter::new(values, sides, self.backend)),
        };
        let mut tally = self.joined(unit, visitor, &systems, |visitor, above, below| {
            sorter.put(above, below);
            self.show(visitor, sides[0].systems(above), sides[1].systems(below))
        })?;
        let Sorted { counts, extremes } = sorter.end();
        let mut histogram = Histogram::default();
        for (value, tours) in counts {
            histogram.count(value, Count::from(tours) * unit.weight);
        }
        let mut squares = Vec::new();
        for (value, tour) in extremes.into_iter().flatten() {
            self.moves.squares_into(&tour, &mut squares);
            histogram.show(value, &squares);
        }
        tally.sort(&histogram);
        Ok(tally)
    }

    fn enumerated<V: Visitor<MoveSet>>(
        &self,
        unit: &Unit,
        visitor: &mut V,
    ) -> Result<Systems, Halt> {
        let mut beat = |nodes| visitor.beat(Beat { nodes, ..Beat::default() }).is_continue();
        self.systems_of(&self.batch(unit), &mut beat)
    }

    /// Gives every two groups of a unit whose systems form tours.
    fn joined<V: Visitor<MoveSet>>(
        &self,
        unit: &Unit,
        visitor: &mut V,
        systems: &Systems,
        mut give: impl FnMut(&mut V, &Group, &Group) -> ControlFlow<()>,
    ) -> Result<Tally, Halt> {
        let Systems { upper, lower, nodes } = systems;
        let (mut found, mut reported) = (0u64, 0);
        let mut join = |above: &Group, below: &Group| {
            found += upper.systems(above).len() as u64 * lower.systems(below).len() as u64;
            give(visitor, above, below)?;
            if found - reported >= BEAT {
                reported = found;
                let done = upper.start(above) as f64 / upper.len() as f64;
                visitor.beat(Beat { nodes: *nodes, solutions: found * unit.weight, done })?;
            }
            ControlFlow::Continue(())
        };
        let pairs = each_pair(&self.halves, [upper, lower], &mut join);
        let ControlFlow::Continue(pairs) = pairs else { return Err(Halt::Stopped) };
        let mut tally = Tally::default();
        tally.find(unit.weight, found);
        tally.enter(0, *nodes);
        tally.enter(1, pairs);
        Ok(tally)
    }

    /// Shows the tours of two groups to the visitor, if it looks at solutions.
    fn show<V: Visitor<MoveSet>>(
        &self,
        visitor: &mut V,
        upper: &[MoveSet],
        lower: &[MoveSet],
    ) -> ControlFlow<()> {
        if V::LOOKS {
            return self.backend.enter(Show { visitor, upper, lower });
        }
        ControlFlow::Continue(())
    }
}

/// The job that shows the tours of two groups.
struct Show<'a, V> {
    visitor: &'a mut V,
    upper: &'a [MoveSet],
    lower: &'a [MoveSet],
}

impl<V: Visitor<MoveSet>> Job for Show<'_, V> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self, _: impl Machine) -> ControlFlow<()> {
        for &above in self.upper {
            for &below in self.lower {
                self.visitor.solution(&(above | below))?;
            }
        }
        ControlFlow::Continue(())
    }
}
