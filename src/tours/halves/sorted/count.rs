//! `SortedHalves`: what the engine runs.

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
use crate::tours::halves::counting::{Counted, Counting, Ended, Hear, OTHERS};
use crate::tours::halves::forecast::Numbers;
use crate::tours::halves::grounds::Grounds;
use crate::tours::halves::method::{HalvesCount, entered};
use crate::tours::halves::schedule::Problem;
use crate::tours::halves::sweep::{Pool, combined_residues, primes};
use crate::tours::question::{Kind, TourQuestion};
use crate::tours::statistic::Statistic;

/// Sorted, tours take so many times as long as counted: 8x8 closed 40 by slopes.
pub const SORTED: f64 = 40.0;

/// The tours of a question, none of them shown, by how many of their moves are of some kind.
#[derive(Debug)]
pub struct SortedHalves {
    count: HalvesCount,
    /// What those moves are called.
    what: String,
    /// A tour has no more of them.
    most: usize,
}

/// The count whose tours are to be sorted.
///
/// # Errors
/// [`Error::NoMethod`] of what is told by pairs of moves; [`Error::ToursAsked`] if the board's
/// tours do not have the statistic; those of [`HalvesCount::new`].
pub fn told_apart(question: &TourQuestion, statistic: Statistic) -> Result<HalvesCount, Error> {
    let pairs = statistic.of(question)?;
    if !statistic.is_of_moves() {
        return Err(Error::NoMethod {
            question: question.label().board,
            method: "halves",
            reason: format!("it comes to no tour, and {statistic} are told by pairs of moves"),
        });
    }
    apart_by(question, &|edge| pairs.counts_alone(edge))
}

/// The count whose tours are to be sorted by how many of these edges they have.
///
/// # Errors
/// Those of [`HalvesCount::new`].
pub fn apart_by(
    question: &TourQuestion,
    counts: &dyn Fn([u32; 2]) -> bool,
) -> Result<HalvesCount, Error> {
    let graph = question.graph();
    // Symmetries serve that take an edge which counts to one that does.
    let keeps = |image: &Permutation| {
        graph.edges().all(|(a, b)| counts([a as u32, b as u32]) == counts([image[a], image[b]]))
    };
    let mut count = HalvesCount::new(question.clone().keeping(keeps))?;
    let (mut halves, squares) = (count.grounds.halves.clone(), graph.len() as u32);
    halves.weigh(&|edge| edge.iter().all(|&v| v < squares) && counts(edge));
    count.grounds = Arc::new(Grounds::new(halves));
    count.kinds = &[Numbers::Points];
    Ok(count)
}

/// The closed tours of a question by how many of these edges they have, undirected, and the states
/// that were swept.
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
    let count = apart_by(question, &counts)?.by(means).telling(means);
    let sorted = SortedHalves::new(count, "edges");
    let most = sorted.most.min(edges.len());
    let tally = whole(&SortedHalves { most, ..sorted }, means)?;
    Ok((tally.histogram().clone(), tally.nodes()))
}

/// The states and the seconds that [`closed_tours_by`] is expected to take.
///
/// # Errors
/// Those of [`HalvesCount::new`].
pub fn closed_tours_cost(
    question: &TourQuestion,
    edges: &[[u32; 2]],
    means: &Means,
) -> Result<[f64; 2], Error> {
    let count = HalvesCount::new(question.clone())?.by(means);
    let told = count.told(false, &mut || true).expect("nobody ends it");
    let estimate = count.forecast(&told);
    let times = if edges.is_empty() { 1.0 } else { SORTED };
    Ok([estimate.states, estimate.seconds() / means.threads as f64].map(|one| one * times))
}

/// All of it.
fn whole<E: Enumeration>(enumeration: &E, means: &Means) -> Result<Tally, Error> {
    let run = Run::new(enumeration).threads(means.threads).stop(&means.stop);
    let Outcome { tally, complete, finished, units, .. } = run.execute()?;
    let what = enumeration.fingerprint();
    if complete { Ok(tally) } else { Err(Error::Stopped { what, finished, units }) }
}

impl SortedHalves {
    /// Sorts what is counted, from [`told_apart`] or [`apart_by`], by moves that are called so:
    /// see [`Tally::histogram`], which has no tour of an extreme.
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
        let way = |counting: &Counting<'_>, hear: Hear<'_>| by_value(counting, most, skip, hear);
        let (sorted, profile): (ByValue, _) =
            self.count.counted(unit, visitor, sweeps(most), &way)?;
        let (mut tally, mut histogram) = (Tally::default(), Histogram::default());
        tally.find(unit.weight, sorted.total());
        for (value, tours) in (0..).zip(sorted.0) {
            histogram.count(value, tours * unit.weight);
        }
        tally.sort(&histogram);
        entered(&mut tally, &profile);
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

/// Bits that every prime tells.
const PRIME_BITS: u64 = 30;

/// Tours by how many of their moves count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByValue(pub Vec<Count>);

impl AddAssign<&ByValue> for ByValue {
    fn add_assign(&mut self, other: &ByValue) {
        self.0.resize(self.0.len().max(other.0.len()), Count::ZERO);
        self.0.iter_mut().zip(&other.0).for_each(|(all, more)| *all += more);
    }
}

impl ByValue {
    /// All of them.
    pub fn total(&self) -> Count {
        self.0.iter().cloned().sum()
    }
}

/// Sweeps for each prime, for tours with so many moves that count at most.
pub fn sweeps(most: usize) -> usize {
    (most + 1).div_ceil(LANES)
}

/// The tours of a piece by how many of their moves count, so many at most; `skip` primes are left
/// out.
pub fn by_value(
    counting: &Counting<'_>,
    most: usize,
    skip: usize,
    hear: Hear<'_>,
) -> Counted<ByValue> {
    // The number first, which takes less than one sweep that sorts, tells how many primes do.
    let problem = Problem { numbers: Numbers::Words, ..counting.problem };
    let numbers = Counting { problem, keeper: None, ..*counting };
    let (all, mut profile) = match skip {
        0 => numbers.count(hear)?,
        _ => numbers.recount(hear)?,
    };
    let mut residues: Vec<Vec<(u32, u32)>> = vec![Vec::new(); most + 1];
    let pool = Pool::new(counting.problem.room as u64);
    for prime in primes(31).skip(skip).take((all.bits() / PRIME_BITS + 1) as usize) {
        let values = values(counting, prime, sweeps(most), &pool, &mut profile, hear)?;
        let mut found = coefficients(&values, prime);
        if found.split_off(most + 1).iter().any(|&more| more != 0) {
            return Err(wrong("tours with more moves than there are".into()));
        }
        residues.iter_mut().zip(found).for_each(|(residues, value)| residues.push((value, prime)));
    }
    let sorted = ByValue(residues.iter().map(|residues| combined_residues(residues)).collect());
    match sorted.total() == all {
        true => Ok((sorted, profile)),
        false => Err(wrong(format!("{all} tours and {} of them sorted", sorted.total()))),
    }
}

fn wrong(what: String) -> Ended {
    Ended::Failed(Error::Contradiction { what })
}

/// What all tours come to at x = 0, 1, 2 and so on, by so many sweeps.
fn values(
    counting: &Counting<'_>,
    prime: u32,
    sweeps: usize,
    pool: &Pool<Point>,
    profile: &mut Vec<u64>,
    hear: Hear<'_>,
) -> Result<Vec<u32>, Ended> {
    let mut values = Vec::new();
    for sweep in 0..sweeps {
        let powers = Powers::new(prime, std::array::from_fn(|lane| (sweep * LANES + lane) as u32));
        let ring = Points(&powers);
        values.extend(counting.swept((0, ring, ring), pool, profile, hear)?.value.0);
    }
    Ok(values)
}
