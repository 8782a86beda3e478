//! Tours as unions of two half boards, listed unit by unit.

use std::ops::ControlFlow;

use super::sink::Ended;
use crate::engine::{Enumeration, Halt, Stop};
use crate::error::Error;
use crate::tours::{Ends, Spelling, TourQuestion, UnionSearch};

/// Lists undirected tours as unions of two half boards, unit by unit.
pub(super) fn united<T: Copy + Default>(
    tours: &TourQuestion,
    spelling: &Spelling<T>,
    stop: &Stop,
    give: &mut dyn FnMut(&[T], usize) -> ControlFlow<()>,
) -> Result<Ended, Error> {
    let search = UnionSearch::new(tours.clone())?;
    let start = start(tours);
    let units = search.plan().units;
    for (finished, unit) in units.iter().enumerate() {
        match search.each_read(unit, spelling, start, &|| stop.is_requested(), give) {
            Ok(()) => {}
            Err(Halt::Failed(error)) => return Err(error),
            Err(Halt::Stopped) => return Ok(Some((finished, units.len()))),
        }
    }
    Ok(None)
}

/// The first square of printed tours, if the question names one.
pub(super) fn start(tours: &TourQuestion) -> Option<u8> {
    match tours.ends() {
        Ends::Free => None,
        Ends::From(start) | Ends::Between(start, _) => Some(start as u8),
    }
}
