//! Units of path extension, counted by degrees over the whole board.
//!
//! The path grows along lists of neighbours, and after each step every unvisited square is
//! examined, not only those near the head. The exits of a square are its free neighbours, the head,
//! and for closed tours the square to which the tour returns. A square without exits is lost. A
//! square with one exit must be the last of an open tour, and there is only one last square; in a
//! closed tour every square needs two exits. Nothing of the search's bit sets and rules is used, so
//! an error in a rule is detected.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::board::Graph;
use crate::engine::{Counter, Halt, Tally, Unit, Visitor};
use crate::tours::question::{Ends, Kind, TourQuestion};

/// Counts the tours that extend a unit: its first squares, for closed tours preceded by the last
/// square.
pub(in crate::tours) fn by_steps<S: ?Sized>(
    question: &TourQuestion,
    unit: &Unit,
    visitor: &mut impl Visitor<S>,
) -> Result<Tally, Halt> {
    let graph = question.graph();
    let (end, squares) = match (question.kind(), question.ends(), &unit.path[..]) {
        (Kind::Closed, _, [end, squares @ ..]) => (Some(*end), squares),
        (_, Ends::Between(_, end), squares) => (Some(end), squares),
        (_, _, squares) => (None, squares),
    };
    let mut free = vec![true; graph.len()];
    squares.iter().for_each(|&square| free[square as usize] = false);
    let path = squares.iter().map(|&square| square as u8).collect();
    let counter = Counter::new(visitor, graph.len(), unit.weight);
    let mut walk = Walk { shown: PhantomData, graph, end, free, path, counter };
    let ended = walk.extend();
    walk.counter.finish(ended)
}

struct Walk<'a, V, S: ?Sized> {
    /// The type of the visitor's solutions; here the visitor only receives beats.
    shown: PhantomData<S>,
    graph: &'a Graph,
    /// The last square, if it is known; it is free until the tour arrives there.
    end: Option<u32>,
    free: Vec<bool>,
    path: Vec<u8>,
    counter: Counter<'a, V>,
}

impl<V: Visitor<S>, S: ?Sized> Walk<'_, V, S> {
    fn extend(&mut self) -> ControlFlow<()> {
        self.counter.enter(self.path.len())?;
        if self.path.len() == self.graph.len() {
            self.counter.find();
            return ControlFlow::Continue(());
        }
        if self.is_dead() {
            return ControlFlow::Continue(());
        }
        let head = self.head();
        let graph = self.graph;
        for &next in graph.neighbours(head) {
            let early = Some(next) == self.end && self.path.len() + 1 < graph.len();
            if self.free[next as usize] && !early {
                self.free[next as usize] = false;
                self.path.push(next as u8);
                self.extend()?;
                self.path.pop();
                self.free[next as usize] = true;
            }
        }
        ControlFlow::Continue(())
    }

    fn head(&self) -> usize {
        usize::from(*self.path.last().expect("a unit has a first square"))
    }

    /// True if some square can no longer be visited.
    fn is_dead(&self) -> bool {
        let head = self.head();
        let mut single = 0;
        for square in (0..self.graph.len()).filter(|&square| self.free[square]) {
            let near = self.graph.neighbours(square);
            let ways = near.iter().filter(|&&n| self.free[n as usize] || n as usize == head);
            match ways.count() {
                0 => return true,
                1 => single += 1,
                _ => {}
            }
        }
        // The last square needs one exit; in a closed tour it is fixed, and all others need two.
        single > 1
            || single == 1
                && self.end.is_some_and(|end| {
                    let near = self.graph.neighbours(end as usize);
                    near.iter().filter(|&&n| self.free[n as usize] || n as usize == head).count()
                        > 1
                })
    }
}
