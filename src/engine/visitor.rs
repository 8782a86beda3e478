//! `Visitor`: the callbacks of a method while it runs.

use std::ops::ControlFlow;

use super::unit::Part;

/// The nodes between two beats, about; a method beats some hundred times a second.
pub const BEAT: u64 = 1 << 20;

/// Receives solutions and beats from one running unit.
pub trait Visitor<S: ?Sized> {
    /// False if [`Visitor::solution`] ignores solutions and never breaks off. A method may then
    /// count solutions in bulk without visiting each.
    const LOOKS: bool = true;

    /// True if [`Visitor::enter`] must be called, by methods that extend prefixes
    /// ([`super::Enumeration::prunes_prefixes`]); other methods never call it.
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
    const LOOKS: bool = false;

    #[inline(always)]
    fn solution(&mut self, _: &S) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn beat(&mut self, _: Beat) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
