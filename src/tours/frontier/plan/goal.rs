//! `Goal`: the tours to count.

use crate::tours::question::Kind;

/// The tours to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    pub kind: Kind,
    /// Fixed ends of open tours, at most two.
    pub fixed: Vec<u32>,
}
