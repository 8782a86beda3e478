//! `Grounds`: what is worked out once for a question, however often it is asked for: the plan
//! of both halves, the live degrees, and acts as tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::cost::StateEstimate;
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
    reached: Slot,
    live: Slot,
    looks: Mutex<Looks>,
}

/// What was found of the whole and of slices.
#[derive(Debug, Default)]
pub struct Looks {
    /// By threads, what the whole takes.
    pub of_whole: HashMap<usize, StateEstimate>,
    /// By slices that were asked for, memory, and how large a state is.
    pub of_slices: HashMap<(usize, Room), Looked>,
    /// The slices that fit.
    pub fitting: HashMap<Room, usize>,
}

/// Memory, and the bits of how many times a state is larger.
pub type Room = (u64, u64);

/// What slices are expected to take.
#[derive(Clone, Debug)]
pub struct Looked {
    /// All of them, counted one after the other.
    pub estimate: StateEstimate,
    /// The seconds of each, if there are few of them.
    pub seconds: Option<Vec<f64>>,
}

/// Sets that are found when they are first wanted.
type Slot = Mutex<Option<Arc<Live>>>;

impl Grounds {
    /// Of this plan.
    pub fn new(halves: Plan) -> Grounds {
        let (reached, live) = (Mutex::new(None), Mutex::new(None));
        let maps = Maps::for_slots(halves.slots());
        Grounds { maps, halves, reached, live, looks: Mutex::default() }
    }

    /// The live degrees of the whole; none if it was ended before its time.
    pub fn live(&self, crew: Crew, pause: Pause<'_>) -> Option<Arc<Live>> {
        // Whoever comes second waits, and need not find them as well.
        let mut found = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none() {
            // What is reached is wanted again by slices only.
            let reached = match known(&self.reached) {
                Some(reached) => reached,
                None => Arc::new(reached(&self.halves, crew, usize::MAX, pause)?),
            };
            *found = live(&self.halves, &reached, |_| true, crew, pause).map(Arc::new);
        }
        found.clone()
    }

    /// What the whole is expected to cost; none if it was ended before its time.
    pub fn estimate(&self, crew: Crew, pause: Pause<'_>) -> Option<StateEstimate> {
        let live = self.live(crew, pause)?;
        let find = || StateEstimate::of(&self.halves, &live, crew.threads);
        Some(*self.looks().of_whole.entry(crew.threads).or_insert_with(find))
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

    /// What was found of slices.
    pub fn looks(&self) -> MutexGuard<'_, Looks> {
        self.looks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The live degrees if they are there already.
    pub fn known(&self) -> Option<Arc<Live>> {
        known(&self.live)
    }
}

fn known(slot: &Slot) -> Option<Arc<Live>> {
    slot.try_lock().ok().and_then(|found| found.clone())
}
