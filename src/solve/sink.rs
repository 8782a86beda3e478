//! `Sink`: where solutions go, one after the other.

use std::ops::ControlFlow;

use crate::engine::{Beat, Enumeration, Halt, Stop, Visitor};
use crate::error::Error;

/// Beats of a search, of about 2^20 nodes each, after which another way to one tour is taken.
pub(super) const BEATS_OF_ONE: u64 = 4;

/// What is called for each solution, and how many it has seen.
pub(super) struct Sink<'s> {
    take: &'s mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    pub stop: &'s Stop,
    squares: Vec<u32>,
    pub listed: u64,
    /// True once `take` has had enough.
    pub full: bool,
    /// Beats that are left.
    pub beats: u64,
}

impl<'s> Sink<'s> {
    pub fn new(take: &'s mut dyn FnMut(&[u32]) -> ControlFlow<()>, stop: &'s Stop) -> Sink<'s> {
        Sink { take, stop, squares: Vec::new(), listed: 0, full: false, beats: u64::MAX }
    }

    /// Hands over a solution.
    pub fn put(&mut self, squares: impl Iterator<Item = u32>) -> ControlFlow<()> {
        let mut row = std::mem::take(&mut self.squares);
        row.clear();
        row.extend(squares);
        let flow = self.put_row(&row);
        self.squares = row;
        flow
    }

    /// The same of squares that stand in a row.
    pub fn put_row(&mut self, squares: &[u32]) -> ControlFlow<()> {
        self.listed += 1;
        let flow = (self.take)(squares);
        self.full = flow.is_break();
        flow
    }

    /// The same of some solutions that stand one behind the other.
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

/// Turns what a search shows into squares.
struct Each<'a, 's, S: ?Sized> {
    sink: &'a mut Sink<'s>,
    /// None if the solution is not one of those wanted.
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

/// Units finished and units, of what did not come to its end.
pub(super) type Ended = Option<(usize, usize)>;

/// How many solutions were listed, unless somebody else than who takes them has ended it.
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

/// Runs the units one after the other.
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
