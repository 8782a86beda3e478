//! The methods that count tours. To add one: its room, and a line here.

use super::frontier::{FRONTIER, PAIRS};
use super::halves::{HALVES, UNION};
use super::question::TourQuestion;
use super::search::SEARCH;
use crate::method::Method;

/// Every method, from the one that is the cheapest to ask.
pub const METHODS: &[Method<TourQuestion>] = &[SEARCH, HALVES, FRONTIER, PAIRS, UNION];
