//! Numbered tours.

use cavalcade::engine::{Random, Stop};
use cavalcade::question::{Question, Tours};
use cavalcade::tours::{Tour, TourRanking};
use cavalcade::{Count, Error};
use pyo3::prelude::*;

use crate::answer::number;
use crate::errors::raise;
use crate::wait::{Watched, interruptible};

/// Random tours between two checks for signals.
const AT_A_TIME: usize = 64;

/// The numbers of the undirected tours of a question.
#[pyclass(frozen, module = "cavalcade._cavalcade")]
pub struct Ranking {
    tours: Tours,
    /// `None` if a proof shows that there is no tour.
    ranking: Option<TourRanking>,
}

impl Ranking {
    /// Numbers the tours of a question within a memory limit in bytes.
    pub fn of(py: Python<'_>, tours: &Tours, memory: u64) -> PyResult<Ranking> {
        let tours = tours.clone();
        let stop = Stop::new();
        let halt = stop.clone();
        let number = move || {
            let prepared = tours.prepared();
            let none = tours.obstacle(&prepared).is_some() && !prepared.has_ends();
            let number = || TourRanking::unless_stopped(prepared, memory, &halt);
            let ranking = if none { None } else { Some(number()?) };
            Ok(Ranking { tours, ranking })
        };
        interruptible(py, &stop, Watched::default(), number)
    }
}

#[pymethods]
impl Ranking {
    /// The number of tours.
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        number(py, &self.ranking.as_ref().map_or(Count::ZERO, TourRanking::len))
    }

    /// The squares of the tour with a number, or `None`.
    fn unrank(&self, py: Python<'_>, rank: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u32>>> {
        let rank: Count =
            rank.str()?.extract::<String>()?.parse().map_err(|error| raise(py, &error))?;
        let unrank = |ranking: &TourRanking| ranking.unrank(&rank);
        let tour = py.detach(|| self.ranking.as_ref().and_then(unrank));
        Ok(tour.map(|tour| tour.squares().to_vec()))
    }

    /// The number of a tour.
    fn rank<'py>(&self, py: Python<'py>, squares: Vec<u32>) -> PyResult<Bound<'py, PyAny>> {
        let tour = Tour::check(&self.tours.prepared(), &squares);
        let tour = tour.map_err(|error| raise(py, &error))?;
        let rank = py.detach(|| self.ranking.as_ref().and_then(|ranking| ranking.rank(&tour)));
        match rank {
            Some(rank) => number(py, &rank),
            None => Err(raise(py, &Error::NotATour { problem: "no tour of this question", at: 0 })),
        }
    }

    /// The squares of random tours, all equally likely.
    fn random(&self, py: Python<'_>, tours: usize, seed: u64) -> PyResult<Vec<Vec<u32>>> {
        let mut random = Random::new(seed);
        let ranking = self.ranking.as_ref().filter(|ranking| !ranking.is_empty());
        let Some(ranking) = ranking else {
            let error = Error::ToursAsked {
                problem: "there is no tour to draw",
                remedy: "count them first",
            };
            return if tours == 0 { Ok(Vec::new()) } else { Err(raise(py, &error)) };
        };
        let mut drawn = Vec::new();
        while drawn.len() < tours {
            py.check_signals()?;
            let some = AT_A_TIME.min(tours - drawn.len());
            py.detach(|| {
                let tour = || Some(ranking.random(&mut random)?.squares().to_vec());
                drawn.extend(std::iter::repeat_with(tour).map_while(|tour| tour).take(some));
            });
        }
        Ok(drawn)
    }
}

/// The tours of the question, if it is about all tours of a board or graph.
pub fn tours(question: &Question) -> Result<&Tours, Error> {
    match question {
        Question::Tours(tours) if tours.selection().is_all() => Ok(tours),
        Question::Tours(_) => Err(Error::ToursAsked {
            problem: "tours that are chosen cannot be asked so",
            remedy: "leave out what chooses them",
        }),
        _ => Err(Error::ToursAsked {
            problem: "only tours can be asked so",
            remedy: "ask a question about tours",
        }),
    }
}
