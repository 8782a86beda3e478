//! `SortedHalves`: the enumeration that the engine runs.

use std::ops::AddAssign;
use std::sync::Arc;

use super::points::coefficients;
use super::points::{LANES, Point, Points, Powers};
use crate::board::Permutation;
use crate::count::Count;
use crate::engine::{
    Enumeration, Halt, Histogram, Outcome, Plan, Random, Run, Tally, Unit, Visitor,
};
use crate::error::Error;
use crate::method::Means;
use crate::tours::halves::cache::ProblemCache;
use crate::tours::halves::counting::{Counted, Counting, Interrupted, OTHERS, OnLayer};
use crate::tours::halves::forecast::NumberType;
use crate::tours::halves::method::{HalvesCount, record_states};
use crate::tours::halves::schedule::Problem;
use crate::tours::halves::sweep::{BlockPool, combined_residues, primes};
use crate::tours::question::{Kind, TourQuestion};
use crate::tours::statistic::Statistic;

/// The cost of sorting relative to counting; measured for the slopes of 8x8 closed.
pub const SORTED: f64 = 40.0;

/// The tours of a question by the number of their moves of some kind; no tour is visited.
#[derive(Debug)]
pub struct SortedHalves {
    count: HalvesCount,
    /// The name of that kind of moves.
    what: String,
    /// The largest number of such moves in a tour.
    most: usize,
}

/// The count for sorting by a statistic.
///
/// # Errors
/// [`Error::NoMethod`] for a statistic of pairs of moves; [`Error::ToursAsked`] if the board's
/// tours do not have the statistic; those of [`HalvesCount::new`].
pub fn count_by_statistic(
    question: &TourQuestion,
    statistic: Statistic,
) -> Result<HalvesCount, Error> {
    let pairs = statistic.of(question)?;
    if !statistic.is_of_moves() {
        return Err(Error::NoMethod {
            question: question.label().board,
            method: "halves",
            reason: format!("it visits no tour, and {statistic} depend on pairs of moves"),
        });
    }
    count_by_edges(question, &|edge| pairs.counts_alone(edge))
}

/// The count for sorting by the number of edges that `counts` selects.
///
/// # Errors
/// Those of [`HalvesCount::new`].
pub fn count_by_edges(
    question: &TourQuestion,
    counts: &dyn Fn([u32; 2]) -> bool,
) -> Result<HalvesCount, Error> {
    let graph = question.graph();
    // Only symmetries that preserve the selection are kept.
    let keeps = |image: &Permutation| {
        graph.edges().all(|(a, b)| counts([a as u32, b as u32]) == counts([image[a], image[b]]))
    };
    let mut count = HalvesCount::new(question.clone().keeping(keeps))?;
    let (mut halves, squares) = (count.cache.plan.clone(), graph.len() as u32);
    halves.weigh(&|edge| edge.iter().all(|&v| v < squares) && counts(edge));
    count.cache = Arc::new(ProblemCache::new(halves));
    count.kinds = &[NumberType::Points];
    Ok(count)
}

/// The closed tours of a question, undirected, by the number of these edges in them; and the number
/// of states of the sweeps.
///
/// # Errors
/// Those of [`HalvesCount::new`]; [`Error::Stopped`]; [`Error::OutOfMemory`].
pub fn closed_tours_by(
    question: &TourQuestion,
    edges: &[[u32; 2]],
    means: &Means,
) -> Result<(Histogram, u64), Error> {
    if edges.is_empty() {
        let tally = whole(&HalvesCount::new(question.clone())?.by(means).telling(means), means)?;
        let mut histogram = Histogram::default();
        histogram.count(0, tally.weighted());
        return Ok((histogram, tally.nodes()));
    }
    let counts = |[a, b]: [u32; 2]| edges.contains(&[a.min(b), a.max(b)]);
    let count = count_by_edges(question, &counts)?.by(means).telling(means);
    let sorted = SortedHalves::new(count, "edges");
    let most = sorted.most.min(edges.len());
    let tally = whole(&SortedHalves { most, ..sorted }, means)?;
    Ok((tally.histogram().clone(), tally.nodes()))
}

/// The predicted states and seconds of [`closed_tours_by`].
///
/// # Errors
/// Those of [`HalvesCount::new`].
pub fn closed_tours_cost(
    question: &TourQuestion,
    edges: &[[u32; 2]],
    means: &Means,
) -> Result<[f64; 2], Error> {
    let count = HalvesCount::new(question.clone())?.by(means);
    let prediction = count.predict(false, &mut || true).expect("no pause stops it");
    let estimate = count.forecast(&prediction);
    let times = if edges.is_empty() { 1.0 } else { SORTED };
    Ok([estimate.states, estimate.seconds() / means.threads as f64].map(|one| one * times))
}

/// The complete tally, or an error if the run was stopped.
fn whole<E: Enumeration>(enumeration: &E, means: &Means) -> Result<Tally, Error> {
    let run = Run::new(enumeration).threads(means.threads).stop(&means.stop);
    let Outcome { tally, complete, finished, units, .. } = run.execute()?;
    let what = enumeration.fingerprint();
    if complete { Ok(tally) } else { Err(Error::Stopped { what, finished, units }) }
}

impl SortedHalves {
    /// Sorts a count from [`count_by_statistic`] or [`count_by_edges`]; `what` names the counted
    /// moves. The histogram of the tally shows no tours with extreme values.
    pub fn new(count: HalvesCount, what: &str) -> SortedHalves {
        let question = count.question();
        let most = question.graph().len() - usize::from(question.kind() == Kind::Open);
        SortedHalves { count, what: what.into(), most }
    }

    fn sorted(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        skip: usize,
    ) -> Result<Tally, Halt> {
        let most = self.most;
        let count_unit = |counting: &Counting<'_>, on_layer: OnLayer<'_>| {
            by_value(counting, most, skip, on_layer)
        };
        let (sorted, profile): (ByValue, _) =
            self.count.run_unit(unit, visitor, sweeps(most), &count_unit)?;
        let (mut tally, mut histogram) = (Tally::default(), Histogram::default());
        tally.find(unit.weight, sorted.total());
        for (value, tours) in (0..).zip(sorted.0) {
            histogram.count(value, tours * unit.weight);
        }
        tally.sort(&histogram);
        record_states(&mut tally, &profile);
        Ok(tally)
    }
}

impl Enumeration for SortedHalves {
    type Solution = [u8];

    fn method(&self) -> &'static str {
        self.count.method()
    }

    fn fingerprint(&self) -> String {
        format!("{}, {} of each", self.count.fingerprint(), self.what)
    }

    fn at_once(&self, threads: usize) -> usize {
        self.count.at_once(threads)
    }

    fn plan(&self) -> Plan {
        self.count.plan()
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        self.sorted(unit, visitor, 0)
    }

    fn other_way(&self) -> Option<&'static str> {
        self.count.other_way()
    }

    fn recount(&self, unit: &Unit, visitor: &mut impl Visitor<[u8]>) -> Result<Tally, Halt> {
        self.sorted(unit, visitor, OTHERS)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        self.count.probe(probes, random) * (1 + 2 * sweeps(self.most)) as f64
    }
}

/// A lower bound of the bits of a prime.
const PRIME_BITS: u64 = 30;

/// The tours by the number of their counted moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByValue(pub Vec<Count>);

impl AddAssign<&ByValue> for ByValue {
    fn add_assign(&mut self, other: &ByValue) {
        self.0.resize(self.0.len().max(other.0.len()), Count::ZERO);
        self.0.iter_mut().zip(&other.0).for_each(|(all, more)| *all += more);
    }
}

impl ByValue {
    /// The number of all tours.
    pub fn total(&self) -> Count {
        self.0.iter().cloned().sum()
    }
}

/// The sweeps for each prime if a tour has at most `most` counted moves.
pub fn sweeps(most: usize) -> usize {
    (most + 1).div_ceil(LANES)
}

/// The tours by the number of their counted moves, which is at most `most`. The first `skip` primes
/// are not used.
pub fn by_value(
    counting: &Counting<'_>,
    most: usize,
    skip: usize,
    on_layer: OnLayer<'_>,
) -> Counted<ByValue> {
    // The plain count takes less than one sweep that sorts, and determines the number of primes.
    let problem = Problem { numbers: NumberType::Words, ..counting.problem };
    let numbers = Counting { problem, checkpoint: None, ..*counting };
    let (all, mut profile) = match skip {
        0 => numbers.count(on_layer)?,
        _ => numbers.recount(on_layer)?,
    };
    let mut residues: Vec<Vec<(u32, u32)>> = vec![Vec::new(); most + 1];
    let pool = BlockPool::new(counting.problem.budget as u64);
    for prime in primes(31).skip(skip).take((all.bits() / PRIME_BITS + 1) as usize) {
        let values = values(counting, prime, sweeps(most), &pool, &mut profile, on_layer)?;
        let mut found = coefficients(&values, prime);
        if found.split_off(most + 1).iter().any(|&more| more != 0) {
            return Err(wrong("tours with more counted moves than a tour has moves".into()));
        }
        residues.iter_mut().zip(found).for_each(|(residues, value)| residues.push((value, prime)));
    }
    let sorted = ByValue(residues.iter().map(|residues| combined_residues(residues)).collect());
    match sorted.total() == all {
        true => Ok((sorted, profile)),
        false => Err(wrong(format!("{all} tours and {} of them sorted", sorted.total()))),
    }
}

fn wrong(what: String) -> Interrupted {
    Interrupted::Failed(Error::Contradiction { what })
}

/// The values of the polynomial at x = 0, 1, 2 and so on, modulo a prime.
fn values(
    counting: &Counting<'_>,
    prime: u32,
    sweeps: usize,
    pool: &BlockPool<Point>,
    profile: &mut Vec<u64>,
    on_layer: OnLayer<'_>,
) -> Result<Vec<u32>, Interrupted> {
    let mut values = Vec::new();
    for sweep in 0..sweeps {
        let powers = Powers::new(prime, std::array::from_fn(|lane| (sweep * LANES + lane) as u32));
        let ring = Points(&powers);
        values.extend(counting.swept(0, ring, ring, pool, profile, on_layer)?.value.0);
    }
    Ok(values)
}
