//! `SortedHalves`: what the engine runs.

use std::sync::Arc;

use super::sweeps::{ByValue, by_value, sweeps};
use crate::board::Permutation;
use crate::engine::{
    Enumeration, Halt, Histogram, Outcome, Plan, Random, Run, Tally, Unit, Visitor,
};
use crate::error::Error;
use crate::method::Means;
use crate::tours::halves::counting::{Counting, Hear, OTHERS};
use crate::tours::halves::forecast::Numbers;
use crate::tours::halves::grounds::Grounds;
use crate::tours::halves::method::{HalvesCount, entered};
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
