//! `UnionSearch`: tours as unions of two systems of paths, as a method of the engine.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::groups::{FoundSystems, Group, Groups, each_pair};
use super::moves::{MOST_MOVES, MoveSet, Moves, Replacement};
use super::paths::{Give, Reader, Spelling};
use super::side::{Batch, Batches, Live, Side};
use super::sorter::{BatchSorter, OneByOneSorter, Sorted, Sorter, Values};
use crate::count::Count;
use crate::engine::{
    Beat, Enumeration, Halt, Histogram, Plan, Random, Tally, Unit, Visitor, estimated_nodes,
};
use crate::error::{Error, Shortage};
use crate::method::{Choice, Cost, LayerReport, Means, Method, Ready, Vectors};
use crate::simd::{Backend, Job, Machine};
use crate::tours::halves::counting::Counting;
use crate::tours::halves::degrees::Packed;
use crate::tours::halves::forecast::Forecasts;
use crate::tours::halves::matching::Maps;
use crate::tours::halves::plan::{AugmentedGraph, HalfPlan, Plan as Halves};
use crate::tours::halves::schedule::{Part, Problem};
use crate::tours::halves::sweep::{self, ThreadPool};
use crate::tours::question::TourQuestion;
use crate::tours::search::{MAX_VERTICES, TourSearch};
use crate::tours::statistic::Statistic;

/// The smallest graph. On fewer vertices an open tour is no cycle through an outside vertex.
const LEAST_VERTICES: usize = 3;

/// The most slots of an interface. Each layer has a set of degrees, 16 MB for this many slots.
const MOST_SLOTS: usize = 17;

/// The approximate number of systems in a unit, unless the number of units is given.
const SYSTEMS: f64 = (1 << 22) as f64;

/// The peak bytes of a system: as found, as sorted, and its image. Measured: 69 to 87.
const BYTES: f64 = 90.0;

/// The random descents that estimate the number of systems.
const DESCENTS: u32 = 200;

/// Visits the tours of one question as unions of two systems of paths.
///
/// A tour is shown as the set of its moves. [`UnionSearch::moves`] converts the set to moves, or to
/// the squares in order. Open tours are counted directed and shown once, closed ones undirected.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Run;
/// use cavalcade::tours::{Kind, MoveSet, TourQuestion, UnionSearch};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let search = UnionSearch::new(question)?;
/// // A move of the first corner, and its image at the opposite corner.
/// let wanted = [search.moves().number(0, 8), search.moves().number(35, 27)];
/// let seen = AtomicU64::new(0);
/// let see = |tour: &MoveSet| {
///     let has_both = wanted.iter().flatten().all(|&number| tour.has(number));
///     seen.fetch_add(has_both.into(), Ordering::Relaxed);
/// };
/// Run::new(&search).observe_solutions(see).execute()?;
/// assert_eq!(seen.into_inner(), 9862); // a corner has two moves, and both are taken
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Debug)]
pub struct UnionSearch {
    pub(super) question: TourQuestion,
    pub(super) halves: Halves,
    pub(super) moves: Moves,
    /// The image of each move under the flip.
    pub(super) flipped: Option<Replacement>,
    units: Option<usize>,
    /// The memory limit of a unit in bytes.
    pub(super) limit: u64,
    /// The statistic that tours are sorted by.
    pub(super) values: Option<Values>,
    pub(super) backend: Backend,
    pub(super) prepared: OnceLock<PreparedSides>,
}

/// The data that all units share.
#[derive(Debug)]
pub(super) struct PreparedSides {
    pub(super) upper: Side,
    /// The lower side, unless it is the image of the upper one.
    pub(super) lower: Option<Side>,
    pub(super) batches: Batches,
    /// The estimated number of systems on both sides.
    systems: f64,
    pub(super) units: usize,
}

impl UnionSearch {
    /// The search for a question.
    ///
    /// # Errors
    /// [`Error::NoMethod`] for fewer than three squares, for more than 256 moves, including those
    /// to the ends of an open tour, or if no cut was found with at most 17 cells.
    pub fn new(question: TourQuestion) -> Result<UnionSearch, Error> {
        let graph = question.graph();
        let no = |reason: String| Error::NoMethod {
            question: question.label().board,
            method: "union",
            reason,
        };
        if graph.len() < LEAST_VERTICES {
            return Err(no("it takes three squares or more".into()));
        }
        let augmented = AugmentedGraph::new(graph, question.kind(), question.ends());
        let Some(moves) = Moves::of(&augmented) else {
            return Err(no(format!(
                "it takes at most {MOST_MOVES} moves, including those to the ends"
            )));
        };
        let (symmetries, shape) = (question.symmetries(), question.shape());
        let Some(halves) = Halves::new(&augmented, graph, symmetries, shape, MOST_SLOTS) else {
            return Err(no(format!("no cut was found with at most {MOST_SLOTS} cells")));
        };
        let flipped = halves.flip.as_ref().map(|flip| {
            let to = |v: u8| flip.get(usize::from(v)).copied().unwrap_or(v.into());
            let image = |number: usize| {
                let [a, b] = moves.pair(number).map(to);
                moves.number(a, b).expect("a symmetry keeps moves and given ends")
            };
            Replacement::new(&(0..moves.len()).map(image).collect::<Vec<_>>())
        });
        Ok(UnionSearch {
            question,
            halves,
            moves,
            flipped,
            units: None,
            limit: u64::MAX,
            values: None,
            backend: Backend::new(Vectors::Native),
            prepared: OnceLock::new(),
        })
    }

    /// Also sorts the tours by a statistic: see [`Tally::histogram`].
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if the board's tours do not have it.
    pub fn sorted_by(mut self, statistic: Statistic) -> Result<UnionSearch, Error> {
        self.values = Some(Values::new(&statistic.of(&self.question)?, &self.moves));
        Ok(self)
    }

    /// Sets the vector instructions, if the processor has them.
    pub(super) fn vectors(mut self, vectors: Vectors) -> UnionSearch {
        self.backend = Backend::new(vectors);
        self
    }

    /// Sets the memory limit of a unit in bytes. A unit fails above it, because the number of
    /// systems is only estimated beforehand.
    pub(super) fn within(mut self, bytes: u64) -> UnionSearch {
        self.limit = bytes;
        self
    }

    /// Sets the number of units, up to the number of degree vectors. The totals do not depend on
    /// it.
    pub fn split(mut self, units: usize) -> UnionSearch {
        self.units = Some(units.max(1));
        self.prepared = OnceLock::new();
        self
    }

    /// The question.
    pub fn question(&self) -> &TourQuestion {
        &self.question
    }

    /// The moves whose sets are shown.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The estimated number of systems on both sides in all units.
    pub fn systems(&self) -> f64 {
        self.prepared().systems
    }

    /// The estimated bytes of a running unit: its systems and the live degrees.
    pub fn bytes_of_a_unit(&self) -> u64 {
        let prepared = self.prepared();
        (prepared.systems / prepared.units as f64 * BYTES + self.bytes_of_sets()) as u64
    }

    fn bytes_of_sets(&self) -> f64 {
        let prepared = self.prepared();
        prepared.upper.bytes_of_sets() + prepared.lower.as_ref().map_or(0.0, Side::bytes_of_sets)
    }

    /// The systems of a unit that fit in its memory limit.
    pub(super) fn most_systems(&self) -> u64 {
        ((self.limit as f64 - self.bytes_of_sets()) / BYTES) as u64
    }

    /// The bytes of the data that all units share.
    pub fn bytes_in_common(&self) -> u64 {
        let prepared = self.prepared();
        let sides = [Some(&prepared.upper), prepared.lower.as_ref()];
        sides.into_iter().flatten().map(Side::bytes_of_reached).sum::<usize>() as u64
    }

    pub(super) fn prepared(&self) -> &PreparedSides {
        self.prepared.get_or_init(|| {
            let side = |half| Side::new(half, &self.moves, self.backend);
            let upper = side(&self.halves.upper);
            let lower = self.halves.lower.as_ref().map(side);
            let batches = Batches::new(&self.halves, &upper, lower.as_ref().unwrap_or(&upper));
            let mut prepared = PreparedSides { upper, lower, batches, systems: 0.0, units: 1 };
            prepared.systems = self.estimate(&prepared);
            let units = self.units.unwrap_or((prepared.systems / SYSTEMS).ceil() as usize);
            prepared.units = units.clamp(1, prepared.batches.orbits.max(1));
            prepared
        })
    }

    pub(super) fn batch(&self, unit: &Unit) -> Batch {
        let prepared = self.prepared();
        let [this, of] = [unit.path[0], unit.path[1]].map(|number| number as usize);
        prepared.batches.of(this, of, &self.halves)
    }

    /// Estimates the number of systems on both sides by random descents.
    fn estimate(&self, prepared: &PreparedSides) -> f64 {
        let Batch { upper, lower } = prepared.batches.of(0, 1, &self.halves);
        let mut random = Random::new(1975);
        let live = prepared.upper.live(&[(prepared.upper.last(), &upper)]);
        let above = prepared.upper.estimate(&live, DESCENTS, &mut random);
        let below = prepared.lower.as_ref().map(|side| {
            let live = side.live(&[(side.last(), &lower)]);
            side.estimate(&live, DESCENTS, &mut random)
        });
        above + below.unwrap_or(0.0)
    }
}

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
        if V::NEEDS_SOLUTIONS {
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

impl Enumeration for UnionSearch {
    type Solution = MoveSet;

    fn method(&self) -> &'static str {
        "union"
    }

    fn fingerprint(&self) -> String {
        let order = self.question.symmetries().order();
        let units = self.prepared().units;
        let by = self
            .values
            .as_ref()
            .map_or(String::new(), |values| format!(", {} of each", values.statistic));
        let asked = self.question.fingerprint();
        format!("{asked}, union, {order} symmetries, split {units}{by}")
    }

    fn plan(&self) -> Plan {
        let units = self.prepared().units;
        let unit = |id: usize| Unit {
            id,
            path: vec![id as u32, units as u32],
            weight: self.question.directions(),
            share: 1.0 / units as f64,
        };
        Plan { units: (0..units).map(unit).collect(), trunk: Tally::default() }
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<MoveSet>) -> Result<Tally, Halt> {
        match &self.values {
            None => self.visited(unit, visitor),
            Some(values) => self.sorted(unit, values, true, visitor),
        }
    }

    fn other_way(&self) -> Option<&'static str> {
        Some(match self.values {
            None => "a sweep of both halves to its degree vectors",
            Some(_) => "the moves of each tour",
        })
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<MoveSet>) -> Result<Tally, Halt> {
        if let Some(values) = &self.values {
            return self.sorted(unit, values, false, visitor);
        }
        let prepared = self.prepared();
        let batch = self.batch(unit);
        let (above, below) =
            ((prepared.upper.last(), &batch.upper), (self.halves.interface.layer, &batch.lower));
        let lower = prepared.lower.as_ref().map(|side| side.live(&[below]));
        let wanted = [above, below];
        let upper = prepared.upper.live(if lower.is_some() { &wanted[..1] } else { &wanted });
        let mut beat = |nodes| visitor.beat(Beat { nodes, ..Beat::default() }).is_continue();
        let swept = swept(&self.halves, &upper, lower.as_ref(), &mut beat);
        let (count, states) = swept.ok_or(Halt::Stopped)?;
        let mut tally = Tally::default();
        tally.find(unit.weight, count);
        tally.enter(0, states);
        Ok(tally)
    }

    fn probe(&self, _: u32, _: &mut Random) -> f64 {
        self.systems()
    }
}

/// The number of tours whose halves have these degrees, and the number of states; none if `beat`
/// stopped the sweep or memory ran out. `beat` receives the number of states so far.
pub fn swept(
    plan: &Halves,
    upper: &Live,
    lower: Option<&Live>,
    beat: &mut dyn FnMut(u64) -> bool,
) -> Option<(Count, u64)> {
    // The degrees of a unit may not be symmetric under the mirrors.
    let plan = Halves {
        upper: plan.upper.without_mirrors(),
        lower: plan.lower.as_ref().map(HalfPlan::without_mirrors),
        ..plan.clone()
    };
    let packed = |live: &Live| live.iter().cloned().map(Packed::new).collect::<Vec<_>>();
    let meeting = Packed::new(upper[plan.upper.last()].clone());
    let live = sweep::Live { upper: packed(upper), lower: lower.map(packed), meeting };
    let thread_pool = ThreadPool { threads: 1, backend: Backend::new(Vectors::Native) };
    let (forecasts, maps) = (Forecasts::new(&plan, &live, None), Maps::for_slots(plan.slots()));
    let problem = Problem::new(&plan, &maps, thread_pool);
    let counting = Counting::new(problem, Part::whole(&live, &forecasts));
    let mut on_layer = |report: &LayerReport| beat(report.states_so_far);
    let (count, profile) = counting.count(&mut on_layer).ok()?;
    Some((count, profile.iter().sum()))
}

/// The entry of `union` in the table of methods.
pub const UNION: Method<TourQuestion> = Method {
    name: "union",
    about: "Visiting every tour as the union of two half boards: hundreds of millions a second, \
            if the path systems of each half fit in memory",
    limit: |_| MAX_VERTICES,
    automatic: false,
    keeps_layers: false,
    sorts: |_| Some(1.0),
    cost,
    ready,
};

/// Systems enumerated per second on one core.
const SYSTEMS_A_SECOND: f64 = 2e6;

/// Tours visited per second on one core.
const TOURS_A_SECOND: f64 = 6e8;

/// The tours for each node of the linking search, whose nodes can be estimated.
const TOURS_TO_A_NODE: f64 = 1.6;

/// The random descents of that estimate.
const PROBES: u32 = 100;

/// The factor by which actual and predicted seconds seldom differ.
const WITHIN: f64 = 5.0;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let search = UnionSearch::new(question.clone())?;
    let (common, each) = (search.bytes_in_common(), search.bytes_of_a_unit());
    let threads = means.threads_with(common, each).max(1);
    let bytes = (common + each * threads as u64) as f64;
    let visits = TourSearch::new(question.clone());
    let tours = visits.map_or(0.0, |search| TOURS_TO_A_NODE * estimated_nodes(&search, PROBES));
    let systems = search.systems();
    let seconds = systems / SYSTEMS_A_SECOND + tours / TOURS_A_SECOND;
    Ok(Cost::new(systems, bytes, seconds, threads, WITHIN))
}

fn ready(question: &TourQuestion, choice: &Choice, means: &Means) -> Result<Ready, Error> {
    choice.allow(&["split", Statistic::OPTION])?;
    let mut search = UnionSearch::new(question.clone())?.vectors(means.vectors);
    if let Some(units) = choice.units("split")? {
        search = search.split(units);
    }
    let question = question.clone();
    let what = format!("{} by union", question.label().board);
    let (common, each) = (search.bytes_in_common(), search.bytes_of_a_unit());
    let threads = means.threads_with(common, each).clamp(1, search.prepared().units) as u64;
    search = search.within(means.memory.saturating_sub(common) / threads);
    let ready = match Statistic::chosen(choice)? {
        None => Ready::new(search, move |tally, _| question.counts_of_any(tally)),
        Some(statistic) => {
            let pairs = statistic.of(&question)?;
            Ready::new(search.sorted_by(statistic)?, move |tally, _| {
                pairs.check(&question, tally, true)?;
                question.counts_of_any(tally)
            })
        }
    };
    Ok(ready.needing(what, common, each))
}
