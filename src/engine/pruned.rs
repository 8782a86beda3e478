//! `Pruned`: a search restricted to solutions whose prefixes pass a filter.

use std::ops::ControlFlow;

use super::enumeration::{Enumeration, Halt};
use super::random::Random;
use super::tally::Tally;
use super::unit::{Part, Plan, Unit};
use super::visitor::{Beat, Visitor};

/// A search that enters only the nodes whose prefixes pass a filter. It visits the solutions all of
/// whose prefixes pass. A method that searches up to symmetry tests only the representative of each
/// class: search a question without symmetry to test every solution.
///
/// ```
/// use cavalcade::board::{Board, Piece};
/// use cavalcade::engine::{Pruned, Run};
/// use cavalcade::tours::{Kind, Strategy, TourQuestion, TourSearch};
/// let board = Board::rectangle(5, 5)?;
/// let question = TourQuestion::new(&board, &Piece::knight(2), Kind::Open);
/// let search = TourSearch::by(question.without_symmetry(), Strategy::Extend)?;
/// let from_centre = |squares: &[u32]| squares[0] == 12;
/// let search = Pruned::new(search, from_centre).expect("it goes square by square");
/// assert_eq!(Run::new(&search).execute()?.tally.weighted().to_string(), "64");
/// # Ok::<(), cavalcade::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pruned<E, F> {
    search: E,
    keeps: F,
}

impl<E: Enumeration, F: Fn(&[u32]) -> bool + Sync> Pruned<E, F> {
    /// The search for the solutions whose prefixes all pass `keeps`; `None` if the method does not
    /// [support prefixes](Enumeration::prunes_prefixes).
    pub fn new(search: E, keeps: F) -> Option<Pruned<E, F>> {
        search.prunes_prefixes().then_some(Pruned { search, keeps })
    }
}

impl<E: Enumeration, F: Fn(&[u32]) -> bool + Sync> Enumeration for Pruned<E, F> {
    type Solution = E::Solution;

    fn method(&self) -> &'static str {
        self.search.method()
    }

    fn fingerprint(&self) -> String {
        format!("{}, filtered", self.search.fingerprint())
    }

    fn plan(&self) -> Plan {
        self.search.plan()
    }

    fn run(&self, unit: &Unit, visitor: &mut impl Visitor<E::Solution>) -> Result<Tally, Halt> {
        self.search.run(unit, &mut Filtering { visitor, keeps: &self.keeps })
    }

    fn prunes_prefixes(&self) -> bool {
        true
    }

    fn at_once(&self, threads: usize) -> usize {
        self.search.at_once(threads)
    }

    /// Estimates the unfiltered search: the effect of the filter is unknown.
    fn probe(&self, probes: u32, random: &mut Random) -> f64 {
        self.search.probe(probes, random)
    }
}

/// A visitor that applies the filter to prefixes.
struct Filtering<'a, V, F> {
    visitor: &'a mut V,
    keeps: &'a F,
}

impl<S: ?Sized, V: Visitor<S>, F: Fn(&[u32]) -> bool> Visitor<S> for Filtering<'_, V, F> {
    const NEEDS_SOLUTIONS: bool = V::NEEDS_SOLUTIONS;
    const PREFIXES: bool = true;

    fn enter(&mut self, prefix: &[u32]) -> bool {
        (self.keeps)(prefix) && (!V::PREFIXES || self.visitor.enter(prefix))
    }

    fn solution(&mut self, solution: &S) -> ControlFlow<()> {
        self.visitor.solution(solution)
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
