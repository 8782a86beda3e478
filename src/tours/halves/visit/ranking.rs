//! `UnionRanking`: the tours numbered by the degrees where their halves meet.
//!
//! A sweep counts the tours of every degree vector, and visits none. Within a vector tours are
//! numbered as a unit would show them: by their groups, then by the system above and the one below.
//! So a number leads to a vector, and the systems of this one alone are enumerated, some thousands
//! on the chessboard; a tour tells its vector, and its number follows in the same way.

use std::ops::ControlFlow;

use super::batches::Batch;
use super::groups::{Group, Groups};
use super::join::each_pair;
use super::moves::MoveSet;
use super::search::UnionSearch;
use super::vectors::tours_by_vector;
use crate::error::Error;
use crate::method::Means;
use crate::tours::halves::degrees::DegreeSet;
use crate::tours::halves::sweep::Crew;
use crate::tours::question::{Kind, TourQuestion};

/// Takes the systems of two groups that make tours.
type Give<'a> = &'a mut dyn FnMut(&[MoveSet], &[MoveSet]) -> ControlFlow<()>;

/// The numbered tours of a question, each once whatever its direction.
#[derive(Debug)]
pub struct UnionRanking {
    search: UnionSearch,
    /// The numbers of the degree vectors that have tours, ascending.
    vectors: Vec<u32>,
    /// The tours before each, and behind the last all.
    before: Vec<u128>,
}

impl UnionRanking {
    /// Numbers the tours; `hear` is told which part of the sweep is done.
    ///
    /// # Errors
    /// As [`UnionSearch::new`]; [`Error::TooManyClasses`] or [`Error::OutOfMemory`] if the sweep
    /// does not fit in memory, in slices neither, [`Error::Stopped`].
    pub fn new(
        question: &TourQuestion,
        means: &Means,
        hear: &mut dyn FnMut(f64),
    ) -> Result<UnionRanking, Error> {
        let what = question.label().board;
        let search = UnionSearch::new(question.clone())?.vectors(means.vectors).split(1);
        let crew = Crew { threads: means.threads, backend: search.backend };
        let tours = tours_by_vector(&search.halves, crew, means, &what, hear)?;
        let mut all = 0;
        let mut before = vec![0];
        before.extend(tours.iter().map(|&(_, tours)| {
            all += u128::from(tours);
            all
        }));
        let vectors = tours.iter().map(|&(number, _)| number).collect();
        Ok(UnionRanking { search, vectors, before })
    }

    /// The number of tours.
    pub fn len(&self) -> u128 {
        self.before[self.vectors.len()]
    }

    /// The squares of the tour of a number below [`UnionRanking::len`].
    pub fn unrank(&self, rank: u128) -> Vec<u32> {
        let at = self.before.partition_point(|&before| before <= rank) - 1;
        let mut left = rank - self.before[at];
        let mut found = None;
        self.each(self.vectors[at], &mut |above, below| {
            let tours = (above.len() * below.len()) as u128;
            if left >= tours {
                left -= tours;
                return ControlFlow::Continue(());
            }
            let (upper, lower) = (left as usize / below.len(), left as usize % below.len());
            found = Some(above[upper] | below[lower]);
            ControlFlow::Break(())
        });
        let tour = found.expect("the sweep counted what the systems are");
        let mut squares = Vec::new();
        self.search.moves.squares_into(&tour, &mut squares);
        squares
    }

    /// The number of a tour.
    pub fn rank(&self, squares: &[u32]) -> Option<u128> {
        let tour = self.moves_of(squares)?;
        let upper = &self.search.made().upper;
        let number = upper.vector_of(&tour)? as u32;
        let at = self.vectors.binary_search(&number).ok()?;
        let above_of_tour = tour & upper.moves();
        let mut rank = self.before[at];
        let mut found = false;
        self.each(number, &mut |above, below| {
            // A tour is in one group: the one that has its upper system and is met by its lower.
            let upper = above.iter().position(|&system| system == above_of_tour);
            let lower = upper.and_then(|upper| {
                let is_it = |&system: &MoveSet| (system | above[upper]) == tour;
                below.iter().position(is_it)
            });
            if let (Some(upper), Some(lower)) = (upper, lower) {
                rank += (upper * below.len() + lower) as u128;
                found = true;
                return ControlFlow::Break(());
            }
            rank += (above.len() * below.len()) as u128;
            ControlFlow::Continue(())
        });
        found.then_some(rank)
    }

    /// The moves of a tour, those to its ends included; none if it is no tour of this graph.
    fn moves_of(&self, squares: &[u32]) -> Option<MoveSet> {
        let moves = &self.search.moves;
        let (first, last) = (*squares.first()?, *squares.last()?);
        let outside = squares.len() as u32;
        let joined = match self.search.question.kind() {
            Kind::Open => vec![[first, outside], [last, outside]],
            Kind::Closed => vec![[first, last]],
        };
        let steps = squares.windows(2).map(|two| [two[0], two[1]]);
        let numbers = steps.chain(joined).map(|[a, b]| moves.number(a, b));
        numbers.into_iter().try_fold(MoveSet::default(), |set, number| Some(set.with(number?)))
    }

    /// Gives the systems of every two groups of a vector that make tours.
    fn each(&self, number: u32, give: Give<'_>) {
        let (plan, made) = (&self.search.halves, self.search.made());
        let [above, below] = plan.numbers();
        let partner = plan.joint.partner(above.degrees(number as usize));
        let partner = below.number(partner.expect("a vector with tours has one"));
        let [upper, lower] = [above, below].map(|numbers| DegreeSet::new(numbers.len()));
        let mut batch = Batch { upper, lower };
        batch.upper.put(number as usize);
        batch.lower.put(partner);
        if made.batches.by_partners {
            // The systems of both sides are enumerated at once.
            batch.upper.put(partner);
            batch.lower.put(number as usize);
        }
        let systems = self.search.systems_of(&batch, &mut |_| true).expect("nobody ends it");
        let groups: [&Groups; 2] = [&systems.upper, &systems.lower];
        let mut pair = |above: &Group, below: &Group| match above.number == number {
            true => give(groups[0].systems(above), groups[1].systems(below)),
            false => ControlFlow::Continue(()),
        };
        let _ = each_pair(plan, groups, &mut pair);
    }
}
