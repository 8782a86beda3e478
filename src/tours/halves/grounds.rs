//! `Grounds`: what is worked out once for a question, however often it is asked for: the plan
//! of both halves, the live degrees, acts as tables, and what a count is expected to take.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::forecast::{Estimate, Numbers, Outlook};
use super::matching::Maps;
use super::plan::Plan;
use super::sweep::{Crew, Live, Pause, live, reached};

/// A plan, and its live degrees once somebody wanted them.
#[derive(Debug)]
pub struct Grounds {
    /// Both halves and how they meet.
    pub halves: Plan,
    /// Acts as tables, each made when it is first wanted.
    pub maps: Maps,
    reached: Slot<Live>,
    whole: Slot<(Live, Outlook)>,
    told: Mutex<HashMap<Asked, Told>>,
}

/// About how many units, the bytes of memory, the threads, and whether what does not fit is put down.
pub type Asked = (usize, u64, usize, bool);

/// What a count is expected to take.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// What its states are counted in, as a rule.
    pub numbers: Numbers,
    /// One sweep of all of it.
    pub estimate: Estimate,
    /// The parts that it is cut into at first, if it is cut.
    pub parts: usize,
}

/// Sets that are found when they are first wanted.
type Slot<T> = Mutex<Option<Arc<T>>>;

impl Grounds {
    /// Of this plan.
    pub fn new(halves: Plan) -> Grounds {
        let (reached, whole) = (Mutex::new(None), Mutex::new(None));
        let maps = Maps::for_slots(halves.slots());
        Grounds { maps, halves, reached, whole, told: Mutex::default() }
    }

    /// The live degrees of the whole, and what is expected of them; none if it was ended before its
    /// time.
    pub fn whole(&self, crew: Crew, pause: Pause<'_>) -> Option<Arc<(Live, Outlook)>> {
        // Whoever comes second waits, and need not find them as well.
        let mut found = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            // What is reached is wanted again by slices only.
            let reached = match self.reached.try_lock().ok().and_then(|found| found.clone()) {
                Some(reached) => reached,
                None => Arc::new(reached(&self.halves, crew, usize::MAX, pause)?),
            };
            let live = live(&self.halves, &reached, 0, |_| true, crew, pause)?;
            let outlook = Outlook::new(&self.halves, &live, None);
            *found = Some(Arc::new((live, outlook)));
        }
        found.clone()
    }

    /// True if the live degrees are there already.
    pub fn is_known(&self) -> bool {
        self.whole.try_lock().is_ok_and(|found| found.is_some())
    }

    /// What is reached, of which slices are parts; none if it was ended before its time, or takes
    /// more bytes than that.
    pub fn reached(&self, crew: Crew, most: usize, pause: Pause<'_>) -> Option<Arc<Live>> {
        let mut found = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            *found = reached(&self.halves, crew, most, pause).map(Arc::new);
        }
        found.clone()
    }

    /// What is reached is not kept: who wants it again finds it again.
    pub fn forget_reached(&self) {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// What counts were expected to take.
    pub fn told(&self) -> MutexGuard<'_, HashMap<Asked, Told>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
