//! The tours of every degree vector of the meeting, counted by a sweep that visits none.

use crate::error::Error;
use crate::method::{LayerReport, Means};
use crate::tours::halves::counting::{Counting, Ended, no_room};
use crate::tours::halves::forecast::{FOR_STATES, Numbers, Outlook};
use crate::tours::halves::matching::Maps;
use crate::tours::halves::plan::Plan;
use crate::tours::halves::schedule::{Part, Problem};
use crate::tours::halves::sweep::{Crew, PART_STATES, live, reached};

/// The tours of a degree vector are counted in words of 64 bits; no more than so many can be
/// told from those that passed the word, rounding included.
const MOST: f64 = (1_u64 << 63) as f64;

/// The numbers of the vectors that have tours, ascending, each with its tours. `hear` is told which
/// part is done, `what` is the question's name.
///
/// # Errors
/// [`Error::TooManyClasses`] if the sweep is not expected to fit in memory, however it is cut,
/// [`Error::OutOfMemory`] if it does not, [`Error::NoMethod`] where a vector may have more than 2^63
/// tours, [`Error::Stopped`].
pub fn tours_by_vector(
    plan: &Plan,
    crew: Crew,
    means: &Means,
    what: &str,
    hear: &mut dyn FnMut(f64),
) -> Result<Vec<(u32, u64)>, Error> {
    let (what, limit) = (|| what.to_owned(), means.memory);
    let stopped = || Error::Stopped { what: what(), finished: 0, units: 1 };
    let too_many = |classes: u64| Error::TooManyClasses { what: what(), classes, limit };
    let mut pause = || !means.stop.is_requested();
    let reached = reached(plan, crew, usize::try_from(limit).unwrap_or(usize::MAX), &mut pause);
    let reached = reached.ok_or_else(|| match means.stop.is_requested() {
        true => stopped(),
        false => too_many(plan.most_numbers() as u64),
    })?;
    let live = live(plan, &reached, 0, |_| true, crew, &mut pause).ok_or_else(stopped)?;
    drop(reached);
    let outlook = Outlook::new(plan, &live, None);
    let part = Part::whole(&live, &outlook);
    let (numbers, spills) = (Numbers::Words, false);
    let problem = Problem { plan, crew, numbers, room: 0.0, spills };
    let besides = problem.estimate(part, None).besides(Numbers::Words);
    let room = (limit as f64 - besides) * FOR_STATES;
    let problem = Problem { room, ..problem };
    let told = problem.forecast(part, &mut pause).ok_or_else(stopped)?;
    if told.bytes(Numbers::Words) > limit as f64 {
        return Err(too_many(told.states as u64));
    }
    let counting = Counting {
        problem,
        live: &live,
        outlook: &outlook,
        maps: &Maps::for_slots(plan.slots()),
        // Moduli are not asked for.
        bits: 64,
        part_states: PART_STATES,
        keeper: None,
        only: None,
    };
    let mut heard = |report: &LayerReport| {
        hear((report.states_so_far as f64 / told.states.max(1.0)).min(1.0));
        !means.stop.is_requested()
    };
    let found = counting.by_degrees(&mut heard).map_err(|ended| match ended {
        Ended::Stopped => stopped(),
        Ended::Failed(error) => error,
        Ended::Memory(at) => no_room(&at, what(), limit),
    })?;
    if found.largest > MOST {
        return Err(Error::NoMethod {
            question: what(),
            method: "union",
            reason: "the tours of a part of the meeting may be more than 2^63".into(),
        });
    }
    Ok(found.tours)
}

#[cfg(test)]
mod tests {
    use super::tours_by_vector;
    use crate::method::Means;
    use crate::tours::Kind;
    use crate::tours::halves::samples::{crew, plan};

    /// Less memory, more parts, until even the least would be too much.
    #[test]
    fn parts_have_the_tours_of_the_whole_each_once() {
        // Of one half and its image, with a mirror and without, and of two halves.
        for (board, kind, all) in [
            ("6x8", Kind::Closed, 55_488_142),
            ("5x6", Kind::Open, 18_784),
            ("torus:4x4", Kind::Closed, 1_344),
            ("6x6", Kind::Open, 3_318_960),
        ] {
            let plan = plan(board, kind);
            let tours = |memory| {
                let means = Means { memory, ..Means::default() };
                tours_by_vector(&plan, crew(2), &means, board, &mut |_| {})
            };
            let whole = tours(1 << 32).unwrap();
            assert_eq!(whole.iter().map(|&(_, tours)| tours).sum::<u64>(), all, "{board}");
            let some: Vec<_> = (14..26).filter_map(|bits| tours(1 << bits).ok()).collect();
            assert!(some.iter().all(|tours| *tours == whole), "{board}");
            assert!(!some.is_empty() && tours(1 << 10).is_err(), "{board}");
        }
    }
}
