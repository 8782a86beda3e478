//! Tours by their numbers.

use cavalcade::Error;
use cavalcade::engine::{Random, Stop};
use cavalcade::question::{Question, Tours};
use cavalcade::tours::{Tour, TourRanking};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::wait::{Watched, interruptible};

/// Every undirected tour of a question has a number.
#[pyclass(frozen, module = "cavalcade._cavalcade")]
pub struct Ranking {
    tours: Tours,
    /// `None` where it is clear that there is no tour.
    ranking: Option<TourRanking>,
}

impl Ranking {
    /// Numbers the tours of a question within so many bytes.
    pub fn of(py: Python<'_>, tours: &Tours, memory: u64) -> PyResult<Ranking> {
        let tours = tours.clone();
        let number = move || {
            let prepared = tours.prepared();
            let none = tours.obstacle(&prepared).is_some() && !prepared.has_ends();
            let ranking = if none { None } else { Some(TourRanking::new(prepared, memory)?) };
            Ok(Ranking { tours, ranking })
        };
        interruptible(py, &Stop::new(), Watched::default(), number)
    }
}

#[pymethods]
impl Ranking {
    /// The number of tours.
    fn count(&self) -> u128 {
        self.ranking.as_ref().map_or(0, TourRanking::len)
    }

    /// The squares of the tour of a number, if it is below the number of tours.
    fn unrank(&self, rank: u128) -> Option<Vec<u32>> {
        let tour = self.ranking.as_ref()?.unrank(rank)?;
        Some(tour.squares().to_vec())
    }

    /// The number of a tour.
    fn rank(&self, py: Python<'_>, squares: Vec<u32>) -> PyResult<u128> {
        let tour = Tour::check(&self.tours.prepared(), &squares);
        let tour = tour.map_err(|error| raise(py, &error))?;
        let rank = self.ranking.as_ref().and_then(|ranking| ranking.rank(&tour));
        rank.ok_or_else(|| {
            let (problem, at) = ("no tour of this question", 0);
            raise(py, &Error::NotATour { problem, at })
        })
    }

    /// The squares of so many tours, each drawn with equal chances for all.
    fn random(&self, py: Python<'_>, tours: usize, seed: u64) -> PyResult<Vec<Vec<u32>>> {
        let mut random = Random::new(seed);
        let mut drawn = Vec::new();
        for done in 0..tours {
            if done % 64 == 0 {
                py.check_signals()?;
            }
            let tour = self.ranking.as_ref().and_then(|ranking| ranking.random(&mut random));
            let Some(tour) = tour else {
                let error = Error::ToursAsked {
                    problem: "there is no tour to draw",
                    remedy: "count them first",
                };
                return Err(raise(py, &error));
            };
            drawn.push(tour.squares().to_vec());
        }
        Ok(drawn)
    }
}

/// The question's tours, if it is about all tours of a board or graph.
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
