//! `Visitor`: what a method calls while it runs. The push side of the house.

use std::ops::ControlFlow;

use super::unit::Part;

/// A method beats about once in so many nodes: some hundred times a second.
pub const BEAT: u64 = 1 << 20;

/// Receives solutions and signs of life from one running unit.
pub trait Visitor<S: ?Sized> {
    /// False if [`Visitor::solution`] looks at nothing and never breaks off: a method may
    /// then count solutions by the handful without coming to each of them.
    const LOOKS: bool = true;

    /// True if [`Visitor::enter`] is to be asked, by methods that go on from prefixes to longer
    /// ones ([`super::Enumeration::prunes_prefixes`]); others never ask.
    const PREFIXES: bool = false;

    /// A node that the method is about to enter, by the choices that lead to it: the squares of
    /// a tour or a walk in order, the column of the queen of each row. False if no solution that
    /// begins so is wanted: the node is not entered and counts for nothing, as all below it.
    /// The shorter beginnings were asked for before, and the choices of a whole solution are
    /// asked for, too. (What a plan counts above its units is counted before anybody is asked.)
    fn enter(&mut self, _prefix: &[u32]) -> bool {
        true
    }

    /// One solution, as the method holds it at that moment; `Break` ends the unit.
    fn solution(&mut self, solution: &S) -> ControlFlow<()>;

    /// A sign of life, about every [`BEAT`] nodes; `Break` ends the unit.
    fn beat(&mut self, beat: Beat) -> ControlFlow<()>;

    /// How far an earlier run had come in the unit, if the method goes on from there: said once,
    /// before the first beat, which counts from the beginning of the unit as ever.
    fn resume(&mut self, _: Beat) {}

    /// The parts that a unit can be relieved of, the largest first; a method that can be split
    /// in the middle offers them after a beat. What is taken from the iterator is not run by
    /// the method any more: whoever takes it has it run and adds its tally. Takes nothing
    /// unless it says otherwise.
    fn relieve(&mut self, _parts: &mut dyn Iterator<Item = Part>) {}
}

/// How far a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beat {
    /// The nodes since the unit began.
    pub nodes: u64,
    /// The solutions, each counted with its weight, since the unit began.
    pub solutions: u64,
    /// The part of the unit that is done, from 0 to 1, never falling; 0 if not known.
    pub done: f64,
}

/// A visitor that looks at nothing and never stops.
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
