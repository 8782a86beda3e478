//! The tours of every degree vector of the meeting, counted by sweeps that visit none.
//!
//! Vectors that the plan's symmetries turn into each other are in one slice, so that slices are
//! counted one after the other where the whole would not fit in memory.

use crate::error::Error;
use crate::method::{LayerReport, Means};
use crate::tours::halves::cost::{FOR_STATES, StateEstimate};
use crate::tours::halves::count::{Counting, Ended, no_room};
use crate::tours::halves::expected::Numbers;
use crate::tours::halves::matching::Maps;
use crate::tours::halves::plan::Plan;
use crate::tours::halves::sweep::{Crew, Live, PART_STATES, Slices, live, reached};

/// The tours of a degree vector are counted in words of 64 bits; no more than so many can be
/// told from those that passed the word, rounding included.
const MOST: f64 = (1_u64 << 63) as f64;
/// The most slices that are tried.
const MOST_SLICES: usize = 1 << 10;

/// The meeting of a plan, whose vectors are counted.
pub struct Vectors<'a> {
    plan: &'a Plan,
    crew: Crew,
    means: &'a Means,
    /// The question's name.
    what: &'a str,
    reached: Live,
    maps: Maps,
}

impl<'a> Vectors<'a> {
    /// Finds all degrees that are reached.
    ///
    /// # Errors
    /// [`Error::Stopped`]; [`Error::TooManyClasses`] if they do not fit in memory.
    pub fn new(
        plan: &'a Plan,
        crew: Crew,
        means: &'a Means,
        what: &'a str,
    ) -> Result<Vectors<'a>, Error> {
        let most = usize::try_from(means.memory).unwrap_or(usize::MAX);
        let reached = reached(plan, crew, most, &mut || !means.stop.is_requested());
        let reached = reached.ok_or_else(|| match means.stop.is_requested() {
            true => stopped(what),
            false => {
                let (what, classes) = (what.into(), plan.most_numbers() as u64);
                Error::TooManyClasses { what, classes, limit: means.memory }
            }
        })?;
        Ok(Vectors { plan, crew, means, what, reached, maps: Maps::for_slots(plan.slots()) })
    }

    /// The numbers of the vectors that have tours, ascending, each with its tours: by as few slices
    /// as fit in memory. `hear` is told which part is done.
    ///
    /// # Errors
    /// [`Error::TooManyClasses`] if not even slices of a thousandth are expected to fit,
    /// [`Error::OutOfMemory`] if they do not, [`Error::NoMethod`] where a vector may have more
    /// than 2^63 tours, [`Error::Stopped`].
    pub fn tours(&self, hear: &mut dyn FnMut(f64)) -> Result<Vec<(u32, u64)>, Error> {
        until_it_fits(|least| {
            let slices = self.fitting(least)?;
            Ok((slices.shares().len(), self.tours_by(&slices, hear)))
        })
    }

    /// As few slices as are expected to fit in memory, so many at least if there are so many.
    fn fitting(&self, least: usize) -> Result<Slices, Error> {
        let (mut split, mut last) = (least, 0);
        loop {
            let slices = self.slices(split);
            // The first is the largest.
            let (_, estimate) = self.live(&slices, 0)?;
            if estimate.bytes(Numbers::Words) <= self.means.memory as f64 * FOR_STATES {
                return Ok(slices);
            }
            let found = slices.shares().len();
            if split >= MOST_SLICES || found == last {
                let (classes, limit) = (estimate.states as u64, self.means.memory);
                return Err(Error::TooManyClasses { what: self.what.into(), classes, limit });
            }
            (split, last) = (split * 2, found);
        }
    }

    fn slices(&self, count: usize) -> Slices {
        Slices::new(self.plan, &self.reached.met, count)
    }

    /// What lives for a slice, and what it is expected to cost.
    fn live(&self, slices: &Slices, slice: usize) -> Result<(Live, StateEstimate), Error> {
        let wants = |d| slices.part_of(d) == slice;
        let mut pause = || !self.means.stop.is_requested();
        let live = live(self.plan, &self.reached, wants, self.crew, &mut pause);
        let live = live.ok_or_else(|| stopped(self.what))?;
        let mut estimate = StateEstimate::of(self.plan, &live, self.crew.threads);
        // What all are parts of stays.
        estimate.besides += self.reached.bytes() as f64;
        Ok((live, estimate))
    }

    /// The tours by these slices.
    fn tours_by(
        &self,
        slices: &Slices,
        hear: &mut dyn FnMut(f64),
    ) -> Result<Vec<(u32, u64)>, Error> {
        let memory = self.means.memory;
        let all = slices.shares().len();
        let mut tours = Vec::new();
        for slice in 0..all {
            let (live, estimate) = self.live(slices, slice)?;
            let left = memory.saturating_sub(estimate.besides as u64).max(memory / 2);
            // Moduli are not asked for.
            let counting = Counting {
                plan: self.plan,
                live: &live,
                maps: &self.maps,
                crew: self.crew,
                memory: (left as f64 * FOR_STATES) as u64,
                bits: 64,
                numbers: Numbers::Words,
                part_states: PART_STATES,
                passes: [None, None],
                keeper: None,
            };
            let mut told = |report: &LayerReport| {
                let done = report.layer as f64 / report.layers.max(1) as f64;
                hear((slice as f64 + done) / all as f64);
                !self.means.stop.is_requested()
            };
            let found = counting.by_degrees(&mut told).map_err(|ended| self.error(ended))?;
            if found.largest > MOST {
                return Err(Error::NoMethod {
                    question: self.what.into(),
                    method: "union",
                    reason: "the tours of a part of the meeting may be more than 2^63".into(),
                });
            }
            tours.extend(found.tours);
        }
        tours.sort_unstable_by_key(|&(number, _)| number);
        Ok(tours)
    }

    fn error(&self, ended: Ended) -> Error {
        match ended {
            Ended::Stopped => stopped(self.what),
            Ended::Failed(error) => error,
            Ended::Memory(at) => no_room(&at, self.what.into(), self.means.memory),
        }
    }
}

/// Does something by more and more slices where they take more memory than was expected: it is
/// told how many there are to be at least, and tells how many there were, and how it ended.
fn until_it_fits<T>(
    mut by: impl FnMut(usize) -> Result<(usize, Result<T, Error>), Error>,
) -> Result<T, Error> {
    let (mut least, mut last) = (1, 0);
    loop {
        let (found, ended) = by(least)?;
        if !matches!(ended, Err(Error::OutOfMemory { .. })) || found == last || found >= MOST_SLICES
        {
            return ended;
        }
        (least, last) = (found * 2, found);
    }
}

fn stopped(what: &str) -> Error {
    Error::Stopped { what: what.into(), finished: 0, units: 1 }
}

#[cfg(test)]
mod tests {
    use super::{Vectors, until_it_fits};
    use crate::board::{Board, Piece};
    use crate::error::Error;
    use crate::method::Means;
    use crate::tours::halves::machine::Backend;
    use crate::tours::halves::plan::{Net, Plan};
    use crate::tours::halves::sweep::Crew;
    use crate::tours::question::{Kind, TourQuestion};

    #[test]
    fn what_takes_more_memory_than_expected_is_done_by_more_slices() {
        let full =
            || Error::OutOfMemory { what: "8x8".into(), layer: 1, layers: 2, classes: 3, limit: 4 };
        let mut asked = Vec::new();
        // No more than so many slices can be had, and one fits of so many.
        let mut done = |most: usize, enough: usize| {
            asked.clear();
            let found = until_it_fits(|least| {
                asked.push(least);
                let slices = (least + 1).min(most);
                Ok((slices, if slices < enough { Err(full()) } else { Ok(slices) }))
            });
            (found.ok(), asked.clone())
        };
        assert_eq!(done(100, 1), (Some(2), vec![1]));
        assert_eq!(done(100, 9), (Some(11), vec![1, 4, 10]));
        assert_eq!(done(5, 9), (None, vec![1, 4, 10]), "the same slices again are in vain");
    }

    #[test]
    fn slices_have_the_tours_of_the_whole_each_once() {
        // Of one half and its image, with a mirror and without, and of two halves.
        for (board, kind, all) in [
            ("6x8", Kind::Closed, 55_488_142),
            ("5x6", Kind::Open, 18_784),
            ("torus:4x4", Kind::Closed, 1_344),
            ("6x6", Kind::Open, 3_318_960),
        ] {
            let parsed: Board = board.parse().unwrap();
            let question = TourQuestion::new(&parsed, &Piece::knight(2), kind);
            let graph = question.graph();
            let net = Net::new(graph, kind, question.ends());
            let plan = Plan::new(&net, graph, question.symmetries(), question.shape(), 20);
            let (plan, means) = (plan.unwrap(), Means::default());
            let crew = Crew { threads: 2, backend: Backend::new(means.vectors) };
            let vectors = Vectors::new(&plan, crew, &means, board).unwrap();
            let whole = vectors.tours_by(&vectors.slices(1), &mut |_| {}).unwrap();
            let sum: u64 = whole.iter().map(|&(_, tours)| tours).sum();
            assert_eq!(sum, all, "{board}");
            let mut most = 0;
            for split in [2, 7, 50] {
                let slices = vectors.slices(split);
                most = most.max(slices.shares().len());
                assert_eq!(
                    vectors.tours_by(&slices, &mut |_| {}).unwrap(),
                    whole,
                    "{board} {split}"
                );
            }
            assert!(most > 2, "{board}: {most} slices");
            // Less memory, more slices, until even the least would be too much.
            let (_, expected) = vectors.live(&vectors.slices(1), 0).unwrap();
            let bytes = expected.bytes(super::Numbers::Words) as u64;
            let slices = |memory: u64| {
                let means = Means { memory, ..Means::default() };
                let vectors = Vectors::new(&plan, crew, &means, board)?;
                vectors.fitting(1).map(|slices| slices.shares().len())
            };
            assert_eq!(slices(bytes * 2).unwrap(), 1);
            let fewest = expected.besides as u64;
            let [some, none] = [(bytes + fewest) * 5 / 9, 1].map(slices);
            assert!(some.unwrap() > 1, "{board}");
            assert!(none.is_err(), "{board}");
        }
    }
}
