//! The methods that count walks. To add one: its room, and a line here.

use super::counting::{SEARCH, TRANSFER};
use super::question::WalkQuestion;
use crate::method::Method;

/// Every method, from the one that is the cheapest to ask.
pub const METHODS: &[Method<WalkQuestion>] = &[TRANSFER, SEARCH];
