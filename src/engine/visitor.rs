//! `Visitor`: the callbacks of a method while it runs.

use std::ops::ControlFlow;

use super::unit::Part;

/// The nodes between two beats, about; a method beats some hundred times a second.
pub const BEAT: u64 = 1 << 20;

/// Receives solutions and beats from one running unit.
pub trait Visitor<S: ?Sized> {
    /// False if [`Visitor::solution`] ignores solutions and never breaks off. A method may then
    /// count solutions in bulk without visiting each.
    const NEEDS_SOLUTIONS: bool = true;

    /// True if [`Visitor::enter`] must be called, by methods that extend prefixes
    /// ([`crate::engine::Enumeration::prunes_prefixes`]); other methods never call it.
    const PREFIXES: bool = false;

    /// Called before the method enters a node. The prefix lists the choices that lead to the node:
    /// the squares of a tour or a walk in order, or the column of the queen in each row. If it
    /// returns false, the method skips the node with everything below it, and counts none of it.
    /// Shorter prefixes were passed before; the choices of a complete solution are passed, too. The
    /// part of a tree above the units is counted without any call.
    fn enter(&mut self, _prefix: &[u32]) -> bool {
        true
    }

    /// One solution, as the method holds it at that moment; `Break` ends the unit.
    fn solution(&mut self, solution: &S) -> ControlFlow<()>;

    /// Called about every [`BEAT`] nodes; `Break` ends the unit.
    fn beat(&mut self, beat: Beat) -> ControlFlow<()>;

    /// Reports how far an earlier run had come in the unit, if the method resumes it. Called once,
    /// before the first beat; later beats still count from the beginning of the unit.
    fn resume(&mut self, _: Beat) {}

    /// Offers parts of the unit to other threads, the largest first. A method that can be split in
    /// the middle calls it after a beat. The caller must run each part that it takes from the
    /// iterator and add its tally; the method no longer runs it. The default takes nothing.
    fn relieve(&mut self, _parts: &mut dyn Iterator<Item = Part>) {}
}

/// How far a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beat {
    /// The nodes since the beginning of the unit.
    pub nodes: u64,
    /// The solutions since the beginning of the unit, each counted with its weight.
    pub solutions: u64,
    /// The finished fraction of the unit, from 0 to 1, never decreasing; 0 if unknown.
    pub done: f64,
}

/// A visitor that ignores everything and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<S: ?Sized> Visitor<S> for Silent {
    const NEEDS_SOLUTIONS: bool = false;

    #[inline(always)]
    fn solution(&mut self, _: &S) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Receives every solution that the method visits, from all threads of a run concurrently. A
/// closure is one. A method that searches up to symmetry visits one solution of each symmetry
/// class, not each solution that is counted.
pub trait SolutionObserver<S: ?Sized>: Sync {
    /// False if solutions are ignored, so that methods need not visit each one.
    const NEEDS_SOLUTIONS: bool = true;

    /// One solution, in the method's own representation at that moment.
    fn see(&self, solution: &S);
}

impl<S: ?Sized, F: Fn(&S) + Sync> SolutionObserver<S> for F {
    #[inline(always)]
    fn see(&self, solution: &S) {
        self(solution);
    }
}

/// Ignores solutions: for runs that only count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl<S: ?Sized> SolutionObserver<S> for Unobserved {
    const NEEDS_SOLUTIONS: bool = false;

    #[inline(always)]
    fn see(&self, _: &S) {}
}

/// Forwards everything to a visitor of any type, by one virtual call for each solution.
pub struct Erased<'a, S: ?Sized>(&'a mut dyn AnyVisitor<S>);

impl<'a, S: ?Sized> Erased<'a, S> {
    /// Erases a visitor's type.
    pub fn new(visitor: &'a mut impl Visitor<S>) -> Erased<'a, S> {
        Erased(visitor)
    }
}

/// [`Visitor`] without its associated constants.
trait AnyVisitor<S: ?Sized> {
    fn enter(&mut self, prefix: &[u32]) -> bool;
    fn solution(&mut self, solution: &S) -> ControlFlow<()>;
    fn beat(&mut self, beat: Beat) -> ControlFlow<()>;
    fn resume(&mut self, beat: Beat);
    fn relieve(&mut self, parts: &mut dyn Iterator<Item = Part>);
}

impl<S: ?Sized, V: Visitor<S>> AnyVisitor<S> for V {
    fn enter(&mut self, prefix: &[u32]) -> bool {
        Visitor::enter(self, prefix)
    }
    fn solution(&mut self, solution: &S) -> ControlFlow<()> {
        Visitor::solution(self, solution)
    }
    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        Visitor::<S>::beat(self, beat)
    }
    fn resume(&mut self, beat: Beat) {
        Visitor::<S>::resume(self, beat);
    }
    fn relieve(&mut self, parts: &mut dyn Iterator<Item = Part>) {
        Visitor::<S>::relieve(self, parts);
    }
}

impl<S: ?Sized> Visitor<S> for Erased<'_, S> {
    const PREFIXES: bool = true;

    fn enter(&mut self, prefix: &[u32]) -> bool {
        self.0.enter(prefix)
    }
    fn solution(&mut self, solution: &S) -> ControlFlow<()> {
        self.0.solution(solution)
    }
    fn beat(&mut self, beat: Beat) -> ControlFlow<()> {
        self.0.beat(beat)
    }
    fn resume(&mut self, beat: Beat) {
        self.0.resume(beat);
    }
    fn relieve(&mut self, parts: &mut dyn Iterator<Item = Part>) {
        self.0.relieve(parts);
    }
}
