//! `SweepContext`: the data around a sweep.

use crate::tours::frontier::layers::{Limits, Watch};
use crate::tours::frontier::periodic::Transfer;
use crate::tours::frontier::plan::SweepPlan;

/// The data of a sweep besides its states.
pub struct SweepContext<'a> {
    pub plan: &'a SweepPlan,
    pub limits: Limits,
    pub watch: Watch<'a>,
    /// Transfers built so far.
    pub transfers: Vec<Transfer>,
}
