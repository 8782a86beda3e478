//! `Grounds`: what is worked out once for a question, however often it is asked for: the plan
//! of both halves and the live degrees.

use std::sync::{Arc, Mutex, PoisonError};

use super::plan::Plan;
use super::sweep::{Crew, Live, Pause, live};

/// A plan, and its live degrees once somebody wanted them.
#[derive(Debug)]
pub struct Grounds {
    /// Both halves and how they meet.
    pub halves: Plan,
    live: Mutex<Option<Arc<Live>>>,
}

impl Grounds {
    /// Of this plan.
    pub fn new(halves: Plan) -> Grounds {
        Grounds { halves, live: Mutex::new(None) }
    }

    /// The live degrees; none if it was ended before its time.
    pub fn live(&self, crew: Crew, pause: Pause<'_>) -> Option<Arc<Live>> {
        // Whoever comes second waits, and need not find them as well.
        let mut found = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            *found = live(&self.halves, crew, pause).map(Arc::new);
        }
        found.clone()
    }

    /// The live degrees if they are there already.
    pub fn known(&self) -> Option<Arc<Live>> {
        self.live.try_lock().ok().and_then(|found| found.clone())
    }

    /// The most slots that a half has.
    pub fn slots(&self) -> usize {
        let lower = self.halves.lower.as_ref().map_or(0, |half| half.slots);
        lower.max(self.halves.upper.slots)
    }
}
