//! `UnionRanking`: numbers tours by the degrees where their halves meet.
//!
//! A sweep counts the tours of every degree vector without visiting them. The tours of a vector are
//! numbered in the order in which a unit visits them: by group, then by upper system, then by lower
//! system. To unrank a number, its vector is found, and only the systems of that vector are
//! enumerated: some thousands on the chessboard. To rank a tour, its vector is derived from its
//! moves, and its number follows in the same way.

use std::ops::ControlFlow;

use super::groups::{Group, Groups, each_pair};
use super::moves::MoveSet;
use super::search::UnionSearch;
use super::side::Batch;
use crate::error::Error;
use crate::method::{LayerReport, Means};
use crate::tours::halves::counting::Counting;
use crate::tours::halves::degrees::DegreeSet;
use crate::tours::halves::plan::Plan;
use crate::tours::halves::schedule::{Problem, ProblemCache};
use crate::tours::halves::sweep::ThreadPool;
use crate::tours::question::{Kind, TourQuestion};

/// Receives the systems of two groups that form tours.
type Give<'a> = &'a mut dyn FnMut(&[MoveSet], &[MoveSet]) -> ControlFlow<()>;

/// The numbered tours of a question, each in one direction only.
#[derive(Debug)]
pub struct UnionRanking {
    search: UnionSearch,
    /// The numbers of the degree vectors that have tours, ascending.
    vectors: Vec<u32>,
    /// The number of tours before each vector; then the number of all.
    before: Vec<u128>,
}

impl UnionRanking {
    /// Numbers the tours. `on_progress` receives the finished fraction of the sweep.
    ///
    /// # Errors
    /// As [`UnionSearch::new`]; [`Error::TooManyClasses`] or [`Error::OutOfMemory`] if the sweep
    /// does not fit in memory, even with cuts; [`Error::Stopped`].
    pub fn new(
        question: &TourQuestion,
        means: &Means,
        on_progress: &mut dyn FnMut(f64),
    ) -> Result<UnionRanking, Error> {
        let what = question.label().board;
        let search = UnionSearch::new(question.clone())?.vectors(means.vectors).split(1);
        let thread_pool = ThreadPool { threads: means.threads, backend: search.backend };
        let tours = tours_by_vector(&search.halves, thread_pool, means, &what, on_progress)?;
        let mut all = 0;
        let mut before = vec![0];
        before.extend(tours.iter().map(|&(_, tours)| {
            all += u128::from(tours);
            all
        }));
        let vectors = tours.iter().map(|&(number, _)| number).collect();
        Ok(UnionRanking { search, vectors, before })
    }

    pub fn len(&self) -> u128 {
        self.before[self.vectors.len()]
    }

    /// The squares of the tour with this number, which is below [`UnionRanking::len`].
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
        let tour = found.expect("the sweep counted these systems");
        let mut squares = Vec::new();
        self.search.moves.squares_into(&tour, &mut squares);
        squares
    }

    /// The number of a tour; none if it is no tour of the question.
    pub fn rank(&self, squares: &[u32]) -> Option<u128> {
        let tour = self.moves_of(squares)?;
        let upper = &self.search.prepared().upper;
        let number = upper.vector_of(&tour)? as u32;
        let at = self.vectors.binary_search(&number).ok()?;
        let above_of_tour = tour & upper.moves();
        let mut rank = self.before[at];
        let mut found = false;
        self.each(number, &mut |above, below| {
            // A tour is in the pair of groups that contain its upper and its lower system.
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

    /// The moves of a tour, including those to its ends; none if it is no tour of this graph.
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

    /// Gives the systems of every two groups of a vector that form tours.
    fn each(&self, number: u32, give: Give<'_>) {
        let (plan, prepared) = (&self.search.halves, self.search.prepared());
        let [above, below] = plan.numbers();
        let partner = plan.interface.partner(above.degrees(number as usize));
        let partner = below.number(partner.expect("a vector with tours has a partner"));
        let [upper, lower] = [above, below].map(|numbers| DegreeSet::new(numbers.len()));
        let mut batch = Batch { upper, lower };
        batch.upper.put(number as usize);
        batch.lower.put(partner);
        if prepared.batches.by_partners {
            // One enumeration provides the systems of both sides.
            batch.upper.put(partner);
            batch.lower.put(number as usize);
        }
        let systems = self.search.systems_of(&batch, &mut |_| true).expect("no pause stops it");
        let groups: [&Groups; 2] = [&systems.upper, &systems.lower];
        let mut pair = |above: &Group, below: &Group| match above.number == number {
            true => give(groups[0].systems(above), groups[1].systems(below)),
            false => ControlFlow::Continue(()),
        };
        let _ = each_pair(plan, groups, &mut pair);
    }
}

/// Tours of a degree vector are counted in 64 bits. With this margin, rounding included, an
/// overflow is detected.
const MOST: f64 = (1_u64 << 63) as f64;

/// The numbers of the vectors that have tours, ascending, each with its number of tours.
/// `on_progress` receives the finished fraction, and `what` names the question.
///
/// # Errors
/// [`Error::TooManyClasses`] if the sweep is not predicted to fit in memory, even with cuts;
/// [`Error::OutOfMemory`] if it does not fit; [`Error::NoMethod`] if a vector may have more than
/// 2^63 tours; [`Error::Stopped`].
pub fn tours_by_vector(
    plan: &Plan,
    thread_pool: ThreadPool,
    means: &Means,
    what: &str,
    on_progress: &mut dyn FnMut(f64),
) -> Result<Vec<(u32, u64)>, Error> {
    let (what, limit) = (|| what.to_owned(), means.memory);
    let stopped = || Error::Stopped { what: what(), finished: 0, units: 1 };
    let too_many = |classes: u64| Error::TooManyClasses { what: what(), classes, limit };
    let mut pause = || !means.stop.is_requested();
    let halves = || [Some(&plan.upper), plan.lower.as_ref()].into_iter().flatten();
    if halves().any(|half| half.bytes_of_sets() > limit as f64) {
        return Err(too_many(plan.most_numbers() as u64));
    }
    let cache = ProblemCache::new(plan.clone());
    let whole = cache.whole(thread_pool, &mut pause).ok_or_else(stopped)?;
    let (plan, part) = (&cache.plan, whole.part());
    let problem = Problem::new(plan, &cache.maps, thread_pool).within(part, limit as f64, 0.0);
    let estimate = problem.forecast(part, &mut pause).ok_or_else(stopped)?;
    if estimate.bytes() > limit as f64 {
        return Err(too_many(estimate.states as u64));
    }
    let mut on_layer = |report: &LayerReport| {
        on_progress((report.states_so_far as f64 / estimate.states.max(1.0)).min(1.0));
        !means.stop.is_requested()
    };
    let found = Counting::new(problem, part).by_degrees(&mut on_layer);
    let (tours, largest) =
        found.map_err(|why| why.error(plan, what(), limit).unwrap_or_else(stopped))?;
    if largest > MOST {
        return Err(Error::NoMethod {
            question: what(),
            method: "union",
            reason: "a degree vector may have more than 2^63 tours".into(),
        });
    }
    Ok(tours)
}

#[cfg(test)]
mod tests {
    use super::tours_by_vector;
    use crate::method::Means;
    use crate::tours::Kind;
    use crate::tours::halves::samples::{plan, thread_pool};

    /// With less memory the sweep has more parts, until no cut makes it fit.
    #[test]
    fn parts_give_the_same_tours_by_vector() {
        // One half and its image, with and without a mirror, and two halves.
        for (board, kind, all) in [
            ("6x8", Kind::Closed, 55_488_142),
            ("5x6", Kind::Open, 18_784),
            ("torus:4x4", Kind::Closed, 1_344),
            ("6x6", Kind::Open, 3_318_960),
        ] {
            let plan = plan(board, kind);
            let tours = |memory| {
                let means = Means { memory, ..Means::default() };
                tours_by_vector(&plan, thread_pool(2), &means, board, &mut |_| {})
            };
            let whole = tours(1 << 32).unwrap();
            assert_eq!(whole.iter().map(|&(_, tours)| tours).sum::<u64>(), all, "{board}");
            let some: Vec<_> = (14..26).filter_map(|bits| tours(1 << bits).ok()).collect();
            assert!(some.iter().all(|tours| *tours == whole), "{board}");
            assert!(!some.is_empty() && tours(1 << 10).is_err(), "{board}");
        }
    }
}
