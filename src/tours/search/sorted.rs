//! `SortedSearch`: a search that classifies tours by a statistic as it visits them.

use std::ops::ControlFlow;

use super::tour_search::{Strategy, TourSearch};
use super::visited::{MAX_VERTICES, Visited};
use crate::count::Count;
use crate::engine::{
    Beat, Enumeration, Erased, Halt, Histogram, Part, Plan, Random, Tally, Unit, Visitor,
    estimated_nodes,
};
use crate::error::Error;
use crate::method::{Choice, Cost, Means, Method, Ready};
use crate::tours::question::TourQuestion;
use crate::tours::statistic::{Pairs, Statistic};

/// The search of one question's tours, classified by a statistic.
///
/// A tour represents all its images under the symmetries. These must have the same value, or the
/// search must not use symmetries.
#[derive(Debug)]
pub struct SortedSearch {
    search: TourSearch,
    table: Table,
}

impl SortedSearch {
    /// Classifies the tours of a search: see [`Tally::histogram`].
    ///
    /// # Errors
    /// [`Error::ToursAsked`] if the statistic is not defined for the board's tours, or if the
    /// search uses symmetries that change it.
    pub fn new(search: TourSearch, statistic: Statistic) -> Result<SortedSearch, Error> {
        if !statistic.is_symmetric() && search.question().symmetries().order() > 1 {
            return Err(Error::ToursAsked {
                problem: "the images of a tour have different slopes",
                remedy: "search without symmetry",
            });
        }
        let pairs = statistic.of(search.question())?;
        let edges = search.question().graph().edges();
        let edges = edges.map(|(a, b)| [a.min(b) as u32, a.max(b) as u32]).collect();
        let table = Table::new(&pairs, edges, search.question().graph().len());
        Ok(SortedSearch { search, table })
    }
}

/// Which moves count, alone and in pairs.
#[derive(Debug)]
struct Table {
    statistic: Statistic,
    /// A bit for each move that counts by itself.
    alone: Vec<u64>,
    vertices: usize,
    /// The number of the move between two vertices.
    numbers: Vec<u16>,
    /// For each move, a bit for each other move with which it counts.
    with: Vec<Vec<u64>>,
}

impl Table {
    fn new(pairs: &Pairs, edges: Vec<[u32; 2]>, vertices: usize) -> Table {
        let mut numbers = vec![0; vertices * vertices];
        for (number, [a, b]) in (0..).zip(&edges) {
            numbers[*a as usize * vertices + *b as usize] = number;
            numbers[*b as usize * vertices + *a as usize] = number;
        }
        let words = edges.len().div_ceil(64);
        let with = |&one: &[u32; 2]| {
            let mut row = vec![0; words];
            for (at, &other) in edges.iter().enumerate() {
                row[at / 64] |= u64::from(pairs.counts(one, other)) << (at % 64);
            }
            row
        };
        let with = edges.iter().map(with).collect();
        let mut alone = vec![0; words];
        for (at, &one) in edges.iter().enumerate() {
            alone[at / 64] |= u64::from(pairs.counts_alone(one)) << (at % 64);
        }
        Table { statistic: pairs.statistic(), alone, vertices, numbers, with }
    }

    /// The value of a tour; `set` is scratch space for its moves.
    fn value(&self, tour: &Visited, set: &mut Vec<u64>) -> u32 {
        set.clear();
        set.resize(self.with.len().div_ceil(64), 0);
        let number = |&[a, b]: &[u8; 2]| {
            usize::from(self.numbers[usize::from(a) * self.vertices + usize::from(b)])
        };
        tour.edges().iter().map(number).for_each(|at| set[at / 64] |= 1 << (at % 64));
        let common =
            |bits: &[u64]| bits.iter().zip(&*set).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
        let pairs = tour.edges().iter().map(|edge| common(&self.with[number(edge)])).sum::<u32>();
        pairs / 2 + common(&self.alone)
    }
}

/// Classifies tours before passing them to another visitor.
struct Sorting<'a, V> {
    visitor: &'a mut V,
    table: &'a Table,
    set: Vec<u64>,
    squares: Vec<u8>,
    /// The number of tours by value.
    counts: Vec<u64>,
    extremes: Histogram,
}

impl<V: Visitor<Visited>> Visitor<Visited> for Sorting<'_, V> {
    fn solution(&mut self, tour: &Visited) -> ControlFlow<()> {
        let value = self.table.value(tour, &mut self.set) as usize;
        if self.counts.len() <= value {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += 1;
        let [least, most] = [self.extremes.least(), self.extremes.most()]
            .map(|extreme| extreme.map(|extreme| extreme.value as usize));
        if least.is_none_or(|least| value <= least) || most.is_none_or(|most| value >= most) {
            tour.squares_into(&mut self.squares);
            let squares: Vec<u32> = self.squares.iter().map(|&square| square.into()).collect();
            self.extremes.show(value as u32, &squares);
        }
        self.visitor.solution(tour)
    }

    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.visitor.beat(beat)
    }

    fn resume(&mut self, beat: Beat) {
        self.visitor.resume(beat);
    }

    fn relieve(&mut self, parts: &mut dyn Iterator<Item = Part>) {
        self.visitor.relieve(parts);
    }
}

impl Enumeration for SortedSearch {
    type Solution = Visited;

    fn method(&self) -> &'static str {
        self.search.method()
    }

    fn fingerprint(&self) -> String {
        format!("{}, {} of each", self.search.fingerprint(), self.table.statistic)
    }

    fn plan(&self) -> Plan {
        self.search.plan()
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<Visited>) -> Result<Tally, Halt> {
        let (set, squares, counts) = (Vec::new(), Vec::new(), Vec::new());
        let extremes = Histogram::default();
        let mut sorting = Sorting { visitor, table: &self.table, set, squares, counts, extremes };
        let mut tally = self.search.run(unit, &mut Erased::new(&mut sorting))?;
        let mut histogram = sorting.extremes;
        for (value, &tours) in (0..).zip(&sorting.counts) {
            histogram.count(value, Count::from(tours) * unit.weight);
        }
        tally.sort(&histogram);
        Ok(tally)
    }

    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        self.search.probe(probes, random)
    }
}

/// Depth first, every tour or one of each class.
pub const SEARCH: Method<TourQuestion> = Method {
    limit: |_| MAX_VERTICES,
    sorts: |_| Some(1.0),
    ..Method::new(
        "search",
        "Depth-first search that visits every solution, or one of each class",
        cost,
        ready,
    )
};

/// Nodes per second on one core.
const NODES_A_SECOND: f64 = 5e7;

/// The number of random descents at first, and for searches that appear to have at least this
/// number of nodes. A clear case needs no better estimate, which would take as long as a small
/// search. With few descents heavy branches are missed: after a hundred of 7x7 from b2 a search of
/// 47 s looked shorter than a sweep of two.
const PROBES: u32 = 16;
const MORE_PROBES: [(f64, u32); 2] = [(2.5e5, 100), (2e7, 3000)];

/// The usual factor of error of random descents.
const WITHIN: f64 = 3.0;

fn cost(question: &TourQuestion, means: &Means) -> Result<Cost, Error> {
    let search = TourSearch::new(question.clone())?;
    let mut nodes = estimated_nodes(&search, PROBES);
    for (least, probes) in MORE_PROBES {
        if nodes >= least {
            nodes = estimated_nodes(&search, probes);
        }
    }
    Ok(Cost::new(nodes, 0.0, nodes / NODES_A_SECOND, means.threads, WITHIN))
}

fn ready(question: &TourQuestion, choice: &Choice, _: &Means) -> Result<Ready, Error> {
    let statistic = Statistic::chosen(choice)?;
    let plain = choice.clone().without(Statistic::OPTION);
    let search = match statistic {
        Some(statistic) if !statistic.is_symmetric() => {
            search_of(question, &plain.with("symmetry", "off"))?
        }
        _ => search_of(question, &plain)?,
    };
    let question = search.question().clone();
    let Some(statistic) = statistic else {
        return Ok(Ready::new(search, move |tally, _| question.counts_of_any(tally)));
    };
    let pairs = statistic.of(&question)?;
    Ok(Ready::new(SortedSearch::new(search, statistic)?, move |tally, _| {
        pairs.check(&question, tally, true)?;
        question.counts_of_any(tally)
    }))
}

/// The search selected by a choice: `split` cuts it into about this number of units, `cut-at` at
/// squares given by number; `strategy` selects the strategy, and `symmetry=off` disables symmetry.
///
/// # Errors
/// [`Error::Text`] for unknown options, and those of [`TourSearch`].
pub(crate) fn search_of(question: &TourQuestion, choice: &Choice) -> Result<TourSearch, Error> {
    choice.allow(&["split", "cut-at", "strategy", "symmetry"])?;
    let question = match choice.option("symmetry") {
        None => question.clone(),
        Some("off") => question.clone().without_symmetry(),
        Some(other) => return Err(choice.wrong("symmetry", format!("{other} is not \"off\""))),
    };
    let mut search = TourSearch::by(question.clone(), strategy_of(choice)?)?;
    if let Some(squares) = choice.option("cut-at") {
        let vertex = |text: &str| text.parse().ok().filter(|&v: &usize| v < question.graph().len());
        let squares: Option<Vec<usize>> = squares.split(',').map(vertex).collect();
        let wrong = || choice.wrong("cut-at", "these are not numbers of squares".into());
        search = search.cut_at(&squares.ok_or_else(wrong)?)?;
    }
    if let Some(units) = choice.units("split")? {
        search = search.split(units);
    }
    Ok(search)
}

/// The strategy in the options.
///
/// # Errors
/// [`Error::Text`] for an unknown strategy.
pub(crate) fn strategy_of(choice: &Choice) -> Result<Strategy, Error> {
    match choice.option("strategy") {
        None | Some("auto") => Ok(Strategy::Auto),
        Some("link") => Ok(Strategy::Link),
        Some("extend") => Ok(Strategy::Extend),
        Some(other) => Err(choice.wrong("strategy", format!("{other} is not a strategy"))),
    }
}
