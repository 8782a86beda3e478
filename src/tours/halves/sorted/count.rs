//! `SortedHalves`: what the engine runs.

use std::sync::Arc;

use super::points::Point;
use super::sweeps::{ByValue, by_value, sweeps};
use crate::board::{Graph, Permutation};
use crate::engine::{Enumeration, Halt, Histogram, Plan, Random, Tally, Unit, Visitor};
use crate::error::Error;
use crate::tours::halves::count::{Counting, Hear, OTHERS};
use crate::tours::halves::grounds::Grounds;
use crate::tours::halves::method::HalvesCount;
use crate::tours::halves::run::{Task, entered};
use crate::tours::question::{Kind, TourQuestion};
use crate::tours::statistic::{Pairs, Statistic};

/// The bytes of a residue and a rank.
const NUMBER: usize = 2 * size_of::<u32>();

/// The tours of a question, none of them shown, by how many of their moves have a slope.
#[derive(Debug)]
pub struct SortedHalves {
    count: HalvesCount,
    statistic: Statistic,
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
    let graph = question.graph();
    let kept = question.clone().keeping(|image| keeps(&pairs, image, graph));
    let mut count = HalvesCount::new(kept)?;
    let (mut halves, squares) = (count.grounds.halves.clone(), graph.len() as u32);
    halves.weigh(&|edge| edge.iter().all(|&v| v < squares) && pairs.counts_alone(edge));
    count.grounds = Arc::new(Grounds::new(halves));
    count.larger = (size_of::<Point>() + size_of::<u32>()) as f64 / NUMBER as f64;
    Ok(count)
}

/// True if a move counts where its image does.
fn keeps(pairs: &Pairs, image: &Permutation, graph: &Graph) -> bool {
    graph.edges().all(|(a, b)| {
        pairs.counts_alone([a as u32, b as u32]) == pairs.counts_alone([image[a], image[b]])
    })
}

impl SortedHalves {
    /// Sorts what is counted, from [`told_apart`]: see [`Tally::histogram`], which has no tour of
    /// an extreme.
    pub fn new(count: HalvesCount, statistic: Statistic) -> SortedHalves {
        SortedHalves { count, statistic }
    }

    /// The moves of a tour.
    fn moves(&self) -> usize {
        let question = self.count.question();
        question.graph().len() - usize::from(question.kind() == Kind::Open)
    }

    fn sorted(
        &self,
        unit: &Unit,
        visitor: &mut impl Visitor<[u8]>,
        skip: usize,
    ) -> Result<Tally, Halt> {
        let moves = self.moves();
        let way = |counting: &Counting<'_>, hear: Hear<'_>| by_value(counting, moves, skip, hear);
        let task = Task { way: &way, besides: sweeps(moves) };
        let (sorted, profile): (ByValue, _) = self.count.counted(unit, visitor, task)?;
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
        format!("{}, {} of each", self.count.fingerprint(), self.statistic)
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
        self.count.probe(probes, random) * (1 + 2 * sweeps(self.moves())) as f64
    }
}
