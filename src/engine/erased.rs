//! `Erased`: a visitor whose type is forgotten, for methods that need not be made anew for each.

use std::ops::ControlFlow;

use super::unit::Part;
use super::visitor::{Beat, Visitor};

/// Passes everything on to a visitor of any type: a call through a table for each solution.
pub struct Erased<'a, S: ?Sized>(&'a mut dyn AnyVisitor<S>);

impl<'a, S: ?Sized> Erased<'a, S> {
    /// Forgets a visitor's type.
    pub fn new(visitor: &'a mut impl Visitor<S>) -> Erased<'a, S> {
        Erased(visitor)
    }
}

/// As [`Visitor`], without what its type says.
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
