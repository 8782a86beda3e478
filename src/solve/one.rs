//! `OneTour`: a tour of any board or graph, by the method that finds one first.

use super::sink::BEATS_OF_ONE;
use crate::engine::Random;
use crate::error::{Error, Shortage};
use crate::method::Means;
use crate::question::{Instance, Question, Tours};
use crate::tours::{
    Ends, FrontierCount, MAX_VERTICES, Numbering, Obstacle, TourQuestion, TourRanking, divide,
    rotated,
};

/// Rotations before a sweep is tried: this number for each square, plus a constant.
const SOON: [u64; 2] = [50, 250_000];

/// A sweep that needs more bytes is not tried.
const LIGHT: u64 = 1 << 30;

/// The result of looking for a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OneTour {
    /// A tour.
    Found {
        /// The squares in the order of the visit.
        squares: Vec<u32>,
        /// FoundBy it was found.
        how: FoundBy,
    },
    /// There is no tour.
    None {
        /// The proof.
        reason: String,
    },
    /// Neither a tour nor a proof was found.
    GivenUp {
        /// The number of rotations tried.
        rotations: u64,
    },
}

/// The way in which a tour was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FoundBy {
    /// The search: the tour is the first of its listing.
    Search,
    /// Blocks of a rectangle, joined into a tour.
    Divide,
    /// Random rotations: [`rotated`].
    Rotations,
    /// The layers of a sweep: the tour has number 0.
    Sweep,
}

impl OneTour {
    /// The most vertices of a graph in which a tour is looked for.
    pub const MOST_VERTICES: usize = 1 << 20;

    /// The number of rotations after which this gives up.
    pub const ROTATIONS: u64 = 30_000_000;
}

impl Tours {
    /// One tour. First the search is tried for a short time; then blocks or random rotations, which
    /// begin with `seed`; then a sweep, which finds the tour of number 0 or proves that there is
    /// none.
    ///
    /// ```
    /// use cavalcade::method::Means;
    /// use cavalcade::question::Question;
    /// use cavalcade::solve::OneTour;
    /// let Question::Tours(cube) = "tours closed knight 8x8x8".parse()? else { unreachable!() };
    /// let found = cube.one(1, &Means::default(), &mut |_| {})?;
    /// assert!(matches!(found, OneTour::Found { squares, .. } if squares.len() == 512));
    /// # Ok::<(), cavalcade::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Stopped`]; [`Error::ToursAsked`] if ends are given or tours are selected.
    pub fn one(
        &self,
        seed: u64,
        means: &Means,
        progress: &mut dyn FnMut(u64),
    ) -> Result<OneTour, Error> {
        if self.ends() != Ends::Free || !self.selection().is_all() {
            return Err(Error::ToursAsked {
                problem: "tours of given ends and chosen tours are not looked for locally",
                remedy: "list them by the search",
            });
        }
        if self.instance().len() > MAX_VERTICES
            && let Instance::Board(board, piece) = self.instance()
            && let Some((rows, columns)) = Obstacle::rectangle(board, piece)
            && let Some(squares) = divide(rows, columns, self.kind())
        {
            return Ok(OneTour::Found { squares, how: FoundBy::Divide });
        }
        // On a large graph, finding the symmetries takes longer than finding a tour.
        let (graph, kind) = (&self.instance().graph(), self.kind());
        if let Some(reason) = self.instance().obstacle(graph, kind) {
            return Ok(OneTour::None { reason });
        }
        if graph.len() <= MAX_VERTICES
            && let Some(found) = self.searched(means)?
        {
            return Ok(found);
        }
        let mut random = Random::new(seed);
        let [of_each, more] = SOON;
        let soon = (of_each * graph.len() as u64 + more).min(OneTour::ROTATIONS);
        let mut rotate = |most, before: u64, progress: &mut dyn FnMut(u64)| {
            let mut progress = |made| progress(before + made);
            let squares = rotated(graph, kind, most, &mut random, &means.stop, &mut progress);
            match squares {
                None if means.stop.is_requested() => Err(self.stopped()),
                squares => Ok(squares),
            }
        };
        if let Some(squares) = rotate(soon, 0, progress)? {
            return Ok(OneTour::Found { squares, how: FoundBy::Rotations });
        }
        if graph.len() <= FrontierCount::most_vertices(self.instance().board())
            && let Some(found) = swept(self.prepared(), means)?
        {
            return Ok(found);
        }
        Ok(match rotate(OneTour::ROTATIONS - soon, soon, progress)? {
            Some(squares) => OneTour::Found { squares, how: FoundBy::Rotations },
            None => OneTour::GivenUp { rotations: OneTour::ROTATIONS },
        })
    }

    fn stopped(&self) -> Error {
        let what = format!("looking for a tour of {}", self.instance().name());
        Error::Stopped { what, finished: 0, units: 1 }
    }

    /// The first tour of the search, or a proof that there is none, if found within the limit.
    fn searched(&self, means: &Means) -> Result<Option<OneTour>, Error> {
        let question = Question::Tours(self.clone());
        let solutions = question.solutions().stop(&means.stop).memory(means.memory);
        match solutions.soon(BEATS_OF_ONE).first(1) {
            Ok(found) => Ok(Some(match found.first() {
                Some(tour) => {
                    OneTour::Found { squares: tour.squares().to_vec(), how: FoundBy::Search }
                }
                None => OneTour::None { reason: "the search of all tours finds none".into() },
            })),
            Err(Error::Stopped { .. }) if !means.stop.is_requested() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The tour of number 0, or a proof that there is none, if a small sweep can number the tours.
fn swept(tours: TourQuestion, means: &Means) -> Result<Option<OneTour>, Error> {
    let light = Means { memory: means.memory.min(LIGHT), ..means.clone() };
    let ranking = TourRanking::watched(tours, Numbering::Frontier, &light, &mut |_| {});
    Ok(match ranking {
        Ok(ranking) => Some(match ranking.unrank(&0u64.into()) {
            Some(tour) => OneTour::Found { squares: tour.squares().to_vec(), how: FoundBy::Sweep },
            None => OneTour::None { reason: "the sweep of all tours finds none".into() },
        }),
        Err(
            Error::TooManyClasses { .. }
            | Error::Short(Shortage::Least { .. })
            | Error::OutOfMemory { .. }
            | Error::MethodTooSmall { .. },
        ) => None,
        Err(error) => return Err(error),
    })
}
