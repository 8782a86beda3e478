//! The methods that count walks. To add one: its room, and a line here.

use super::counting::{SEARCH, TRANSFER};
use super::question::WalkQuestion;
use crate::method::Method;

/// Every method, in order of the cost of estimating it.
pub const METHODS: &[Method<WalkQuestion>] = &[TRANSFER, SEARCH];
