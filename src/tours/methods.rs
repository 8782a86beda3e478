//! The methods that count tours. To add one: its module, and a line here.

use super::frontier::FRONTIER;
use super::halves::HALVES;
use super::question::TourQuestion;
use super::search::SEARCH;
use super::selected::{KEPT, NUMBERED};
use super::union::UNION;
use crate::method::Method;

/// Every method, in order of the cost of estimating it.
pub const METHODS: &[Method<TourQuestion>] = &[SEARCH, HALVES, FRONTIER, UNION];

/// The methods for tours selected by their numbers.
const BY_NUMBERS: &[Method<TourQuestion>] = &[NUMBERED];

/// The methods for tours selected by their symmetry.
const BY_SYMMETRY: &[Method<TourQuestion>] = &[KEPT];

/// The methods that can apply the question's selection.
pub fn methods_of(question: &TourQuestion) -> &'static [Method<TourQuestion>] {
    let selection = question.selection();
    match (selection.is_numbered(), selection.symmetric) {
        (true, _) => BY_NUMBERS,
        (false, Some(_)) => BY_SYMMETRY,
        (false, None) => METHODS,
    }
}
