//! `UnionSearch`: tours as unions of two systems of paths, as a method that the engine runs.

use std::sync::OnceLock;

use super::batches::{Batch, Batches};
use super::moves::{MOST_MOVES, MoveSet, Moves, Replacement};
use super::recount::swept;
use super::side::Side;
use super::values::Values;
use crate::engine::{Beat, Enumeration, Halt, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::method::Vectors;
use crate::simd::Backend;
use crate::tours::halves::plan::{Net, Plan as Halves};
use crate::tours::question::TourQuestion;
use crate::tours::statistic::Statistic;

/// The smallest graph: on fewer vertices an open tour is no cycle through a vertex outside.
const LEAST_VERTICES: usize = 3;

/// Cells where the halves meet: sets of their degrees are kept for every layer, 16 MiB each.
const MOST_SLOTS: usize = 17;

/// A unit has about so many systems, unless somebody says how many units there are.
const SYSTEMS: f64 = (1 << 22) as f64;

/// The bytes of a system at the peak: as it is found, in order, and its image. Seen: 69 to 87.
const BYTES: f64 = 90.0;

/// Random descents to tell the number of systems.
const DESCENTS: u32 = 200;

/// Visits the tours of one question as unions of two systems of paths.
///
/// A tour is shown as the set of its moves; [`UnionSearch::moves`] tells which these are, and the
/// squares in order. Open tours are counted directed and shown once, closed ones undirected.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::Run;
/// use cavalcade::tours::{Kind, MoveSet, TourQuestion, UnionSearch};
/// let board = Board::rectangle(6, 6)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Closed);
/// let search = UnionSearch::new(question)?;
/// // Those that go from the corner to the one square and from the opposite corner to its image.
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
    /// The move that the flip makes of each.
    pub(super) flipped: Option<Replacement>,
    units: Option<usize>,
    /// The bytes that a unit may take.
    pub(super) limit: u64,
    /// What the tours are sorted by, if they are.
    pub(super) values: Option<Values>,
    pub(super) backend: Backend,
    pub(super) made: OnceLock<Made>,
}

/// What all units have in common.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) upper: Side,
    /// Unless the upper one serves for both.
    pub(super) lower: Option<Side>,
    pub(super) batches: Batches,
    /// Systems of both sides, by estimate.
    systems: f64,
    pub(super) units: usize,
}

impl UnionSearch {
    /// The search for a question.
    ///
    /// # Errors
    /// [`Error::NoMethod`] for fewer than three squares, for more than 256 moves, those of an
    /// open tour's ends included, or if no cut was found with at most 17 cells.
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
        let net = Net::new(graph, question.kind(), question.ends());
        let Some(moves) = Moves::of(&net) else {
            return Err(no(format!("it takes at most {MOST_MOVES} moves and ends")));
        };
        let (symmetries, shape) = (question.symmetries(), question.shape());
        let Some(halves) = Halves::new(&net, graph, symmetries, shape, MOST_SLOTS) else {
            return Err(no(format!("no cut was found with {MOST_SLOTS} cells at most")));
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
            made: OnceLock::new(),
        })
    }

    /// Sorts the tours by a statistic, too: see [`Tally::histogram`].
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if the board's tours do not have it.
    pub fn sorted_by(mut self, statistic: Statistic) -> Result<UnionSearch, Error> {
        self.values = Some(Values::new(&statistic.of(&self.question)?, &self.moves));
        Ok(self)
    }

    /// With these vector instructions, if the processor has them.
    pub(super) fn vectors(mut self, vectors: Vectors) -> UnionSearch {
        self.backend = Backend::new(vectors);
        self
    }

    /// Fails where a unit takes more than so many bytes: how many systems there are is an estimate.
    pub(super) fn within(mut self, bytes: u64) -> UnionSearch {
        self.limit = bytes;
        self
    }

    /// Cuts the search into so many units instead, if there are so many degree vectors: other
    /// units, the same totals.
    pub fn split(mut self, units: usize) -> UnionSearch {
        self.units = Some(units.max(1));
        self.made = OnceLock::new();
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

    /// The systems of paths of both sides that all units enumerate, by estimate.
    pub fn systems(&self) -> f64 {
        self.made().systems
    }

    /// The bytes of one unit that is run, by estimate: its systems, and the live degrees.
    pub fn bytes_of_a_unit(&self) -> u64 {
        let made = self.made();
        (made.systems / made.units as f64 * BYTES + self.bytes_of_sets()) as u64
    }

    fn bytes_of_sets(&self) -> f64 {
        let made = self.made();
        made.upper.bytes_of_sets() + made.lower.as_ref().map_or(0.0, Side::bytes_of_sets)
    }

    /// The systems of a unit that its bytes have room for.
    pub(super) fn most_systems(&self) -> u64 {
        ((self.limit as f64 - self.bytes_of_sets()) / BYTES) as u64
    }

    /// The bytes of what all units have in common.
    pub fn bytes_in_common(&self) -> u64 {
        let made = self.made();
        let sides = [Some(&made.upper), made.lower.as_ref()];
        sides.into_iter().flatten().map(Side::bytes_of_reached).sum::<usize>() as u64
    }

    pub(super) fn made(&self) -> &Made {
        self.made.get_or_init(|| {
            let side = |half| Side::new(half, &self.moves, self.backend);
            let upper = side(&self.halves.upper);
            let lower = self.halves.lower.as_ref().map(side);
            let batches = Batches::new(&self.halves, &upper, lower.as_ref().unwrap_or(&upper));
            let mut made = Made { upper, lower, batches, systems: 0.0, units: 1 };
            made.systems = self.estimate(&made);
            let units = self.units.unwrap_or((made.systems / SYSTEMS).ceil() as usize);
            made.units = units.clamp(1, made.batches.orbits.max(1));
            made
        })
    }

    pub(super) fn batch(&self, unit: &Unit) -> Batch {
        let made = self.made();
        let [this, of] = [unit.path[0], unit.path[1]].map(|number| number as usize);
        made.batches.of(this, of, &self.halves)
    }

    /// The systems of both sides by random descents.
    fn estimate(&self, made: &Made) -> f64 {
        let Batch { upper, lower } = made.batches.of(0, 1, &self.halves);
        let mut random = Random::new(1975);
        let live = made.upper.live(&[(made.upper.last(), &upper)]);
        let above = made.upper.estimate(&live, DESCENTS, &mut random);
        let below = made.lower.as_ref().map(|side| {
            let live = side.live(&[(side.last(), &lower)]);
            side.estimate(&live, DESCENTS, &mut random)
        });
        above + below.unwrap_or(0.0)
    }
}

impl Enumeration for UnionSearch {
    type Solution = MoveSet;

    fn method(&self) -> &'static str {
        "union"
    }

    fn fingerprint(&self) -> String {
        let order = self.question.symmetries().order();
        let units = self.made().units;
        let by = self
            .values
            .as_ref()
            .map_or(String::new(), |values| format!(", {} of each", values.statistic));
        let asked = self.question.fingerprint();
        format!("{asked}, union, {order} symmetries, split {units}{by}")
    }

    fn plan(&self) -> Plan {
        let units = self.made().units;
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
        let made = self.made();
        let batch = self.batch(unit);
        let (above, below) =
            ((made.upper.last(), &batch.upper), (self.halves.joint.layer, &batch.lower));
        let lower = made.lower.as_ref().map(|side| side.live(&[below]));
        let wanted = [above, below];
        let upper = made.upper.live(if lower.is_some() { &wanted[..1] } else { &wanted });
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
