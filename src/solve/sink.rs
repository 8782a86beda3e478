//! `Sink`: receives solutions; and the runs that list them unit by unit.

use std::ops::ControlFlow;

use crate::engine::{Beat, Enumeration, Halt, Stop, Visitor};
use crate::error::Error;
use crate::tours::{Ends, Spelling, TourQuestion, UnionSearch};

/// Beats of a search, about 2^20 nodes each, before another way to find one tour is tried.
pub(super) const BEATS_OF_ONE: u64 = 4;

/// A closure that receives each solution, and the number received.
pub(super) struct Sink<'s> {
    take: &'s mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    pub stop: &'s Stop,
    squares: Vec<u32>,
    pub listed: u64,
    /// True once `take` wants no more solutions.
    pub full: bool,
    /// The remaining beats.
    pub beats: u64,
}

impl<'s> Sink<'s> {
    pub fn new(take: &'s mut dyn FnMut(&[u32]) -> ControlFlow<()>, stop: &'s Stop) -> Sink<'s> {
        Sink { take, stop, squares: Vec::new(), listed: 0, full: false, beats: u64::MAX }
    }

    /// Passes on a solution.
    pub fn put(&mut self, squares: impl Iterator<Item = u32>) -> ControlFlow<()> {
        let mut row = std::mem::take(&mut self.squares);
        row.clear();
        row.extend(squares);
        let flow = self.put_row(&row);
        self.squares = row;
        flow
    }

    /// Passes on a solution given as a slice.
    pub fn put_row(&mut self, squares: &[u32]) -> ControlFlow<()> {
        self.listed += 1;
        let flow = (self.take)(squares);
        self.full = flow.is_break();
        flow
    }

    /// Passes on several solutions, given in one slice.
    pub fn put_rows(&mut self, solutions: &[u32], count: usize) -> ControlFlow<()> {
        let len = solutions.len() / count;
        solutions.chunks_exact(len).try_for_each(|solution| self.put_row(solution))
    }

    fn beat(&mut self) -> ControlFlow<()> {
        self.beats = self.beats.saturating_sub(1);
        match self.beats == 0 || self.stop.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Converts the solutions of a search to squares.
struct Each<'a, 's, S: ?Sized> {
    sink: &'a mut Sink<'s>,
    /// Receives a solution and passes on its squares, unless it is not wanted.
    show: &'a mut dyn FnMut(&S, &mut Sink<'s>) -> ControlFlow<()>,
}

impl<S: ?Sized> Visitor<S> for Each<'_, '_, S> {
    fn solution(&mut self, solution: &S) -> ControlFlow<()> {
        (self.show)(solution, self.sink)
    }

    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        self.sink.beat()
    }
}

/// Finished and total units of a listing that did not complete.
pub(super) type Ended = Option<(usize, usize)>;

/// The number of solutions listed; an error if the listing was stopped by anything but its
/// receiver.
pub(super) fn listed(
    ended: Ended,
    full: bool,
    listed: u64,
    what: (&str, &str),
) -> Result<u64, Error> {
    match ended {
        Some((finished, units)) if !full => {
            let (board, noun) = what;
            let what = format!("listing {board} ({listed} {noun} written)");
            Err(Error::Stopped { what, finished, units })
        }
        _ => Ok(listed),
    }
}

/// Runs the units in order.
pub(super) fn each<'s, E: Enumeration>(
    search: &E,
    sink: &mut Sink<'s>,
    show: &mut dyn FnMut(&E::Solution, &mut Sink<'s>) -> ControlFlow<()>,
) -> Result<Ended, Error> {
    let units = search.plan().units;
    for (finished, unit) in units.iter().enumerate() {
        let mut visitor = Each { sink: &mut *sink, show: &mut *show };
        match search.run(unit, &mut visitor) {
            Ok(_) => {}
            Err(Halt::Failed(error)) => return Err(error),
            Err(Halt::Stopped) => return Ok(Some((finished, units.len()))),
        }
    }
    Ok(None)
}

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
