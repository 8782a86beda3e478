//! `Reading`: converts the squares that a method found to those of the question.

use super::subject::Subject;
use crate::tours::Detour;

/// How solutions are converted.
pub(super) struct Reading {
    /// The auxiliary graph on which tours through given moves are found.
    detour: Option<Detour>,
    /// The first square of closed tours.
    first: Option<u32>,
    squares: Vec<u32>,
}

impl Reading {
    /// The conversion for solutions of a subject.
    pub fn of(subject: &Subject, first: Option<u32>) -> Reading {
        let detour = match subject {
            Subject::Tours(tours) => tours.detour().cloned(),
            Subject::Queens(_) | Subject::Walks(_) => None,
        };
        Reading { detour, first, squares: Vec::new() }
    }

    /// False if solutions are returned unchanged.
    pub fn changes(&self) -> bool {
        self.detour.is_some() || self.first.is_some()
    }

    /// Converts the squares of a solution.
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
