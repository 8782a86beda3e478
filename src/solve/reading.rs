//! `Reading`: the squares of a solution as they were asked for, from those that a method found.

use super::subject::Subject;
use crate::tours::Detour;

/// How solutions are read.
pub(super) struct Reading {
    /// Tours through given moves are found on another graph.
    detour: Option<Detour>,
    /// The square that closed tours are read from.
    first: Option<u32>,
    squares: Vec<u32>,
}

impl Reading {
    /// Of the solutions of a subject.
    pub fn of(subject: &Subject, first: Option<u32>) -> Reading {
        let detour = match subject {
            Subject::Tours(tours) => tours.detour().cloned(),
            Subject::Queens(_) | Subject::Walks(_) => None,
        };
        Reading { detour, first, squares: Vec::new() }
    }

    /// False if they are read as they are found.
    pub fn changes(&self) -> bool {
        self.detour.is_some() || self.first.is_some()
    }

    /// The squares of one.
    pub fn read(&mut self, found: &[u32]) -> &[u32] {
        self.squares.clear();
        match &self.detour {
            Some(detour) => self.squares = detour.read(found),
            None => self.squares.extend_from_slice(found),
        }
        let squares = &mut self.squares;
        if let Some(place) = squares.iter().position(|&square| Some(square) == self.first) {
            squares.rotate_left(place);
            let has_direction = self.detour.as_ref().is_some_and(Detour::is_directed);
            if !has_direction && squares.len() > 1 && squares[squares.len() - 1] < squares[1] {
                squares[1..].reverse();
            }
        }
        squares
    }
}
