//! `SweepContext`: what surrounds a sweep.

use crate::tours::frontier::layers::{Limits, Watch};
use crate::tours::frontier::periodic::Transfer;
use crate::tours::frontier::plan::SweepPlan;

/// What a sweep works with, besides its states.
pub struct SweepContext<'a> {
    pub plan: &'a SweepPlan,
    pub limits: Limits,
    pub watch: Watch<'a>,
    /// Transfers that were made.
    pub transfers: Vec<Transfer>,
}
