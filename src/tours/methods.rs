//! The methods that count tours. To add one: its room, and a line here.

use super::frontier::FRONTIER;
use super::halves::HALVES;
use super::question::TourQuestion;
use super::search::SEARCH;
use super::selected::{KEPT, NUMBERED};
use super::union::UNION;
use crate::method::Method;

/// Every method, from the one that is the cheapest to ask.
pub const METHODS: &[Method<TourQuestion>] = &[SEARCH, HALVES, FRONTIER, UNION];

/// Those for tours that are chosen by their numbers.
const BY_NUMBERS: &[Method<TourQuestion>] = &[NUMBERED];

/// Those for tours that are chosen by their symmetry.
const BY_SYMMETRY: &[Method<TourQuestion>] = &[KEPT];

/// The methods that know which tours of a question are wanted.
pub fn methods_of(question: &TourQuestion) -> &'static [Method<TourQuestion>] {
    let selection = question.selection();
    match (selection.is_numbered(), selection.symmetric) {
        (true, _) => BY_NUMBERS,
        (false, Some(_)) => BY_SYMMETRY,
        (false, None) => METHODS,
    }
}
