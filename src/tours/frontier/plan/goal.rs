//! `Goal`: what is to be counted.

use crate::tours::question::Kind;

/// What is to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    pub kind: Kind,
    /// Fixed ends of open tours, at most two.
    pub fixed: Vec<u32>,
}
