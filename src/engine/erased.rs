//! `Erased`: a visitor behind a trait object, for methods that need not be compiled for each
//! visitor.

use std::ops::ControlFlow;

use super::unit::Part;
use super::visitor::{Beat, Visitor};

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
