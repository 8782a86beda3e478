//! `ProblemCache`: data that is computed once for each question: the plan of both halves, the live
//! degrees, the tables of pairing operations, and predicted costs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::forecast::{Estimate, Forecasts, NumberType};
use super::matching::Maps;
use super::plan::Plan;
use super::schedule::Part;
use super::sweep::{Live, Pause, ThreadPool, live, reached};

/// A plan, its live degrees once they are computed, and predictions.
#[derive(Debug)]
pub struct ProblemCache {
    pub plan: Plan,
    /// The tables of pairing operations, each computed at its first use.
    pub maps: Maps,
    reached: Slot<Live>,
    whole: Slot<Subproblem>,
    predictions: Mutex<HashMap<PredictionKey, Prediction>>,
}

/// The parameters that a prediction depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PredictionKey {
    pub split: usize,
    pub memory: u64,
    pub threads: usize,
    /// True if layers that do not fit in memory are spilled to disk.
    pub spills: bool,
}

/// The live degrees of the whole problem or of a slice, with their forecasts.
#[derive(Debug)]
pub struct Subproblem {
    pub live: Live,
    pub forecasts: Forecasts,
}

impl Subproblem {
    pub fn part(&self) -> Part<'_> {
        Part::whole(&self.live, &self.forecasts)
    }
}

/// The predicted cost of a count.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// The number type that all sweeps take the least time with.
    pub numbers: NumberType,
    /// The cost of one sweep of the whole problem.
    pub estimate: Estimate,
    /// The parts of the first cut; 1 if the sweep is not cut.
    pub parts: usize,
}

/// A value that is computed at its first use.
type Slot<T> = Mutex<Option<Arc<T>>>;

impl ProblemCache {
    pub fn new(plan: Plan) -> ProblemCache {
        let (reached, whole) = (Mutex::new(None), Mutex::new(None));
        let maps = Maps::for_slots(plan.slots());
        ProblemCache { maps, plan, reached, whole, predictions: Mutex::default() }
    }

    /// The live degrees of the whole problem with their forecasts; none if `pause` stopped it.
    pub fn whole(&self, thread_pool: ThreadPool, pause: Pause<'_>) -> Option<Arc<Subproblem>> {
        // A second caller waits for the lock and then finds the value.
        let mut found = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            // Only slices need the reachable degrees again, so they are not stored here.
            let reached = match self.reached.try_lock().ok().and_then(|found| found.clone()) {
                Some(reached) => reached,
                None => Arc::new(reached(&self.plan, thread_pool, usize::MAX, pause)?),
            };
            let live = live(&self.plan, &reached, 0, |_| true, thread_pool, pause)?;
            let forecasts = Forecasts::new(&self.plan, &live, None);
            *found = Some(Arc::new(Subproblem { live, forecasts }));
        }
        found.clone()
    }

    /// True if the live degrees are computed.
    pub fn is_known(&self) -> bool {
        self.whole.try_lock().is_ok_and(|found| found.is_some())
    }

    /// The reachable degrees, from which slices are selected; none if `pause` stopped it or if they
    /// take more than `most` bytes.
    pub fn reached(
        &self,
        thread_pool: ThreadPool,
        most: usize,
        pause: Pause<'_>,
    ) -> Option<Arc<Live>> {
        let mut found = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            *found = reached(&self.plan, thread_pool, most, pause).map(Arc::new);
        }
        found.clone()
    }

    /// Frees the reachable degrees; the next caller computes them again.
    pub fn forget_reached(&self) {
        self.reached.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    pub fn predictions(&self) -> MutexGuard<'_, HashMap<PredictionKey, Prediction>> {
        self.predictions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
