//! A unit: its systems enumerated, its tours visited, read or sorted.

use std::ops::ControlFlow;

use super::batches::Batch;
use super::groups::{Found, Group, Groups};
use super::join::each_pair;
use super::moves::MoveSet;
use super::paths::Spelling;
use super::read::{Give, Reader};
use super::search::UnionSearch;
use super::side::Side;
use super::survey::Survey;
use super::values::{OneByOne, Sorted, Sorter, Values};
use crate::count::Count;
use crate::engine::{Beat, Halt, Histogram, Tally, Unit, Visitor};
use crate::error::Shortage;
use crate::simd::{Job, Machine};

/// Tours between beats.
const BEAT: u64 = 1 << 24;

/// The systems of a unit, and how many were enumerated.
pub(super) struct Systems {
    pub(super) upper: Groups,
    pub(super) lower: Groups,
    nodes: u64,
}

impl UnionSearch {
    /// All systems of a unit.
    ///
    /// # Errors
    /// [`Halt::Stopped`] after `beat` asked for it, [`Halt::Failed`] if there are too many.
    pub(super) fn systems_of(
        &self,
        batch: &Batch,
        beat: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Systems, Halt> {
        let (made, layer, most) = (self.made(), self.halves.joint.layer, self.most_systems());
        let mut found = [Found::default(), Found::default()];
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
        let (above, below) = ((made.upper.last(), &batch.upper), (layer, &batch.lower));
        let flip = |moves| match &self.flipped {
            Some(flipped) => flipped.of(moves),
            None => moves,
        };
        // One enumeration serves for both sides, or gives both, or there are two.
        let one = made.batches.by_partners;
        match &made.lower {
            Some(lower) => {
                enumerate(&made.upper, &[above], 0)?;
                enumerate(lower, &[below], 1)?;
            }
            None if one => enumerate(&made.upper, &[above], 0)?,
            None => enumerate(&made.upper, &[above, below], 0)?,
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

    /// Hands over the tours of a unit spelled, some together: a closed one from square 0 towards
    /// its smaller neighbour, an open one from `start`, if it ends there, or else from its
    /// smaller end; `stop` is asked now and then.
    ///
    /// # Errors
    /// [`Halt::Stopped`] after either asked for it.
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

    /// Visits the tours of a unit.
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

    /// Sorts the tours of a unit by a statistic: many together, or one after the other.
    pub(super) fn sorted<V: Visitor<MoveSet>>(
        &self,
        unit: &Unit,
        values: &Values,
        together: bool,
        visitor: &mut V,
    ) -> Result<Tally, Halt> {
        let systems = self.enumerated(unit, visitor)?;
        let sides = [&systems.upper, &systems.lower];
        let survey = if together { Survey::new(values, sides, self.backend) } else { None };
        let mut sorter: Box<dyn Sorter> = match survey {
            Some(survey) => Box::new(survey),
            None => Box::new(OneByOne::new(values, sides, self.backend)),
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

    /// Gives every two groups of a unit whose systems make tours.
    fn joined<V: Visitor<MoveSet>>(
        &self,
        unit: &Unit,
        visitor: &mut V,
        systems: &Systems,
        mut give: impl FnMut(&mut V, &Group, &Group) -> ControlFlow<()>,
    ) -> Result<Tally, Halt> {
        let Systems { upper, lower, nodes } = systems;
        let (mut found, mut told) = (0u64, 0);
        let mut join = |above: &Group, below: &Group| {
            found += upper.systems(above).len() as u64 * lower.systems(below).len() as u64;
            give(visitor, above, below)?;
            if found - told >= BEAT {
                told = found;
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

    /// Shows the tours of two groups to who looks at them.
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

/// The tours of two groups, to be shown.
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
